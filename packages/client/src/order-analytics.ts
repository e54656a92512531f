// The client: one object per API key and address. It stores no data and never exposes its key.
import type { GetUsageResponse, Order, SubmitOrdersResponse } from './contract.ts';
import { OrderAnalyticsError } from './errors.ts';
import { createKey } from './idempotency-key.ts';
import { Schedules, Sources } from './managed.ts';
import {
  type AppliedPush,
  type PushOptions,
  type PushResult,
  push,
  type SubmitCall,
  type SubmitOptions,
} from './pushing/push.ts';
import { Audiences } from './resources/audiences.ts';
import { Datasets, Recommendations } from './resources/datasets.ts';
import { Endpoints, Receivers } from './resources/endpoints.ts';
import { Customers, Erasures } from './resources/erasures.ts';
import { Keys } from './resources/keys.ts';
import { Imports, Orders } from './resources/orders.ts';
import { Reports } from './resources/reports.ts';
import { type CallOptions, type RetryOptions, Transport } from './transport.ts';

export interface OrderAnalyticsOptions {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  /** Starts with afn_. */
  readonly apiKey: string;
  /** Default: the runtime's fetch. */
  readonly fetch?: typeof fetch | undefined;
  readonly retry?: RetryOptions | undefined;
  /** Time limit of one attempt. Default: 60,000 ms. */
  readonly requestTimeoutMs?: number | undefined;
  /** Share of the account's rate limit that this client uses, 0 to 1. Default: 1. */
  readonly shareOfLimit?: number | undefined;
}

const ORDERS_PATH = '/data/orders';

export class OrderAnalytics {
  readonly imports: Imports;
  readonly orders: Orders;
  readonly reports: Reports;
  readonly datasets: Datasets;
  readonly customers: Customers;
  readonly erasures: Erasures;
  readonly schedules: Schedules;
  readonly audiences: Audiences;
  readonly sources: Sources;
  readonly keys: Keys;
  readonly recommendations: Recommendations;
  readonly webhooks: Receivers;
  readonly endpoints: Endpoints;
  readonly #transport: Transport;

  /** Throws a TypeError without an address or a key. */
  constructor({
    baseUrl,
    apiKey,
    fetch: given,
    retry = {},
    requestTimeoutMs = 60_000,
    shareOfLimit = 1,
  }: OrderAnalyticsOptions) {
    if (!/^https?:\/\/./.test(baseUrl)) throw new TypeError('baseUrl: expected the address of the API');
    if (apiKey.trim() === '') throw new TypeError('apiKey: expected an API key');
    this.#transport = new Transport({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      apiKey: apiKey.trim(),
      // Looked up at each call and called on globalThis, as browsers require.
      fetch: given ?? ((...args) => globalThis.fetch(...args)),
      retry,
      requestTimeoutMs,
      shareOfLimit,
    });
    this.imports = new Imports(this.#transport);
    this.orders = new Orders(this.#transport);
    this.reports = new Reports(this.#transport);
    this.datasets = new Datasets(this.#transport);
    this.customers = new Customers(this.#transport);
    this.erasures = new Erasures(this.#transport);
    this.schedules = new Schedules(this.#transport);
    this.audiences = new Audiences(this.#transport);
    this.sources = new Sources(this.#transport);
    this.keys = new Keys(this.#transport);
    this.recommendations = new Recommendations(this.#transport);
    this.webhooks = new Receivers(this.#transport);
    this.endpoints = new Endpoints(this.#transport);
  }

  /** Pushes any number of orders, and resolves when all are accepted, or (`wait`) applied. Rejects with PushError. */
  push(
    orders: Iterable<Order> | AsyncIterable<Order>,
    options: PushOptions & { readonly wait: true },
  ): Promise<AppliedPush>;
  push(orders: Iterable<Order> | AsyncIterable<Order>, options?: PushOptions): Promise<PushResult>;
  push(orders: Iterable<Order> | AsyncIterable<Order>, options: PushOptions = {}): Promise<PushResult> {
    const submitJson = (json: string, key: string, call: SubmitCall) => this.#submit(json, key, call);
    return push({ submitJson, imports: this.imports }, orders, options);
  }

  /** Gets the usage of the account, beside its limits. */
  usage(call: CallOptions = {}): Promise<GetUsageResponse> {
    return this.#transport.read<GetUsageResponse>({ ...call, path: '/usage' });
  }

  /** One request of at most 10,000 line items, for callers that cut and track batches themselves (batchOrders). */
  submit(
    orders: readonly Order[],
    { datasetId, mode, sourceSummary, idempotencyKey = createKey(), ...call }: SubmitOptions = {},
  ): Promise<SubmitOrdersResponse> {
    const json = JSON.stringify({ orders, dataset_id: datasetId, mode, source_summary: sourceSummary });
    return this.#submit(json, idempotencyKey, call);
  }

  async #submit(
    json: string,
    key: string,
    { handling = 'strict', ...call }: SubmitCall,
  ): Promise<SubmitOrdersResponse> {
    const headers = { Prefer: `handling=${handling}` };
    const accepted = await this.#transport.post<SubmitOrdersResponse>(ORDERS_PATH, json, key, {
      ...call,
      headers,
    });
    // A redirect may turn a POST into a GET, which returns something else.
    if (typeof accepted.import_id === 'string') return accepted;
    throw new OrderAnalyticsError('the orders were not accepted: is this the address of the API?', {
      code: 'unexpected_response',
    });
  }
}
