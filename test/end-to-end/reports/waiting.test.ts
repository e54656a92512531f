// Tests reports that wait for other reports of their account, or for imports of their dataset.
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { say } from '../../../src/contract/sentences/sentence.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { createReportSlots } from '../../../src/service/reports/report-slots.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
let table: string;
let receivers: WebhookReceivers;
beforeAll(async () => {
  if (DEPLOYED) return;
  receivers = await startReceivers();
  table = target.local.cloud.outputs.ServiceTable ?? '';
});
afterAll(() => receivers?.stop());

async function createAccount(concurrentReports: number) {
  const { accountId, apiKey } = await target.local.newAccount('max', {
    requestsPerMinute: 1_000_000,
    concurrentReports,
  });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return {
    accountId,
    async requestReport(webhook?: string): Promise<string> {
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

/** Creates a report that occupies a slot, and that no workflow generates. */
async function occupySlot(accountId: string) {
  const { db } = target.local;
  const at = new Date().toISOString();
  const reportId = ulid();
  const reports = createReportStore(db, table);
  const item = createReportItem({ account_id: accountId, report_id: reportId, name: 'slow', at });
  await reports.create(item, 10);
  const slots = createReportSlots(db, table);
  const key = { accountId, reportId };
  const seen = await slots.line(key);
  expect(seen && (await slots.occupy(key, seen))).toBe(true);
  return { end: () => reports.fail(item, say('report_stopped', {}), at) };
}

it.skipIf(DEPLOYED)('cancels a waiting report, stops its workflow, and sends report.failed', async () => {
  const busy = await createAccount(1);
  await occupySlot(busy.accountId);
  const receiver = receivers.open(takeWebhook);
  const waiting = await busy.requestReport(receiver.url);
  await expect.poll(async () => (await busy.read(waiting)).progress).toMatchObject({ place: 1 });
  expect(await busy.cancel(waiting)).toBe(200);
  expect(await busy.read(waiting)).toMatchObject({ state: 'failed', status: 'Failed' });
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body).event))
    .toEqual(['report.failed']);
});

interface Report {
  readonly status: string;
  readonly progress?: object;
  readonly notes?: readonly string[];
}

async function createMerchant(concurrentReports = 2) {
  const { accountId, apiKey } = await target.local.newAccount('max', {
    requestsPerMinute: 1_000_000,
    concurrentReports,
  });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const imports = createImportStore(target.local.db, table);
  const read = async (reportId: string): Promise<Report> => {
    const response = await fetch(`${target.baseUrl}/reports/${reportId}`, { headers });
    return JSON.parse(await response.text());
  };
  return {
    /** Creates an import that stays open until `end` is called. */
    async hold(datasetId = 'default', acceptedAt = Date.now() - 5) {
      const at = new Date(acceptedAt).toISOString();
      const importId = ulid(acceptedAt);
      const item = {
        account_id: accountId,
        import_id: importId,
        dataset_id: datasetId,
        created_at: at,
        chunk_rows: [1],
        queued_at: at,
      };
      await imports.create(item);
      const outcome = {
        rows: { inserted: 1, updated: 0, failed: 0 },
        warning: [],
        failReason: [],
        errors: [],
      };
      return { importId, end: () => imports.complete(item, outcome, at) };
    },
    async requestReport(members: object = {}): Promise<string> {
      const body = JSON.stringify({ template: 'standard_rfm', ...members });
      const response = await fetch(`${target.baseUrl}/reports`, { method: 'POST', headers, body });
      expect(response.status).toBe(202);
      const started: { report_id: string } = JSON.parse(await response.text());
      return started.report_id;
    },
    read,
    async waitUntilFinished(reportId: string): Promise<Report> {
      await expect.poll(async () => (await read(reportId)).status).toMatch(/^Completed/);
      return read(reportId);
    },
  };
}

const findImportNotes = ({ notes = [] }: Report) => notes.filter((note) => note.includes('import'));

it.skipIf(DEPLOYED)(
  'delays a report with wait_for_imports until all imports have ended, and delays no other report',
  async () => {
    const merchant = await createMerchant(1);
    const [first, second] = [await merchant.hold(), await merchant.hold()];
    const waiting = await merchant.requestReport({ wait_for_imports: true });
    const meanwhile = await merchant.waitUntilFinished(await merchant.requestReport());
    expect(findImportNotes(meanwhile)).toHaveLength(1);
    await first.end();
    // Longer than the first pause of the waiting report.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await merchant.read(waiting)).toEqual({
      status: 'Processing',
      state: 'processing',
      progress: { phase: 'queued', fraction: 0 },
    });
    await second.end();
    expect(findImportNotes(await merchant.waitUntilFinished(waiting))).toEqual([]);
  },
);
