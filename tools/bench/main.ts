// npm run -s bench -- NAME [options]: prints JSON lines and asserts nothing. Benches are loaded on demand, so that the
// imports of one do not count in the memory of another.

const BENCHES: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  mining: async (args) => (await import('./mining/mining.ts')).benchMining(args),
  'next-orders': async (args) => (await import('./mining/next-orders.ts')).benchNextOrders(args),
  power: async (args) => (await import('./effects/power.ts')).benchPower(args),
  partitioned: async (args) => (await import('./partitions/partitioned.ts')).benchPartitioned(args),
  'partitioned-workflow': async (args) =>
    (await import('./partitions/partitioned-workflow.ts')).benchPartitionedWorkflow(args),
  serving: async (args) => (await import('./service/serving.ts')).benchServing(args),
  report: async (args) => (await import('./reports/report.ts')).benchReport(args),
  'orders-out': async (args) => (await import('./orders/orders-out.ts')).benchOrdersOut(args),
  ingest: async (args) => (await import('./ingest/ingest.ts')).benchIngest(args),
  soak: async (args) => (await import('./service/soak.ts')).benchSoak(args),
  cold: async (args) => (await import('./service/cold.ts')).benchCold(args),
  'console-views': async (args) => (await import('./console/console-views.ts')).benchConsoleViews(args),
};

const USAGE = `usage: npm run -s bench -- mining [--data FILE --min-support S --min-confidence C --workers N --dump FILE --once]
                          next-orders [--data FILE --back N]
                          power [--data FILE --customers N --hold-out S --days N --campaigns N --relabellings N --lift L]
                          partitioned [--lines N,N,… --types RFM,COHORT --partitions N]
                          partitioned-workflow [--lines N --partitions N --request JSON]
                          serving [--products N]
                          report [--data FILE --min-support S --like-aws]
                          orders-out [--lines N --format ndjson|csv|parquet]
                          ingest [--rows N --lines-per-order L --bill --like-aws]
                          soak [--minutes N --every SECONDS --max-growth MB --like-aws]
                          cold [--runs N --function NAME … --compile-cache]
                          console-views [--visits N]`;

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if ([name, ...args].includes('--help')) console.log(USAGE);
else if (bench === undefined) refuse(USAGE);
else await bench(args).catch(explain);

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

/** An unknown option is a mistake of the caller, not of the program: no stack. */
function explain(error: unknown): void {
  const isWrongOption =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isWrongOption) throw error;
  refuse(`${error.message}\n${USAGE}`);
}
