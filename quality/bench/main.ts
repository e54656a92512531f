// npm run -s bench -- NAME [options]: prints JSON lines and asserts nothing. Benches are loaded on demand, so that the
// imports of one do not count in the memory of another.

const BENCHES: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  mining: async (args) => (await import('./mining.ts')).benchMining(args),
  scale: async (args) => (await import('./scale.ts')).benchScale(args),
  reading: async (args) => (await import('./reading.ts')).benchReading(args),
  rfm: async (args) => (await import('./rfm.ts')).benchRfm(args),
  partitioned: async (args) => (await import('./partitioned.ts')).benchPartitioned(args),
  'partitioned-baskets': async (args) =>
    (await import('./partitioned-baskets.ts')).benchPartitionedBaskets(args),
  'partitioned-workflow': async (args) =>
    (await import('./partitioned-workflow.ts')).benchPartitionedWorkflow(args),
  customers: async (args) => (await import('./customers.ts')).benchCustomers(args),
  predictions: async (args) => (await import('./predictions.ts')).benchPredictions(args),
  replenishment: async (args) => (await import('./replenishment.ts')).benchReplenishment(args),
  effect: async (args) => (await import('./effect.ts')).benchEffect(args),
  'audience-effect': async (args) => (await import('./audience-effect.ts')).benchAudienceEffect(args),
  'audience-bill': async (args) => (await import('./audience-bill.ts')).benchAudienceBill(args),
  'first-orders': async (args) => (await import('./first-orders.ts')).benchFirstOrders(args),
  spread: async (args) => (await import('./spread.ts')).benchSpread(args),
  'steady-shops': async (args) => (await import('./steady-shops.ts')).benchSteadyShops(args),
  recommendations: async (args) => (await import('./recommendations.ts')).benchRecommendations(args),
  exports: async (args) => (await import('./exports.ts')).benchExports(args),
  serving: async (args) => (await import('./serving.ts')).benchServing(args),
  report: async (args) => (await import('./report.ts')).benchReport(args),
  ingest: async (args) => (await import('./ingest.ts')).benchIngest(args),
  'ingest-steps': async (args) => (await import('./ingest-steps.ts')).benchIngestSteps(args),
  files: async (args) => (await import('./order-files.ts')).benchOrderFiles(args),
  erasure: async (args) => (await import('./erasure.ts')).benchErasure(args),
  'erasure-orders': async (args) => (await import('./erasure-orders.ts')).benchErasureOrders(args),
  service: async (args) => (await import('./service.ts')).benchService(args),
  soak: async (args) => (await import('./soak.ts')).benchSoak(args),
  cold: async (args) => (await import('./cold.ts')).benchCold(args),
  'console-import': async (args) => (await import('./console-import.ts')).benchConsoleImport(args),
  'console-views': async (args) => (await import('./console-views.ts')).benchConsoleViews(args),
  storms: async () => (await import('./storms.ts')).benchStorms(),
  'null-rules': async (args) => (await import('./null-rules.ts')).benchNullRules(args),
  'hostile-bodies': async () => (await import('./hostile-bodies.ts')).benchHostileBodies(),
  refusals: async (args) => (await import('./refusals.ts')).benchRefusals(args),
  flood: async (args) => (await import('./flood.ts')).benchFlood(args),
  'hostile-events': async () => (await import('./hostile-events.ts')).benchHostileEvents(),
};

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(
    `usage: npm run -s bench -- mining [--data FILE --min-support S --min-confidence C --workers N --dump FILE --once]
                          scale [--lines N,N,…]
                          reading [--lines N --days D]
                          rfm [--orders N --customers N]
                          partitioned [--lines N,N,… --types RFM,COHORT --partitions N | --join-customers N]
                          partitioned-baskets [--lines N,N,… --lines-per-partition N --min-support S]
                          partitioned-workflow [--lines N --partitions N --request JSON | --lines N --write-baskets FILE]
                          customers [--customers N --orders N]
                          predictions --data FILE [--cuts N --step DAYS]
                          replenishment [--customers N | --data FILE]
                          recommendations [--data BASKETS | --orders FILE]
                          exports --data FILE [--min-support S --min-confidence C --formats csv,ndjson,parquet]
                          serving [--products N]
                          report [--data FILE --min-support S --like-aws]
                          ingest [--rows N --lines-per-order L --bill --like-aws]
                          ingest-steps [--rows N --lines-per-order L]
                          files [--lines N | --data FILE]
                          erasure [--rows N --like-aws | --table-write-units N]
                          erasure-orders [--orders N --like-aws]
                          service [--data FILE.csv.gz]
                          soak [--minutes N --every SECONDS --like-aws]
                          cold [--runs N --function NAME … --compile-cache]
                          console-import [--lines N] [--sent N]
                          console-views [--visits N | --clone]
                          audience-bill [--members N,N,…]
                          null-rules [--sets N] [--design 1-8]
                          storms
                          hostile-bodies
                          hostile-events
                          refusals [--requests N]
                          flood [--connections N --per-second N]`,
  );
  process.exitCode = 2;
} else await bench(args);
