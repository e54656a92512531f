// The summary of the files that orders are from: bounded, so that no client can fill the table with it, and true to what was
// counted.
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../packages/order-files/totals/ledger.ts';
import { computeReconciliation, toSourceSummary } from '../../packages/order-files/totals/reconciliation.ts';
import { parseSubmitOrders } from '../../src/contract/resources/orders/orders.ts';
import { roundSummary } from '../../src/service/orders/accept-orders.ts';

const ORDERS = [{ order_id: '1', line_items: [{ product_name: 'tea' }] }];
const summed = (source_summary: unknown) =>
  parseSubmitOrders({ orders: ORDERS, source_summary }).source_summary;
const LEAST = { rows_read: 1, orders: 1 };

describe('the source_summary of a request', () => {
  it('is optional, and null is the same as omitting it or a member', () => {
    expect([summed(undefined), summed(null)]).toEqual([undefined, undefined]);
    expect(summed({ ...LEAST, taxes: null })).toEqual(LEAST);
  });

  it.each([
    ['an amount without cents', { net: 2e13 }, 'source_summary.net'],
    ['a count below 0', { rows_read: -1 }, 'source_summary.rows_read'],
    [
      'a long status',
      { statuses: [{ status: 'x'.repeat(129), rows: 1 }] },
      'source_summary.statuses[0].status',
    ],
    [
      'many reasons',
      { left_out: Array.from({ length: 51 }, () => ({ reason: 'a', rows: 1 })) },
      'source_summary.left_out',
    ],
    ['a day that is none', { first_date: 'yesterday' }, 'source_summary.first_date'],
    ['a day that no month has', { last_date: '2026-02-31' }, 'source_summary.last_date'],
    ['a list', [], 'source_summary'],
  ])('with %s is refused with its place', (_, wrong, param) => {
    const summary = Array.isArray(wrong) ? wrong : { ...LEAST, ...wrong };
    expect(() => summed(summary)).toThrow(expect.objectContaining({ param }));
  });
});

describe('the summary of a reading', () => {
  it('is what the API takes, whatever the files hold', () => {
    const ledger = new Ledger();
    for (let at = 0; at < 80; at++) {
      ledger.noteStatus(`${at} ${'long '.repeat(100)}`, undefined, 1);
      ledger.leaveOut('other_currency', {
        orderId: `${at}`,
        currency: `Money ${at} of another country`,
        amount: 1,
      });
    }
    const summary = toSourceSummary(computeReconciliation(ledger, undefined, 0));
    expect([summary?.statuses?.length, summary?.left_out?.length]).toEqual([50, 50]);
    expect(summed(summary)).toEqual(summary);
  });

  it('of nothing is all zeros', () => {
    expect(toSourceSummary(computeReconciliation(new Ledger(), undefined, 0))).toMatchObject({
      rows_read: 0,
      orders: 0,
      net: 0,
    });
  });
});

it('is stored with amounts to the eighth decimal: a table refuses the smallest doubles', () => {
  const stored = roundSummary({ rows_read: 3, orders: 2, tips: 5e-324, net: -1.005, left_out: [] });
  expect(stored).toEqual({ rows_read: 3, orders: 2, tips: 0, net: -1.005, left_out: [] });
});
