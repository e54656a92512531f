// Finds products for a customer's next order: those that the customer buys again, and new ones that are bought with the
// former more often than chance explains.
import type {
  GetRecommendationsResponse,
  OrderAnalytics,
  ReportCustomer,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { getTexts } from '../app/words/language.ts';
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

type ListedNext = Pick<ReportCustomer, 'next_basis' | 'next_again' | 'next_new'>;

/** Lists at most three products for a row of the list of customers: one is new, if any is. */
export function formatNext({ next_basis, next_again, next_new }: ListedNext): string {
  const [again, fresh] = [next_again ?? [], next_new ?? []];
  const products = [...again.slice(0, 2), ...fresh, ...again.slice(2)].slice(0, 3).join(', ');
  return next_basis === 'best_sellers' ? fill(getTexts().column.nextOfAll, { products }) : products;
}
