// npm run python: builds the Python package in its own virtual environment, checks its types, and runs its tests and
// notebook on a local cloud. Exits with 1 if a step fails. The environment is kept in dist/python for the next run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OPENAPI_FILE } from '../../../src/openapi/document-file.ts';
import { startTarget } from '../../../tools/harness/target.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SOURCE = join(ROOT, 'packages/client/python');
const FOLDER = join(ROOT, 'dist/python');
const BIN = join(FOLDER, 'venv', process.platform === 'win32' ? 'Scripts' : 'bin');
const GENERATED = join(SOURCE, 'src/order_analytics/api');

async function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: SOURCE,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exits with ${code}`);
  console.log(`${args.slice(0, 3).join(' ')}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}
const runPython = (args: readonly string[], environment?: Readonly<Record<string, string>>) =>
  run(join(BIN, 'python'), args, environment);

async function generate(): Promise<void> {
  rmSync(GENERATED, { recursive: true, force: true });
  await run(join(BIN, 'openapi-python-client'), [
    ...['generate', '--path', OPENAPI_FILE, '--config', join(SOURCE, 'generator.yml')],
    ...['--meta', 'none', '--output-path', GENERATED],
  ]);
}

mkdirSync(FOLDER, { recursive: true });
if (!existsSync(BIN)) await run('python3', ['-m', 'venv', join(FOLDER, 'venv')]);
await runPython(['-m', 'pip', 'install', '--quiet', '-e', '.[check,notebook]']);
await generate();
await runPython(['-m', 'mypy']);
await runPython(['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', FOLDER, '.']);
const target = await startTarget();
try {
  const environment = {
    ORDER_ANALYTICS_URL: target.baseUrl,
    ORDER_ANALYTICS_API_KEY: target.apiKey,
    ORDERS: join(ROOT, 'apps/cli/demo/data/online-retail-2010-12.csv.gz'),
  };
  await runPython(['-m', 'pytest', '-q'], environment);
  const notebook = ['--to', 'html', '--execute', '--output-dir', FOLDER, 'notebooks/online-retail.ipynb'];
  await runPython(['-m', 'nbconvert', ...notebook], environment);
} finally {
  await target.stop();
}
