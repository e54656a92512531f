// Datasets: where orders were pushed to.
import type { Dataset, Erasure, ListDatasetsQuery, ListDatasetsResponse } from './contract.ts';
import { createList, type List } from './list.ts';
import type { CallOptions, Transport } from './transport.ts';

export class Datasets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Erases the dataset with everything that was made of it. Resolves when that is accepted; `erasures.wait` tells when
   * it is done.
   */
  delete(slug: string, call: CallOptions = {}): Promise<Erasure> {
    return this.#transport.delete<Erasure>({ ...call, path: `/datasets/${encodeURIComponent(slug)}` });
  }

  /** By slug. `default` is always among them. */
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
