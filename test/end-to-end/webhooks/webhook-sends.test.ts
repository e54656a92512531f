// Webhooks that are sent on request, to receivers that never answer, on an AWS account with ten executions at once: the
// functions that wait are few, and another tenant is served.
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../quality/harness/client.ts';
import { type Receivers, startReceivers, takesIt } from '../../../quality/harness/webhook-receivers.ts';
import { listDeliveriesResponse } from '../../../src/contract/resources/webhook.ts';
import { createDeliveryLog } from '../../../src/stores/reports/deliveries.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { DEPLOYED, useOwnTarget } from '../use-target.ts';

const target = useOwnTarget({ likeAws: true });
const THREADS = 12;
const neverAnswers = (): void => {};
let receivers: Receivers;
let table: string;

beforeAll(async () => {
  if (DEPLOYED) return;
  receivers = await startReceivers();
  table = target.local.cloud.outputs.ServiceTable ?? '';
});
afterAll(() => receivers?.stop());

describe.skipIf(DEPLOYED)('webhooks that are sent on request', () => {
  it('hold two functions of an account, and another tenant is served meanwhile', {
    timeout: 90_000,
  }, async () => {
    const [greedy, other] = [await target.local.newAccount('max', {}), await target.local.newAccount('max')];
    const { url } = receivers.open(neverAnswers);
    let refused = 0;
    let isOver = false;
    const attack = async (thread: number): Promise<void> => {
      await sleep(thread * 170);
      while (!isOver) {
        const response = await fetch(`${target.baseUrl}/webhooks/test`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${greedy.apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ webhook_url: url }),
        });
        await response.arrayBuffer();
        if (response.status === 429) refused++;
        const seconds = 2 * Number(response.headers.get('retry-after') ?? 1);
        for (let waited = 0; waited < seconds && !isOver; waited++) await sleep(1_000);
      }
    };
    const attacks = Array.from({ length: THREADS }, (_, thread) => attack(thread));
    // The functions have started, and every thread was served: two wait, the others were refused.
    await expect.poll(() => refused, { timeout: 40_000 }).toBeGreaterThanOrEqual(THREADS - 2);
    const statuses: number[] = [];
    for (let request = 0; request < 30; request++) {
      const response = await fetch(`${target.baseUrl}/datasets`, {
        headers: { Authorization: `Bearer ${other.apiKey}` },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
      await sleep(100);
    }
    isOver = true;
    await Promise.all(attacks);
    // Without a bound, all 30 are refused. On a busy machine, refusals to the twelve threads overlap for a moment.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(25);
  });
});

describe.skipIf(DEPLOYED)('the deliveries of a report', () => {
  it('are listed newest first, page by page, and its last 20 with the report itself', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const [reportId, at] = [ulid(), new Date().toISOString()];
    const [reports, log] = [
      createReportStore(target.local.db, table),
      createDeliveryLog(target.local.db, table),
    ];
    await reports.create(
      {
        ...{
          account_id: accountId,
          report_id: reportId,
          name: 'told',
          report_type: 'RFM',
          dataset_id: 'shop',
        },
        ...{ status: 'Failed', created_at: at, updated_at: at, usage_month: at.slice(0, 7), key_hash: 'x' },
        fail_reason: 'none',
        request: { report_type: 'RFM', dataset_id: 'shop', webhook_url: receivers.open(takesIt).url },
      },
      10,
    );
    const path = `/reports/${reportId}/deliveries`;
    expect((await client.get(path)).body).toEqual({ deliveries: [], has_more: false });
    for (let attempt = 1; attempt <= 24; attempt++) {
      await log.add(
        { accountId, reportId },
        { attempt, trigger: 'redelivery', at, outcome: 'given_up', duration_ms: 1 },
      );
    }
    expect((await client.post(path, {})).body).toMatchObject({ attempt: 25, outcome: 'delivered' });

    const attemptsOf = (deliveries: readonly { attempt: number }[]): number[] =>
      deliveries.map(({ attempt }) => attempt);
    const listed: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await client.get(`${path}?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const page = v.parse(listDeliveriesResponse, body);
      listed.push(...attemptsOf(page.deliveries));
      cursor = page.next_cursor;
    }
    expect(listed).toEqual(Array.from({ length: 25 }, (_, before) => 25 - before));
    const { deliveries } = v.parse(
      v.pick(listDeliveriesResponse, ['deliveries']),
      (await client.get(`/reports/${reportId}`)).body,
    );
    expect(attemptsOf(deliveries)).toEqual(Array.from({ length: 20 }, (_, at) => 6 + at));
    expect((await client.get(`${path}?cursor=eA`)).status).toBe(400);
    expect((await client.get(`/reports/${ulid()}/deliveries`)).status).toBe(404);
  });
});
