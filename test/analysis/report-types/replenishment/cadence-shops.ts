// Creates shops of literal orders with a known cadence from a seed.
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { createLine, type LiteralOrder } from '../../orders/literal-orders.ts';

export const FIRST = Date.UTC(2025, 0, 1) / 86_400_000;
export const REFERENCE = FIRST + 360;

export function toDate(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export interface ShopOptions {
  readonly seed: number;
  readonly customers: number;
  /** Mean days between orders of customer c. */
  readonly gap: (customer: number) => number;
  /** Events per purchase of the Erlang gaps: 1 is chance alone. */
  readonly k: number;
  /** Day of the shop after which customer c no longer orders. */
  readonly silent?: (customer: number) => number;
}

/** Customers join in the first 60 days and never leave. Each buys one of three products. */
export function createShop({ seed, customers, gap, k, silent = () => 360 }: ShopOptions): LiteralOrder[] {
  const random = createRandom(seed);
  const drawErlang = (mean: number): number => {
    let sum = 0;
    for (let event = 0; event < k; event++) sum -= Math.log(1 - random());
    return (mean * sum) / k;
  };
  const orders = Array.from({ length: customers }).flatMap((_, c) => {
    const own: LiteralOrder[] = [];
    for (let day = 60 * random(); day <= Math.min(360, silent(c)); day += drawErlang(gap(c))) {
      const product = ['Coffee', 'Tea', 'Cake'][c % 3] ?? '';
      own.push({
        id: `${c}-${own.length}`,
        customer: `c${c}`,
        date: toDate(FIRST + Math.floor(day)),
        lines: [createLine(product, 5, 1 + (c % 3))],
      });
    }
    return own;
  });
  // An order on the last day gives all shops the same reference date.
  return [
    ...orders,
    { id: 'last', customer: 'last', date: toDate(REFERENCE), lines: [createLine('Tea', 5)] },
  ];
}

/** Customers are alike and their gaps memoryless: chance alone decides who orders next. */
export const createNoiseShop = (seed: number, customers = 300): LiteralOrder[] =>
  createShop({ seed, customers, k: 1, gap: () => 45 });
/** Customers order every four or every twelve weeks. The gaps have a coefficient of variation of 1/√12. */
export const createRhythmicShop = (seed: number, customers = 300): LiteralOrder[] =>
  createShop({ seed, customers, k: 12, gap: (c) => (c % 2 === 0 ? 28 : 84) });
