// Tries the published package in an empty folder as a user does: install, analyse a file, demo, start.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { findFreePort } from '../../apps/local-cloud/free-port.ts';
import { type Ran, run, runUntil, type Tools } from './tools.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_TARBALL_BYTES = 15e6;
const PROGRAM = join('node_modules', '.bin', 'order-analytics');
const FILE = 'online-retail-2010-12.csv.gz';

/** Runs `npm run package`, checks size and exports of the tarball, and returns its path. */
export async function packTarball(): Promise<string> {
  const { code, output } = await run(process.execPath, ['tools/package/main.ts'], {
    cwd: ROOT,
    env: process.env,
  });
  const tarball = /\S+\.tgz/.exec(output)?.[0];
  if (code !== 0 || tarball === undefined) throw new Error(`npm run package failed:\n${output}`);
  const { size } = statSync(tarball);
  if (size > MAX_TARBALL_BYTES)
    throw new Error(`${tarball} has ${size} bytes, more than ${MAX_TARBALL_BYTES}`);
  await checkExports(tarball);
  return tarball;
}

/** Linters of packages, run by npx. Pinned here, because nothing else needs them. */
const LINTERS = [
  (tarball: string) => ['publint@0.3.25', 'run', tarball, '--strict'],
  (tarball: string) => ['@arethetypeswrong/cli@0.18.5', tarball, '--profile', 'esm-only'],
];
const DENO = 'deno@2.9.6';
const IN_DENO = `import { verifyWebhook } from 'order-analytics/client';
console.log('valid:', await verifyWebhook('{}', null, 'afn_'), typeof Deno);`;

const APP = `import { App, Stack } from 'aws-cdk-lib';
import { EdgeWebAcl, OrderAnalytics, type OrderAnalyticsProps } from 'order-analytics/cdk';

const props: OrderAnalyticsProps = {
  dashboard: false,
  canaryMinutes: 10,
  backup: { days: 7 },
  plans: { max: { monthlyReports: 7, maxAudiences: 2 } },
};
// @ts-expect-error a prop that there is not
const wrong: OrderAnalyticsProps = { alarm: false };
const app = new App({ outdir: 'cdk.out' });
const rules = new EdgeWebAcl(new Stack(app, 'Rules', { env: { region: 'us-east-1' } }), 'Rules', { perAddress: 5_000 });
const edge = { webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/Acl/0a1b2c3d', directAccess: 'closed' };
const stack = new Stack(app, 'Shop');
const url: string = new OrderAnalytics(stack, 'Analytics', { ...props, edge }).apiUrl;
app.synth();
console.log(url !== '' && rules.arn !== '' && wrong !== undefined);
`;

/** Checks the construct in another app: a strict compiler accepts it, and its assembly has every function's bundle. */
async function checkConstruct(
  folder: string,
  passes: (command: string, args: readonly string[], expected: RegExp) => Promise<void>,
): Promise<void> {
  const { devDependencies } = v.parse(
    v.object({ devDependencies: v.record(v.string(), v.string()) }),
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  );
  const peers = ['aws-cdk-lib', 'constructs', 'typescript', '@types/node'];
  const named = peers.map((name) => `${name}@${devDependencies[name]}`);
  await passes('npm', ['install', '--no-audit', '--no-fund', ...named], /added \d+ packages/);
  writeFileSync(join(folder, 'app.ts'), APP);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--target', 'es2022'];
  await passes('npx', ['tsc', ...strict, '--module', 'nodenext', '--types', 'node', 'app.ts'], /^$/);
  await passes('node', ['app.js'], /^true$/m);
  const assembly = join(folder, 'cdk.out');
  const { Resources } = v.parse(
    v.object({ Resources: v.record(v.string(), v.looseObject({ Type: v.string() })) }),
    JSON.parse(readFileSync(join(assembly, 'Shop.template.json'), 'utf8')),
  );
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function').length;
  const bundles = readdirSync(assembly).filter((name) =>
    existsSync(join(assembly, name, 'index.mjs')),
  ).length;
  if (functions < 30 || bundles !== functions)
    throw new Error(`the app has ${functions} functions, and bundles of ${bundles}`);
}

/** Checks the exports and their types with linters and a CDK app, and the client with Deno. */
async function checkExports(tarball: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'order-analytics-exports-'));
  const expectPass = async (command: string, args: readonly string[], expected: RegExp): Promise<void> => {
    const { code, output } = await run(command, args, { cwd: folder, env: process.env });
    if (code !== 0 || !expected.test(output))
      throw new Error(`${command} ${args.join(' ')}: ${code}\n${output}`);
  };
  try {
    for (const arguments_ of LINTERS) await expectPass('npx', ['--yes', ...arguments_(tarball)], /\w/);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'in-deno.ts'), IN_DENO);
    await expectPass(
      'npm',
      ['install', '--no-audit', '--no-fund', '--omit=optional', tarball],
      /added 1 package/,
    );
    await expectPass(
      'npx',
      ['--yes', DENO, 'run', '--node-modules-dir=manual', '--check', 'in-deno.ts'],
      /valid: false object/,
    );
    await checkConstruct(folder, expectPass);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the commands of a user. Returns the problem, if any, and the demo's own time to the first report. */
export async function tryInstalled(
  folder: string,
  tarball: string,
  { env }: Tools,
): Promise<{ readonly problem: string | undefined; readonly demo: string }> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  copyFileSync(join(ROOT, 'apps/cli/demo/data', FILE), join(folder, FILE));
  // An empty cache, so that an old Node fetches what it needs.
  const own = { ...env, PORT: String(await findFreePort()), XDG_CACHE_HOME: join(folder, 'cache') };
  const at = { cwd: folder, env: own };
  let demo = '';
  const runCli = (...args: string[]) => run('npx', ['order-analytics', ...args], at);
  const steps: [string, () => Promise<Ran>, RegExp][] = [
    [
      'npm install',
      () => run('npm', ['install', '--no-audit', '--no-fund', tarball], at),
      /added [12] packages/,
    ],
    ['no command', () => runCli(), /start .*demo .*inspect .*analyze .*doctor /s],
    ['inspect', () => runCli('inspect', FILE), /npx order-analytics analyze mba/],
    [
      'analyze mba',
      () => runCli('analyze', 'mba', FILE, '--min-support', '0.02', '--html', 'mba.html'),
      /mba\.html/,
    ],
    ['analyze rfm', () => runCli('analyze', 'rfm', FILE, '--customers', 'customers.csv'), /Champions/],
    ['analyze cohort', () => runCli('analyze', 'cohort', FILE), /Cohort/],
    ['analyze replenishment', () => runCli('analyze', 'replenishment', FILE), /\w/],
    ['demo', () => runCli('demo'), /time to first report: (.+)/],
    ['start', () => startAndProbe(at), /"code": ?"unauthorized"/],
  ];
  for (const [name, step, expected] of steps) {
    const began = performance.now();
    const ran = await step();
    console.error(`  ${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    const found = expected.exec(ran.output);
    if (ran.code !== 0 || found === null)
      return { problem: `${name} failed with ${ran.code}:\n${ran.output}`, demo };
    if (name === 'demo') demo = found[1] ?? '';
  }
  const strange = readdirSync(folder).filter((name) => !EXPECTED.includes(name));
  return { problem: strange.length === 0 ? undefined : `the folder holds ${strange.join(', ')}`, demo };
}

const EXPECTED = [
  ...['package.json', 'package-lock.json', 'node_modules', 'cache', FILE],
  ...['mba.html', 'customers.csv', '.order-analytics'],
];

/**
 * Starts the service, requests the console and the API, and ends it by Ctrl-C. Without npx, which the signal would end.
 */
async function startAndProbe(at: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<Ran> {
  const url = `http://127.0.0.1:${at.env.PORT}`;
  return runUntil('node', [PROGRAM, 'start'], at, /Ctrl-C stops everything/, async () => {
    const answers = ['/console', '/api/v1/docs', '/api/v1/reports'].map(async (path) => {
      const response = await fetch(`${url}${path}`);
      return `${path} ${response.status} ${(await response.text()).slice(0, 2_000)}`;
    });
    return (await Promise.all(answers)).join('\n');
  });
}
