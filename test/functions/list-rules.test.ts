// Tests GET /reports/{id}/rules without a cloud: pages, cursors, and reports without a list of rules.

import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { listRules } from '../../functions/http/reports/list-rules.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { listRulesQuery } from '../../src/contract/resources/reports/report-rules.ts';
import { createReportRequest } from '../../src/contract/resources/reports/reports.ts';
import type { Call } from '../../src/http/call.ts';
import { readQuery } from '../../src/http/query.ts';
import { createExampleReport } from '../../src/openapi/examples/example-reports.ts';
import type { ReportItem } from '../../src/service/reports/report-item.ts';
import { createReportItem } from '../../tools/harness/report-item.ts';

const REPORT_ID = '01M7YN9QHZYR8GXB77DH0YCNR5';
const EMPTY_ID = '01M7YN9QHZYR8GXB77DH0YCNR6';
const mba = await createExampleReport('MBA');

const AT = '2026-03-31T14:05:00.000Z';

function createItem(report_id: string, members: Partial<ReportItem> = {}): ReportItem {
  return createReportItem({
    report_id,
    name: 'Rules',
    report_type: 'MBA',
    status: 'Completed',
    at: AT,
    key_hash: 'hash',
    request: parseRequest(createReportRequest, { report_type: 'MBA' }),
    ...members,
  });
}

/** The rules of the example report, three times. */
const RULES = 'association_rules' in mba && Array.isArray(mba.association_rules) ? mba.association_rules : [];
const body = gzipSync(
  JSON.stringify({
    ...mba,
    currency: 'KWD',
    association_rules: [...RULES, ...RULES, ...RULES],
    summary: { association_rules_found: 99 },
  }),
);

const ITEMS: Readonly<Record<string, ReportItem>> = Object.fromEntries(
  [
    createItem(REPORT_ID),
    createItem(EMPTY_ID),
    createItem('01M7YN9QHZYR8GXB77DH0YCNR7', { status: 'Processing' }),
    createItem('01M7YN9QHZYR8GXB77DH0YCNR8', { status: 'Failed' }),
    createItem('01M7YN9QHZYR8GXB77DH0YCNR9', { report_type: 'RFM' }),
  ].map((one) => [one.report_id, one]),
);
const list = listRules({
  reports: { get: async ({ reportId }) => ITEMS[reportId] },
  bodies: { find: async ({ reportId }) => (reportId === REPORT_ID ? body : undefined) },
});

async function requestRules(rawQueryString: string, id = REPORT_ID, headers: Record<string, string> = {}) {
  const queryStringParameters = Object.fromEntries(new URLSearchParams(rawQueryString));
  const call: Call = {
    caller: { accountId: 'acc', keyHash: 'hash', limits: DEFAULT_PLANS.max },
    body: undefined,
    query: readQuery({ rawQueryString, queryStringParameters }, listRulesQuery),
    path: { id },
    headers,
    baseUrl: '',
    sealed: (page) => page,
    idempotency: undefined,
  };
  return list(call);
}
const readBody = async (...asked: Parameters<typeof requestRules>) =>
  JSON.parse(String((await requestRules(...asked)).body));

it('lists all rules page by page, each once and in the order of the report', async () => {
  const pages = [];
  for (let cursor = ''; ; ) {
    const page = await readBody(`limit=4${cursor}`);
    pages.push(page.rules);
    expect(page).toMatchObject({ rules_found: 99, rules_kept: 6, rules_matched: 6, currency: 'KWD' });
    if (page.next_cursor === undefined) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(pages.map(({ length }) => length)).toEqual([4, 2]);
  expect(pages.flat()).toEqual([...RULES, ...RULES, ...RULES]);
});

it('sends the page compressed to clients that accept gzip', async () => {
  const answer = await requestRules('limit=1', REPORT_ID, { 'accept-encoding': 'gzip' });
  expect(answer.headers).toMatchObject({ 'Content-Encoding': 'gzip' });
  const text = gunzipSync(Buffer.from(String(answer.body), 'base64')).toString();
  expect(JSON.parse(text)).toEqual(await readBody('limit=1'));
});

it('continues the list with another limit, and refuses a cursor of another list', async () => {
  const { next_cursor } = await readBody('limit=1');
  expect(next_cursor).toEqual(expect.any(String));
  await expect(requestRules('cursor=bm9uZQ')).rejects.toMatchObject({ param: 'cursor' });
  // The limit may change from page to page.
  expect((await readBody(`limit=3&cursor=${next_cursor}`)).rules).toEqual([RULES[1], RULES[0], RULES[1]]);
});

it('names the invalid parameter', async () => {
  for (const [query, param] of [
    ['min_support=2', 'min_support'],
    ['max_lift=x', 'max_lift'],
    ['redundant=yes', 'redundant'],
    ['order_by=name', 'order_by'],
    ['limit=1001', 'limit'],
    ['product=a&product=', 'product[1]'],
    [`${'product=a&'.repeat(21)}`, 'product'],
  ]) {
    await expect(requestRules(String(query)), query).rejects.toMatchObject({
      code: 'invalid_request',
      param,
    });
  }
});

it.each([
  ['01M7YN9QHZYR8GXB77DH0YCNR7', 'report_not_finished'],
  ['01M7YN9QHZYR8GXB77DH0YCNR8', 'not_found'],
  ['01M7YN9QHZYR8GXB77DH0YCNR9', 'not_found'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'not_found'],
  ['../other', 'not_found'],
  // A report whose body has just been erased.
  [EMPTY_ID, 'not_found'],
])('refuses to list the rules of %s with the code %s', async (id, code) => {
  await expect(requestRules('', id)).rejects.toMatchObject({ code });
});

it('keeps a comma in a repeated product name, although the gateway joins names with commas', () => {
  const query = { rawQueryString: 'product=a%2Cb&product=c&limit=3' };
  const joined = { product: 'a,b,c', limit: '3' };
  expect(readQuery({ ...query, queryStringParameters: joined }, listRulesQuery)).toEqual({
    product: ['a,b', 'c'],
    limit: '3',
  });
});
