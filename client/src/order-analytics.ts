// The client: one object for one account's key at one address. It keeps no data, and its key to itself.
import type { Order, SubmitOrdersResponse } from './contract.ts';
import { Customers } from './customers.ts';
import { Datasets } from './datasets.ts';
import { Erasures } from './erasures.ts';
import { OrderAnalyticsError } from './errors.ts';
import { newKey } from './idempotency-key.ts';
import { Imports } from './imports.ts';
import { type AppliedPush, type PushOptions, type PushResult, push, type SubmitOptions } from './push.ts';
import { Reports } from './reports.ts';
import { type CallOptions, type RetryOptions, Transport } from './transport.ts';

export interface OrderAnalyticsOptions {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  /** Begins with afn_. */
  readonly apiKey: string;
  /** The runtime's own unless told. */
  readonly fetch?: typeof fetch | undefined;
  readonly retry?: RetryOptions | undefined;
  /** How long one attempt may take; 60,000 ms unless told. */
  readonly requestTimeoutMs?: number | undefined;
}

const ORDERS_PATH = '/data/orders';

export class OrderAnalytics {
  readonly imports: Imports;
  readonly reports: Reports;
  readonly datasets: Datasets;
  readonly customers: Customers;
  readonly erasures: Erasures;
  readonly #transport: Transport;

  /** Throws a TypeError when there is no address or no key. */
  constructor({
    baseUrl,
    apiKey,
    fetch: given,
    retry = {},
    requestTimeoutMs = 60_000,
  }: OrderAnalyticsOptions) {
    if (!/^https?:\/\/./.test(baseUrl)) throw new TypeError('baseUrl: expected the address of the API');
    if (apiKey.trim() === '') throw new TypeError('apiKey: expected an API key');
    this.#transport = new Transport({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      apiKey: apiKey.trim(),
      // Looked up at each call, and called on its own object, as browsers want it.
      fetch: given ?? ((...args) => globalThis.fetch(...args)),
      retry,
      requestTimeoutMs,
    });
    this.imports = new Imports(this.#transport);
    this.reports = new Reports(this.#transport);
    this.datasets = new Datasets(this.#transport);
    this.customers = new Customers(this.#transport);
    this.erasures = new Erasures(this.#transport);
  }

  /** Pushes any number of orders, and resolves when all are accepted, or (`wait`) applied. Rejects with PushError. */
  push(
    orders: Iterable<Order> | AsyncIterable<Order>,
    options: PushOptions & { readonly wait: true },
  ): Promise<AppliedPush>;
  push(orders: Iterable<Order> | AsyncIterable<Order>, options?: PushOptions): Promise<PushResult>;
  push(orders: Iterable<Order> | AsyncIterable<Order>, options: PushOptions = {}): Promise<PushResult> {
    const submitJson = (json: string, key: string, call: CallOptions) => this.#submit(json, key, call);
    return push({ submitJson, imports: this.imports }, orders, options);
  }

  /** One request: at most 10,000 line items. For those who cut batches themselves (batchOrders) and keep count of them. */
  submit(
    orders: readonly Order[],
    { datasetId, idempotencyKey = newKey(), ...call }: SubmitOptions = {},
  ): Promise<SubmitOrdersResponse> {
    return this.#submit(JSON.stringify({ orders, dataset_id: datasetId }), idempotencyKey, call);
  }

  async #submit(json: string, key: string, call: CallOptions): Promise<SubmitOrdersResponse> {
    const accepted = await this.#transport.post<SubmitOrdersResponse>(ORDERS_PATH, json, key, call);
    // A redirected POST may have become a GET, whose answer is another one.
    if (typeof accepted.import_id === 'string') return accepted;
    throw new OrderAnalyticsError('the orders were not accepted: is this the address of the API?', {
      code: 'unexpected_response',
    });
  }
}
