// Product profiles of literal orders, and their file.
import { describe, expect, it } from 'vitest';
import { createOrderSequences } from '../../../src/analysis/product-profiles/order-sequences.ts';
import { createProductProfiles } from '../../../src/analysis/product-profiles/product-profiles.ts';
import {
  encodeProfileFile,
  findBlock,
  findProfile,
  INDEX_BYTES,
  ProfileFileError,
  readIndex,
} from '../../../src/analysis/product-profiles/profile-file.ts';
import type { MbaSettings } from '../../../src/contract/report-types/market-basket/settings.ts';
import { createRandom, drawBelow } from '../../../tools/harness/random/random.ts';
import {
  type ColumnsOptions,
  createLine,
  createMbaSettings,
  type LiteralOrder,
  toColumns,
} from '../orders/literal-orders.ts';

const createOrder = (id: string, customer: string, date: string, ...names: string[]): LiteralOrder => ({
  id,
  ...(customer !== '' && { customer }),
  ...(date !== '' && { date }),
  lines: names.map((name) => createLine(name)),
});

function encodeFile(
  orders: readonly LiteralOrder[],
  settings: Partial<MbaSettings> = {},
  options: ColumnsOptions = {},
): Buffer {
  const sequences = createOrderSequences(toColumns(orders, options), createMbaSettings(settings));
  return Buffer.concat([...encodeProfileFile(createProductProfiles(sequences))]);
}

/** Reads the index at the end of the file, then the product's block. */
function readProfile(file: Buffer, product: string) {
  const index = readIndex(file.subarray(-INDEX_BYTES));
  return findProfile(file.subarray(...findBlock(index, product)), product);
}

/** Twelve customers who order b after a, and 60 others whose orders are unrelated. */
const FOLLOWED = Array.from({ length: 72 }, (_, at) => [
  createOrder(`f${at}a`, `f${at}`, '2026-01-01', at < 12 ? 'a' : `q${at % 10}`),
  createOrder(`f${at}b`, `f${at}`, '2026-01-02', at < 12 ? 'b' : `q${Math.floor(at / 7)}`),
]).flat();

const SHOP = [
  createOrder('o1', 'ann', '2026-01-01', 'coffee', 'filter'),
  createOrder('o2', 'ann', '2026-02-01', 'coffee'),
  createOrder('o3', 'ann', '2026-03-01', 'milk'),
  createOrder('o4', 'bob', '2026-01-05', 'coffee'),
  createOrder('o5', 'bob', '2026-01-09', 'milk', 'coffee'),
  createOrder('o6', 'cat', '2026-01-01', 'tea'),
  createOrder('o7', 'cat', '2026-01-02', 'tea'),
  createOrder('o8', 'dan', '2026-01-02', 'tea'),
  createOrder('o9', '', '2026-01-03', 'coffee'),
];

describe('the profile of a product', () => {
  it('has the sizes of its orders and the next orders of the same customers', () => {
    const file = encodeFile(SHOP);
    expect(readIndex(file)).toMatchObject({
      sizes: { orders: 9, entries: 11, classes: [7, 2, 0, 0, 0, 0, 0, 0, 0, 0] },
      pairs: 4,
      products: 4,
    });
    expect(readProfile(file, 'coffee')).toEqual({
      product: 'coffee',
      sizes: { orders: 5, entries: 7, classes: [3, 2, 0, 0, 0, 0, 0, 0, 0, 0] },
      after: {
        orders: 3,
        same: { orders: 2, customers: 2, anywhere: 2 },
        others: [],
      },
      before: { orders: 2, same: { orders: 2, customers: 2, anywhere: 3 }, others: [] },
    });
    expect(readProfile(file, 'Coffee')).toBeUndefined();
  });

  it('lists the products that more customers ordered next than chance explains', () => {
    const file = encodeFile([...SHOP, ...FOLLOWED]);
    expect(readProfile(file, 'a')?.after.others).toEqual([
      { product: 'b', orders: 12, customers: 12, anywhere: 12 },
    ]);
    expect(readProfile(file, 'b')?.before.others).toEqual([
      { product: 'a', orders: 12, customers: 12, anywhere: 12 },
    ]);
    // Two orders are more than expected, but chance explains the difference.
    expect(readProfile(file, 'coffee')?.after.others).toEqual([]);
  });

  it('lists products in at most one of 20 shops whose orders are assigned to customers at random', () => {
    let listed = 0;
    for (let shop = 0; shop < 60; shop++) {
      const random = createRandom(shop);
      const orders = Array.from({ length: 600 }, (_, at) => {
        const size = 1 + drawBelow(random, random() < 0.1 ? 30 : 4);
        const names = new Set(Array.from({ length: size }, () => `p${Math.floor(60 * random() ** 2)}`));
        return createOrder(
          `o${at}`,
          `c${drawBelow(random, 120)}`,
          `2026-01-${10 + drawBelow(random, 19)}`,
          ...names,
        );
      });
      const profiles = createProductProfiles(createOrderSequences(toColumns(orders), createMbaSettings()));
      const beside = profiles.sold().flatMap((item) => [profiles.of(item).after, profiles.of(item).before]);
      if (beside.some(({ others }) => others.length > 0)) listed++;
    }
    expect(listed).toBeLessThanOrEqual(3);
  });

  it('does not list a product that a single customer ordered next, even repeatedly', () => {
    const habit = Array.from({ length: 8 }, (_, at) =>
      createOrder(`h${at}`, 'eve', `2026-01-${10 + at}`, at % 2 === 0 ? 'salt' : 'pepper'),
    );
    expect(readProfile(encodeFile([...SHOP, ...habit]), 'salt')?.after).toEqual({
      orders: 4,
      same: { orders: 0, customers: 0, anywhere: 3 },
      others: [],
    });
  });

  it('sorts orders of one instant by id and excludes undated orders from the sequence', () => {
    const file = encodeFile([
      createOrder('b', 'ann', '2026-01-01', 'second'),
      createOrder('a', 'ann', '2026-01-01', 'first'),
      createOrder('c', 'ann', '', 'undated'),
    ]);
    expect(readProfile(file, 'first')?.after.orders).toBe(1);
    expect(readProfile(file, 'second')).toMatchObject({ after: { orders: 0 }, before: { orders: 1 } });
    expect(readProfile(file, 'undated')).toMatchObject({
      sizes: { orders: 1 },
      after: { orders: 0 },
      before: { orders: 0 },
    });
  });

  it('covers the orders and rows that the report selects', () => {
    const conditions = [{ field: 'product_name', operator: 'not_equals', value: 'coffee' } as const];
    const filtered = encodeFile(SHOP, { conditions }, { conditions });
    expect(readProfile(filtered, 'coffee')).toBeUndefined();
    // Between filter and milk, ann bought coffee alone: the report has no such order.
    expect(readProfile(filtered, 'filter')?.after.orders).toBe(1);
    const early = encodeFile(SHOP, { dateRange: { end: '2026-01-31' } });
    expect(readIndex(early)).toMatchObject({ sizes: { orders: 7 }, pairs: 2 });
    expect(readIndex(encodeFile(SHOP, { customerScope: 'repeat' })).sizes.orders).toBe(7);
    // Customers' baskets exclude orders without a customer; orders stay separate.
    expect(readIndex(encodeFile(SHOP, { scope: 'customer' }))).toMatchObject({
      sizes: { orders: 8 },
      pairs: 4,
    });
  });

  it('covers the items of the first level, with the names that rules use', () => {
    const drinks = { customFields: { kind: 'drink' } };
    const orders: LiteralOrder[] = [
      {
        id: 'a',
        customer: 'ann',
        date: '2026-01-01',
        lines: [createLine('tea', 1, 1, drinks), createLine('milk', 1, 1, drinks)],
      },
      { id: 'b', customer: 'ann', date: '2026-01-02', lines: [createLine('soap')] },
      { id: 'c', customer: 'ann', date: '2026-01-03', lines: [createLine('tea', 1, 1, drinks)] },
    ];
    const kinds = encodeFile(orders, { productLevel: 'kind' }, { productLevel: 'kind' });
    // The order of soap has no such item: the two others follow each other.
    expect(readProfile(kinds, 'drink')).toMatchObject({
      sizes: { orders: 2, entries: 2 },
      after: { orders: 1, same: { orders: 1 } },
    });
    const both = { productLevels: ['product', 'custom:kind'] } as const;
    expect(readProfile(encodeFile(orders, both, both), 'tea')).toMatchObject({
      sizes: { orders: 2, entries: 3 },
    });
    const kindsFirst = { productLevels: ['custom:kind', 'custom:shelf'] } as const;
    expect(readProfile(encodeFile(orders, kindsFirst, kindsFirst), 'custom:kind=drink')?.sizes.orders).toBe(
      2,
    );
  });

  it('excludes the largest orders from sequences if counting them would cost too much', () => {
    const large = Array.from({ length: 30 }, (_, at) => `p${at}`);
    const sequences = createOrderSequences(
      toColumns([
        ...SHOP,
        createOrder('x', 'dan', '2026-01-03', ...large),
        createOrder('y', 'dan', '2026-01-04', ...large),
      ]),
      createMbaSettings(),
    );
    expect(createProductProfiles(sequences).totals.pairs).toBe(6);
    const limited = createProductProfiles(sequences, 100);
    expect(limited.largestOrder).toBe(29);
    expect(limited.totals.pairs).toBe(4);
    const coffee = limited.items.indexOf('coffee');
    expect(limited.of(coffee)).toEqual(
      createProductProfiles(createOrderSequences(toColumns(SHOP), createMbaSettings())).of(coffee),
    );
  });
});

describe('the file of profiles', () => {
  it('is rejected with a ProfileFileError if bytes are missing', () => {
    const file = encodeFile(SHOP);
    expect(() => readIndex(file.subarray(0, 4))).toThrow(ProfileFileError);
    expect(() => readIndex(file.subarray(0, -1))).toThrow(ProfileFileError);
    const block = file.subarray(...findBlock(readIndex(file), 'coffee'));
    expect(() => findProfile(block.subarray(1), 'coffee')).toThrow(ProfileFileError);
  });
});
