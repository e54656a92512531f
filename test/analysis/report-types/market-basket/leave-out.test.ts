// params.leave_out: fees and services that a report leaves out of its baskets and keeps in its revenue.

import { describe, expect, it } from 'vitest';
import { getAskedColumns } from '../../../../src/analysis/report-types/columns-asked.ts';
import type { MbaSettings } from '../../../../src/contract/report-types/market-basket/settings.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { buildReportItem } from '../../../../src/service/reports/requests/new-report.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { createLine, type LiteralOrder } from '../../orders/literal-orders.ts';
import { readStored } from '../../orders/stored-orders.ts';

const createOrder = (id: string, ...names: string[]): LiteralOrder => ({
  id,
  customer: id,
  date: '2026-01-01',
  lines: names.map((name) => createLine(name, 2, 1, name === 'Voucher' ? { sku: 'GIFT-10' } : {})),
});
const ORDERS = [
  createOrder('a', 'Tea', 'Milk', 'POSTAGE'),
  createOrder('b', 'Tea', 'Milk', 'POSTAGE', 'Voucher'),
  createOrder('c', 'Tea', 'POSTAGE'),
  createOrder('d', 'POSTAGE'),
];

function createBody(leave_out?: unknown) {
  const { reportType, settings } = resolveReport({ report_type: 'MBA', params: { leave_out } });
  const stored = ORDERS.map(({ id, customer, date, lines }) => ({
    header: { orderId: id, customerId: customer, orderDate: Date.parse(date ?? '') },
    lines,
    isInParts: false,
  }));
  const columns = readStored([stored], getAskedColumns(reportType, settings));
  return analyseMarketBasket(columns, settings as MbaSettings).body;
}

const listProducts = ({ association_rules }: ReturnType<typeof createBody>) =>
  [
    ...new Set(association_rules.flatMap(({ antecedents, consequents }) => [...antecedents, ...consequents])),
  ].sort();

describe('leave_out', () => {
  it('leaves out nothing by default', () => {
    const body = createBody();
    expect(listProducts(body)).toEqual(['Milk', 'POSTAGE', 'Tea', 'Voucher']);
    expect(body.settings).not.toHaveProperty('leave_out');
    expect(body.fees_and_services).toEqual(['POSTAGE']);
  });

  it('set to not_goods leaves products with names of fees out of baskets and rules, but not out of revenue', () => {
    const [all, goods] = [createBody(), createBody('not_goods')];
    expect(listProducts(goods)).toEqual(['Milk', 'Tea', 'Voucher']);
    expect(goods.summary).toEqual({
      ...all.summary,
      average_basket_size: 6 / 4,
      association_rules_found: goods.summary.association_rules_found,
      association_rules_considered: goods.summary.association_rules_considered,
      rules_tested: goods.summary.rules_tested,
      sets_searched: goods.summary.sets_searched,
    });
    expect(goods.summary.total_revenue_processed).toBe(20);
    expect(goods.fees_and_services).toEqual([]);
    expect(goods.settings.leave_out).toBe('not_goods');
    expect(goods.notes).toEqual([
      '4 rows of fees and services (by their names) are left out of baskets and rules: POSTAGE, worth 8.00. Revenue includes them.',
    ]);
  });

  it('set to a list leaves out only the products with a listed name or SKU, ignoring case', () => {
    const listed = createBody(['gift-10', 'milk']);
    expect(listProducts(listed)).toEqual(['POSTAGE', 'Tea']);
    expect(listed.settings.leave_out).toEqual(['gift-10', 'milk']);
    expect(listed.notes?.[0]).toMatch(
      /^3 rows of fees and services \(on your list\) are left out of baskets and rules: Milk and Voucher, worth 6\.00\./,
    );
    expect(createBody([]).notes?.[0]).toBe('No row matches the list of fees and services to leave out.');
  });

  it('set to not_goods becomes the list of the dataset when the report is requested', () => {
    const resolveLeaveOut = (leave_out: 'not_goods' | string[], not_goods?: string[]) =>
      buildReportItem(
        { accountId: 'a', keyHash: 'k' },
        { report_type: 'MBA', dataset_id: 'default', params: { leave_out } },
        { id: 'r', now: 0, dataset: { slug: 'default', name: 'default', ...(not_goods && { not_goods }) } },
      ).request.params?.leave_out;
    expect(resolveLeaveOut('not_goods')).toBe('not_goods');
    expect(resolveLeaveOut('not_goods', ['POSTAGE'])).toEqual(['POSTAGE']);
    expect(resolveLeaveOut(['Tea'], ['POSTAGE'])).toEqual(['Tea']);
  });
});
