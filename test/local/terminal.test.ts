// How `npm start` and `npm run demo` answer options, as processes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = (...args: string[]) => promisify(execFile)(process.execPath, args);

it('prints how it is used, and starts nothing', async () => {
  const [start, demo] = await Promise.all([
    run('cli/start/main.ts', '--help'),
    run('cli/demo/main.ts', '-h'),
  ]);
  expect(start.stdout).toMatch(/^usage: npm start .*--like-aws .*--install-engine /s);
  expect(demo.stdout).toMatch(/^usage: npm run demo\n/);
});

it('names an option that it does not know', async () => {
  await expect(run('cli/demo/main.ts', '--port', '1')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown option '--port'.*usage: npm run demo\n/s),
  });
});
