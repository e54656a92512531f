// npm run -s bench -- NAME [options]: prints JSON lines and asserts nothing. Benches are loaded on demand, so that the
// imports of one do not count in the memory of another.

const BENCHES: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  mining: async (args) => (await import('./mining/mining.ts')).benchMining(args),
  scale: async (args) => (await import('./mining/scale.ts')).benchScale(args),
  reading: async (args) => (await import('./reports/reading.ts')).benchReading(args),
  rfm: async (args) => (await import('./customers/rfm.ts')).benchRfm(args),
  partitioned: async (args) => (await import('./partitions/partitioned.ts')).benchPartitioned(args),
  'partitioned-baskets': async (args) =>
    (await import('./partitions/partitioned-baskets.ts')).benchPartitionedBaskets(args),
  'partitioned-workflow': async (args) =>
    (await import('./partitions/partitioned-workflow.ts')).benchPartitionedWorkflow(args),
  customers: async (args) => (await import('./customers/customers.ts')).benchCustomers(args),
  predictions: async (args) => (await import('./customers/predictions.ts')).benchPredictions(args),
  replenishment: async (args) => (await import('./customers/replenishment.ts')).benchReplenishment(args),
  effect: async (args) => (await import('./customers/effect.ts')).benchEffect(args),
  'audience-effect': async (args) =>
    (await import('./customers/audience-effect.ts')).benchAudienceEffect(args),
  'audience-bill': async (args) => (await import('./customers/audience-bill.ts')).benchAudienceBill(args),
  'first-orders': async (args) => (await import('./customers/first-orders.ts')).benchFirstOrders(args),
  'steady-shops': async (args) => (await import('./customers/steady-shops.ts')).benchSteadyShops(args),
  'null-cohorts': async (args) => (await import('./customers/null-cohorts.ts')).benchNullCohorts(args),
  'null-rhythms': async (args) => (await import('./customers/null-rhythms.ts')).benchNullRhythms(args),
  recommendations: async (args) => (await import('./mining/recommendations.ts')).benchRecommendations(args),
  exports: async (args) => (await import('./mining/exports.ts')).benchExports(args),
  serving: async (args) => (await import('./service/serving.ts')).benchServing(args),
  report: async (args) => (await import('./reports/report.ts')).benchReport(args),
  ingest: async (args) => (await import('./ingest/ingest.ts')).benchIngest(args),
  'ingest-steps': async (args) => (await import('./ingest/ingest-steps.ts')).benchIngestSteps(args),
  files: async (args) => (await import('./ingest/order-files.ts')).benchOrderFiles(args),
  erasure: async (args) => (await import('./ingest/erasure.ts')).benchErasure(args),
  'erasure-orders': async (args) => (await import('./ingest/erasure-orders.ts')).benchErasureOrders(args),
  service: async (args) => (await import('./service/service.ts')).benchService(args),
  soak: async (args) => (await import('./service/soak.ts')).benchSoak(args),
  cold: async (args) => (await import('./service/cold.ts')).benchCold(args),
  'console-import': async (args) => (await import('./console/console-import.ts')).benchConsoleImport(args),
  'console-views': async (args) => (await import('./console/console-views.ts')).benchConsoleViews(args),
  storms: async () => (await import('./reports/storms.ts')).benchStorms(),
  'null-baskets': async (args) => (await import('./mining/null-basket-shops.ts')).benchNullShops(args),
  'null-rules': async (args) => (await import('./mining/null-rules.ts')).benchNullRules(args),
  'null-recommendations': async (args) =>
    (await import('./mining/null-recommendations.ts')).benchNullRecommendations(args),
  'null-segments': async (args) => (await import('./customers/null-segments.ts')).benchNullSegments(args),
  'hostile-bodies': async () => (await import('./service/hostile-bodies.ts')).benchHostileBodies(),
  refusals: async (args) => (await import('./service/refusals.ts')).benchRefusals(args),
  flood: async (args) => (await import('./service/flood.ts')).benchFlood(args),
  'hostile-events': async () => (await import('./service/hostile-events.ts')).benchHostileEvents(),
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
                          predictions --data FILE [--cuts N --step DAYS] | --shops N
                          replenishment [--customers N | --data FILE]
                          null-cohorts [--shops N]
                          null-rhythms [--shops N --customers N --design 1-6]
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
                          null-recommendations [--sets N]
                          null-segments [--shops N] [--design 1-6]
                          null-baskets [--sets N]
                          storms
                          hostile-bodies
                          hostile-events
                          refusals [--requests N]
                          flood [--connections N --per-second N]`,
  );
  process.exitCode = 2;
} else await bench(args);
