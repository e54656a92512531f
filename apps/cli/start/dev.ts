// `npm run dev`: restarts the local cloud when a source file changes. Its data stay in .local/.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

const SOURCES = [
  'bin',
  'packages/client/src',
  'apps/console',
  'functions',
  'lib',
  'apps/local-cloud',
  'packages/order-files',
  'src',
];
/** Milliseconds without changes before a restart, because editors write several files at once. */
const QUIET_MS = 300;

let cloud = start();
let changed: NodeJS.Timeout | undefined;
let restarting = Promise.resolve();

for (const folder of SOURCES) {
  watch(folder, { recursive: true }, (_, name) => {
    clearTimeout(changed);
    changed = setTimeout(() => {
      restarting = restarting.then(() => restart(`${folder}/${name}`));
    }, QUIET_MS);
  });
}

function start(): ChildProcess {
  return spawn(process.execPath, ['apps/cli/main.ts', 'start', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
}

async function restart(file: string): Promise<void> {
  console.log(`\n${file} has changed: starting again …`);
  if (cloud.exitCode === null && cloud.signalCode === null) {
    cloud.kill('SIGTERM');
    await once(cloud, 'exit');
  }
  cloud = start();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    clearTimeout(changed);
    if (cloud.exitCode === null && cloud.signalCode === null) {
      cloud.kill(signal);
      await once(cloud, 'exit');
    }
    process.exit(0);
  });
}
