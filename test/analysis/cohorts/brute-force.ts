// The cohort table of literal orders, computed order by order with dates as text: slow, and nothing shared with the code.
import type { LiteralOrder } from '../orders/literal-orders.ts';

export interface BruteCohort {
  readonly customers: number;
  /** By following period. */
  readonly active: number[];
  readonly orders: number[];
  readonly revenue: number[];
}

const dayNumber = (date: string) => Math.floor(Date.parse(date) / 86_400_000);

/** The months of 2023 to 2026 as 2023-01, 2023-02, … */
const MONTHS = [2023, 2024, 2025, 2026].flatMap((year) =>
  Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
);

function isBought({ lines }: LiteralOrder): boolean {
  return lines.some(({ quantity }) => quantity > 0);
}

/** By months, over orders of all dates. */
export function bruteCohorts(orders: readonly LiteralOrder[]): Map<string, BruteCohort> {
  const dated = orders.filter(({ customer, date }) => customer !== undefined && date !== undefined);
  const last =
    dated
      .map(({ date = '' }) => date)
      .sort()
      .at(-1) ?? '';
  const firsts = new Map<string, string>();
  for (const order of dated.filter(isBought)) {
    const { customer = '', date = '' } = order;
    const known = firsts.get(customer);
    if (known === undefined || date < known) firsts.set(customer, date);
  }
  const cohorts = new Map<string, BruteCohort>();
  for (const month of MONTHS) {
    const members = [...firsts].filter(([, date]) => date.startsWith(month)).map(([customer]) => customer);
    if (members.length === 0) continue;
    const months = MONTHS.slice(MONTHS.indexOf(month), MONTHS.indexOf(last.slice(0, 7)) + 1);
    const inMonth = (each: string) =>
      dated.filter(
        ({ customer = '', date = '' }) =>
          members.includes(customer) &&
          date.startsWith(each) &&
          dayNumber(date) >= dayNumber(firsts.get(customer) ?? ''),
      );
    cohorts.set(month, {
      customers: members.length,
      active: months.map(
        (each) =>
          new Set(
            inMonth(each)
              .filter(isBought)
              .map((o) => o.customer),
          ).size,
      ),
      orders: months.map((each) => inMonth(each).filter(isBought).length),
      revenue: months.map((each) =>
        inMonth(each)
          .flatMap(({ lines }) => lines)
          .reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
      ),
    });
  }
  return cohorts;
}

/** Days from the first purchase to the next day with one, or to the last date of all. */
export function bruteWaits(orders: readonly LiteralOrder[]): { days: number; again: boolean }[] {
  const dated = orders.filter(({ customer, date }) => customer !== undefined && date !== undefined);
  const last = Math.max(...dated.map(({ date = '' }) => dayNumber(date)));
  const customers = [...new Set(dated.map(({ customer }) => customer))];
  return customers.flatMap((customer) => {
    const days = dated
      .filter((order) => order.customer === customer && isBought(order))
      .map(({ date = '' }) => dayNumber(date))
      .sort((a, b) => a - b);
    const [first] = days;
    const second = days.find((day) => day !== first);
    if (first === undefined) return [];
    return [{ days: (second ?? last) - first, again: second !== undefined }];
  });
}
