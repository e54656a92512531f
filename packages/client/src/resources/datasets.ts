// Datasets: what orders are pushed to.
import type {
  ChangeDatasetRequest,
  Dataset,
  Erasure,
  GetRecommendationsQuery,
  GetRecommendationsResponse,
  ListDatasetsQuery,
  ListDatasetsResponse,
  MergeList,
  ServeRecommendationsResponse,
  StoredMergeList,
  UpdateDatasetRequest,
} from '../contract.ts';
import { type CallOptions, createList, type List, type Transport } from '../transport.ts';
import { OrderExports } from './exports.ts';

export class Datasets {
  readonly #transport: Transport;
  /** Exports of a dataset's orders. */
  readonly exports: OrderExports;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.exports = new OrderExports(transport);
  }

  /**
   * Erases the dataset and its reports. Resolves when the erasure is accepted; `erasures.wait` resolves when
   * it is complete.
   */
  delete(slug: string, call: CallOptions = {}): Promise<Erasure> {
    return this.#transport.delete<Erasure>({ ...call, path: `/datasets/${encodeURIComponent(slug)}` });
  }

  get(slug: string, call: CallOptions = {}): Promise<Dataset> {
    return this.#transport.read<Dataset>({ ...call, path: `/datasets/${encodeURIComponent(slug)}` });
  }

  /** Changes what is given; null resets a setting to its default. */
  change(slug: string, changes: ChangeDatasetRequest, call: CallOptions = {}): Promise<Dataset> {
    return this.#transport.patch<Dataset>(
      `/datasets/${encodeURIComponent(slug)}`,
      JSON.stringify(changes),
      call,
    );
  }

  /** Replaces all settings of the dataset: what is missing gets its default. Creates a dataset that does not exist. */
  update(slug: string, settings: UpdateDatasetRequest, call: CallOptions = {}): Promise<Dataset> {
    return this.#transport.put<Dataset>(
      `/datasets/${encodeURIComponent(slug)}`,
      JSON.stringify(settings),
      call,
    );
  }

  /** Customer ids that are one person, and ids that no rule may join. */
  merges(slug: string, call: CallOptions = {}): Promise<StoredMergeList> {
    return this.#transport.read<StoredMergeList>({ ...call, path: toMergesPath(slug) });
  }

  /** Replaces the merge list; an empty one joins nobody. */
  replaceMerges(slug: string, list: MergeList, call: CallOptions = {}): Promise<StoredMergeList> {
    return this.#transport.put<StoredMergeList>(toMergesPath(slug), JSON.stringify(list), call);
  }

  /** Ordered by slug. Always includes `default`. */
  list(query: ListDatasetsQuery = {}, call: CallOptions = {}): List<Dataset, ListDatasetsResponse> {
    return createList(
      this.#transport,
      '/datasets',
      query,
      (page: ListDatasetsResponse) => page.datasets,
      call,
    );
  }
}

function toMergesPath(slug: string): string {
  return `/datasets/${encodeURIComponent(slug)}/merges`;
}

// Recommendations: what to show beside a cart.

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
    return this.#transport.read<ServeRecommendationsResponse>({ ...call, path: toRecommendationsPath(slug) });
  }

  /** Shows none until another report is served. Resolves to the one that was. */
  stop(slug: string, call: CallOptions = {}): Promise<ServeRecommendationsResponse> {
    return this.#transport.delete<ServeRecommendationsResponse>({
      ...call,
      path: toRecommendationsPath(slug),
    });
  }

  /** Serves the recommendations of another finished report, from the next request on. */
  serve(slug: string, reportId: string, call: CallOptions = {}): Promise<ServeRecommendationsResponse> {
    return this.#transport.put<ServeRecommendationsResponse>(
      toRecommendationsPath(slug),
      JSON.stringify({ report_id: reportId }),
      call,
    );
  }
}

function toRecommendationsPath(slug: string): string {
  return `/datasets/${encodeURIComponent(slug)}/recommendations`;
}
