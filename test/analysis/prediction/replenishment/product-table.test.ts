// Figures of products beside a computation by definition, customer by customer.
import { expect, it } from 'vitest';
import { productSpells } from '../../../../src/analysis/prediction/replenishment/product-spells.ts';
import { productTable } from '../../../../src/analysis/prediction/replenishment/product-table.ts';
import { rfmCustomers } from '../../../../src/analysis/rfm/customers.ts';
import { dayOfDate } from '../../../../src/contract/settings/calendar.ts';
import { randomFrom } from '../../../../tools/harness/random/random.ts';
import { canonical, columnsOf, type LiteralOrder, line, settingsOf } from '../../orders/literal-orders.ts';

const FIRST = dayOfDate('2025-01-01');
const REFERENCE = FIRST + 400;
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Products of different pace, bought together or not, several times a day, and returned. */
function shop(seed: number): LiteralOrder[] {
  const random = randomFrom(seed);
  const orders: LiteralOrder[] = [];
  for (let c = 0; c < 90; c++) {
    for (let day = Math.floor(200 * random()); day <= 400; day += Math.floor(60 * random())) {
      const lines = ['A', 'B', 'C', 'D'].flatMap((name, at) =>
        random() < ([0.6, 0.3, 0.1, 0.02][at] ?? 0)
          ? [line(name, 3, random() < 0.1 ? -1 : 1 + Math.floor(4 * random()))]
          : [],
      );
      if (lines.length > 0)
        orders.push({ id: `${c}-${orders.length}`, customer: `c${c}`, date: dateOf(FIRST + day), lines });
    }
  }
  return [...orders, { id: 'z', customer: 'z', date: dateOf(REFERENCE), lines: [line('E')] }];
}

/** Days with a purchase of the product, with its units, by customer. */
function visits(orders: readonly LiteralOrder[], product: string): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const { customer = '', date = '', lines } of orders) {
    for (const { name, quantity } of lines) {
      if (name !== product || quantity <= 0) continue;
      const days = found.get(customer) ?? new Map<number, number>();
      days.set(dayOfDate(date), (days.get(dayOfDate(date)) ?? 0) + quantity);
      found.set(customer, days);
    }
  }
  return found;
}

/** The product of 1 − events / at risk over all days up to `day`, counted anew for each. */
function bought(spells: readonly (readonly [days: number, again: boolean])[], day: number): number {
  let left = 1;
  for (let at = 0; at <= day; at++) {
    const atRisk = spells.filter(([days]) => days >= at).length;
    const events = spells.filter(([days, again]) => again && days === at).length;
    if (events > 0) left *= 1 - events / atRisk;
  }
  return 1 - left;
}

it('has the figures of a computation by definition', () => {
  const orders = canonical(shop(7));
  const columns = columnsOf(orders);
  const selected = rfmCustomers(columns, settingsOf(), REFERENCE);
  const { rows, products, tooFewRepeats } = productTable(
    productSpells(columns, selected, REFERENCE, () => false).counts,
  );
  expect(products).toBe(5);
  expect(tooFewRepeats).toBe(2);
  for (const row of rows) {
    const found = [...visits(orders, row.product).values()].map((days) =>
      [...days.keys()].sort((a, b) => a - b),
    );
    const first = found.map(([from = 0, next]) => [(next ?? REFERENCE) - from, next !== undefined] as const);
    const repeated = first.filter(([, again]) => again).length;
    expect(row).toMatchObject({
      customers: found.length,
      purchases: found.flat().length,
      repeat_customers: repeated,
      too_few_repeats: repeated < 20,
    });
    const units = [...visits(orders, row.product).values()]
      .flatMap((days) => [...days.values()])
      .sort((a, b) => a - b);
    expect(row.usual_quantity).toBe(units[Math.ceil(units.length / 2) - 1]);
    if (row.too_few_repeats) {
      expect(row).toMatchObject({ repeat_share: [], median_days: null, further_days: null });
      continue;
    }
    for (const { days, share } of row.repeat_share) {
      const longest = Math.max(...first.map(([of]) => of));
      if (days > longest) expect(share).toBeNull();
      else expect(share).toBeCloseTo(bought(first, days), 12);
    }
    // Where the share is exactly reached for some time, the middle of that time.
    const reached = (spells: typeof first, part: number) => {
      const shares = Array.from({ length: 401 }, (_, day) => bought(spells, day));
      const from = shares.findIndex((share) => share >= part - 1e-9);
      const next = shares.findIndex((share) => share > part + 1e-9);
      if (from < 0) return null;
      return next < 0 ? from : (shares[from] ?? 0) > part + 1e-9 ? from : (from + next) / 2;
    };
    const further = found.flatMap((days) =>
      days
        .slice(1)
        .map((day, at) => [(days[at + 2] ?? REFERENCE) - day, days[at + 2] !== undefined] as const),
    );
    expect(row.quartile_days).toBe(reached(first, 0.25));
    expect(row.median_days).toBe(reached(first, 0.5));
    expect(row.upper_quartile_days).toBe(reached(first, 0.75));
    expect(row.further_days).toBe(reached(further, 0.5));
    const gaps = found.flatMap((days) => {
      const [g, h] = days
        .slice(1)
        .map((day, at) => day - (days[at] ?? 0))
        .reverse();
      return g === undefined || h === undefined ? [] : [(g / (g + h) - 0.5) ** 2];
    });
    const variance = gaps.reduce((sum, square) => sum + square, 0) / gaps.length;
    if (gaps.length >= 20) expect(row.regularity).toBeCloseTo((1 - 4 * variance) / (8 * variance), 6);
  }
});

it('does not take several orders of a day for buying again, and names them', () => {
  const orders: LiteralOrder[] = [0, 0, 5].map((day, at) => ({
    ...{ id: String(at), customer: 'a', date: dateOf(FIRST + day) },
    lines: [line('Tea', 1, 2)],
  }));
  const columns = columnsOf(orders);
  const selected = rfmCustomers(columns, settingsOf(), FIRST + 9);
  const [row] = productTable(productSpells(columns, selected, FIRST + 9, () => false).counts).rows;
  expect(row).toMatchObject({
    customers: 1,
    purchases: 2,
    repeat_customers: 1,
    same_day: 1,
    usual_quantity: 2,
  });
});
