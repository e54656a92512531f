// Recommendations: what to show beside a cart.
import type {
  GetRecommendationsQuery,
  GetRecommendationsResponse,
  ServeRecommendationsResponse,
} from '../contract.ts';
import type { CallOptions, Transport } from '../transport.ts';

export class Recommendations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** For the products of a cart, best first; without any, the best-selling products. */
  async get(
    query: GetRecommendationsQuery = {},
    call: CallOptions = {},
  ): Promise<GetRecommendationsResponse> {
    return this.#transport.read<GetRecommendationsResponse>({
      ...call,
      path: '/recommendations',
      query: { ...query },
    });
  }

  /** Serves the recommendations of another finished report, from the next request on. */
  serve(slug: string, reportId: string, call: CallOptions = {}): Promise<ServeRecommendationsResponse> {
    return this.#transport.put<ServeRecommendationsResponse>(
      `/datasets/${encodeURIComponent(slug)}/recommendations`,
      JSON.stringify({ report_id: reportId }),
      call,
    );
  }
}
