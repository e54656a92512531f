// Datasets: what orders are pushed to.
import type { Dataset, Erasure, ListDatasetsQuery, ListDatasetsResponse } from './contract.ts';
import { createList, type List } from './list.ts';
import type { CallOptions, Transport } from './transport.ts';

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
