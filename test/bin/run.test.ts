// bin/run.mjs, the launcher of every npm script, started by different versions of Node.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = resolve('bin', 'run.mjs');
let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'order-analytics-run-'));
  writeFileSync(
    join(dir, 'program.ts'),
    `const args: string[] = process.argv.slice(2);
    if (args[1] === 'handles') process.on('SIGTERM', () => process.exit(7));
    console.log(JSON.stringify({ args, major: Number(process.versions.node.split('.')[0]), pid: process.pid }));
    if (args[0] === 'exit') process.exitCode = Number(args[1]);
    if (args[0] === 'wait') setInterval(() => undefined, 1_000);`,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Node options under which the launcher finds another version of Node. */
const createNodeOptions = (version: string): string[] => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
];
const launch = (args: readonly string[], options: readonly string[] = []) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, LAUNCHER, ...args], {
    encoding: 'utf8',
    cwd: dir,
  });
  return { status, stdout, stderr };
};
const startWaiting = async (args: readonly string[]) => {
  const child = spawn(process.execPath, [LAUNCHER, 'program.ts', 'wait', ...args], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<Buffer>((done) => child.stdout.once('data', done));
  const { pid } = JSON.parse(line.toString());
  const ended = new Promise((done) => child.once('exit', (code) => done(code)));
  return { child, ended, pid: Number(pid) };
};

describe('bin/run.mjs', () => {
  it('runs TypeScript with its arguments and exits with its code', () => {
    const { status, stdout, stderr } = launch([
      '--max-semi-space-size=4',
      'program.ts',
      'exit',
      '3',
      '--flag',
    ]);
    expect({ status, stderr }).toEqual({ status: 3, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ args: ['exit', '3', '--flag'], major: 24 });
  });

  it('runs TypeScript when it is started by Node 20', () => {
    const { status, stdout } = launch(['program.ts'], createNodeOptions('20.20.2'));
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, major: 24 });
  });

  it('runs a command of node_modules', () => {
    expect(launch(['vitest', '--version']).stdout).toContain('vitest/');
  });

  it('refuses Node 18 with one sentence', () => {
    expect(launch(['program.ts'], createNodeOptions('18.20.8'))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Order Analytics needs Node 20 or newer: this is Node 18.20.8.\n',
    });
  });

  it('suggests npm ci for a command that is not installed', () => {
    expect(launch(['nothing'])).toMatchObject({
      status: 1,
      stderr: 'nothing is not installed: run npm ci first.\n',
    });
  });

  it.skipIf(process.platform === 'win32')(
    'passes SIGTERM on to the program and exits with its code',
    async () => {
      const { child, ended } = await startWaiting(['handles']);
      child.kill('SIGTERM');
      expect(await ended).toBe(7);
    },
  );

  it.skipIf(process.platform === 'win32')('ends the program when the launcher is killed', async () => {
    const { child, ended, pid } = await startWaiting([]);
    child.kill('SIGKILL');
    await ended;
    const isRunning = (): boolean =>
      execFileSync('ps', ['ax', '-o', 'pid=']).toString().split(/\s+/).includes(`${pid}`);
    await expect.poll(isRunning, { timeout: 5_000 }).toBe(false);
  });
});

describe('npm scripts and cdk.json', () => {
  it('start every program by the launcher', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { app } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const commands = [...Object.values(scripts).map(String), String(app)].flatMap((line) =>
      line.split(' && '),
    );
    const others = commands.filter((command) => !/^(node bin\/run\.mjs |npm (run|--prefix) )/.test(command));
    expect(others).toEqual([]);
  });
});
