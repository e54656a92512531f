// Visits every view of the console, with names of a hostile shop in each. A new view must be added here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { FinishedReport, OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { HOSTILE_NAMES } from './shop-orders.ts';

export interface Visit {
  readonly query: string;
  /** A text of the data that becomes visible. */
  readonly shows: string;
  /** Does what a reader must do to see the text. */
  readonly act?: (page: Page) => Promise<void>;
}

const SOURCE = readFileSync(
  join(import.meta.dirname, '../../../../apps/console/app/loading/lazy-view.tsx'),
  'utf8',
);
/** The names in the console's addresses. */
export const VIEW_NAMES: readonly string[] = [...SOURCE.matchAll(/^ {2}(\w+): async \(\) => /gm)].map(
  ([, name = '']) => name,
);

/** Creates an effect report on an audience of everybody. */
export async function createEffectReport(client: OrderAnalytics): Promise<string> {
  const conditions = [{ report: { template: 'standard_rfm' as const } }];
  const { audience_id } = await client.audiences.create({
    name: HOSTILE_NAMES[3],
    conditions,
    hold_out: 0.3,
  });
  await client.audiences.refresh(audience_id);
  while ((await client.audiences.get(audience_id)).members === null) await setTimeout(100);
  const report = await client.reports.createAndWait({
    ...{ template: 'audience_effect', name: HOSTILE_NAMES[2], params: { audience_id } },
  });
  return report.report_id;
}

/** Returns visits by view. The account has finished reports of every type, two of them about baskets. */
export async function listVisits(
  client: OrderAnalytics,
): Promise<Readonly<Record<string, readonly Visit[]>>> {
  const { reports } = await client.reports.list({ limit: 100 }).page();
  const listReportIds = (type: FinishedReport['report_type']): string[] =>
    reports
      .filter(({ report_type, status }) => report_type === type && status.startsWith('Completed'))
      .map(({ report_id }) => report_id);
  const [baskets = '', earlier = ''] = listReportIds('MBA');
  const product = new URLSearchParams({ view: 'product', report: baskets, product: HOSTILE_NAMES[1] });
  const hostile = new Map<string, string>();
  /** The first customers of the list include one with a hostile name. */
  const findCustomerVisit = async (type: 'RFM' | 'COHORT'): Promise<Visit> => {
    const [id = ''] = listReportIds(type);
    const { customers } = await client.reports.customers(id, { order: 'asc', limit: 20 }).page();
    const names = customers.map(({ customer_id }) => customer_id);
    const shows = names.find((name) => HOSTILE_NAMES.some((hostile) => name.endsWith(hostile)));
    if (shows === undefined) throw new Error(`no customer of a hostile name is among ${names.join()}`);
    hostile.set(type, new URLSearchParams({ view: 'customer', report: id, customer: shows }).toString());
    return { query: `?view=report&id=${id}&tab=customers&order=asc`, shows };
  };
  /** The month with the most orders. */
  const findPeriod = async (): Promise<string> => {
    const [id = ''] = listReportIds('COHORT');
    const report = await client.reports.get(id);
    const months = 'overview' in report ? (report.overview?.months ?? []) : [];
    const [month] = months.toSorted((a, b) => b.orders - a.orders);
    const [first = '', last = ''] = [month?.first_day, month?.last_day];
    return new URLSearchParams({ view: 'period', report: id, first, last }).toString();
  };
  const [due = ''] = listReportIds('REPLENISHMENT');
  const byType: Readonly<Record<FinishedReport['report_type'], Visit>> = {
    MBA: { query: `?view=report&id=${baskets}&all=1`, shows: HOSTILE_NAMES[3] },
    RFM: await findCustomerVisit('RFM'),
    COHORT: await findCustomerVisit('COHORT'),
    REPLENISHMENT: { query: `?view=report&id=${due}`, shows: 'Too few orders for a date' },
    EFFECT: { query: `?view=report&id=${await createEffectReport(client)}`, shows: HOSTILE_NAMES[2] },
  };
  const nobody = await client.reports.createAndWait({
    template: 'standard_rfm',
    filters: { dateRange: { start: '2001-01-01', end: '2001-01-31' } },
  });
  const { schedule_id } = await client.schedules.create({
    name: HOSTILE_NAMES[4],
    expression: 'rate(30 days)',
    report: { template: 'standard_rfm' },
  });
  return {
    home: [{ query: '', shows: `without product ${HOSTILE_NAMES[0]}` }],
    import: [
      {
        query: '?view=import',
        shows: HOSTILE_NAMES[0],
        act: async (page) => {
          const rows = HOSTILE_NAMES.map(
            (name, at) => `${at},2026-01-01,"${name.replaceAll('"', '""')}",1,2.50`,
          );
          const text = ['order_id,order_date,product_name,quantity,unit_price', ...rows].join('\n');
          const file = { name: `${HOSTILE_NAMES[0]}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
          await page.getByLabel('Order files').setInputFiles(file);
          await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor();
        },
      },
    ],
    reports: [
      { query: '?view=reports', shows: HOSTILE_NAMES[0] },
      { query: '?view=reports&template=standard_mba&every=1', shows: 'Repeat it regularly' },
    ],
    report: [
      ...Object.values(byType),
      ...[
        ['MBA', 'overview', 'Average order value'],
        ['RFM', 'segments', 'Last order, and orders with spend'],
        ['COHORT', 'cohorts', 'Retention'],
        ['REPLENISHMENT', 'customers', 'Dates by each customer’s own pace'],
        ['RFM', 'file', 'Write the file'],
      ].map(([type, tab, shows = '']) => ({
        query: `?view=report&id=${listReportIds(type as 'RFM')[0]}&tab=${tab}`,
        shows,
      })),
      {
        query: `?view=report&id=${nobody.report_id}`,
        shows: 'No customer has a dated order in this selection.',
      },
    ],
    product: [
      {
        query: `?${product}`,
        shows: HOSTILE_NAMES[1],
        act: (page) => page.locator('.bars').first().waitFor(),
      },
    ],
    customer: [...hostile.values()].map((query) => ({
      query: `?${query}`,
      shows: new URLSearchParams(query).get('customer') ?? '',
    })),
    period: [{ query: `?${await findPeriod()}`, shows: HOSTILE_NAMES[1] }],
    compare: [
      { query: `?view=compare&a=${baskets}`, shows: 'Compare with' },
      { query: `?view=compare&a=${earlier}&b=${baskets}`, shows: HOSTILE_NAMES[1] },
    ],
    schedules: ['', `&change=${schedule_id}`].map((more) => ({
      query: `?view=schedules${more}`,
      shows: HOSTILE_NAMES[4],
    })),
    audiences: [
      { query: '?view=audiences', shows: HOSTILE_NAMES[3] },
      { query: `?view=audiences&report=${listReportIds('RFM')[0]}`, shows: HOSTILE_NAMES[3] },
    ],
    // The settings show nothing of the data.
    settings: [{ query: '?view=settings', shows: 'New rows' }],
    connect: ['', '&kind=shopify', '&kind=woocommerce'].map((more) => ({
      query: `?view=connect${more}`,
      shows: more === '&kind=shopify' ? 'Domain of the shop' : 'Connect WooCommerce',
    })),
    erasure: [
      { query: '?view=erasure', shows: 'Erase one customer' },
      {
        query: '?view=erasure',
        shows: HOSTILE_NAMES[5],
        act: async (page) => {
          await page.getByLabel('Customer', { exact: true }).fill(HOSTILE_NAMES[5]);
          await page.getByRole('button', { name: 'Erase the customer' }).click();
        },
      },
    ],
  };
}

/**
 * Finds texts in which a name can move the words beside it: written from right to left, isolated neither by characters
 * nor by an element of its own.
 */
export const MOVED_BY_NAMES = `(() => {
  const moves = (text) => /[\\u0590-\\u08ff\\u202a-\\u202e]/.test(text.replace(/\\u2068[^\\u2066-\\u2069]*\\u2069/g, '').replace(/\\u2068[^\\u2066-\\u2069]*\\u2069/g, ''));
  const isAlone = (node) => {
    const { display, unicodeBidi } = getComputedStyle(node.parentElement);
    return (display !== 'inline' || unicodeBidi === 'isolate') && node.parentElement.childNodes.length === 1;
  };
  const found = [];
  const all = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const { currentNode: { data, parentElement } } = all;
    const isName = ${JSON.stringify(HOSTILE_NAMES)}.some((name) => data.replace(/^\\d /, '') === name);
    if (moves(data) && !(isName && isAlone(all.currentNode)) && parentElement.closest('pre, .sheet, .network text') === null) found.push(data);
  }
  for (const { title, ariaLabel } of document.querySelectorAll('main :is([title], [aria-label])'))
    for (const text of [title, ariaLabel]) if (text && moves(text) && !/^\\P{L}*\\p{Script=Arabic}/u.test(text)) found.push(text);
  return found;
})()`;

/** Finds elements that would be in the page if a name were markup, or a script in an address. */
export const MADE_OF_NAMES = `[...document.querySelectorAll(
  'main :is(img, script, iframe, object, embed, base, meta, [onerror], [onload], [href^="javascript:" i], [src])',
)].map(({ outerHTML }) => outerHTML)`;
