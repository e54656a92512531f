// Customers: the service knows them only from their orders.
import type { Erasure } from '../contract.ts';
import { addressOf, type CallOptions, type Transport } from '../transport.ts';

export interface DeleteCustomerOptions extends CallOptions {
  /** Default: `default`. */
  readonly datasetId?: string | undefined;
}

export class Customers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Erases a customer from a dataset, with the reports on it. Resolves when the erasure is accepted;
   * `erasures.wait` resolves when it is complete.
   */
  delete(customerId: string, { datasetId, ...call }: DeleteCustomerOptions = {}): Promise<Erasure> {
    const { path, query } = addressOf('/customers', customerId);
    return this.#transport.delete<Erasure>({ ...call, path, query: { ...query, dataset_id: datasetId } });
  }
}
