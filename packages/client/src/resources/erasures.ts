// Erasures of datasets and customers, in progress and completed.
import type { Erasure, ListErasuresQuery, ListErasuresResponse } from '../contract.ts';
import { type CallOptions, createList, type List, type Transport, toAddress } from '../transport.ts';
import { toHoldOptions, untilFinished, type WaitOptions } from '../until-finished.ts';
import type { ReadOptions } from './orders.ts';

const PATH = '/erasures';

export interface WaitForErasureOptions extends WaitOptions {
  /** Called from time to time with the job while it is in progress. */
  readonly onProgress?: ((job: Erasure) => void) | undefined;
}

export class Erasures {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(erasureId: string, { waitSeconds = 0, ...call }: ReadOptions = {}): Promise<Erasure> {
    const read = { path: toPath(erasureId), ...toHoldOptions(waitSeconds, undefined), ...call };
    return this.#transport.read<Erasure>(read);
  }

  /** Newest first. */
  list(query: ListErasuresQuery = {}, call: CallOptions = {}): List<Erasure, ListErasuresResponse> {
    return createList(this.#transport, PATH, query, (page: ListErasuresResponse) => page.erasures, call);
  }

  /** Resolves when everything is erased. */
  wait(erasureId: string, { onProgress, ...options }: WaitForErasureOptions = {}): Promise<Erasure> {
    const pickFinished = (job: Erasure): Erasure | undefined => {
      if (job.status === 'completed') return job;
      onProgress?.(job);
      return undefined;
    };
    const read = {
      id: erasureId,
      path: toPath(erasureId),
      finished: pickFinished,
      showsProgress: onProgress !== undefined,
    };
    return untilFinished(this.#transport, read, options);
  }
}

function toPath(erasureId: string): string {
  return `${PATH}/${encodeURIComponent(erasureId)}`;
}

// Customers exist only through their orders.

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
    const { path, query } = toAddress('/customers', customerId);
    return this.#transport.delete<Erasure>({ ...call, path, query: { ...query, dataset_id: datasetId } });
  }
}
