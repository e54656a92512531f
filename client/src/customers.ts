// Customers, of whom the service knows what their orders say.
import type { Erasure } from './contract.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface DeleteCustomerOptions extends CallOptions {
  /** `default` unless told. */
  readonly datasetId?: string | undefined;
}

export class Customers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Erases a customer from a dataset, with the reports that were made of it. Resolves when that is accepted;
   * `erasures.wait` tells when it is done.
   */
  delete(customerId: string, { datasetId, ...call }: DeleteCustomerOptions = {}): Promise<Erasure> {
    const path = `/customers/${encodeURIComponent(customerId)}`;
    return this.#transport.delete<Erasure>({ ...call, path, query: { dataset_id: datasetId } });
  }
}
