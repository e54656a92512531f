// npm run -s dynamodb-local -- [files]: the end-to-end tests on DynamoDB Local instead of the embedded engine. Fetches
// it from Maven Central once. Without Java or Maven it prints a sentence and skips.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../apps/local-cloud/free-port.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'dist', 'dynamodb-local');
const MAIN = 'software.amazon.dynamodb.services.local.main.ServerRunner';
const START_TIMEOUT_MS = 30_000;

const canRun = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', shell: process.platform === 'win32' }).status === 0;

function fetchEngine(): boolean {
  if (existsSync(FOLDER)) return true;
  const pom = join(ROOT, 'local', 'dynamodb-local', 'pom.xml');
  const { status } = spawnSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}

async function startEngine(port: number): Promise<ChildProcess> {
  const options = [`-Djava.library.path=${FOLDER}`, '-cp', join(FOLDER, '*'), MAIN];
  const engine = spawn('java', [...options, '-inMemory', '-disableTelemetry', '-port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const until = performance.now() + START_TIMEOUT_MS;
  while (engine.exitCode === null && performance.now() < until) {
    // Any response will do: a request without an operation gets 400.
    if (await fetch(`http://127.0.0.1:${port}`).then(Boolean, () => false)) return engine;
    await delay(200);
  }
  engine.kill();
  throw new Error('DynamoDB Local did not start: its own message is above');
}

if (!canRun('java', '-version') || !canRun('mvn', '-version')) {
  console.log('Skipped: DynamoDB Local needs Java 17 or later and Maven (the programs java and mvn).');
} else if (!fetchEngine()) {
  process.exitCode = 1;
} else {
  const port = await findFreePort();
  const engine = await startEngine(port);
  const files = process.argv.length > 2 ? process.argv.slice(2) : ['test/end-to-end'];
  const limits = ['--hookTimeout=300000', '--testTimeout=120000'];
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'bin', 'run.mjs'), 'vitest', 'run', ...files, ...limits],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` },
    },
  );
  engine.kill();
  process.exitCode = status ?? 1;
}
