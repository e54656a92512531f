// Fetches recommendations beside a cart: current ones, those of a report, and of either only products with the typed
// values.
import {
  type GetRecommendationsQuery,
  type GetRecommendationsResponse,
  type OrderAnalytics,
  OrderAnalyticsError,
} from '../../../packages/client/src/index.ts';

/** Undefined if there are none. */
export async function fetchRecommendations(
  client: OrderAnalytics,
  query: GetRecommendationsQuery,
  call: Parameters<OrderAnalytics['recommendations']['get']>[1],
): Promise<GetRecommendationsResponse | undefined> {
  try {
    return await client.recommendations.get(query, call);
  } catch (error) {
    if (error instanceof OrderAnalyticsError && error.status === 404) return undefined;
    throw error;
  }
}

/** Typed values by field; an empty value matches any. */
export type TypedValues = Readonly<Record<string, string>>;

interface ServedFilter {
  readonly parameters: Readonly<Record<`custom:${string}`, readonly string[]>>;
  /** Fields that these recommendations can't be filtered by: the service would refuse them. */
  readonly missing: readonly string[];
}

export function toFilter(typed: TypedValues, served: readonly string[]): ServedFilter {
  const asked = Object.entries(typed).filter(([, value]) => value.trim() !== '');
  return {
    parameters: Object.fromEntries(
      asked
        .filter(([field]) => served.includes(field))
        .map(([field, value]) => [`custom:${field}` as const, [value.trim()]] as const),
    ),
    missing: asked.flatMap(([field]) => (served.includes(field) ? [] : [field])),
  };
}

/** Lists every field of the answers once. */
export function listFields(...answers: readonly (GetRecommendationsResponse | undefined)[]): string[] {
  return [...new Set(answers.flatMap((answer) => answer?.fields ?? []))];
}
