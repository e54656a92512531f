// Runs `npm run smoke` as after a deployment, with a URL and a key only. This run has run all suites on the
// local stage: two are enough to show that the command works, and the deep run repeats all.
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();
/** These suites differ in their needs: an account of the stage, accounts of their own, or none. */
const SOME = ['idempotency', 'http-methods'];

it('passes against a stage with only its URL and a key', { timeout: 300_000 }, async () => {
  const { status, output } = await runSmoke(
    '--url',
    target.baseUrl,
    '--key',
    target.apiKey,
    ...(IS_DEEP ? [] : SOME),
  );
  expect(output).toMatch(/\d+ passed, 0 failed/);
  expect(status).toBe(0);
});

function runSmoke(...args: readonly string[]): Promise<{ status: number | null; output: string }> {
  // Starts it as a shell does: without the settings of this run.
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, NODE_OPTIONS: ____, ...env } = process.env;
  const program = spawn(process.execPath, ['bin/run.mjs', 'test/end-to-end/smoke.ts', ...args], { env });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => program.on('close', (status) => resolve({ status, output })));
}
