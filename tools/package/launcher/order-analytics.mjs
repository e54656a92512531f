#!/usr/bin/env node
// The program `order-analytics` of the installed package. Plain JavaScript that Node 12 parses, so that an old Node
// prints an explanation. Files are analysed with any Node from 20 on; the engines of the service need a newer one,
// which npm downloads once.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = 20;
/** The queue's engine needs node:sqlite, and extracts of orders are compressed with Zstandard. */
const OLDEST_FOR_ENGINES = [22, 15];
const WITH_ENGINES = ['start', 'demo'];
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const args = process.argv.slice(2);
const isNewEnough =
  major > OLDEST_FOR_ENGINES[0] || (major === OLDEST_FOR_ENGINES[0] && minor >= OLDEST_FOR_ENGINES[1]);

if (major < OLDEST) {
  refuse(`Order Analytics needs Node ${OLDEST} or newer: this is Node ${process.versions.node}.`);
} else if (isNewEnough) {
  await import('./run.mjs');
} else {
  const newer = newerNode();
  const isHelp = args.includes('--help') || args.includes('-h');
  if (newer !== undefined && existsSync(newer.file)) run(newer.file);
  else if (isHelp || !args.some((arg) => WITH_ENGINES.includes(arg))) await import('./run.mjs');
  else if (isFetched(newer)) run(newer.file);
}

/** Returns the Node that npm downloads for this platform, in this user's cache folder. */
function newerNode() {
  const { config } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const wanted = config.nodes[`${process.platform}-${process.arch}`];
  if (wanted === undefined) return undefined;
  const folder = join(cacheFolder(), wanted);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const name = wanted.slice(0, wanted.lastIndexOf('@'));
  return { wanted, folder, file: join(folder, 'node_modules', name, 'bin', program) };
}

function isFetched(newer) {
  const oldest = OLDEST_FOR_ENGINES.join('.');
  const needed = `The service needs Node ${oldest} or newer: this is Node ${process.versions.node}.`;
  if (newer === undefined) return refuse(`${needed} Install one from https://nodejs.org.`);
  const { wanted, folder, file } = newer;
  console.error(`${needed} Fetching ${wanted} with npm into ${folder}, once …`);
  mkdirSync(folder, { recursive: true });
  const install = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    wanted,
  ];
  const options = { stdio: ['ignore', 'ignore', 'inherit'] };
  const { npm_execpath: npm } = process.env;
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...install], options)
    : // On Windows npm is a batch file, which needs a shell; no argument comes from outside.
      spawnSync('npm', install, { ...options, shell: process.platform === 'win32' });
  if (status !== 0 || !existsSync(file))
    return refuse(`${wanted} can't be installed. Install Node ${oldest} or newer, and start again.`);
  // npm may unpack it without execute permission.
  chmodSync(file, 0o755);
  return true;
}

function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const caches = (process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME) || join(homedir(), '.cache');
  return join(caches, 'order-analytics');
}

function run(node) {
  const isWindows = process.platform === 'win32';
  const guard = new URL('../bin/end-with-launcher.mjs', import.meta.url).href;
  const program = fileURLToPath(new URL('./run.mjs', import.meta.url));
  const child = spawn(node, [...(isWindows ? [] : ['--import', guard]), program, ...args], {
    // The program ends with this process: see bin/end-with-launcher.mjs.
    stdio: ['inherit', 'inherit', 'inherit', ...(isWindows ? [] : ['pipe'])],
    env: { ...process.env, LAUNCHED_BY: String(process.pid) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => refuse(`${node} does not start: ${error.message}`));
  child.once('exit', (code, signal) =>
    process.exit(code === null ? 128 + (SIGNAL_NUMBERS[signal] || 0) : code),
  );
}

function refuse(sentence) {
  console.error(sentence);
  process.exitCode = 1;
  return false;
}
