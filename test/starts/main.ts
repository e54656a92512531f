// npm run starts -- [--node 20 --npm 10.8.2] [--whole] [--package | --bare [--machine NAME]]: tries the README's two
// commands in fresh clones of this checkout's last commit, on each Node with each npm; with --package, the published
// package in empty folders; with --bare, on unprepared machines. Installs Node and npm from packages. Exits with 1 if a
// command fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '../../apps/local-cloud/free-port.ts';
import { BARE_MACHINES, type BareMachine, createBareMachine } from './bare.ts';
import { packTarball, tryInstalled } from './installed.ts';
import { installTools, type Ran, run, type Tools } from './tools.ts';

const NODES = ['20', '22', '24', 'latest'];
const NPMS = ['10.8.2', '11'];
/** A version that bin/run.mjs refuses with one sentence. */
const TOO_OLD = { node: '18', npm: '10.8.2' };
const ROOT = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    npm: { type: 'string' },
    /** All tests instead of a few. */
    whole: { type: 'boolean', default: false },
    package: { type: 'boolean', default: false },
    /** On unprepared machines, by default with the oldest Node and npm. */
    bare: { type: 'boolean', default: false },
    machine: { type: 'string' },
  },
});
/** Tests that depend on the machine: languages, time zones, fonts, users. */
const A_FEW_TESTS = [
  ['test:unit', 'test/apps/cli/tree.test.ts', 'test/analysis/report-types/online-retail.test.ts'],
  ['test:engines', 'test/end-to-end/http/reads.test.ts', 'report-pages/browser.test.ts'],
];

const nodes = values.node === undefined ? NODES : [values.node];
const npms = values.npm === undefined ? NPMS : [values.npm];
const tarball = values.package ? await packTarball() : undefined;
if (values.bare) {
  const [node = '', npm = ''] = [nodes[0], npms[0]];
  for (const name of values.machine === undefined ? Object.keys(BARE_MACHINES) : [values.machine])
    await tryOn(node, npm, createBareAttempt(name));
} else {
  for (const node of nodes) {
    for (const npm of npms) await tryOn(node, npm, createAttempt(node));
  }
  if (values.node === undefined && tarball === undefined)
    await tryOn(TOO_OLD.node, TOO_OLD.npm, createCloneAttempt(tryTooOld));
}

/** Tries something in a folder of its own. Returns the problem, if any, and a remark for the result. */
type Attempt = (
  dir: string,
  tools: Tools,
) => Promise<{ readonly problem: string | undefined; readonly says?: string }>;

function createAttempt(node: string): Attempt {
  if (tarball === undefined)
    return createCloneAttempt(
      node === TOO_OLD.node ? tryTooOld : (clone, tools) => tryBothCommands(clone, tools),
    );
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

function createCloneAttempt(attempt: (clone: string, tools: Tools) => Promise<string | undefined>): Attempt {
  return async (dir, tools) => {
    const clone = join(dir, 'clone');
    await run('git', ['clone', '--quiet', ROOT, clone], { cwd: dir, env: process.env });
    return { problem: await attempt(clone, tools) };
  };
}

function createBareAttempt(name: string): Attempt {
  return async (dir, tools) => {
    const inIt = createCloneAttempt(async (clone, { env }) => {
      const machine = createBareMachine(name, dir);
      says = [
        ` on the machine "${name}": ${machine.run.join(', ')}`,
        ...machine.notRun.map((condition) => `not run: ${condition}`),
      ].join('; ');
      return tryBothCommands(clone, { ...tools, env: { ...env, ...machine.env } }, machine.inside);
    });
    let says = '';
    const { problem } = await inIt(dir, tools);
    return { problem: problem && `failed${says}\n${problem}`, says };
  };
}

async function tryBothCommands(
  clone: string,
  tools: Tools,
  inside: BareMachine['inside'] = (command) => command,
): Promise<string | undefined> {
  const env = { ...tools.env, PORT: String(await findFreePort()) };
  const runInside = (command: readonly string[], isOnline: boolean): Promise<Ran> => {
    const [program = '', ...args] = inside(command, isOnline);
    return run(program, args, { cwd: clone, env });
  };
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
    const ran = await runInside(['npm', ...args], args[0] === 'ci');
    if (!passed(ran)) return `npm ${args.join(' ')} failed with ${ran.code}:\n${ran.output}`;
  }
  const { code, output } = await runInside(['git', 'status', '--porcelain'], true);
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
