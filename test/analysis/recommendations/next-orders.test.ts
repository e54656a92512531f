// Tests recommendations for customers on next orders that are planted, and on orders without any habit.
import { describe, expect, it } from 'vitest';
import { listNextOrders, type NextOrder } from '../../../src/analysis/recommendations/next-orders.ts';
import { type TimedBaskets, testScores } from '../../../src/analysis/recommendations/tested-scores.ts';
import { createRandom, drawBelow } from '../../../tools/harness/random/random.ts';
import { toBaskets } from '../mining/basket-data.ts';

const CUSTOMERS = 400;
const DAYS = 4;

/** Every customer orders on days 0, 10, 20 and 30. */
function createShop(listProducts: (customer: number, visit: number) => readonly string[]) {
  const orders = Array.from({ length: CUSTOMERS * DAYS }, (_, at) => ({
    customer: at % CUSTOMERS,
    visit: Math.floor(at / CUSTOMERS),
  }));
  return {
    ...toBaskets(orders.map(({ customer, visit }) => listProducts(customer, visit))),
    moments: Float64Array.from(orders, ({ visit }) => 10 * visit),
    customers: Int32Array.from(orders, ({ customer }) => customer),
  };
}

const testNext = (shop: ReturnType<typeof createShop>) => testScores(shop, { maxWork: 1e9 }).tested?.next;

describe('next orders', () => {
  it('are found by what each customer has bought, which best sellers do not find', () => {
    const next = testNext(createShop((customer, visit) => [`own ${customer}`, `of visit ${visit}`]));
    expect(next?.again).toMatchObject({
      customers: CUSTOMERS,
      recall: 0.5,
      differenceMargin: expect.any(Number),
    });
    expect(next?.again.popular).toBeLessThan(0.05);
    // The product of the last day was never sold before.
    expect(next?.fresh).toMatchObject({ customers: CUSTOMERS, recall: 0, popular: 0 });
  });

  it('are found no better than by best sellers where customers have no habits, in 19 of 20 shops', () => {
    let better = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const random = createRandom(seed);
      const draw = () => `product ${Math.min(drawBelow(random, 60), drawBelow(random, 60))}`;
      const next = testNext(createShop(() => [...new Set([draw(), draw(), draw()])].sort()));
      for (const list of [next?.again, next?.fresh])
        if (list !== undefined && list.recall - list.popular > list.differenceMargin) better++;
    }
    expect(better).toBeLessThanOrEqual(1);
  });

  it('are not tested with fewer than 100 customers, or without customers', () => {
    const shop = createShop((customer) => [`own ${customer}`, 'tea']);
    const customers = shop.customers.map((customer) => (customer < 99 ? customer : -1));
    expect(testNext({ ...shop, customers })).toBeUndefined();
    expect(testScores({ ...shop, customers: undefined }, { maxWork: 1e9 }).tested?.next).toBeUndefined();
  });

  it('are those of the same customers, in the same sequence, in every sequence of the baskets', () => {
    const random = createRandom(7);
    const shop = createShop((customer) => [`own ${customer % 90}`, `product ${drawBelow(random, 9)}`]);
    const spell = ({ visits, next }: NextOrder, names: readonly string[]) =>
      [...visits.map(({ products }) => products), next].map((set) =>
        Array.from(set, (at) => names[at]).sort(),
      );
    const list = (of: TimedBaskets) => listNextOrders(of, 30, 150).map((order) => spell(order, of.products));
    const listed = list(shop);
    expect(listed).toHaveLength(150);
    expect(list(reverse(shop))).toEqual(listed);
  });

  it('do not include empty baskets', () => {
    const shop = createShop((customer, visit) => (visit === 3 || customer === 0 ? [] : ['tea']));
    expect(listNextOrders(shop, 30)).toEqual([]);
    expect(listNextOrders(shop, 20)).toHaveLength(CUSTOMERS - 1);
  });
});

/** The baskets from the last to the first, and the products by other indexes. */
function reverse({ moments, customers, ...baskets }: ReturnType<typeof createShop>) {
  const { start, product, products, basketCount } = baskets;
  const listed = Array.from({ length: basketCount }, (_, at) =>
    Array.from(product.subarray(start[at], start[at + 1]), (item) => products[item] ?? ''),
  );
  const others = toBaskets(listed.reverse());
  return { ...others, moments: moments.slice().reverse(), customers: customers.slice().reverse() };
}
