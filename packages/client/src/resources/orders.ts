// Orders as they are stored, and the end of one.
import type {
  ImportJob,
  ListImportsQuery,
  ListImportsResponse,
  ListOrdersQuery,
  ListOrdersResponse,
  StoredOrder,
  SubmitOrdersResponse,
} from '../contract.ts';
import {
  type ApiRequest,
  type CallOptions,
  createList,
  type List,
  type Transport,
  toAddress,
} from '../transport.ts';
import { toHoldOptions, untilFinished, type WaitOptions } from '../until-finished.ts';

const PATH = '/orders';

export type OrderSummary = ListOrdersResponse['orders'][number];

export interface OrderOptions extends CallOptions {
  /** Default: `default`. */
  readonly datasetId?: string | undefined;
}

/** Identified by name; a line item without a name by its SKU. */
export type LineOfOrder =
  | { readonly productName: string; readonly productSku?: undefined }
  | { readonly productSku: string; readonly productName?: undefined };

export class Orders {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The order with all its line items, however many pages they are on. */
  async get(orderId: string, { datasetId, ...call }: OrderOptions = {}): Promise<StoredOrder> {
    const { path, query } = toAddress(PATH, orderId);
    const read = (cursor?: string): Promise<StoredOrder> =>
      this.#transport.read<StoredOrder>({
        ...call,
        path,
        query: { ...query, dataset_id: datasetId, cursor },
      });
    const { next_cursor, ...order } = await read();
    const line_items = [...order.line_items];
    for (let cursor = next_cursor; cursor !== undefined; ) {
      const page = await read(cursor);
      line_items.push(...page.line_items);
      cursor = page.next_cursor;
    }
    return { ...order, line_items, has_more: false };
  }

  /**
   * Deletes the order, as an import of one row. Resolves when that is accepted; `imports.wait` resolves when the order
   * is deleted.
   */
  delete(orderId: string, { datasetId, ...call }: OrderOptions = {}): Promise<SubmitOrdersResponse> {
    return this.#delete(orderId, { dataset_id: datasetId }, call);
  }

  /** Deletes one line item of the order, likewise. */
  deleteLine(
    orderId: string,
    { productName, productSku }: LineOfOrder,
    { datasetId, ...call }: OrderOptions = {},
  ): Promise<SubmitOrdersResponse> {
    const query = { dataset_id: datasetId, product_name: productName, product_sku: productSku };
    return this.#delete(orderId, query, call);
  }

  #delete(orderId: string, asked: ApiRequest['query'], call: CallOptions): Promise<SubmitOrdersResponse> {
    const { path, query } = toAddress(PATH, orderId);
    return this.#transport.delete<SubmitOrdersResponse>({ ...call, path, query: { ...query, ...asked } });
  }

  /** Lists a customer's orders newest first; all others in an order that stays the same. */
  list(query: ListOrdersQuery = {}, call: CallOptions = {}): List<OrderSummary, ListOrdersResponse> {
    return createList(this.#transport, PATH, query, (page: ListOrdersResponse) => page.orders, call);
  }
}

// Import jobs: the outcome of pushed orders.

const IMPORTS_PATH = '/data/orders';

export interface ReadOptions extends CallOptions {
  /** The service holds the read until the import is complete, at most this many seconds (up to 20). */
  readonly waitSeconds?: number | undefined;
}

export interface WaitForImportOptions extends WaitOptions {
  /** Called from time to time with the job while it is in progress. */
  readonly onProgress?: ((job: ImportJob) => void) | undefined;
}

export class Imports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(importId: string, { waitSeconds = 0, ...call }: ReadOptions = {}): Promise<ImportJob> {
    const read = {
      path: IMPORTS_PATH,
      query: { import_id: importId },
      ...toHoldOptions(waitSeconds, undefined),
      ...call,
    };
    return this.#transport.read<ImportJob>(read);
  }

  /** Newest first. */
  list(query: ListImportsQuery = {}, call: CallOptions = {}): List<ImportJob, ListImportsResponse> {
    return createList(
      this.#transport,
      IMPORTS_PATH,
      query,
      (page: ListImportsResponse) => page.imports,
      call,
    );
  }

  /** Resolves when all rows are applied or counted as failed: see `status` and `rows`. */
  wait(importId: string, { onProgress, ...options }: WaitForImportOptions = {}): Promise<ImportJob> {
    const pickFinished = (job: ImportJob): ImportJob | undefined => {
      if (job.status === 'completed' || job.status === 'failed') return job;
      onProgress?.(job);
      return undefined;
    };
    const hasProgress = onProgress !== undefined;
    const read = {
      id: importId,
      path: IMPORTS_PATH,
      query: { import_id: importId },
      finished: pickFinished,
      showsProgress: hasProgress,
    };
    return untilFinished(this.#transport, read, options);
  }
}
