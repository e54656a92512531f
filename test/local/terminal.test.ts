// How `start` and `demo` answer options, as processes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = (...args: string[]) => promisify(execFile)(process.execPath, ['cli/main.ts', ...args]);

it('start and demo print how they are used, and start nothing', async () => {
  const [start, demo] = await Promise.all([run('start', '--help'), run('demo', '-h')]);
  expect(start.stdout).toMatch(/^Usage: order-analytics start .*--like-aws .*--install-engine /s);
  expect(demo.stdout).toMatch(/^Usage: order-analytics demo /);
});

it('demo names an option that it does not know', async () => {
  await expect(run('demo', '--port', '1')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("error: demo: unknown option '--port'"),
  });
});
