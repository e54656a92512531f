// As concepts.test.ts: what docs/concepts says of customers, products and campaigns.
import { describe, expect, it } from 'vitest';
import { scoreCustomers } from '../../src/analysis/rfm/customer-scores.ts';
import { selectRfmCustomers } from '../../src/analysis/rfm/customers.ts';
import { getSegment } from '../../src/analysis/rfm/segments.ts';
import { SEGMENT_CELLS, SEGMENT_NAMES } from '../../src/contract/report-types/rfm/segments.ts';
import { parseDay } from '../../src/contract/settings/calendar.ts';
import {
  createLine,
  createMbaSettings,
  type LiteralOrder,
  toColumns,
} from '../analysis/orders/literal-orders.ts';
import { page, section, table } from './concepts-page.ts';

describe('scores', () => {
  const text = section('A worked example: scores');
  const orders = table(text, 'customer', 3).map(
    ([customer = '', date = '', bought = ''], at): LiteralOrder => {
      const [quantity, price] = bought.split(' × ').map(Number);
      return { id: `o${at}`, customer, date, lines: [createLine('product', price, quantity)] };
    },
  );
  const columns = toColumns(orders);
  const reference = /newest order is dated (\S+):/.exec(text)?.[1] ?? '';
  const customers = selectRfmCustomers(columns, createMbaSettings(), parseDay(reference));
  const scores = scoreCustomers(customers);

  it('are those of each customer', () => {
    const found = Array.from(customers.customer, (customer, at) => [
      columns.customers[customer],
      ...[customers.recency, customers.frequency, customers.monetary].map((values) => String(values[at])),
      ...[scores.r, scores.f, scores.m].map((values) => String(values[at])),
      SEGMENT_NAMES[scores.segment[at] ?? -1],
    ]);
    expect(table(text, 'customer', 8)).toEqual(found);
  });

  it('give each segment the example that it has', () => {
    const examples = table(page, 'segment', 4);
    expect(examples.map(([name]) => name)).toEqual(SEGMENT_NAMES);
    for (const [name, , scored = '', fm] of examples) {
      const [r = 0, f = 0, m = 0] = scored.split(', ').map(Number);
      expect([name, SEGMENT_NAMES[getSegment(r, f, m)], String(Math.ceil((f + m) / 2))]).toEqual([
        name,
        name,
        fm,
      ]);
    }
  });

  it('has every cell of the grid in the table of segments', () => {
    const grid = table(page, 'R \\ FM', 6).map(([, ...names]) => names);
    const found = grid.map(() => ['', '', '', '', '']);
    for (const [name, segmentCells] of Object.entries(SEGMENT_CELLS)) {
      for (const cell of segmentCells) {
        const row = found[5 - Number(cell[0])];
        if (row !== undefined) row[Number(cell[1]) - 1] = name;
      }
    }
    expect(grid).toEqual(found);
  });
});
