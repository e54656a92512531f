// Creates shops in which no product is related to its buyers, so that any product said to set a segment apart is false.
// And shops with one planted product, which frequent or lapsed customers favour.

import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import { createLocalTime } from '../../../src/contract/settings/calendar.ts';
import { drawNormal, type Random } from './random.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const YEAR = 365;
export const PLANTED_PRODUCT = 'planted';

export interface NullShop {
  readonly name: string;
  readonly customers: number;
  readonly products: number;
  /** Exponent of popularity by rank: 0 for equally popular products. */
  readonly zipf: number;
  /** Standard deviation of log prices. */
  readonly prices: number;
  /** Draws a customer's orders in the year, at least one. */
  readonly orders: (random: Random) => number;
  readonly basketSize: (random: Random) => number;
  /** Draws the number of products that a customer always buys; undefined for a customer without such products. */
  readonly favourites?: (random: Random) => number | undefined;
}

/** Values of at least `least`, with an infinite mean at an exponent of 1 and below. */
const createPareto =
  (exponent: number, most: number) =>
  (random: Random): number =>
    Math.min(most, Math.floor((1 - random()) ** (-1 / exponent)));
const createGeometric =
  (continues: number) =>
  (random: Random): number =>
    1 + Math.floor(Math.log(1 - random()) / Math.log(continues));

export const NULL_SHOPS: readonly NullShop[] = [
  {
    name: '600 customers, few orders, 60 products',
    ...{ customers: 600, products: 60, zipf: 0.8, prices: 1 },
    ...{ orders: createGeometric(0.5), basketSize: createGeometric(0.5) },
  },
  {
    name: '1,500 customers, heavy-tailed orders, 100 products',
    ...{ customers: 1_500, products: 100, zipf: 1, prices: 0.7 },
    ...{ orders: createPareto(1.1, 150), basketSize: createGeometric(0.6) },
  },
  {
    name: '2,000 customers, heavy-tailed orders and baskets, 12 products',
    ...{ customers: 2_000, products: 12, zipf: 0.7, prices: 1 },
    ...{ orders: createPareto(1.1, 100), basketSize: createPareto(1.3, 12) },
  },
  {
    name: '1,000 customers, up to four favourites each, heavy-tailed orders',
    ...{ customers: 1_000, products: 80, zipf: 0.8, prices: 1 },
    ...{ orders: createPareto(1, 150), basketSize: createGeometric(0.4) },
    favourites: (random) => 1 + Math.floor(4 * random()),
  },
  {
    name: '1,000 customers, half of them with favourites, heavy-tailed orders, 30 products',
    ...{ customers: 1_000, products: 30, zipf: 1, prices: 1 },
    ...{ orders: createPareto(1.1, 100), basketSize: createGeometric(0.4) },
    favourites: (random) => (random() < 0.5 ? 1 + Math.floor(3 * random()) : undefined),
  },
  {
    name: '2,000 customers, most with one product, 20 products of very unequal prices',
    ...{ customers: 2_000, products: 20, zipf: 0.5, prices: 1.5 },
    ...{ orders: createGeometric(0.3), basketSize: createGeometric(0.2) },
  },
];

/** Customers who add the planted product to an order with this probability. */
export interface Planted {
  readonly among: 'frequent' | 'lapsed';
  readonly added: number;
}

/** Creates orders on random days, the customers' first and last among them. */
export function nullShop(shop: NullShop, random: Random, planted?: Planted): OrderColumns {
  const names = Array.from({ length: shop.products }, (_, at) => `p${at}`);
  const prices = names.map(() =>
    Math.max(0.01, Number((10 * Math.exp(shop.prices * drawNormal(random))).toFixed(2))),
  );
  const upTo: number[] = [];
  for (let at = 0; at < names.length; at++) upTo.push((upTo.at(-1) ?? 0) + (at + 1) ** -shop.zipf);
  const pick = (): number => {
    const at = random() * (upTo.at(-1) ?? 0);
    return upTo.findIndex((sum) => at < sum);
  };
  const pickSome = (size: number): number[] => {
    const held = new Set<number>();
    while (held.size < Math.min(size, names.length)) held.add(pick());
    return [...held];
  };
  const builder = createColumnsBuilder({
    productIdentifier: 'name',
    keep: compileConditions([]),
    localTime: createLocalTime('UTC'),
  });
  let order = 0;
  for (let customer = 0; customer < shop.customers; customer++) {
    const orders = shop.orders(random);
    const [from, to] = [random() * YEAR, random() * YEAR].sort((a, b) => a - b) as [number, number];
    const favourites = shop.favourites?.(random);
    const own = favourites === undefined ? undefined : pickSome(favourites);
    const isPlanted = planted !== undefined && (planted.among === 'frequent' ? orders >= 5 : to < YEAR / 2);
    for (let one = 0; one < orders; one++) {
      const size = shop.basketSize(random);
      const held = own === undefined ? pickSome(size) : [own[Math.floor(random() * own.length)] ?? 0];
      const lines = held.map((at) =>
        createLine(names[at] ?? '', prices[at] ?? 1, 1 + Math.floor(2 * random())),
      );
      if (planted !== undefined && random() < 0.02 + (isPlanted ? planted.added : 0))
        lines.push(createLine(PLANTED_PRODUCT, 15, 1));
      const header = {
        orderId: String(order++).padStart(8, '0'),
        customerId: `c${customer}`,
        orderDate: Math.floor(START + DAY * (from + random() * (to - from))),
      };
      if (builder.takes(header)) builder.add(header, lines);
    }
  }
  return builder.build();
}

function createLine(name: string, unitPrice: number, quantity: number) {
  return { name, sku: undefined, unitPrice, quantity, customFields: undefined };
}
