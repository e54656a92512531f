// npm run -s partitioned -- [--lines N] [files]: the end-to-end tests on a stage where every report is computed in
// partitions of N line items each (default 20). They expect the same reports as from a single function.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { STAGE_SETTINGS } from '../../bin/local-assembly.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lines: { type: 'string', default: '20' } },
});
const files = positionals.length > 0 ? positionals : ['test/end-to-end'];
const limits = ['--hookTimeout=300000', '--testTimeout=180000'];
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'bin', 'run.mjs'), 'vitest', 'run', ...files, ...limits],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      [STAGE_SETTINGS]: JSON.stringify({
        partitionThresholdLines: 0,
        linesPerPartition: Number(values.lines),
      }),
    },
  },
);
process.exitCode = status ?? 1;
