// Tests that a signal to the launcher and the service is one request to stop, whichever gets it first.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = resolve('bin', 'run.mjs');
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-signals-'));
const program = join(dir, 'program.mjs');

beforeAll(() => {
  writeFileSync(
    program,
    `import { stopOnSignals } from ${JSON.stringify(new URL('../../../apps/local-cloud/stop-on-signals.ts', import.meta.url).href)};
    const busy = setInterval(() => {}, 1_000);
    stopOnSignals(async () => {
      if (process.argv[2] === 'hangs') await new Promise(() => {});
      await new Promise((done) => setTimeout(done, 300));
      if (process.argv[2] === 'fails') throw new Error('one of the engines did not stop');
      console.log('stopped');
    });
    console.log('ready');`,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the program below launchers, as `npm start` does, in a process group of its own. */
async function launch(how: string, launchers = 1) {
  const above = Array.from({ length: launchers - 1 }, () => [LAUNCHER]).flat();
  const child = spawn(process.execPath, [LAUNCHER, ...above, program, how], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // `close`, because output may still be unread at `exit`.
  const ended = new Promise<number | null>((done) => child.once('close', done));
  await new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString();
        done();
      });
  });
  const { pid = 0 } = child;
  return { output: () => output, ended, toGroup: (signal: NodeJS.Signals) => process.kill(-pid, signal) };
}

describe.skipIf(process.platform === 'win32')('a process group', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('shuts down on one %s', async (signal) => {
    const { toGroup, ended, output } = await launch('stops');
    toGroup(signal);
    expect([await ended, output()]).toEqual([0, 'ready\nstopped\n']);
  });

  it('shuts down on one signal with two launchers above the service', async () => {
    const { toGroup, ended, output } = await launch('stops', 2);
    toGroup('SIGINT');
    expect([await ended, output()]).toEqual([0, 'ready\nstopped\n']);
  });

  it('prints the error of a failed shutdown, and ends with code 1', async () => {
    const { toGroup, ended, output } = await launch('fails');
    toGroup('SIGTERM');
    expect([await ended, output()]).toEqual([1, 'ready\none of the engines did not stop\n']);
  });

  it('ends on a second signal if the shutdown takes too long', async () => {
    const { toGroup, ended } = await launch('hangs');
    const began = performance.now();
    // Until two seconds have passed, each counts as the same request.
    const again = setInterval(() => toGroup('SIGINT'), 100);
    const code = await ended.finally(() => clearInterval(again));
    expect(code).toBe(1);
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });
});
