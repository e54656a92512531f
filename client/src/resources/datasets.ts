// Datasets: what orders are pushed to.
import type {
  ChangeDatasetRequest,
  Dataset,
  Erasure,
  ListDatasetsQuery,
  ListDatasetsResponse,
  UpdateDatasetRequest,
} from '../contract.ts';
import { createList, type List } from '../list.ts';
import type { CallOptions, Transport } from '../transport.ts';

export class Datasets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
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
