// Tests GET /reports/{id}/product-profile without a cloud: profiles from small and large files, and reports without
// profiles.

import { expect, it } from 'vitest';
import { getProductProfile } from '../../functions/http/reports/get-product-profile.ts';
import { createOrderSequences } from '../../src/analysis/product-profiles/order-sequences.ts';
import { createProductProfiles } from '../../src/analysis/product-profiles/product-profiles.ts';
import { encodeProfileFile, INDEX_BYTES } from '../../src/analysis/product-profiles/profile-file.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { createReportRequest } from '../../src/contract/resources/reports/reports.ts';
import type { Call } from '../../src/http/call.ts';
import type { ReportItem } from '../../src/service/reports/report-item.ts';
import { createReportItem } from '../../tools/harness/report-item.ts';
import {
  createLine,
  createMbaSettings,
  type LiteralOrder,
  toColumns,
} from '../analysis/orders/literal-orders.ts';

const SMALL = '01M7YN9QHZYR8GXB77DH0YCNR0';
const LARGE = '01M7YN9QHZYR8GXB77DH0YCNR1';
const GONE = '01M7YN9QHZYR8GXB77DH0YCNR2';
const WITHOUT = '01M7YN9QHZYR8GXB77DH0YCNR3';
const PROCESSING = '01M7YN9QHZYR8GXB77DH0YCNR4';
const FAILED = '01M7YN9QHZYR8GXB77DH0YCNR5';
const LEAVING = '01M7YN9QHZYR8GXB77DH0YCNR7';
const RFM = '01M7YN9QHZYR8GXB77DH0YCNR6';
const AT = '2026-03-31T14:05:00.000Z';

function createItem(
  report_id: string,
  members: Partial<ReportItem> = {},
  params: object = { product_profiles: true },
) {
  return createReportItem({
    report_id,
    name: 'Profiles',
    report_type: 'MBA',
    status: 'Completed',
    at: AT,
    key_hash: 'hash',
    request: parseRequest(createReportRequest, { report_type: 'MBA', params }),
    ...members,
  });
}
const ITEMS: Readonly<Record<string, ReportItem>> = Object.fromEntries(
  [
    createItem(SMALL),
    createItem(LARGE),
    createItem(GONE),
    createItem(LEAVING),
    createItem(WITHOUT, {}, {}),
    createItem(PROCESSING, { status: 'Processing' }),
    createItem(FAILED, { status: 'Failed' }),
    createItem(RFM, { report_type: 'RFM' }),
  ].map((one) => [one.report_id, one]),
);

const createOrder = (id: string, customer: string, date: string, ...names: string[]): LiteralOrder => ({
  id,
  customer,
  date,
  lines: names.map((name) => createLine(name)),
});
const TEA = [
  createOrder('1', 'ann', '2026-01-01', 'Tea', 'Milk'),
  createOrder('2', 'ann', '2026-01-02', 'Tea'),
  createOrder('3', 'bob', '2026-01-01', 'Tea'),
  createOrder('4', 'cat', '2026-01-01', 'Milk'),
];
const writeProfileFile = (orders: readonly LiteralOrder[]): Buffer =>
  Buffer.concat([
    ...encodeProfileFile(createProductProfiles(createOrderSequences(toColumns(orders), createMbaSettings()))),
  ]);
/** Names that do not compress well: they take more bytes than the end of the file that is read first. */
const MANY = Array.from({ length: 9_000 }, (_, at) =>
  createOrder(`m${at}`, `c${at % 900}`, '2026-01-01', `${Math.sin(at)}`, `${Math.cos(at)}`),
);
const FILES: Readonly<Record<string, Buffer>> = {
  [SMALL]: writeProfileFile(TEA),
  [LARGE]: writeProfileFile([...TEA, ...MANY]),
};

const reads: number[] = [];
const handler = getProductProfile({
  reports: { get: async ({ reportId }) => ITEMS[reportId] },
  profiles: {
    find: async ({ reportId }) => {
      const file = FILES[reportId];
      return reportId === LEAVING
        ? { version: 'v', bytes: 99 }
        : file && { version: 'v', bytes: file.length };
    },
    read: async ({ reportId }, _file, from, to) => {
      reads.push(to - from);
      return FILES[reportId]?.subarray(from, to);
    },
  },
});

async function requestProfile(id: string, product: string | undefined) {
  const call: Call = {
    caller: { accountId: 'acc', keyHash: 'hash', limits: DEFAULT_PLANS.max },
    body: undefined,
    query: product === undefined ? {} : { product },
    path: { id },
    baseUrl: '',
    headers: {},
    sealed: (page) => page,
    idempotency: undefined,
  };
  const { statusCode, body } = await handler(call);
  return { statusCode, body: JSON.parse(String(body)) };
}

it('returns the shares of a product beside those of all orders', async () => {
  const { statusCode, body } = await requestProfile(SMALL, 'Tea');
  expect(statusCode).toBe(200);
  expect(body).toMatchObject({
    product: 'Tea',
    orders: 3,
    share_of_orders: 0.75,
    average_basket_size: 4 / 3,
    all_orders: { orders: 4, average_basket_size: 1.25 },
    after: { orders: 1, same_product: { orders: 1, customers: 1, share: 1, lift: 1 }, products: [] },
    before: { orders: 1, same_product: { orders: 1, customers: 1, share: 1, lift: 1 }, products: [] },
  });
  expect(body.basket_sizes).toHaveLength(10);
  expect(body.basket_sizes[0]).toEqual({
    min_products: 1,
    max_products: 1,
    orders: 2,
    share: 2 / 3,
    all_orders: 3,
    share_of_all_orders: 0.75,
  });
  expect(body.basket_sizes[9]).toMatchObject({ min_products: 10, max_products: null, orders: 0 });
});

it('returns a lift of null if no order repeats the product, and a share of null without orders on that side', async () => {
  const { body } = await requestProfile(SMALL, 'Milk');
  expect(body.after).toMatchObject({
    orders: 1,
    same_product: { orders: 0, customers: 0, share: 0, lift: null },
  });
  expect(body.before).toMatchObject({ orders: 0, same_product: { orders: 0, share: null, lift: null } });
});

it('reads a small file in one request, and only the end and a block of a large one', async () => {
  reads.length = 0;
  await requestProfile(SMALL, 'Tea');
  expect(reads).toEqual([FILES[SMALL]?.length]);
  reads.length = 0;
  expect((await requestProfile(LARGE, 'Tea')).body.orders).toBe(3);
  expect((await requestProfile(LARGE, String(Math.sin(4)))).body.orders).toBe(1);
  expect(FILES[LARGE]?.length).toBeGreaterThan(4 * INDEX_BYTES);
  expect(reads.length).toBeGreaterThanOrEqual(3);
  for (const bytes of reads) expect(bytes).toBeLessThanOrEqual(INDEX_BYTES);
});

it.each([
  ['a product that no order has', SMALL, 'Soap', /No order/],
  ['a report whose request has no profiles', WITHOUT, 'Tea', /params\.product_profiles/],
  ['a report whose file is erased', GONE, 'Tea', /Report not found/],
  ['a report whose file is erased while it is read', LEAVING, 'Tea', /Report not found/],
  ['a failed report', FAILED, 'Tea', /failed/],
  ['a report of another type', RFM, 'Tea', /RFM/],
  ['an unknown id', '01M7YN9QHZYR8GXB77DH0YCNRZ', 'Tea', /Report not found/],
  ['a malformed id', 'x', 'Tea', /Report not found/],
])('refuses %s with 404', async (_, id, product, message) => {
  await expect(requestProfile(id, product)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(message),
  });
});

it('refuses a report in progress with 409, and a request without a product with 400', async () => {
  await expect(requestProfile(PROCESSING, 'Tea')).rejects.toMatchObject({ code: 'report_not_finished' });
  await expect(requestProfile(SMALL, undefined)).rejects.toMatchObject({
    code: 'invalid_request',
    param: 'product',
  });
});
