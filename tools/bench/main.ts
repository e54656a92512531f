// npm run -s bench -- NAME [options]: prints JSON lines and asserts nothing. Benches are loaded on demand, so that the
// imports of one do not count in the memory of another.

const BENCHES: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  mining: async (args) => (await import('./mining/mining.ts')).benchMining(args),
  partitioned: async (args) => (await import('./partitions/partitioned.ts')).benchPartitioned(args),
  'partitioned-workflow': async (args) =>
    (await import('./partitions/partitioned-workflow.ts')).benchPartitionedWorkflow(args),
  serving: async (args) => (await import('./service/serving.ts')).benchServing(args),
  report: async (args) => (await import('./reports/report.ts')).benchReport(args),
  ingest: async (args) => (await import('./ingest/ingest.ts')).benchIngest(args),
  soak: async (args) => (await import('./service/soak.ts')).benchSoak(args),
  cold: async (args) => (await import('./service/cold.ts')).benchCold(args),
  'console-views': async (args) => (await import('./console/console-views.ts')).benchConsoleViews(args),
};

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(
    `usage: npm run -s bench -- mining [--data FILE --min-support S --min-confidence C --workers N --dump FILE --once]
                          partitioned [--lines N,N,… --types RFM,COHORT --partitions N]
                          partitioned-workflow [--lines N --partitions N --request JSON]
                          serving [--products N]
                          report [--data FILE --min-support S --like-aws]
                          ingest [--rows N --lines-per-order L --bill --like-aws]
                          soak [--minutes N --every SECONDS --like-aws]
                          cold [--runs N --function NAME … --compile-cache]
                          console-views [--visits N]`,
  );
  process.exitCode = 2;
} else await bench(args);
