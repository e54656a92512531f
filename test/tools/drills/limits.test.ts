// The limit of requests per minute on the real table, with clocks that jump or disagree.

import { beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { type Answer, answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createRateWindows } from '../../../src/service/accounts/rate-windows.ts';
import { context, createApiEvent } from '../../../tools/harness/api-event.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();
let table: string;
beforeAll(() => {
  table = target.local.cloud.outputs.ServiceTable ?? '';
  // Suppresses a log line for each request.
  const quiet = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  return () => quiet.mockRestore();
});

const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

/** The whole stack of an endpoint, with a new account and a clock that the test sets. */
async function createClockedEndpoint() {
  const { db, newAccount } = target.local;
  const { apiKey } = await newAccount('max', {});
  let clock = () => START;
  const handler = defineEndpoint(
    {
      accounts: createAccountStore(db, table),
      rateWindows: createRateWindows(db, table),
      plans: DEFAULT_PLANS,
      clock: () => clock(),
    },
    { body: 'none' },
    async () => answerJson(200, {}),
  );
  return {
    setClock(next: () => number) {
      clock = next;
    },
    askTimes: (count: number): Promise<Answer[]> =>
      Promise.all(Array.from({ length: count }, () => handler(createApiEvent(`Bearer ${apiKey}`), context))),
  };
}
const countAdmitted = (answers: readonly Answer[]): number =>
  answers.filter(({ statusCode }) => statusCode === 200).length;

/** Expects every refusal to state a wait of at least a second and at most a window. */
function expectWaits(answers: readonly Answer[]): void {
  for (const { statusCode, headers, body } of answers) {
    if (statusCode === 200) continue;
    const { retry_after_ms } = JSON.parse(body ?? '');
    expect([statusCode, Number(headers?.['Retry-After'])]).toEqual([429, Math.ceil(retry_after_ms / 1_000)]);
    expect(retry_after_ms).toBeGreaterThan(0);
    expect(retry_after_ms).toBeLessThanOrEqual(MINUTE);
  }
}

it.each([
  ['back by an hour', -60 * MINUTE],
  ['back by a second', -1_000],
  ['ahead to the window’s last millisecond', MINUTE - 1],
])('keeps the limit when the clock jumps %s', async (_, jump) => {
  const { setClock, askTimes } = await createClockedEndpoint();
  const before = await askTimes(40);
  setClock(() => START + jump);
  const after = await askTimes(60);
  expect([countAdmitted(before), countAdmitted(after)]).toEqual([40, 20]);
  expectWaits(after);
});

it('reports the true wait in a full window after the clock was set back', async () => {
  const { setClock, askTimes } = await createClockedEndpoint();
  expect(countAdmitted(await askTimes(60))).toBe(60);
  const waits: number[] = [];
  for (const seconds of [0, 20, 50]) {
    setClock(() => START - 60 * MINUTE + seconds * 1_000);
    const [refused] = await askTimes(1);
    waits.push(JSON.parse(refused?.body ?? '').retry_after_ms);
  }
  expect(waits).toEqual([MINUTE, MINUTE - 20_000, MINUTE - 50_000]);
  setClock(() => START - 59 * MINUTE);
  expect(countAdmitted(await askTimes(100))).toBe(60);
});

it('admits exactly 60 of 100 parallel requests if clocks disagree by seconds', async () => {
  const { setClock, askTimes } = await createClockedEndpoint();
  let asked = 0;
  setClock(() => START + ((asked++ * 7_919) % 10_000) - 5_000);
  const answers = await askTimes(100);
  expect(countAdmitted(answers)).toBe(60);
  expectWaits(answers);
});
