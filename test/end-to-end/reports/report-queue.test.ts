// An account's reports take turns: as many as its plan allows are generated at once, the others wait in order, and other
// accounts do not notice.

import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportItem } from '../../../quality/harness/report-item.ts';
import { type Receivers, startReceivers, takesIt } from '../../../quality/harness/webhook-receivers.ts';
import { say } from '../../../src/core/sentences/sentence.ts';
import { createReportSlots } from '../../../src/stores/reports/report-slots.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
let table: string;
let receivers: Receivers;
beforeAll(async () => {
  if (DEPLOYED) return;
  receivers = await startReceivers();
  table = target.local.cloud.outputs.ServiceTable ?? '';
});
afterAll(() => receivers?.stop());

async function account(concurrentReports: number) {
  const { accountId, apiKey } = await target.local.newAccount('max', {
    requestsPerMinute: 1_000_000,
    concurrentReports,
  });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return {
    accountId,
    async ask(webhook?: string): Promise<string> {
      const body = JSON.stringify({ template: 'standard_rfm', webhook_url: webhook });
      const response = await fetch(`${target.baseUrl}/reports`, { method: 'POST', headers, body });
      const started: { report_id: string } = JSON.parse(await response.text());
      return started.report_id;
    },
    async cancel(reportId: string): Promise<number> {
      const url = `${target.baseUrl}/reports/${reportId}/cancel`;
      return (await fetch(url, { method: 'POST', headers })).status;
    },
    async read(reportId: string): Promise<{ status: string; progress?: object }> {
      const response = await fetch(`${target.baseUrl}/reports/${reportId}`, { headers });
      return JSON.parse(await response.text());
    },
  };
}

/** A report that has a slot, and nobody who generates it. */
async function occupiedBy(accountId: string) {
  const { db } = target.local;
  const at = new Date().toISOString();
  const reportId = ulid();
  const reports = createReportStore(db, table);
  const item = reportItem({ account_id: accountId, report_id: reportId, name: 'slow', at });
  await reports.create(item, 10);
  const slots = createReportSlots(db, table);
  const key = { accountId, reportId };
  const seen = await slots.line(key);
  expect(seen && (await slots.occupy(key, seen))).toBe(true);
  return { end: () => reports.fail(item, say('report_stopped', {}), at) };
}

it.skipIf(DEPLOYED)(
  'queues the reports of an account that has no free slot, says their places, and serves other accounts meanwhile',
  async () => {
    const busy = await account(1);
    const other = await account(1);
    const slow = await occupiedBy(busy.accountId);
    const waiting: string[] = [];
    for (let place = 1; place <= 3; place++) {
      const reportId = await busy.ask();
      waiting.push(reportId);
      await expect
        .poll(() => busy.read(reportId))
        .toEqual({
          status: 'Processing',
          state: 'processing',
          progress: { phase: 'queued', fraction: 0, place },
        });
    }
    const meanwhile = await other.ask();
    await expect.poll(async () => (await other.read(meanwhile)).status).toMatch(/^Completed/);
    expect((await busy.read(waiting[0] ?? '')).progress).toMatchObject({ place: 1 });

    // It ends without giving its slot back, as after a crash: the first that waits takes it.
    await slow.end();
    for (const reportId of waiting) {
      await expect.poll(async () => (await busy.read(reportId)).status).toMatch(/^Completed/);
    }
    const slots = createReportSlots(target.local.db, table);
    await expect.poll(() => slots.read(busy.accountId)).toEqual({ computing: [], waiting: [] });
  },
);

it.skipIf(DEPLOYED)('cancels a report that waits, stops its workflow, and sends report.failed', async () => {
  const busy = await account(1);
  await occupiedBy(busy.accountId);
  const receiver = receivers.open(takesIt);
  const waiting = await busy.ask(receiver.url);
  await expect.poll(async () => (await busy.read(waiting)).progress).toMatchObject({ place: 1 });
  expect(await busy.cancel(waiting)).toBe(200);
  expect(await busy.read(waiting)).toMatchObject({ state: 'failed', status: 'Failed' });
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body).event))
    .toEqual(['report.failed']);
});
