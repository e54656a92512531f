// Pushes any number of orders: in batches of whole orders, a few requests in flight, reading no further ahead than
// that. However a push ends, it reports which orders were accepted, and another push can resume there.
import type { ImportJob, Order, SourceSummary, SubmitOrdersResponse } from '../contract.ts';
import { computeBatchKey, createKey } from '../idempotency-key.ts';
import type { Imports } from '../resources/orders.ts';
import type { CallOptions, Waiting } from '../transport.ts';
import { batchOrders, type OrderBatch } from './batch-orders.ts';
import { type PushCounts, PushError } from './push-error.ts';
import { sendBatches } from './send-batches.ts';

/** Handling of unknown fields of an order: refuse the request, or ignore them with a warning. */
export type UnknownFieldHandling = 'strict' | 'lenient';

/** Effect of a row on fields that it leaves out. */
export type PushMode = 'replace' | 'merge';

export interface SubmitOptions extends CallOptions {
  /** Default: `strict`. */
  readonly handling?: UnknownFieldHandling | undefined;
  /** Default: `default`. */
  readonly datasetId?: string | undefined;
  /** Effect of a row on fields that it leaves out: set their defaults, or keep their values. Default: `replace`. */
  readonly mode?: PushMode | undefined;
  /** Totals of the files that the orders are from; returned with the import. */
  readonly sourceSummary?: SourceSummary | undefined;
  /** The same key and orders within 24 hours are applied once. Default: random. */
  readonly idempotencyKey?: string | undefined;
}

export interface PushOptions {
  /** Default: `strict`, so that a misspelt field is an error. */
  readonly handling?: UnknownFieldHandling | undefined;
  readonly datasetId?: string | undefined;
  /** See `mode` of SubmitOptions. */
  readonly mode?: PushMode | undefined;
  /** Resolve when the orders are applied, not only accepted; the result then has `rows`. */
  readonly wait?: boolean | undefined;
  /** Time limit for one import to be applied. Default: 10 minutes. */
  readonly waitTimeoutMs?: number | undefined;
  /** Requests in flight. Default: 2, the most that the service recommends. */
  readonly concurrency?: number | undefined;
  /** Leading orders to skip because they were sent before: `ordersSent` of an earlier push. */
  readonly skip?: number | undefined;
  /** Names this push: within 24 hours, what was accepted under the same name is not applied again. Default: random. */
  readonly idempotencyKey?: string | undefined;
  /** Asked for each request, when its orders were read: what their files add up to so far. */
  readonly sourceSummary?: (() => SourceSummary | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PushProgress) => void) | undefined;
}

export interface RowCounts {
  readonly total: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  /** Rows that a later row of the same order and product in the same request replaced. Omitted if there are none. */
  readonly repeated?: number;
  /** unit_price × quantity of the repeated rows: what the replacements took away. */
  readonly repeated_value?: number;
}

export interface PushProgress extends PushCounts {
  /** Why no request can be sent at the moment. */
  readonly waiting?: Waiting;
  /** With `wait`: counts of the completed imports. */
  readonly rows?: RowCounts;
}

export interface PushResult extends PushCounts {
  /** Warnings of the service, e.g. that the plan's storage cap is reached; each one once. */
  readonly warnings: readonly string[];
}

export interface AppliedPush extends PushResult {
  readonly rows: RowCounts;
  /** Some of the failed rows, with the reason. */
  readonly errors: NonNullable<ImportJob['errors']>;
}

export type SubmitCall = CallOptions & Pick<SubmitOptions, 'handling'>;

interface Pushing {
  readonly submitJson: (
    json: string,
    idempotencyKey: string,
    call: SubmitCall,
  ) => Promise<SubmitOrdersResponse>;
  readonly imports: Imports;
}

type Orders = Iterable<Order> | AsyncIterable<Order>;

/** Rejects with PushError, whatever the reason. */
export async function push(
  service: Pushing,
  orders: Orders,
  options: PushOptions,
): Promise<PushResult | AppliedPush> {
  const run = new PushRun(service, options);
  await run.send(orders);
  return options.wait === true ? run.applied() : run.result();
}

/** The most failed rows that a result lists. */
const MAX_ERRORS = 100;

class PushRun {
  readonly #service: Pushing;
  readonly #options: PushOptions;
  readonly #key: string;
  readonly #imports: string[] = [];
  readonly #warnings = new Set<string>();
  readonly #unsent = new Map<number, OrderBatch>();
  #failedBatch: OrderBatch | undefined;
  #ordersSent: number;
  #lineItemsSent = 0;
  #rows: RowCounts | undefined;

  constructor(service: Pushing, options: PushOptions) {
    this.#service = service;
    this.#options = options;
    this.#key = options.idempotencyKey ?? createKey();
    this.#ordersSent = options.skip ?? 0;
  }

  async send(orders: Orders): Promise<void> {
    const { skip, signal, concurrency = 2 } = this.#options;
    try {
      if (!(concurrency >= 1)) throw new RangeError(`concurrency: expected at least 1, got ${concurrency}`);
      await sendBatches(withSummaries(batchOrders(orders, { skip }), this.#options.sourceSummary), {
        concurrency,
        signal,
        send: (batch) => this.#sendBatch(batch),
        onSent: (batch) => {
          this.#ordersSent = batch.ordersBefore + batch.orders.length;
          this.#lineItemsSent += batch.lineItems;
          this.#tell();
        },
      });
    } catch (error) {
      throw this.#failed(error);
    }
  }

  async #sendBatch(batch: SummedBatch): Promise<void> {
    this.#unsent.set(batch.index, batch);
    const json = JSON.stringify({
      orders: batch.orders,
      dataset_id: this.#options.datasetId,
      mode: this.#options.mode,
      source_summary: batch.summary,
    });
    const key = await computeBatchKey(this.#key, batch.ordersBefore, json);
    const {
      import_id,
      warning,
      warnings = [],
    } = await this.#service
      .submitJson(json, key, {
        handling: this.#options.handling,
        signal: this.#options.signal,
        onWait: (waiting) => this.#tell(waiting),
      })
      .catch((error: unknown) => {
        this.#failedBatch ??= batch;
        throw error;
      });
    this.#unsent.delete(batch.index);
    this.#imports.push(import_id);
    if (warning !== undefined) this.#warnings.add(warning);
    for (const { message } of warnings) this.#warnings.add(message);
  }

  result(): PushResult {
    return { ...this.#counts(), warnings: [...this.#warnings] };
  }

  async applied(): Promise<AppliedPush> {
    const { signal, waitTimeoutMs: timeoutMs } = this.#options;
    const errors: AppliedPush['errors'] = [];
    let rows: RowCounts = { total: 0, inserted: 0, updated: 0, failed: 0 };
    try {
      for (const importId of this.#imports) {
        const onWait = (waiting: Waiting): void => this.#tell(waiting);
        const job = await this.#service.imports.wait(importId, { signal, timeoutMs, onWait });
        rows = addCounts(rows, job.rows);
        errors.push(...(job.errors ?? []).slice(0, MAX_ERRORS - errors.length));
        this.#rows = rows;
        this.#tell();
      }
    } catch (error) {
      throw this.#failed(error);
    }
    return { ...this.result(), rows, errors };
  }

  #counts(): PushCounts {
    return {
      ordersSent: this.#ordersSent,
      lineItemsSent: this.#lineItemsSent,
      batches: this.#imports.length,
      imports: [...this.#imports],
    };
  }

  #tell(waiting?: Waiting): void {
    this.#options.onProgress?.({
      ...this.#counts(),
      ...(waiting !== undefined && { waiting }),
      ...(this.#rows !== undefined && { rows: this.#rows }),
    });
  }

  #failed(cause: unknown): PushError {
    return new PushError(cause, {
      ...this.#counts(),
      unsent: [...this.#unsent.values()],
      failed: this.#failedBatch,
      isAborted: this.#options.signal?.aborted === true,
      key: this.#key,
    });
  }
}

function addCounts(a: RowCounts, b: RowCounts): RowCounts {
  const repeated = (a.repeated ?? 0) + (b.repeated ?? 0);
  return {
    total: a.total + b.total,
    inserted: a.inserted + b.inserted,
    updated: a.updated + b.updated,
    failed: a.failed + b.failed,
    ...(repeated > 0 && { repeated, repeated_value: (a.repeated_value ?? 0) + (b.repeated_value ?? 0) }),
  };
}

// Batches with what the files add up to that they are from.

export interface SummedBatch<O extends Order = Order, S = SourceSummary> extends OrderBatch<O> {
  readonly summary: S | undefined;
}

/** Taken as soon as a batch is read, so that a push that is repeated sends the same bytes under the same key. */
export async function* withSummaries<O extends Order, S>(
  batches: AsyncIterable<OrderBatch<O>>,
  summary: (() => S | undefined) | undefined,
): AsyncGenerator<SummedBatch<O, S>> {
  for await (const batch of batches) yield { ...batch, summary: summary?.() };
}
