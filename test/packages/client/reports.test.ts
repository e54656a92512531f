// Tests reports, erasures and lists of the client on the service, and on a scripted server for responses that the
// service cannot be made to give.
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  type AssociationRule,
  type FinishedReport,
  type MbaReport,
  NotFinishedError,
  OrderAnalytics,
  ReportFailedError,
  type ReportOf,
  type ReportProgress,
  type RfmReport,
} from '../../../packages/client/src/index.ts';
import { createOrders } from '../../../tools/harness/orders.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { type Scripted, startScriptedServer } from './servers.ts';

const target = useTarget();
let client: OrderAnalytics;
beforeAll(async () => {
  const { apiKey } = await target.local.newAccount('max');
  client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
  for (const datasetId of ['a', 'b', 'c']) await client.push(createOrders(20, 3), { datasetId, wait: true });
});

async function createScripted(...script: Scripted[]) {
  const server = await startScriptedServer(({ number }) => script[Math.min(number, script.length) - 1]);
  return { server, client: new OrderAnalytics({ baseUrl: server.url, apiKey: 'afn_test' }) };
}
const CREATED = { status: 202, body: { report_id: 'r-1', status: 'Processing', report_type: 'MBA' } };
const createProcessing = (headers = {}): Scripted => ({
  status: 200,
  headers,
  body: { status: 'Processing' },
});

describe('client.reports', () => {
  it('creates, waits for and reads reports typed by their request', async () => {
    const mba = await client.reports.createAndWait({ template: 'standard_mba', dataset_id: 'a' });
    expectTypeOf(mba).toEqualTypeOf<MbaReport>();
    expect(mba.association_rules[0]).toMatchObject({ support: 1, impact_analysis: { occurrences: 20 } });
    const rfm = await client.reports.createAndWait({ report_type: 'RFM', dataset_id: 'a' });
    expectTypeOf(rfm).toEqualTypeOf<RfmReport>();
    expect(rfm.customer_count).toBe(7);
    const either = {
      name: 'either',
      template: rfm.report_type === 'RFM' ? 'standard_rfm' : 'first_order',
    } as const;
    expectTypeOf(client.reports.createAndWait).toBeCallableWith(either);
    expectTypeOf<ReportOf<typeof either>>().toEqualTypeOf<MbaReport | RfmReport>();
    expectTypeOf<ReturnType<typeof client.reports.createAndWait>>().resolves.toEqualTypeOf<FinishedReport>();

    const listed: AssociationRule[] = [];
    for await (const rule of client.reports.rules(mba.report_id, { limit: 1 })) listed.push(rule);
    expect(listed).toEqual(mba.association_rules);
    const { antecedents, consequents, redundant } = listed[0] ?? {};
    const query = { antecedent: antecedents, consequent: consequents, redundant, min_lift: 0.5 };
    expect((await client.reports.rules(mba.report_id, query).page()).rules).toEqual(listed.slice(0, 1));

    const read = await client.reports.get(mba.report_id);
    if (read.status === 'Processing' || read.status === 'Failed') throw new Error('it was finished');
    expect(read).toEqual(mba);
    const first = await client.reports.getIfChanged(mba.report_id, undefined);
    if (!first.changed) throw new Error('there was nothing to compare with');
    expect(first.report).toEqual(mba);
    expect(await client.reports.getIfChanged(mba.report_id, first.etag)).toEqual({ changed: false });
  });

  it('creates one report for two requests with the same idempotency key', async () => {
    const request = { template: 'standard_rfm', dataset_id: 'b' } as const;
    const [one, two] = [
      await client.reports.create(request, { idempotencyKey: 'once' }),
      await client.reports.create(request, { idempotencyKey: 'once' }),
    ];
    expect(two).toEqual(one);
  });

  it('throws a ReportFailedError with the reason for a failed report', async () => {
    const failed = { report_id: 'r-1', status: 'Failed', fail_reason: 'too large', name: 'x' };
    const { client: scriptedClient } = await createScripted(CREATED, { status: 200, body: failed });
    const error = await scriptedClient.reports
      .createAndWait({ report_type: 'MBA' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ReportFailedError);
    expect(error).toMatchObject({
      code: 'report_failed',
      report: failed,
      message: expect.stringContaining('r-1 failed: too large'),
    });
  });

  it('waits with long polls and ETags, the first poll short to report progress', async () => {
    const tag = { ETag: '"one"', 'Retry-After': '0' };
    const { server, client: scriptedClient } = await createScripted(
      CREATED,
      createProcessing(tag),
      { status: 304, headers: tag },
      { status: 200, body: { report_id: 'r-1', status: 'Completed', report_type: 'MBA' } },
    );
    const reported: ReportProgress[] = [];
    const report = await scriptedClient.reports.createAndWait(
      { report_type: 'MBA' },
      { onProgress: (progress) => reported.push(progress) },
    );
    expect(report.report_id).toBe('r-1');
    expect(reported).toEqual([{ status: 'Processing', reportId: 'r-1', elapsedMs: expect.any(Number) }]);
    const reads = server.received.slice(1);
    expect(reads.map(({ headers }) => [headers.prefer, headers['if-none-match']])).toEqual([
      ['wait=2', undefined],
      ['wait=20', '"one"'],
      ['wait=20', '"one"'],
    ]);
  });

  it('polls with wait=20 from the first read on without a progress callback', async () => {
    const { server, client: scriptedClient } = await createScripted({
      status: 200,
      body: { report_id: 'r-1', status: 'Completed', report_type: 'MBA' },
    });
    await scriptedClient.reports.wait('r-1');
    expect(server.received.map(({ headers }) => headers.prefer)).toEqual(['wait=20']);
  });

  it('throws a NotFinishedError with the report’s id after the timeout', async () => {
    const { client: scriptedClient } = await createScripted(
      CREATED,
      createProcessing({ 'Retry-After': '60' }),
    );
    const error = await scriptedClient.reports
      .createAndWait({ report_type: 'MBA' }, { timeoutMs: 60 })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotFinishedError);
    expect(error).toMatchObject({ code: 'timeout', id: 'r-1' });
  });

  it('stops waiting with the signal’s reason when it aborts', async () => {
    const { client: scriptedClient } = await createScripted(
      CREATED,
      createProcessing({ 'Retry-After': '60' }),
    );
    const abort = new AbortController();
    const waiting = scriptedClient.reports.createAndWait(
      { report_type: 'MBA' },
      { signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) },
    );
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('client.erasures', () => {
  it('waits for and lists the erasure of a customer and of a dataset', async () => {
    await client.push(createOrders(7, 2), { datasetId: 'gone', wait: true });
    const { erasure_id } = await client.customers.delete('c-1', { datasetId: 'gone' });
    const customer = await client.erasures.wait(erasure_id);
    expect(customer).toMatchObject({ kind: 'customer', erased: { orders: 1, line_items: 2 } });
    const dataset = await client.datasets.delete('gone');
    await client.erasures.wait(dataset.erasure_id);
    expect(await client.erasures.get(dataset.erasure_id)).toMatchObject({ erased: { orders: 6 } });
    const listed: string[] = [];
    for await (const { kind } of client.erasures.list({ limit: 1 })) listed.push(kind);
    expect(listed).toEqual(['dataset', 'customer']);
    await expect(client.datasets.delete('gone')).rejects.toMatchObject({ status: 404 });
  });
});

describe('lists of the client', () => {
  it('iterate over all entries of all pages and return single pages', async () => {
    const ids: string[] = [];
    for await (const { report_id } of client.reports.list({ limit: 1 })) ids.push(report_id);
    const page = await client.reports.list({ limit: 1 }).page();
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect([page.reports.map(({ report_id }) => report_id), page.next_cursor]).toEqual([
      [ids[0]],
      expect.any(String),
    ]);
    const { reports } = await client.reports.list({ limit: 1, cursor: page.next_cursor }).page();
    expect(reports[0]?.report_id).toBe(ids[1]);
    const ofB: string[] = [];
    for await (const { dataset_id } of client.reports.list({ dataset_id: 'b' })) ofB.push(dataset_id);
    expect(ofB).toEqual(['b']);

    const slugs: string[] = [];
    for await (const { slug } of client.datasets.list({ limit: 2 })) slugs.push(slug);
    expect(slugs).toEqual(['a', 'b', 'c', 'default']);
    const imports = [];
    for await (const job of client.imports.list({ limit: 2 })) imports.push(job);
    expect(imports.filter(({ dataset_id }) => dataset_id !== 'gone')).toMatchObject([
      { dataset_id: 'c' },
      { dataset_id: 'b' },
      { dataset_id: 'a' },
    ]);
    expect(await client.imports.get(imports[0]?.import_id ?? '')).toEqual(imports[0]);
  });

  it('request only the pages that are read', async () => {
    const { server, client: scriptedClient } = await createScripted({
      status: 200,
      body: { datasets: [{ slug: 'a' }, { slug: 'b' }], next_cursor: 'more' },
    });
    for await (const { slug } of scriptedClient.datasets.list()) if (slug === 'b') break;
    expect(server.received.map(({ path }) => path)).toEqual(['/datasets']);
  });
});
