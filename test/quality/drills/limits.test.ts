// Limits under fire, on the real table: clocks that jump or disagree, and reports that fail more than once.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, expect, it, vi } from 'vitest';
import { context, event } from '../../../quality/harness/api-event.ts';
import { reportItem } from '../../../quality/harness/report-item.ts';
import { DEFAULT_PLANS } from '../../../src/core/accounts/plans.ts';
import { MonthlyLimitError } from '../../../src/core/errors.ts';
import { say } from '../../../src/core/sentences/sentence.ts';
import { type Answer, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { createAccountStore } from '../../../src/stores/accounts/accounts.ts';
import { createRateWindows } from '../../../src/stores/accounts/rate-windows.ts';
import type { ReportItem } from '../../../src/stores/reports/report-item.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { usageKey } from '../../../src/stores/tables/service-table.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();
let table: string;
beforeAll(() => {
  table = target.local.cloud.outputs.ServiceTable ?? '';
  // A log line a request.
  const quiet = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  return () => quiet.mockRestore();
});

const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

/** The real stack of an endpoint for an account of its own, with a clock that a test sets. */
async function clockedEndpoint() {
  const { db, newAccount } = target.local;
  const { apiKey } = await newAccount('max', {});
  let clock = () => START;
  const handler = endpoint(
    {
      accounts: createAccountStore(db, table),
      rateWindows: createRateWindows(db, table),
      plans: DEFAULT_PLANS,
      clock: () => clock(),
    },
    { body: 'none' },
    async () => json(200, {}),
  );
  return {
    setClock(next: () => number) {
      clock = next;
    },
    askTimes: (count: number): Promise<Answer[]> =>
      Promise.all(Array.from({ length: count }, () => handler(event(`Bearer ${apiKey}`), context))),
  };
}
const admitted = (answers: readonly Answer[]): number =>
  answers.filter(({ statusCode }) => statusCode === 200).length;

/** Every refusal says to wait for at least a second, and for no longer than a window lasts. */
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
  const { setClock, askTimes } = await clockedEndpoint();
  const before = await askTimes(40);
  setClock(() => START + jump);
  const after = await askTimes(60);
  expect([admitted(before), admitted(after)]).toEqual([40, 20]);
  expectWaits(after);
});

it('admits no more than 60 in any minute: not at the edge of a window, either', async () => {
  const { setClock, askTimes } = await clockedEndpoint();
  const at = async (seconds: number, count: number) => {
    setClock(() => START + seconds * 1_000);
    const answers = await askTimes(count);
    expectWaits(answers);
    return admitted(answers);
  };
  expect([await at(0, 26), await at(44, 60)]).toEqual([26, 34]);
  // The first 26 leave the window after a minute, the other 34 after another 44 seconds.
  expect([await at(59.999, 60), await at(60, 60), await at(103.999, 60)]).toEqual([0, 26, 0]);
  expect(await at(104, 60)).toBe(34);
});

it('admits a client that keeps to one request a second at every second', async () => {
  const { setClock, askTimes } = await clockedEndpoint();
  for (let second = 0; second < 130; second++) {
    setClock(() => START + second * 1_000 + 350);
    expect([second, admitted(await askTimes(1))]).toEqual([second, 1]);
  }
});

it('reports the true wait in a full window after the clock was set back', async () => {
  const { setClock, askTimes } = await clockedEndpoint();
  expect(admitted(await askTimes(60))).toBe(60);
  const waits: number[] = [];
  for (const seconds of [0, 20, 50]) {
    setClock(() => START - 60 * MINUTE + seconds * 1_000);
    const [refused] = await askTimes(1);
    waits.push(JSON.parse(refused?.body ?? '').retry_after_ms);
  }
  expect(waits).toEqual([MINUTE, MINUTE - 20_000, MINUTE - 50_000]);
  setClock(() => START - 59 * MINUTE);
  expect(admitted(await askTimes(100))).toBe(60);
});

it('opens one new window when the clock jumps ahead, and keeps to it when it jumps back again', async () => {
  const { setClock, askTimes } = await clockedEndpoint();
  expect(admitted(await askTimes(70))).toBe(60);
  setClock(() => START + 10 * MINUTE);
  expect(admitted(await askTimes(70))).toBe(60);
  setClock(() => START + MINUTE);
  const back = await askTimes(70);
  expect(admitted(back)).toBe(0);
  expectWaits(back);
});

it('admits exactly 60 of 100 parallel requests by clocks that disagree by seconds', async () => {
  const { setClock, askTimes } = await clockedEndpoint();
  let asked = 0;
  setClock(() => START + ((asked++ * 7_919) % 10_000) - 5_000);
  const answers = await askTimes(100);
  expect(admitted(answers)).toBe(60);
  expectWaits(answers);
});

it('gives a failed report back to its month once, however often it is failed', async () => {
  const { db } = target.local;
  const reports = createReportStore(db, table);
  const accountId = `acc_${ulid()}`;
  const at = new Date(START).toISOString();
  const item = (): ReportItem =>
    reportItem({
      account_id: accountId,
      report_id: ulid(),
      at,
      request: { template: 'standard_rfm', dataset_id: 'default' },
    });
  const used = async () => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: usageKey(accountId, '2026-03'), ConsistentRead: true }),
    );
    return Item?.reports;
  };
  const [first, second, done] = [item(), item(), item()];
  for (const report of [first, second, done]) await reports.create(report, 3);
  await reports.complete(done, 'Completed', at);
  await expect(reports.create(item(), 3)).rejects.toBeInstanceOf(MonthlyLimitError);
  const failed = await Promise.all(
    [first, second, done].flatMap((report) =>
      Array.from({ length: 5 }, () => reports.fail(report, say('report_stopped', {}), at)),
    ),
  );
  expect([failed.filter(Boolean).length, await used()]).toEqual([2, 1]);
  const again = await Promise.allSettled(Array.from({ length: 5 }, () => reports.create(item(), 3)));
  expect([again.filter(({ status }) => status === 'fulfilled').length, await used()]).toEqual([2, 3]);
});
