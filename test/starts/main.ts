// npm run starts -- [--node 20 --npm 10.8.2] [--whole] [--package]: tries the README's two commands in fresh
// clones of this checkout's last commit, on each Node with each npm; with --package, the published package in empty folders. Node and
// npm come as packages. Exits with 1 when a command fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../apps/local-cloud/free-port.ts';
import { packTarball, tryInstalled } from './installed.ts';
import { installTools, type Ran, run, type Tools } from './tools.ts';

const NODES = ['20', '22', '24', 'latest'];
const NPMS = ['10.8.2', '11'];
/** Refused by one sentence: see bin/run.mjs. */
const TOO_OLD = { node: '18', npm: '10.8.2' };
const ROOT = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    npm: { type: 'string' },
    /** All tests instead of a few. */
    whole: { type: 'boolean', default: false },
    package: { type: 'boolean', default: false },
  },
});
/** What machines have differed in: languages, time zones, fonts, users. */
const A_FEW_TESTS = [
  ['test:unit', 'test/apps/cli/tree.test.ts', 'test/analysis/report-types/online-retail.test.ts'],
  ['test:engines', 'test/end-to-end/http/reads.test.ts', 'report-pages/browser.test.ts'],
];

const nodes = values.node === undefined ? NODES : [values.node];
const npms = values.npm === undefined ? NPMS : [values.npm];
const tarball = values.package ? await packTarball() : undefined;
for (const node of nodes) {
  for (const npm of npms) await tryOn(node, npm, attemptOn(node));
}
if (values.node === undefined && tarball === undefined)
  await tryOn(TOO_OLD.node, TOO_OLD.npm, inClone(tryTooOld));

/** In a folder of its own. Returns what is said of it, and what went wrong. */
type Attempt = (
  dir: string,
  tools: Tools,
) => Promise<{ readonly problem: string | undefined; readonly says?: string }>;

function attemptOn(node: string): Attempt {
  if (tarball === undefined) return inClone(node === TOO_OLD.node ? tryTooOld : tryBothCommands);
  return async (dir, tools) => {
    const { problem, demo } = await tryInstalled(join(dir, 'empty'), tarball, tools);
    return { problem, says: `, the demo's first report after ${demo}` };
  };
}

async function tryOn(node: string, npm: string, attempt: Attempt): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-starts-'));
  try {
    const started = performance.now();
    const tools = await installTools(join(dir, 'tools'), node, npm);
    const { problem, says = '' } = await attempt(dir, tools);
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    const result = problem ?? `passed${says}`;
    console.log(`Node ${tools.nodeVersion}, npm ${tools.npmVersion}: ${result} (${seconds} s)`);
    if (problem !== undefined) process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function inClone(attempt: (clone: string, tools: Tools) => Promise<string | undefined>): Attempt {
  return async (dir, tools) => {
    const clone = join(dir, 'clone');
    await run('git', ['clone', '--quiet', ROOT, clone], { cwd: dir, env: process.env });
    return { problem: await attempt(clone, tools) };
  };
}

async function tryBothCommands(clone: string, tools: Tools): Promise<string | undefined> {
  const at = { cwd: clone, env: { ...tools.env, PORT: String(await freePort()) } };
  const tests = values.whole
    ? [['test']]
    : A_FEW_TESTS.map(([script = '', ...files]) => ['run', script, '--', ...files]);
  const commands: [string[], (ran: Ran) => boolean][] = [
    [['ci'], ({ code }) => code === 0],
    [['run', 'demo'], ({ code, output }) => code === 0 && output.includes('time to first report')],
    ...tests.map((args): [string[], (ran: Ran) => boolean] => [
      args,
      ({ code, output }) => code === 0 && / 0 failed/.test(output),
    ]),
  ];
  for (const [args, passed] of commands) {
    const ran = await run('npm', args, at);
    if (!passed(ran)) return `npm ${args.join(' ')} failed with ${ran.code}:\n${ran.output}`;
  }
  const { code, output } = await run('git', ['status', '--porcelain'], at);
  return code === 0 && output === '' ? undefined : `the commands changed files of the checkout:\n${output}`;
}

async function tryTooOld(clone: string, { env }: Tools): Promise<string | undefined> {
  await run('npm', ['ci'], { cwd: clone, env });
  const { code, stderr } = await run('npm', ['run', '-s', 'demo'], { cwd: clone, env });
  const expected = /^Order Analytics needs Node 20 or newer: this is Node 18\.[\d.]+\.\n$/;
  return code === 1 && expected.test(stderr)
    ? undefined
    : `expected one sentence and exit code 1, got ${code}:\n${stderr}`;
}
