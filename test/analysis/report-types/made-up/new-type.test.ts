// A type of report that this test alone knows goes through the service, the command line and its pages by a line in
// src/contract/report-types/every-type.ts and one in analyses.ts: what must know the types asks that list, or shows what every report has.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../../../src/contract/plans.ts';
import type { Call } from '../../../../src/http/call.ts';
import { createHeldReads } from '../../../../src/service/accounts/held-reads.ts';
import type { ReportItem } from '../../../../src/service/reports/report-item.ts';
import { NO_DATABASE } from '../../../service/orders/stores-in-memory.ts';

const LONGER = new Map([
  [
    new URL('../../../../src/contract/report-types/every-type.ts', import.meta.url).href,
    new URL('every-type.ts', import.meta.url).href,
  ],
  [
    new URL('../../../../src/analysis/report-types/analyses.ts', import.meta.url).href,
    new URL('analyses.ts', import.meta.url).href,
  ],
]);
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const longer = LONGER.get(found.url);
    return longer !== undefined && context.parentURL !== longer ? { ...found, url: longer } : found;
  },
});

const { createWorkflow, DATASET } = await import('../../../service/reports/workflow-in-memory.ts');
const { orderItems } = await import('../../../service/reports/order-items.ts');
const { finishedReport } = await import('../../../../src/contract/resources/reports/report-responses.ts');
const { createExportRequest } = await import('../../../../src/contract/resources/reports/exports.ts');
const { definitionOf, REPORT_TYPES } = await import('../../../../src/contract/report-types/report-types.ts');
const { openApi } = await import('../../../../src/openapi/document.ts');
const { runCommand } = await import('../../../../apps/cli/run-command.ts');
const { renderHtml } = await import('../../../../apps/cli/report-pages/html-page.ts');
const { renderCsv } = await import('../../../../apps/cli/report-pages/report-csv.ts');

const { createReport } = await import('../../../../functions/http/reports/create-report.ts');
const { getReport } = await import('../../../../functions/http/reports/get-report.ts');
const { createReportStore } = await import('../../../../src/service/reports/reports.ts');
const { createReportBodies } = await import('../../../../src/service/reports/report-bodies.ts');

const { weekdaysDocument } = await import('./weekdays.ts');

const ID = '01M7YN9QHZYR8GXB77DH0YCNR5';
/** Three orders on a Sunday, one on a Monday, with two lines each. */
const ORDERS = ['2026-03-01', '2026-03-01', '2026-03-08', '2026-03-02'].map((day, at) => ({
  order_id: String(at),
  customer_id: `c${at}`,
  order_date: `${day}T10:00:00Z`,
  line_items: ['Tea', 'Milk'].map((product_name) => ({ product_name, unit_price: 2, quantity: 1 })),
}));

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'new-type-'));
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The body as the service stores and answers it. */
async function reportOf(request: object, parts?: number): Promise<string> {
  const workflow = createWorkflow();
  workflow.setOrders(orderItems(DATASET, ORDERS));
  const written = await workflow.finish(
    ID,
    request,
    parts === undefined ? undefined : { parts, linesPerFile: 3 },
  );
  const body = written.get(`reports/acc/${ID}.json.gz`);
  if (body === undefined) throw new Error(`no body among ${[...written.keys()].join()}`);
  return gunzipSync(body).toString('utf8');
}

/** What a handler is called with: the caller may have any report. */
function callWith(given: Partial<Call>): Call {
  const caller = { accountId: 'acc', keyHash: 'hash', limits: DEFAULT_PLANS.max };
  const nothing = { body: undefined, query: {}, path: {}, headers: {} };
  return { ...nothing, caller, baseUrl: '', sealed: (page) => page, idempotency: undefined, ...given };
}

describe('a type of report that only a test knows', () => {
  it('is requested, computed and read through the service, in partitions byte for byte alike', async () => {
    const request = { report_type: 'WEEKDAYS', dataset_id: 'default' };
    const body = await reportOf(request);
    const report = JSON.parse(body);
    expect(v.safeParse(weekdaysDocument.schema, report).issues).toBeUndefined();
    expect(v.is(finishedReport, report)).toBe(true);
    expect(report.summary).toEqual({ counted: 4, busiest_share: 0.75 });
    expect(report.weekdays.slice(0, 2)).toEqual([
      { weekday: 'Sunday', counted: 3 },
      { weekday: 'Monday', counted: 1 },
    ]);
    for (const parts of [1, 3]) expect(await reportOf(request, parts)).toBe(body);
  });

  it('is requested by POST /reports, stored, and answered by GET /reports/{id} with and without its lists', async () => {
    const stored: ReportItem[] = [];
    const started: string[] = [];
    const reports = {
      ...createReportStore(NO_DATABASE, ''),
      create: async (item: ReportItem) => void stored.push(item),
      get: async () => stored[0] && { ...stored[0], status: 'Completed' as const },
    };
    const create = createReport({
      reports,
      datasets: { get: async () => undefined },
      erasures: { mark: async () => undefined },
      datasetOfAudience: async () => undefined,
      workflow: {
        start: async (item) => void started.push(item.report_id),
        status: async () => undefined,
        stop: async () => undefined,
      },
      webhookReceivers: 'public_https',
      newReportId: () => ID,
      clock: () => Date.parse('2026-03-31T14:05:00Z'),
    });
    const body = { template: 'busy_days', params: { counted: 'orders' } };
    const accepted = await create(callWith({ body }));
    expect([accepted.statusCode, JSON.parse(String(accepted.body))]).toEqual([
      202,
      { report_id: ID, status: 'Processing', report_type: 'WEEKDAYS', dataset_id: 'default' },
    ]);
    expect(started).toEqual([ID]);
    expect(stored).toMatchObject([{ name: 'Busy days', report_type: 'WEEKDAYS', request: body }]);
    await expect(create(callWith({ body: { report_type: 'RFM', params: body.params } }))).rejects.toThrow(
      'only WEEKDAYS reports have it',
    );

    const final = gzipSync(await reportOf(stored[0]?.request ?? {}));
    const read = getReport({
      reports,
      slots: { read: async () => ({ computing: [], waiting: [] }) },
      bodies: { ...createReportBodies(new S3Client({ region: 'us-east-1' }), ''), find: async () => final },
      deliveries: { newest: async () => [] },
      waiting: {
        clock: Date.now,
        sleep: async () => undefined,
        heldReads: createHeldReads(NO_DATABASE, '', { perAccount: 0, total: 0 }),
      },
    });
    const answers = await Promise.all(
      [{}, { lists: 'false' }].map((query) => read(callWith({ path: { id: ID }, query }))),
    );
    const [whole, short] = answers.map((answer) => JSON.parse(String(answer.body)));
    expect(whole).toMatchObject({ summary: { counted: 4 }, weekdays: { length: 7 } });
    expect(short).toEqual({ ...whole, weekdays: [] });
  });

  it('has templates and parameters of its own, which requests of other types do not have', async () => {
    expect(JSON.parse(await reportOf({ template: 'busy_days', dataset_id: 'default' })).summary.counted).toBe(
      8,
    );
    const asked = { template: 'busy_days', dataset_id: 'default', params: { counted: 'orders' } };
    expect(JSON.parse(await reportOf(asked)).summary.counted).toBe(4);
    const { checkParams } = await import('../../../../src/contract/report-types/check-params.ts');
    expect(() => checkParams({ report_type: 'RFM', params: { counted: 'orders' } })).toThrow(
      'only WEEKDAYS reports have it',
    );
  });

  it('is in the list that everything else reads', async () => {
    const { DEFINITIONS } = await import('./every-type.ts');
    expect(REPORT_TYPES).toEqual(Object.keys(DEFINITIONS));
    expect(REPORT_TYPES.map((type) => definitionOf(type).prefix)).toContain('Weekdays');
  });

  it('is exported by the name of its table', () => {
    expect(v.is(createExportRequest, { what: 'weekdays', format: 'csv' })).toBe(true);
    expect(v.is(createExportRequest, { what: 'months', format: 'csv' })).toBe(false);
  });

  it('stands in the OpenAPI document', () => {
    expect(JSON.stringify(openApi())).toContain('WeekdaysReport');
  });

  it('is a command of analyze, with its parameter as an option, in the terminal, as CSV and as a page', async () => {
    const file = join(directory, 'orders.csv');
    const lines = ORDERS.flatMap(({ order_id, customer_id, order_date, line_items }) =>
      line_items.map(({ product_name }) => [order_id, customer_id, order_date, product_name, 2, 1].join()),
    );
    const head = 'order_id,customer_id,order_date,product_name,unit_price,quantity';
    writeFileSync(file, [head, ...lines].join('\n'));
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runCommand(['analyze', 'weekdays', file, '--counted', 'line_items']);
    expect(process.exitCode ?? 0).toBe(0);
    for (const text of ['Weekdays', 'Sunday', 'Busiest share', '0.75', 'Nothing is ordered on a Tuesday.'])
      expect(printed.join('\n')).toContain(text);
    const page = join(directory, 'weekdays.html');
    await runCommand(['analyze', 'weekdays', file, '--html', page]);
    expect(readFileSync(page, 'utf8')).toContain('Quiet days');
    vi.mocked(console.log).mockRestore();
    vi.mocked(console.error).mockRestore();
  });

  it('is a page and a CSV, as the service answers it', async () => {
    const report = JSON.parse(await reportOf({ report_type: 'WEEKDAYS', dataset_id: 'default' }));
    expect(await renderHtml(report)).toContain('<td class="n">3</td>');
    expect(renderCsv(report)).toMatch(/^weekday,counted\r\nSunday,3\r\nMonday,1\r\n/);
  });
});
