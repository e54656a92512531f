// Finds products for a customer's next order: products bought with those of the last order more often than chance
// explains, which the customer has not bought in any order that was read.
import type {
  GetRecommendationsResponse,
  OrderAnalytics,
  OrderSummary,
} from '../../../packages/client/src/index.ts';
import { fetchRecommendations } from '../products/served-recommendations.ts';

type Recommendation = GetRecommendationsResponse['recommendations'][number];
type Call = Parameters<OrderAnalytics['recommendations']['get']>[1];
type Identifier = GetRecommendationsResponse['product_identifier'];

/** A rule whose corrected p-value is above this is not significant. */
const SIGNIFICANT = 0.05;
/** Limit of one request. */
const MOST_PRODUCTS = 20;
const ASKED = 20;
const SHOWN = 5;

/** Lists products of orders, once each: those with a positive quantity. */
export function listProducts(orders: readonly OrderSummary[], identifier: Identifier): string[] {
  const lines = orders.flatMap(({ line_items }) => line_items).filter(({ quantity }) => quantity > 0);
  return [
    ...new Set(lines.flatMap((line) => (identifier === 'sku' ? line.product_sku : line.product_name) ?? [])),
  ];
}

/** Selects the recommendations that are significant and new to the customer. */
export function selectAboveChance(
  recommendations: readonly Recommendation[],
  bought: readonly string[],
): Recommendation[] {
  return recommendations
    .filter(({ because }) => because !== null && because.p_value_corrected <= SIGNIFICANT && because.lift > 1)
    .filter(({ product }) => !bought.includes(product))
    .slice(0, SHOWN);
}

/** `orders`: newest first. Undefined if no recommendations are served. */
export async function findNextProducts(
  client: OrderAnalytics,
  datasetId: string,
  orders: readonly OrderSummary[],
  call: Call,
): Promise<Recommendation[] | undefined> {
  const newest = orders.slice(0, 1);
  const ask = (identifier: Identifier) => {
    const product = listProducts(newest, identifier).slice(0, MOST_PRODUCTS);
    return fetchRecommendations(client, { dataset_id: datasetId, product, limit: ASKED }, call);
  };
  const byName = await ask('name');
  const found = byName?.product_identifier === 'sku' ? await ask('sku') : byName;
  if (found === undefined) return undefined;
  return selectAboveChance(found.recommendations, listProducts(orders, found.product_identifier));
}
