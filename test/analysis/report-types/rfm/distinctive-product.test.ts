// The product that sets a segment apart: it has enough buyers, beyond their volume and chance, and is no fee.

import { describe, expect, it } from 'vitest';
import { withRfmInsights } from '../../../../src/analysis/report-types/rfm/insights.ts';
import { analyseRfm } from '../../../../tools/harness/analyse.ts';
import { NULL_SHOPS, nullShop, PLANTED_PRODUCT } from '../../../../tools/harness/random/null-shops.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const settings = createMbaSettings();

/**
 * 160 customers with an order each, a quarter of them in the newest week. `newest`: buyers of the product in that week;
 * `others`: its buyers in each other week.
 */
function createShop(newest: number, others = 0, product = 'Lamp'): LiteralOrder[] {
  return Array.from({ length: 160 }, (_, c) => {
    const week = c % 4;
    const rank = Math.floor(c / 4);
    const isBuyer = rank < (week === 3 ? newest : others);
    const names = [`Cup ${rank % 12}`, `Cup ${(rank + 5) % 12}`, isBuyer ? product : 'Plate'];
    return {
      id: `${c}`,
      customer: `c${c}`,
      date: `2024-01-0${1 + 2 * week}`,
      lines: names.map((name) => createLine(name, 5)),
    };
  });
}

function findLifts(orders: readonly LiteralOrder[], product = 'Lamp'): (number | null)[] {
  const { segments } = analyseRfm(toColumns(orders), settings).body;
  return segments.flatMap(({ top_products }) =>
    top_products.filter(({ product_name }) => product_name === product).map(({ lift }) => lift),
  );
}

describe('the distinctive product of a segment', () => {
  it('is a product that its customers buy more often than others who buy as many products', () => {
    expect(findLifts(createShop(20))).toEqual([expect.closeTo(4, 1)]);
  });

  it('is absent if only four customers bought it, however far beyond chance', () => {
    // Their lamps cost enough to be among the segment's best sellers.
    const orders = createShop(4).map((order) => ({
      ...order,
      lines: order.lines.map((one) => (one.name === 'Lamp' ? { ...one, unitPrice: 20 } : one)),
    }));
    expect(findLifts(orders)).toEqual([null]);
  });

  it.each([
    ['other segments buy it as often', createShop(20, 20), 'Lamp'],
    ['it is a fee', createShop(20, 0, 'DOTCOM POSTAGE'), 'DOTCOM POSTAGE'],
  ])('is absent if %s', (_, orders, product) => {
    const lifts = findLifts(orders, product);
    expect(lifts).not.toEqual([]);
    expect(lifts.every((lift) => lift === null)).toBe(true);
  });

  it('is absent if the segment buys more of everything', () => {
    // Champions have ten of twelve equally popular products, all others two of them.
    const orders = Array.from({ length: 120 }, (_, c): LiteralOrder[] => {
      const isChampion = c % 6 === 0;
      return Array.from({ length: isChampion ? 10 : 2 }, (__, at) => ({
        id: `${c}-${at}`,
        customer: `c${c}`,
        date: `2024-${isChampion ? '03' : '01'}-${String(1 + ((c + at) % 28)).padStart(2, '0')}`,
        lines: [createLine(`Cup ${(Math.floor(c / 6) * 5 + c + at) % 12}`, 5)],
      }));
    }).flat();
    const [champions] = analyseRfm(toColumns(orders), settings).body.segments;
    expect(champions?.name).toBe('Champions');
    expect(champions?.top_products.map(({ lift }) => lift)).toEqual([null, null, null, null, null]);
  });

  it('is named in the recommendation of its segment only', () => {
    const { segments } = withRfmInsights(analyseRfm(toColumns(createShop(20)), settings).body, settings);
    const names = segments.map(
      ({ ai_recommendation }) => /What sets them apart: (\w+)/.exec(ai_recommendation)?.[1],
    );
    expect(names.filter((name) => name !== undefined)).toEqual(['Lamp']);
  });
});

/** The products to which a report gives a lift. */
function findClaims(...shop: Parameters<typeof nullShop>): string[] {
  // A range with a start leaves out predictions, which take most of the time.
  const quick = createMbaSettings({ dateRange: { start: '2025-01-01' } });
  return analyseRfm(nullShop(...shop), quick).body.segments.flatMap(({ top_products }) =>
    top_products.filter(({ lift }) => lift !== null).map(({ product_name }) => product_name),
  );
}

describe('an RFM report on products unrelated to segments', () => {
  it.each(NULL_SHOPS)('names no distinctive product in at least 9 of 10 shops: $name', (shop) => {
    const seeds = Array.from({ length: 10 }, (_, seed) => seed + 1);
    expect(seeds.filter((seed) => findClaims(shop, createRandom(seed)).length > 0).length).toBeLessThan(2);
  });

  it.each([
    ['frequent', 3],
    ['lapsed', 4],
  ] as const)('finds a product planted among %s customers, and no other', (among, at) => {
    const [shop] = NULL_SHOPS.slice(at);
    if (shop === undefined) throw new Error('no such design');
    const claims = findClaims(shop, createRandom(1), { among, added: 0.3 });
    expect([...new Set(claims)]).toEqual([PLANTED_PRODUCT]);
  });
});
