// `npm run smoke -- --url URL --key KEY [NAME…]` runs the end-to-end suite, or its files with these names, on a
// deployed stage.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, key: { type: 'string' } },
});
if (values.url === undefined || values.key === undefined) {
  console.error('usage: npm run smoke -- --url https://….amazonaws.com/api/v1 --key afn_…');
  console.error(
    'The account should allow more than 60 requests a minute: accounts create --requests-per-minute 6000',
  );
  process.exit(2);
}
const files =
  positionals.length === 0
    ? ['test/end-to-end']
    : positionals.map((name) => globSync(`test/end-to-end/**/${name}.test.ts`)[0] ?? name);
// A few files take longer to load in a process each than to run one after the other.
const workers = positionals.length === 0 ? [] : ['--maxWorkers', '1'];
const { status } = spawnSync(process.execPath, ['bin/run.mjs', 'vitest', 'run', ...workers, ...files], {
  stdio: 'inherit',
  env: { ...process.env, SMOKE_URL: values.url, SMOKE_KEY: values.key },
});
process.exit(status ?? 1);
