// Finds products for a customer's next order: those that the customer buys again, and new ones that are bought with the
// former more often than chance explains.
import type { GetRecommendationsResponse, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { fetchRecommendations } from '../products/served-recommendations.ts';

type Recommendation = GetRecommendationsResponse['recommendations'][number];
type Call = Parameters<OrderAnalytics['recommendations']['get']>[1];

/** A rule whose corrected p-value is above this is not significant. */
const SIGNIFICANT = 0.05;
const ASKED = 20;
const SHOWN = 5;

export interface NextProducts {
  readonly again: NonNullable<GetRecommendationsResponse['again']>;
  readonly fresh: readonly Recommendation[];
}

/** Selects the first recommendations that are significant. */
export function selectAboveChance(recommendations: readonly Recommendation[]): Recommendation[] {
  return recommendations
    .filter(({ because }) => because !== null && because.p_value_corrected <= SIGNIFICANT && because.lift > 1)
    .slice(0, SHOWN);
}

/** Undefined if no recommendations are served. */
export async function findNextProducts(
  client: OrderAnalytics,
  dataset_id: string,
  customer: string,
  call: Call,
): Promise<NextProducts | undefined> {
  const found = await fetchRecommendations(client, { dataset_id, customer, limit: ASKED }, call);
  if (found === undefined) return undefined;
  const { again = [], recommendations } = found;
  return { again: again.slice(0, SHOWN), fresh: selectAboveChance(recommendations) };
}
