// What the page of a customer says goes next: nothing that may be chance, and nothing that the customer has bought.
import { describe, expect, it } from 'vitest';
import type { GetRecommendationsResponse, OrderSummary } from '../../../client/src/index.ts';
import { beyondChance, productsOf } from '../../../console/customers/next-products.ts';

type Recommendation = GetRecommendationsResponse['recommendations'][number];

const recommended = (product: string, p: number, lift = 3): Recommendation => ({
  product,
  basis: 'rule',
  score: 1,
  because: { antecedents: ['Tea'], occurrences: 10, confidence: 0.5, lift, p_value_corrected: p },
  support: 0.1,
});
const order = (
  ...lines: [name: string | undefined, sku: string | undefined, quantity: number][]
): OrderSummary => ({
  order_id: '1',
  customer_id: 'ann',
  order_date: null,
  contact: null,
  line_count: lines.length,
  revenue: 0,
  line_items: lines.map(([product_name, product_sku, quantity]) => ({
    ...(product_name !== undefined && { product_name }),
    ...(product_sku !== undefined && { product_sku }),
    unit_price: 1,
    quantity,
  })),
});

describe('what goes next', () => {
  it('stands against chance, and leaves out what the customer has bought, and best sellers', () => {
    const popular: Recommendation = {
      ...recommended('Bag', 0),
      basis: 'popular',
      score: null,
      because: null,
    };
    const all = [
      recommended('Milk', 0.001),
      recommended('Cup', 0.2),
      recommended('Soap', 0.001, 0.8),
      recommended('Jam', 0.001),
      popular,
    ];
    expect(beyondChance(all, ['Jam']).map(({ product }) => product)).toEqual(['Milk']);
    expect(beyondChance([recommended('Cup', 0.2), popular], [])).toEqual([]);
  });

  it('counts what was bought, each once, by what the report identifies products by, without returns', () => {
    const orders = [
      order(['Tea', 'T1', 2], ['Cup', 'C1', -1]),
      order(['Tea', 'T2', 1], [undefined, 'S1', 1]),
    ];
    expect(productsOf(orders, 'name')).toEqual(['Tea']);
    expect(productsOf(orders, 'sku')).toEqual(['T1', 'T2', 'S1']);
  });
});
