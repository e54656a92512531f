// Tests pages of stored lists without a cloud: cursors, lists that are replaced in between, erasures, and reports
// without a list.

import { describe, expect, it } from 'vitest';
import { buildList } from '../../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../../src/analysis/customer-lists/customer-ids.ts';
import { encodeList, findRowsByHash } from '../../../../src/analysis/customer-lists/list-file.ts';
import { withoutRows } from '../../../../src/analysis/customer-lists/select-rows.ts';
import type { CustomerList } from '../../../../src/contract/customer-lists/columns.ts';
import { ReportNotFinishedError } from '../../../../src/contract/errors/errors.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { SEGMENT_NAMES } from '../../../../src/contract/report-types/rfm/segments.ts';
import { listCustomersQuery } from '../../../../src/contract/resources/reports/report-customers.ts';
import { ListChangedError } from '../../../../src/service/reports/customer-lists.ts';
import { createColumnCache } from '../../../../src/service/reports/lists/column-cache.ts';
import { createCustomerPage } from '../../../../src/service/reports/lists/customer-page.ts';
import {
  createHiddenCustomers,
  type Hidden,
} from '../../../../src/service/reports/lists/hidden-customers.ts';
import { readCustomers } from '../../../../src/service/reports/lists/read-customers.ts';
import type { ReportItem } from '../../../../src/service/reports/report-item.ts';
import { createReportItem as storedItem } from '../../../../tools/harness/report-item.ts';

const REPORT_ID = '01M7YN9QHZYR8GXB77DH0YCNR5';
const KEY = { accountId: 'acc', reportId: REPORT_ID };
const AT = '2026-03-31T14:05:00.000Z';

const createReport = (members: Partial<ReportItem> = {}): ReportItem =>
  storedItem({ report_id: REPORT_ID, at: AT, status: 'Completed', ...members });

const IDS = Array.from({ length: 30 }, (_, i) => `c${i}`);

function createList(ids: readonly string[]): CustomerList {
  const zero = ids.map(() => 0);
  const one = ids.map(() => 1);
  return buildList({
    reportType: 'RFM',
    ids: createCustomerIds(ids),
    groups: SEGMENT_NAMES,
    figures: {
      group: zero,
      r_score: one,
      f_score: one,
      m_score: one,
      recency: ids.map((id) => Number(id.slice(1))),
      frequency: one,
      monetary: ids.map((id) => Number(id.slice(1)) % 3),
      first_purchase: zero,
      last_purchase: zero,
    },
  });
}

interface Setting {
  readonly list?: CustomerList;
  readonly hidden?: Hidden;
  readonly report?: ReportItem | undefined;
}

/** Creates a report with a list that an erasure can replace. */
function createShelf({
  list = createList(IDS),
  hidden = { customers: [], everybody: false },
  report = createReport(),
}: Setting = {}) {
  let stored: { readonly version: string; readonly file: Uint8Array } | undefined = {
    version: '1',
    file: encodeList(list),
  };
  let reads = 0;
  const replaceAt = new Map<number, () => void>();
  const lists = {
    version: async () => stored?.version,
    async read(_key: unknown, version: string, from: number, to: number) {
      replaceAt.get(++reads)?.();
      if (stored?.version !== version) throw new ListChangedError('changed');
      return stored.file.slice(from, to);
    },
  };
  const page = createCustomerPage({
    reports: { get: async () => report },
    lists,
    hidden: async () => hidden,
    cache: createColumnCache(1_000_000),
  });
  return {
    lists,
    reads: () => reads,
    replaceAt,
    replace(next: CustomerList | undefined): void {
      stored = next && { version: `${Number(stored?.version) + 1}`, file: encodeList(next) };
    },
    ask: (query: Readonly<Record<string, unknown>> = {}) =>
      page(KEY, parseRequest(listCustomersQuery, query)),
  };
}
const listIds = ({ customers }: { readonly customers: readonly object[] }): unknown[] =>
  customers.map((one) => ('customer_id' in one ? one.customer_id : undefined));
const createListWithout = (...ids: string[]): CustomerList => {
  const list = createList(IDS);
  return withoutRows(list, findRowsByHash(list.columns, list.head, ids.map(hash64)));
};

describe('a page of customers', () => {
  it('continues after the previous page, and reads nothing twice in a warm function', async () => {
    const { ask, reads } = createShelf();
    const first = await ask({ limit: '20', order_by: 'recency', order: 'asc' });
    expect(listIds(first)).toEqual(IDS.slice(0, 20));
    const before = reads();
    const second = await ask({ limit: '20', order_by: 'recency', order: 'asc', cursor: first.next_cursor });
    expect([listIds(second), second.next_cursor, second.customers_matched]).toEqual([
      IDS.slice(20),
      undefined,
      30,
    ]);
    expect(reads()).toBe(before);
    expect((await ask({ limit: '29' })).next_cursor).toEqual(expect.any(String));
    expect((await ask({ limit: '30' })).next_cursor).toBeUndefined();
  });

  it('has no cached part of a list that has been replaced', async () => {
    const { ask, replace } = createShelf();
    expect(listIds(await ask({ order_by: 'recency' }))).toContain('c7');
    replace(createListWithout('c7'));
    expect(listIds(await ask({ order_by: 'recency' }))).not.toContain('c7');
  });

  it('is read again if the list is replaced during the read', async () => {
    const { ask, replace, replaceAt } = createShelf();
    replaceAt.set(1, () => replace(createListWithout('c7')));
    expect(await ask()).toMatchObject({ customers_matched: 29 });
  });

  it('leaves out customers whose erasure is in progress, and does not count them', async () => {
    const { ask } = createShelf({
      hidden: { customers: [hash64('c3'), hash64('nobody')], everybody: false },
    });
    const page = await ask();
    expect(page.customers_matched).toBe(29);
    expect(listIds(page)).not.toContain('c3');
  });

  it('has the customers with any of the requested scores, and is refused for an invalid score', async () => {
    const { ask } = createShelf();
    expect(await ask({ r_score: ['1', '5'], fm_score: ['1'] })).toMatchObject({ customers_matched: 30 });
    expect(await ask({ r_score: ['1'], fm_score: ['2'] })).toMatchObject({ customers_matched: 0 });
    expect(await ask({ fm_score: ['3'] })).toMatchObject({ customers_matched: 0, customers: [] });
    for (const score of ['0', '6', '1.0', '', 'R'])
      await expect(async () => ask({ r_score: [score] })).rejects.toMatchObject({ param: 'r_score[0]' });
    const cohorts = createShelf({ report: createReport({ report_type: 'COHORT' }) });
    await expect(cohorts.ask({ fm_score: ['3'] })).rejects.toMatchObject({ param: 'fm_score' });
    await expect(cohorts.ask({ r_score: ['3'] })).rejects.toMatchObject({ param: 'r_score' });
  });

  it('continues the list with another limit, and is refused for a cursor of another list', async () => {
    const { ask } = createShelf();
    const { next_cursor } = await ask({ limit: '5' });
    expect(listIds(await ask({ limit: '7', cursor: next_cursor }))).toHaveLength(7);
    await expect(ask({ cursor: 'bm9uZQ' })).rejects.toMatchObject({ param: 'cursor' });
  });

  it.each([
    [{ segment: ['Champion'] }, 'segment'],
    [{ cohort: ['2026-01'] }, 'cohort'],
    [{ min_days_to_second_order: '1' }, 'min_days_to_second_order'],
    [{ order_by: 'days_to_second_order' }, 'order_by'],
    [{ order_by: 'name' }, 'order_by'],
    [{ min_monetary: '5', max_monetary: '4.99' }, 'max_monetary'],
    [{ min_monetary: 'much' }, 'min_monetary'],
    [{ moved: 'yes' }, 'moved'],
    [{ limit: '1001' }, 'limit'],
  ])('is refused for %j, with the name of the parameter', async (query, param) => {
    const askInvalid = async (): Promise<unknown> => createShelf().ask(query);
    await expect(askInvalid()).rejects.toMatchObject({ code: 'invalid_request', param });
  });

  it('has the customers with a single value of a figure', async () => {
    const { ask } = createShelf();
    expect(listIds(await ask({ min_recency: '7', max_recency: '7' }))).toEqual(['c7']);
  });

  it('has no customers in the range of a figure that none has, but all if sorted by it', async () => {
    const { ask } = createShelf();
    expect((await ask({ order_by: 'probability_alive' })).customers).toHaveLength(30);
    expect(await ask({ min_probability_alive: '0' })).toMatchObject({ customers_matched: 0, customers: [] });
  });
});

describe('createCustomerPage', () => {
  it('returns no page if the report is not finished', async () => {
    const { ask } = createShelf({ report: createReport({ status: 'Processing' }) });
    await expect(ask()).rejects.toThrow(ReportNotFinishedError);
  });

  it.each([
    ['failed', createReport({ status: 'Failed' }), 'failed'],
    ['is about baskets', createReport({ report_type: 'MBA' }), 'MBA'],
  ])('returns no page if the report %s', async (_, report, message) => {
    await expect(createShelf({ report }).ask()).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(message),
    });
  });

  it('returns no page if the list of the report is gone', async () => {
    const { ask, replace } = createShelf();
    replace(undefined);
    await expect(ask()).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('no list of customers'),
    });
  });

  it('refuses a filter by purchases if the report does not keep them', async () => {
    const { ask } = createShelf();
    await expect(ask({ product: ['Tea'] })).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'product',
      message: expect.stringContaining('does not keep what its customers bought'),
    });
  });

  it('returns no page while the dataset is being erased', async () => {
    const { ask } = createShelf({ hidden: { customers: [], everybody: true } });
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('hides customers from the acceptance of their erasure to its end, and lists erasures only while there are some', async () => {
  let latest: string | undefined;
  let unfinished: { customer: { digest: string; member: string } | undefined }[] = [];
  let listed = 0;
  const item = {
    account_id: 'acc',
    erasure_id: '1',
    kind: 'customer',
    dataset_id: 'default',
    created_at: AT,
    runs: 0,
    shard_cursors: {},
    orders: 0,
    line_items: 0,
    reports: 0,
    dead_letters: 0,
  } as const;
  const hidden = createHiddenCustomers({
    mark: async () => (latest === undefined ? undefined : { latest }),
    async listUnfinished() {
      listed++;
      return unfinished.map(({ customer }) => ({ ...item, ...(customer !== undefined && { customer }) }));
    },
  });
  const ask = () => hidden({ accountId: 'acc', datasetId: 'default' });
  const nobody = { customers: [], everybody: false };
  expect([await ask(), listed]).toEqual([nobody, 0]);
  latest = '1';
  unfinished = [{ customer: { digest: 'd', member: '42' } }];
  expect(await ask()).toEqual({ customers: [42n], everybody: false });
  unfinished = [];
  expect([await ask(), await ask(), await ask(), listed]).toEqual([nobody, nobody, nobody, 2]);
  latest = '2';
  unfinished = [{ customer: undefined }];
  expect(await ask()).toEqual({ customers: [], everybody: true });
});

it('reads all customers row by row, without those whose erasure is in progress', async () => {
  const { lists } = createShelf();
  const readHidden = async (): Promise<Hidden> => ({ customers: [hash64('c3')], everybody: false });
  const all = await readCustomers({ lists, hidden: readHidden }, createReport());
  const ids = [...(all?.rows() ?? [])].map(({ customer_id }) => customer_id);
  expect([all?.count, ids.toSorted()]).toEqual([29, IDS.filter((id) => id !== 'c3').toSorted()]);
  expect(
    await readCustomers({ lists, hidden: readHidden }, createReport({ report_type: 'MBA' })),
  ).toBeUndefined();
});
