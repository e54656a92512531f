// Creates shops in which no two products belong together although orders look so: customers repeat themselves, or
// products have seasons. Each design exists also with a planted pair that must be found. Seeded: the same orders on
// every machine.

import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { marketBasketFinish } from '../../../src/analysis/report-types/market-basket/finish.ts';
import { marketBasketAnalysis } from '../../../src/analysis/report-types/market-basket/market-basket.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import {
  type MbaSettings,
  resolveMbaSettings,
} from '../../../src/contract/report-types/market-basket/settings.ts';
import type { Random } from './random.ts';

export interface ShopOrder {
  readonly customer: string | undefined;
  /** Day of the year, from 0. */
  readonly day: number;
  readonly products: readonly string[];
}

export interface ShopDesign {
  readonly name: string;
  draw(random: Random): ShopOrder[];
}

const PRODUCTS = 60;
const DAYS = 364;
/** The planted pair of every such shop: a product, and the one that it follows. */
export const PLANTED = { follows: 'planted', antecedent: 'p3' };
/** An expensive product that is in orders by chance alone. */
export const STAND = 'castle stand';

const toName = (at: number): string => `p${at}`;

function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Some products are far more popular than others. */
function drawPopular(random: Random): number {
  return Math.min(PRODUCTS - 1, Math.floor(PRODUCTS ** random() - 1 + random()));
}

interface Habits {
  readonly customers: number;
  /** Standard deviation of the logarithm of a customer's number of orders. */
  readonly spread: number;
  readonly favourites: number;
  /** Chance that an order holds a favourite, and how many other products it has on average. */
  readonly loyalty: number;
  readonly others: number;
}

/** Draws shops whose customers have favourites, independent of each other. */
function drawHabitual(
  random: Random,
  { customers, spread, favourites, loyalty, others }: Habits,
): ShopOrder[] {
  return Array.from({ length: customers }, (_, at) => {
    const own = new Set<number>();
    while (own.size < favourites) own.add(drawPopular(random));
    const orders = Math.max(1, Math.round(Math.exp(0.7 + spread * drawNormal(random))));
    return Array.from({ length: orders }, () => {
      const products = new Set([...own].filter(() => random() < loyalty));
      for (let more = Math.floor(-Math.log(1 - random()) * others); more > 0; more--)
        products.add(drawPopular(random));
      return {
        customer: `c${at}`,
        day: Math.floor(random() * DAYS),
        products: [...products].map(toName),
      };
    });
  })
    .flat()
    .filter(({ products }) => products.length > 0);
}

/** `weightOf`: how much a product is bought on a day, beside its popularity. */
function drawSeasonal(random: Random, orders: number, weightOf: (product: number, day: number) => number) {
  return Array.from({ length: orders }, (): ShopOrder => {
    const day = Math.floor(random() * DAYS);
    const products = Array.from({ length: PRODUCTS }, (_, at) => at).filter(
      (at) => random() < (0.2 * weightOf(at, day)) / (1 + at / 12),
    );
    return { customer: `c${Math.floor(random() * 900)}`, day, products: products.map(toName) };
  }).filter(({ products }) => products.length > 0);
}

const HABITS: Habits = { customers: 400, spread: 1, favourites: 5, loyalty: 0.6, others: 1.5 };

export const HABIT_NULL_SHOPS: readonly ShopDesign[] = [
  { name: 'personal favourites', draw: (random) => drawHabitual(random, HABITS) },
  {
    name: 'personal favourites, some customers order far more often',
    draw: (random) => drawHabitual(random, { ...HABITS, spread: 1.5 }),
  },
  {
    name: 'three favourites in nearly every order',
    draw: (random) => drawHabitual(random, { ...HABITS, spread: 1.2, favourites: 3, loyalty: 0.9 }),
  },
  {
    name: 'one customer orders toner and paper 60 times',
    draw: (random) => [
      ...drawHabitual(random, {
        ...HABITS,
        customers: 500,
        spread: 0.6,
        favourites: 1,
        loyalty: 0.3,
        others: 2,
      }),
      ...Array.from({ length: 60 }, (_, at) => ({
        ...{ customer: 'regular', day: 6 * at },
        products: ['toner', 'paper'],
      })),
    ],
  },
  {
    name: 'products of one half of the year',
    draw: (random) =>
      drawSeasonal(random, 2_000, (at, day) =>
        at % 3 === 2 || at % 3 === Math.floor((2 * day) / DAYS) ? 1 : 0,
      ),
  },
  {
    name: 'products with a yearly cycle',
    draw: (random) => {
      const peaks = Array.from({ length: PRODUCTS }, () => random() * DAYS);
      return drawSeasonal(random, 3_000, (at, day) =>
        Math.max(0, 1 + 1.5 * Math.cos((2 * Math.PI * (day - (peaks[at] ?? 0))) / DAYS)),
      );
    },
  },
  {
    name: 'three of ten orders under the id of all walk-in customers',
    draw: (random) =>
      drawHabitual(random, HABITS).map((order) =>
        random() < 0.3 ? { ...order, customer: 'walk-in' } : order,
      ),
  },
  {
    name: 'guests, sizes skewed',
    draw: (random) =>
      drawHabitual(random, {
        ...HABITS,
        customers: 1_500,
        spread: 0,
        favourites: 1,
        loyalty: 0,
        others: 3,
      }).map((order) => ({ ...order, customer: undefined })),
  },
];

/**
 * Adds the planted product to four of ten orders with its antecedent, and a castle stand to one of six orders at
 * random.
 */
export function withPlanted(random: Random, orders: readonly ShopOrder[]): ShopOrder[] {
  return orders.map((order) => ({
    ...order,
    products: [
      ...order.products,
      ...(order.products.includes(PLANTED.antecedent) && random() < 0.4 ? [PLANTED.follows] : []),
      ...(random() < 1 / 6 ? [STAND] : []),
    ],
  }));
}

// Claims of a market basket report of a shop: its proven rules and its recommendations, as sorted lists of products.
export interface ShopClaims {
  readonly proven: readonly (readonly string[])[];
  readonly findings: readonly (readonly string[])[];
}

/** The defaults of the API. */
const settings: MbaSettings = resolveMbaSettings(
  {
    ...{ template: undefined, dateRange: undefined, conditions: [], customerScope: 'all' },
    ...{ productIdentifier: 'name', timeZone: 'UTC', context: undefined, businessContext: undefined },
  },
  {},
);

export function findClaims(orders: readonly ShopOrder[]): ShopClaims {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (const [at, { customer, day, products }] of orders.entries()) {
    builder.add(
      { orderId: `o${at}`, customerId: customer, orderDate: Date.UTC(2025, 0, 1 + day) },
      products.map((name) => ({
        name,
        sku: undefined,
        unitPrice: name === STAND ? 90 : 5,
        quantity: 1,
        customFields: undefined,
      })),
    );
  }
  const { body } = analyseOrders(marketBasketAnalysis, builder.build(), settings);
  const { association_rules, ai_insights } = marketBasketFinish.describe(body, null, settings);
  const sortNames = (products: readonly string[]): string[] => [...products].sort();
  return {
    proven: association_rules
      .filter(({ proven }) => proven)
      .map(({ antecedents, consequents }) => sortNames([...antecedents, ...consequents])),
    findings: [ai_insights?.bundles, ai_insights?.cross_sells, ai_insights?.placements].flatMap(
      (found = []) => found.map(({ products }) => sortNames(products)),
    ),
  };
}
