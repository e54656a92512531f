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

  /** The report that they come from. */
  served(slug: string, call: CallOptions = {}): Promise<ServeRecommendationsResponse> {
    return this.#transport.read<ServeRecommendationsResponse>({ ...call, path: pathOf(slug) });
  }

  /** Shows none until another report is served. Resolves to the one that was. */
  stop(slug: string, call: CallOptions = {}): Promise<ServeRecommendationsResponse> {
    return this.#transport.delete<ServeRecommendationsResponse>({ ...call, path: pathOf(slug) });
  }

  /** Serves the recommendations of another finished report, from the next request on. */
  serve(slug: string, reportId: string, call: CallOptions = {}): Promise<ServeRecommendationsResponse> {
    return this.#transport.put<ServeRecommendationsResponse>(
      pathOf(slug),
      JSON.stringify({ report_id: reportId }),
      call,
    );
  }
}

function pathOf(slug: string): string {
  return `/datasets/${encodeURIComponent(slug)}/recommendations`;
}
