// Creates orders of a tea shop for pictures: a year, the same at every run, with products that go together, and
// customers who buy often, rarely, recently or no longer.
import type { Order } from '../../../../packages/client/src/index.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';

/** Products that are often bought together, each with its price and the share of its kind's baskets that have it. */
const KINDS = [
  createKind(0.34, [
    ['Earl Grey', 8.5, 0.92],
    ['Milk jug', 14, 0.5],
    ['Rock sugar', 4.2, 0.42],
    ['Shortbread', 5.9, 0.3],
  ]),
  createKind(0.22, [
    ['Sencha', 11.5, 0.92],
    ['Kyusu teapot', 49, 0.4],
    ['Tea bowl', 18, 0.42],
    ['Rice crackers', 4.5, 0.3],
  ]),
  createKind(0.16, [
    ['Matcha', 24, 0.92],
    ['Bamboo whisk', 19, 0.5],
    ['Tea bowl', 18, 0.42],
    ['Matcha sieve', 9, 0.3],
  ]),
  createKind(0.16, [
    ['Chai masala', 9.5, 0.92],
    ['Milk frother', 22, 0.35],
    ['Rock sugar', 4.2, 0.42],
    ['Tall glass', 7, 0.3],
  ]),
  createKind(0.12, [
    ['Rooibos', 7.5, 0.92],
    ['Honey', 6.8, 0.5],
    ['Tall glass', 7, 0.3],
    ['Gift box', 3.5, 0.3],
  ]),
];

function createKind(
  share: number,
  products: readonly (readonly [name: string, price: number, share: number])[],
) {
  return { share, products };
}

const CUSTOMERS = 320;
const DAYS = 360;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2025-07-01T10:00:00Z');

export function* createPictureOrders(): Iterable<Order> {
  const random = createRandom(20_260_401);
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const start = Math.floor(random() ** 0.7 * DAYS);
    const orders = 1 + Math.floor(9 * random() ** 3);
    const pause = 14 + 60 * random();
    for (let at = 0; at < orders; at++) {
      const day = Math.floor(start + at * pause * (0.6 + 0.8 * random()));
      if (day >= DAYS) break;
      yield {
        order_id: `T-${customer}-${at}`,
        customer_id: `customer-${String(customer + 1).padStart(3, '0')}@example.com`,
        order_date: new Date(FIRST_DAY + day * DAY_MS).toISOString(),
        line_items: fillBasket(random).map(([product_name, unit_price]) => ({
          product_name,
          unit_price,
          quantity: 1 + Math.floor(2.4 * random() ** 2),
        })),
      };
    }
  }
}

function fillBasket(random: () => number): [name: string, price: number][] {
  const chosen = new Map<string, number>();
  const kinds = random() < 0.25 ? 2 : 1;
  for (let i = 0; i < kinds; i++) {
    for (const [name, price, share] of chooseKind(random()).products)
      if (random() < share) chosen.set(name, price);
  }
  return chosen.size > 0 ? [...chosen] : [['Earl Grey', 8.5]];
}

/** `place`: from 0 to 1, of which each kind takes its share. */
function chooseKind(place: number): ReturnType<typeof createKind> {
  let end = 0;
  for (const one of KINDS) {
    end += one.share;
    if (place < end) return one;
  }
  return createKind(1, [['Earl Grey', 8.5, 1]]);
}
