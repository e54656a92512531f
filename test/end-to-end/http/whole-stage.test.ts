// What is looked at or used up on a whole stage, which is therefore this file's own: reads that wait are held for a few of an account and
// for a few in all, and no log line or item of a table shows a key.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { hashApiKey, keyHint } from '../../../src/analysis/accounts/api-key.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { HELD_READS_KEY } from '../../../src/service/tables/service-table.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { orders } from '../../../tools/harness/orders.ts';
import { reportItem } from '../../../tools/harness/report-item.ts';
import { itemsOf } from '../stored-items.ts';
import { DEPLOYED, useOwnTarget } from '../use-target.ts';

const logged: string[] = [];
const target = useOwnTarget({ log: ({ message }) => logged.push(message) });
let table: string;
beforeAll(() => {
  if (DEPLOYED) return;
  table = target.local.cloud.outputs.ServiceTable ?? '';
});

/** An account with a report that nobody computes. */
async function accountThatWaits() {
  const { db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max');
  const at = new Date().toISOString();
  const reportId = ulid();
  await createReportStore(db, table).create(
    reportItem({ account_id: accountId, report_id: reportId, at }),
    10,
  );
  return async (prefer?: string) => {
    const began = performance.now();
    const response = await fetch(`${target.baseUrl}/reports/${reportId}`, {
      headers: { Authorization: `Bearer ${apiKey}`, ...(prefer !== undefined && { Prefer: prefer }) },
    });
    await response.arrayBuffer();
    return {
      status: response.status,
      applied: response.headers.get('preference-applied'),
      retryAfter: response.headers.get('retry-after'),
      ms: performance.now() - began,
    };
  };
}
type Read = Awaited<ReturnType<Awaited<ReturnType<typeof accountThatWaits>>>>;
const held = (reads: readonly Read[]): number => reads.filter(({ applied }) => applied === 'wait=15').length;

async function untilHeld(count: number): Promise<void> {
  const { db } = target.local;
  await expect
    .poll(
      async () => {
        const get = new GetCommand({ TableName: table, Key: { ...HELD_READS_KEY }, ConsistentRead: true });
        return (await db.send(get)).Item?.leases;
      },
      { timeout: 12_000 },
    )
    .toHaveLength(count);
}

it.skipIf(DEPLOYED)(
  'holds two reads of an account and three in all, answers the others at once, and serves everybody else',
  {
    timeout: 90_000,
  },
  async () => {
    const [greedy, other, third] = [
      await accountThatWaits(),
      await accountThatWaits(),
      await accountThatWaits(),
    ];
    const first = Array.from({ length: 8 }, () => greedy('wait=15'));
    await untilHeld(2);
    const second = Array.from({ length: 4 }, () => other('wait=15'));
    await untilHeld(3);
    const [plain, refused] = await Promise.all([third(), third('wait=15')]);
    // Locked out, it would wait for the 15 s of the others.
    expect([plain.status, plain.ms < 12_000]).toEqual([200, true]);
    expect([refused.status, refused.applied, refused.retryAfter]).toEqual([200, null, '3']);

    const ofGreedy = await Promise.all(first);
    const ofOther = await Promise.all(second);
    expect([held(ofGreedy), held(ofOther)]).toEqual([2, 1]);
    for (const { status, applied, retryAfter } of [...ofGreedy, ...ofOther])
      expect([status, retryAfter]).toEqual([200, applied === null ? '3' : '1']);
    // The held reads are released.
    expect((await third('wait=1')).applied).toBe('wait=1');
  },
);

it.skipIf(DEPLOYED)('shows a key in tables and logs by its hash and its hint only', async () => {
  const { apiKey } = await target.local.newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const headers = { 'Idempotency-Key': 'once' };
  await client.push(orders(2));
  await client.report({ template: 'standard_rfm' });
  await client.send('/reports', { method: 'POST', headers, body: '{"template":"standard_mba"}' });
  await client.send('/reports', { method: 'POST', body: '{' });
  await client.get('/nowhere');
  await client.get('/reports/unknown');

  const { OrdersTable } = target.local.cloud.outputs;
  const items = [table, OrdersTable].map((name) => itemsOf(target.local, name, ''));
  const stored = JSON.stringify(await Promise.all(items));
  const logs = logged.join('\n');
  expect(stored).toContain(hashApiKey(apiKey));
  expect(stored).toContain(keyHint(apiKey));
  expect(logs).toContain('REPORT RequestId');
  // The hint has four characters of either end: any eight in a row are more than it tells.
  const secret = apiKey.slice('afn_'.length);
  for (let at = 0; at + 8 <= secret.length; at++) {
    expect(stored).not.toContain(secret.slice(at, at + 8));
    expect(logs).not.toContain(secret.slice(at, at + 8));
  }
  expect(logs).not.toContain(hashApiKey(apiKey));
});
