// Shops of literal orders whose cadence is known, drawn from a seed.
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { type LiteralOrder, line } from '../../orders/literal-orders.ts';

export const FIRST = Date.UTC(2025, 0, 1) / 86_400_000;
export const REFERENCE = FIRST + 360;

export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export interface ShopOptions {
  readonly seed: number;
  readonly customers: number;
  /** Mean days between orders of customer c. */
  readonly gap: (customer: number) => number;
  /** Events per purchase of the Erlang gaps: 1 is chance alone. */
  readonly k: number;
  /** Nobody in `silent` orders after that day of the shop. */
  readonly silent?: (customer: number) => number;
}

/** Everybody joins in the first 60 days and never leaves; the product is named after the customer's kind, of three. */
export function shopOf({ seed, customers, gap, k, silent = () => 360 }: ShopOptions): LiteralOrder[] {
  const random = createRandom(seed);
  const erlang = (mean: number): number => {
    let sum = 0;
    for (let event = 0; event < k; event++) sum -= Math.log(1 - random());
    return (mean * sum) / k;
  };
  const orders = Array.from({ length: customers }).flatMap((_, c) => {
    const own: LiteralOrder[] = [];
    for (let day = 60 * random(); day <= Math.min(360, silent(c)); day += erlang(gap(c))) {
      const product = ['Coffee', 'Tea', 'Cake'][c % 3] ?? '';
      own.push({
        id: `${c}-${own.length}`,
        customer: `c${c}`,
        date: dateOf(FIRST + Math.floor(day)),
        lines: [line(product, 5, 1 + (c % 3))],
      });
    }
    return own;
  });
  // Somebody orders on the last day: all shops are measured against it.
  return [...orders, { id: 'last', customer: 'last', date: dateOf(REFERENCE), lines: [line('Tea', 5)] }];
}

/** Memoryless, all alike: whoever is said to order next is picked by chance. */
export const noise = (seed: number, customers = 300): LiteralOrder[] =>
  shopOf({ seed, customers, k: 1, gap: () => 45 });
/** Every four weeks or every twelve, give or take a fifth. */
export const rhythmic = (seed: number, customers = 300): LiteralOrder[] =>
  shopOf({ seed, customers, k: 12, gap: (c) => (c % 2 === 0 ? 28 : 84) });
