// The source_summary of an import: limited in size, and accepted as the file reader creates it.
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../packages/order-files/totals/ledger.ts';
import { computeReconciliation, toSourceSummary } from '../../packages/order-files/totals/reconciliation.ts';
import { parseSubmitOrders } from '../../src/contract/resources/orders/orders.ts';
import { roundSummary } from '../../src/service/orders/accept-orders.ts';

const ORDERS = [{ order_id: '1', line_items: [{ product_name: 'tea' }] }];
const parseSummary = (source_summary: unknown) =>
  parseSubmitOrders({ orders: ORDERS, source_summary }).source_summary;
const LEAST = { rows_read: 1, orders: 1 };

describe('the source_summary of a request', () => {
  it('is optional, and null counts as omitted for it and its members', () => {
    expect([parseSummary(undefined), parseSummary(null)]).toEqual([undefined, undefined]);
    expect(parseSummary({ ...LEAST, taxes: null })).toEqual(LEAST);
  });

  it.each([
    ['an amount too large for cents', { net: 2e13 }, 'source_summary.net'],
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
    ['a text that is not a day', { first_date: 'yesterday' }, 'source_summary.first_date'],
    ['a day that does not exist', { last_date: '2026-02-31' }, 'source_summary.last_date'],
    ['a list', [], 'source_summary'],
  ])('is refused with its path for %s', (_, wrong, param) => {
    const summary = Array.isArray(wrong) ? wrong : { ...LEAST, ...wrong };
    expect(() => parseSummary(summary)).toThrow(expect.objectContaining({ param }));
  });
});

describe('toSourceSummary', () => {
  it('returns a summary that the API accepts for files with many long statuses and reasons', () => {
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
    expect(parseSummary(summary)).toEqual(summary);
  });

  it('omits the status of rows without one, and cuts no pair of surrogates', () => {
    const ledger = new Ledger();
    ledger.noteStatus('', true, 1);
    ledger.noteStatus(`${'x'.repeat(127)}😀`, true, 1);
    const summary = toSourceSummary(computeReconciliation(ledger, '', 0));
    expect(summary).toMatchObject({
      currency: undefined,
      statuses: [{ status: `${'x'.repeat(127)}\ufffd`, rows: 1, paid: true }],
    });
    expect(parseSummary(summary)).toEqual(summary);
  });

  it.each([1e13, 1.01e13])('returns nothing exactly if the API refuses a value of %s', (amount) => {
    const ledger = new Ledger();
    ledger.leaveOut('other_currency', { orderId: '1', currency: 'EUR', amount });
    const figures = computeReconciliation(ledger, undefined, 0);
    const accepts = (): boolean => {
      try {
        return parseSummary({ ...figures, own_totals: undefined }) !== undefined;
      } catch {
        return false;
      }
    };
    expect(toSourceSummary(figures) !== undefined).toBe(accepts());
  });

  it('returns zeros for files without rows', () => {
    expect(toSourceSummary(computeReconciliation(new Ledger(), undefined, 0))).toMatchObject({
      rows_read: 0,
      orders: 0,
      net: 0,
    });
  });
});

it('rounds stored amounts to eight decimals, because DynamoDB refuses the smallest doubles', () => {
  const stored = roundSummary({ rows_read: 3, orders: 2, tips: 5e-324, net: -1.005, left_out: [] });
  expect(stored).toEqual({ rows_read: 3, orders: 2, tips: 0, net: -1.005, left_out: [] });
});
