// What the customers of a list buy next: ranked as for one customer, and read from a list that was compared, cut and
// stored.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildList, createListedCustomers } from '../../../src/analysis/customer-lists/build-list.ts';
import { decodeList, encodeList } from '../../../src/analysis/customer-lists/list-file.ts';
import { compareLists, withoutRows } from '../../../src/analysis/customer-lists/select-rows.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { recommend } from '../../../src/analysis/recommendations/recommend.ts';
import { listAgain, summarizePast } from '../../../src/analysis/recommendations/recommend-to-customer.ts';
import { ServedModelBuilder } from '../../../src/analysis/recommendations/served-model.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import {
  type CustomerList,
  getCustomerIdAt,
  getNextAt,
} from '../../../src/contract/customer-lists/columns.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { createMbaSettings } from '../orders/literal-orders.ts';
import { createModel, gatherLiteral } from '../recommendations/literal-model.ts';

const DAY = 86_400_000;
type Bought = readonly [customer: string, day: number, ...products: string[]];

const lineOf = (name: string) => ({
  ...{ name, sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined },
});

function listNext(
  orders: readonly Bought[],
  sold: readonly (readonly string[])[],
  reportId = 'r',
): CustomerList {
  const model = createModel(sold);
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true, withContacts: false });
  for (const [at, [customerId, day, ...products]] of orders.entries()) {
    const header = {
      orderId: String(at).padStart(4, '0'),
      customerId,
      orderDate: day * DAY,
      contact: undefined,
    };
    builder.add(header, products.map(lineOf));
  }
  const columns = builder.build();
  const ids = createListedCustomers(columns, selectRfmCustomers(columns, createMbaSettings(), 100), model);
  const next = { reportId, products: model.products };
  return buildList({ reportType: 'RFM', ids, groups: [], figures: { group: () => 0 }, next });
}

function readNext(list: CustomerList) {
  return Object.fromEntries(
    Array.from({ length: list.head.rows }, (_, row) => [
      getCustomerIdAt(list.columns, row),
      getNextAt(list, row),
    ]),
  );
}

const SOLD = [
  ['tea', 'honey'],
  ['tea', 'honey'],
  ['tea', 'cup'],
  ['tea', 'cup'],
  ['tea', 'cup'],
  ['soap'],
  ['soap'],
  ['soap', 'brush'],
  ['soap', 'brush'],
];

describe('next products of a list', () => {
  it('are those that GET /recommendations ranks for each customer', () => {
    const product = fc.nat(13).map((at) => `product ${at}`);
    const basket = fc.uniqueArray(product, { minLength: 1, maxLength: 4 });
    const order = fc.tuple(fc.nat(2), fc.nat(40), basket);
    let compared = 0;
    fc.assert(
      fc.property(
        fc.array(basket, { minLength: 20, maxLength: 50 }),
        fc.array(order, { minLength: 1, maxLength: 40, size: 'max' }),
        (sold, drawn) => {
          // Products 10 to 13 are not in the recommendations.
          const known = sold
            .map((each) => each.filter((name) => name.length < 10))
            .filter((each) => each.length > 0);
          const orders = drawn.map(([who, day, products]): Bought => [`c${who}`, day, ...products]);
          const { products: evidence, summary } = gatherLiteral(known);
          const found = readNext(listNext(orders, known));
          for (const [customer, next] of Object.entries(found)) {
            const own = orders.filter(([who]) => who === customer);
            const past = summarizePast(
              own.map(([, day, ...names]) => ({ orderDate: day * DAY, lines: names.map(lineOf) })),
              { productIdentifier: 'name' },
            );
            if (own.length > 20) continue;
            const weights = new Map(past.picked.map((each) => [each.product, each.weightForNew]));
            const picked = evidence.filter((each) => weights.has(each.product));
            const again = listAgain(past, picked, {
              ...{ limit: 3, exclude: new Set(), accepts: () => true, now: 0 },
            });
            const fresh = recommend(past.products, picked, summary, {
              limit: 3,
              weigh: (name) => weights.get(name) ?? 0,
            });
            compared++;
            expect(next).toEqual({
              basis: picked.length === 0 ? 'best_sellers' : 'all_orders',
              again: again.map((each) => each.product),
              fresh: fresh.map((each) => each.product),
            });
          }
        },
      ),
      { numRuns: countCases(60) },
    );
    expect(compared).toBeGreaterThan(60);
  });

  it('of a long history are ranked from its latest orders, without anything bought before', () => {
    const early: Bought[] = [['ann', 1, 'brush', 'honey']];
    const late = Array.from({ length: 20 }, (_, at): Bought => ['ann', 10 + at, 'tea']);
    expect(readNext(listNext([...early, ...late], SOLD))).toEqual({
      ann: { basis: 'latest_orders', again: ['tea'], fresh: expect.not.arrayContaining(['brush', 'honey']) },
    });
    expect(readNext(listNext([...early, ...late.slice(1)], SOLD)).ann).toMatchObject({ basis: 'all_orders' });
  });

  it('of a customer without a known product are best sellers, and say so', () => {
    expect(readNext(listNext([['bob', 1, 'lamp']], SOLD)).bob).toEqual({
      basis: 'best_sellers',
      again: [],
      fresh: ['tea', 'soap', 'cup'],
    });
  });

  it('stay with their customers when a list is stored, compared and cut, and leave with former customers', () => {
    const now = listNext(
      [
        ['ann', 1, 'tea'],
        ['bob', 2, 'soap'],
        ['cid', 3, 'cup'],
      ],
      SOLD,
      'newer',
    );
    const earlier = listNext(
      [
        ['dan', 1, 'honey'],
        ['bob', 2, 'tea'],
      ],
      [['honey', 'tea'], ['honey']],
      'older',
    );
    const compared = compareLists(decodeList(encodeList(now)), earlier, 'older');
    expect(compared.head.next?.reportId).toBe('newer');
    expect(readNext(compared)).toEqual({ ...readNext(now), dan: undefined });
    const [first = ''] = Object.keys(readNext(compared));
    const { [first]: _, ...others } = readNext(compared);
    expect(readNext(withoutRows(compared, Uint32Array.of(0)))).toEqual(others);
  });
});

it('recommendations of which a product is missing are refused', () => {
  const { products, summary } = gatherLiteral(SOLD);
  const builder = new ServedModelBuilder();
  for (const product of products.slice(1)) builder.add(product);
  expect(() => builder.end(summary)).toThrow('no evidence of');
});
