// npm run -s fuzz -- [--requests N] [--seed S] [--json]: asks a local cloud of its own every question that the contract
// allows, nearly allows, or dreads. Exits with 1 on a finding.
import { parseArgs } from 'node:util';
import { startTarget } from '../../quality/harness/target.ts';
import { report } from './report.ts';
import { fuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);

if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run -s fuzz -- [--requests N] [--seed S] [--json]\n');
  process.exitCode = 2;
} else {
  const target = await startTarget();
  try {
    const outcome = await fuzz(target, { requests, seed });
    process.stdout.write(`${values.json ? JSON.stringify(outcome, null, 1) : report(outcome)}\n`);
    if (outcome.findings.length > 0) process.exitCode = 1;
  } finally {
    await target.stop();
  }
}
