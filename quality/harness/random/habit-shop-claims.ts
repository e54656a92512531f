// What a market basket report of a shop claims: its proven rules and its recommendations, as sorted lists of products.

import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { marketBasketFinish } from '../../../src/report-types/market-basket/finish.ts';
import { marketBasketAnalysis } from '../../../src/report-types/market-basket/market-basket.ts';
import type { MbaSettings } from '../../../src/report-types/market-basket/settings.ts';
import { mbaSettingsOf } from '../../../src/report-types/market-basket/settings.ts';
import { type ShopOrder, STAND } from './habit-shops.ts';

export interface Claims {
  readonly proven: readonly (readonly string[])[];
  readonly findings: readonly (readonly string[])[];
}

/** The defaults of the API. */
const settings: MbaSettings = mbaSettingsOf(
  {
    ...{ template: undefined, dateRange: undefined, conditions: [], customerScope: 'all' },
    ...{ productIdentifier: 'name', timeZone: 'UTC', context: undefined, businessContext: undefined },
  },
  {},
);

export function claimsIn(orders: readonly ShopOrder[]): Claims {
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
  const { body } = marketBasketAnalysis.analyse(builder.build(), settings);
  const { association_rules, ai_insights } = marketBasketFinish.describe(body, null, settings);
  const sorted = (products: readonly string[]): string[] => [...products].sort();
  return {
    proven: association_rules
      .filter(({ proven }) => proven)
      .map(({ antecedents, consequents }) => sorted([...antecedents, ...consequents])),
    findings: [ai_insights?.bundles, ai_insights?.cross_sells, ai_insights?.placements].flatMap(
      (found = []) => found.map(({ products }) => sorted(products)),
    ),
  };
}
