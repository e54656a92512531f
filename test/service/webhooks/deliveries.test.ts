// Tests the log of a webhook's deliveries, and what a later run of the workflow reads from it.
import { expect, it } from 'vitest';
import { say } from '../../../src/contract/sentences/sentence.ts';
import { createDeliveryLog, type Delivery } from '../../../src/service/reports/deliveries.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { attemptDelivery, createNotifyReceiver } from '../../../src/service/webhooks/attempt-delivery.ts';
import { computeDeliveryState } from '../../../src/service/webhooks/retry-waits.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import { NO_DATABASE } from '../orders/stores-in-memory.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const URL = 'https://example.com/hook';
const toIsoTime = (ms: number): string => new Date(ms).toISOString();

const REPORT: ReportItem = createReportItem({
  report_id: 'r',
  dataset_id: 'shop',
  status: 'Completed',
  at: toIsoTime(NOW),
  request: { report_type: 'RFM', dataset_id: 'shop', webhook_url: URL },
});

/** Creates a receiver that answers 503 after two seconds. */
function createDeps() {
  let now = NOW;
  let sent = 0;
  return {
    sent: () => sent,
    deliveries: { ...createDeliveryLog(NO_DATABASE, ''), add: async (_: unknown, entry: Delivery) => entry },
    async send() {
      sent++;
      now += 2_000;
      return {
        verdict: 'retry',
        responseStatus: 503,
        problem: say('receiver_responded', { status: 503 }),
      } as const;
    },
    clock: () => now,
  };
}

it('logs the duration of an attempt, and counts the wait for the next one from its end', async () => {
  const attempt = { trigger: 'schedule', attempt: 1, waitSeconds: 60 } as const;
  expect(await attemptDelivery(createDeps(), REPORT, URL, attempt)).toMatchObject({
    outcome: 'retry',
    at: toIsoTime(NOW),
    duration_ms: 2_000,
    next_at: toIsoTime(NOW + 62_000),
  });
  const last = { ...attempt, waitSeconds: undefined };
  expect(await attemptDelivery(createDeps(), REPORT, URL, last)).toMatchObject({ outcome: 'given_up' });
});

it('sends the event of a finished report by the schedule until it was delivered or given up', async () => {
  const notify = async (report: ReportItem) => {
    const { sent, ...rest } = createDeps();
    const reports = { ...createReportStore(NO_DATABASE, ''), get: async () => report };
    const delivery = { outcome: 'retry', attempt: 2, wait_seconds: 0 } as const;
    const state = await createNotifyReceiver({ reports, ...rest })({
      account_id: 'acc',
      report_id: 'r',
      delivery,
    });
    return [sent(), state.outcome, state.attempt, state.wait_seconds];
  };
  expect(await notify(REPORT)).toEqual([1, 'retry', 3, 300]);
  expect(await notify({ ...REPORT, told_at: toIsoTime(NOW) })).toEqual([0, 'not_wanted', 2, 0]);
  expect(await notify({ ...REPORT, status: 'Processing' })).toEqual([0, 'not_wanted', 2, 0]);
});

it('leaves a later run of the workflow the rest of the wait, and the number of scheduled attempts', () => {
  const entry = { at: toIsoTime(NOW - 60_000), outcome: 'retry', duration_ms: 1 } as const;
  const log: Delivery[] = [
    { ...entry, attempt: 1, trigger: 'schedule', next_at: toIsoTime(NOW - 30_000) },
    { ...entry, attempt: 2, trigger: 'schedule', next_at: toIsoTime(NOW + 20_500) },
    { ...entry, attempt: 3, trigger: 'redelivery', outcome: 'given_up' },
  ];
  expect(computeDeliveryState(log, NOW)).toEqual({ outcome: 'retry', attempt: 2, wait_seconds: 21 });
  expect(computeDeliveryState(log.slice(0, 1), NOW)).toEqual({
    outcome: 'retry',
    attempt: 1,
    wait_seconds: 0,
  });
  expect(computeDeliveryState([], NOW)).toMatchObject({ attempt: 0, wait_seconds: 0 });
});
