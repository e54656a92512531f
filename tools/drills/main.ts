// npm run -s drill -- all | NAME... [--runs N] [--seed S] [--like-aws] [--json]: injects every known kind of fault and
// reports the outcome. To repeat a run, pass its drill's name, --seed and --runs 1. Exits with 1 if there is a
// violation.
import './ingest/environment.ts';
import { parseArgs } from 'node:util';
import { DRILLS } from './drills.ts';
import { startEngines } from './ingest/engines.ts';
import { type Outcome, runDrill } from './ingest/run-drill.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'like-aws': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const runs = values.runs === undefined ? undefined : Number(values.runs);
const seed = Number(values.seed);
const names = new Set(positionals);
const chosen = DRILLS.filter(({ name }) => names.has('all') || names.has(name));
const unknown = [...names].filter((name) => name !== 'all' && !DRILLS.some((drill) => drill.name === name));

const list = DRILLS.map(({ name, about }) => `  ${name.padEnd(22)} ${about}`).join('\n');
const USAGE = `usage: npm run -s drill -- all | NAME... [--runs N] [--seed S] [--like-aws] [--json]\n${list}\n`;

if (values.help) {
  process.stdout.write(USAGE);
} else if (
  chosen.length === 0 ||
  unknown.length > 0 ||
  (runs !== undefined && (!Number.isInteger(runs) || runs < 1)) ||
  !Number.isInteger(seed)
) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  await runAll();
}

async function runAll(): Promise<void> {
  const engines = await startEngines(values['like-aws']);
  try {
    for (const drill of chosen) {
      const outcome = await runDrill(drill, seed, runs, engines);
      process.stdout.write(`${values.json ? JSON.stringify(outcome) : describeOutcome(outcome)}\n`);
      if (outcome.violations > 0) process.exitCode = 1;
    }
  } finally {
    await engines.stop();
  }
}

function describeOutcome({ drill, seed, runs, violations, first_violation, ms }: Outcome): string {
  const line = `${drill.padEnd(22)} seeds ${seed} to ${seed + runs - 1}: ${violations} violations, ${(ms / 1_000).toFixed(1)} s`;
  return first_violation ? `${line}\n  seed ${first_violation.seed}: ${first_violation.what}` : line;
}
