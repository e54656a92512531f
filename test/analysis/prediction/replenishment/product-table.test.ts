// Figures of products; test/golden covers those of whole shops.
import { expect, it } from 'vitest';
import { findProductSpells } from '../../../../src/analysis/prediction/replenishment/product-spells.ts';
import { createProductTable } from '../../../../src/analysis/prediction/replenishment/product-table.ts';
import { selectRfmCustomers } from '../../../../src/analysis/rfm/customers.ts';
import { parseDay } from '../../../../src/contract/settings/calendar.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const FIRST = parseDay('2025-01-01');
const formatDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

it('createProductTable counts several orders of a day as one purchase and reports them in same_day', () => {
  const orders: LiteralOrder[] = [0, 0, 5].map((day, at) => ({
    ...{ id: String(at), customer: 'a', date: formatDate(FIRST + day) },
    lines: [createLine('Tea', 1, 2)],
  }));
  const columns = toColumns(orders);
  const selected = selectRfmCustomers(columns, createMbaSettings(), FIRST + 9);
  const [row] = createProductTable(findProductSpells(columns, selected, FIRST + 9, () => false).counts).rows;
  expect(row).toMatchObject({
    customers: 1,
    purchases: 2,
    repeat_customers: 1,
    same_day: 1,
    usual_quantity: 2,
  });
});
