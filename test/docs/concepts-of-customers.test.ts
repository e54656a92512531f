// The scores and segments of customers in docs/concepts, compared with those that the analysis computes.
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
import { getSection, page, readTable } from './concepts-page.ts';

describe('the scores in docs/concepts', () => {
  const text = getSection('A worked example: scores');
  const orders = readTable(text, 'customer', 3).map(
    ([customer = '', date = '', bought = ''], at): LiteralOrder => {
      const [quantity, price] = bought.split(' × ').map(Number);
      return { id: `o${at}`, customer, date, lines: [createLine('product', price, quantity)] };
    },
  );
  const columns = toColumns(orders);
  const reference = /newest order is dated (\S+):/.exec(text)?.[1] ?? '';
  const customers = selectRfmCustomers(columns, createMbaSettings(), parseDay(reference));
  const scores = scoreCustomers(customers);

  it('equal the computed scores of each customer', () => {
    const found = Array.from(customers.customer, (customer, at) => [
      columns.customers[customer],
      ...[customers.recency, customers.frequency, customers.monetary].map((values) => String(values[at])),
      ...[scores.r, scores.f, scores.m].map((values) => String(values[at])),
      SEGMENT_NAMES[scores.segment[at] ?? -1],
    ]);
    expect(readTable(text, 'customer', 8)).toEqual(found);
  });

  it('include an example of each segment that belongs to it', () => {
    const examples = readTable(page, 'segment', 4);
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

  it('have a grid with the segment of every cell', () => {
    const grid = readTable(page, 'R \\ FM', 6).map(([, ...names]) => names);
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
