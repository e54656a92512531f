// Datasets: where orders were pushed to.
import type { Dataset, ListDatasetsQuery, ListDatasetsResponse } from './contract.ts';
import { createList, type List } from './list.ts';
import type { CallOptions, Transport } from './transport.ts';

export class Datasets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
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
