// Orders as they are stored, and the end of one.
import type { ListOrdersQuery, ListOrdersResponse, StoredOrder, SubmitOrdersResponse } from '../contract.ts';
import { createList, type List } from '../list.ts';
import { type Ask, addressOf, type CallOptions, type Transport } from '../transport.ts';

const PATH = '/orders';

export type OrderSummary = ListOrdersResponse['orders'][number];

export interface OrderOptions extends CallOptions {
  /** Default: `default`. */
  readonly datasetId?: string | undefined;
}

/** By name; a line item without a name by its SKU. */
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
    const { path, query } = addressOf(PATH, orderId);
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
   * Deletes the order, as an import of one row. Resolves when that is accepted; `imports.wait` resolves when the order is
   * deleted.
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

  #delete(orderId: string, asked: Ask['query'], call: CallOptions): Promise<SubmitOrdersResponse> {
    const { path, query } = addressOf(PATH, orderId);
    return this.#transport.delete<SubmitOrdersResponse>({ ...call, path, query: { ...query, ...asked } });
  }

  /** Of a customer newest first; else in an order that stays the same. */
  list(query: ListOrdersQuery = {}, call: CallOptions = {}): List<OrderSummary, ListOrdersResponse> {
    return createList(this.#transport, PATH, query, (page: ListOrdersResponse) => page.orders, call);
  }
}
