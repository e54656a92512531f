// Pushes any number of orders: in batches of whole orders, a few requests in flight, reading no further ahead than
// that. However it ends, it is known which orders were accepted, and a push can go on where another one ended.
import { batchOrders, type OrderBatch } from './batch-orders.ts';
import type { ImportJob, Order, SubmitOrdersResponse } from './contract.ts';
import { batchKey, newKey } from './idempotency-key.ts';
import type { Imports } from './imports.ts';
import { type PushCounts, PushError } from './push-error.ts';
import { sendBatches } from './send-batches.ts';
import type { CallOptions, Waiting } from './transport.ts';

export interface SubmitOptions extends CallOptions {
  /** `default` unless told. */
  readonly datasetId?: string | undefined;
  /** Sent again within 24 hours with the same orders, the request isn't done twice. Random unless told. */
  readonly idempotencyKey?: string | undefined;
}

export interface PushOptions {
  readonly datasetId?: string | undefined;
  /** Resolve when the orders are applied, not only accepted: the result has `rows`, then. */
  readonly wait?: boolean | undefined;
  /** Of the wait for one import; 10 minutes unless told. */
  readonly waitTimeoutMs?: number | undefined;
  /** Requests in flight: 2 unless told, which is the most that the service recommends. */
  readonly concurrency?: number | undefined;
  /** Orders at the beginning that are left out, because they were sent before: `ordersSent` of a push that ended. */
  readonly skip?: number | undefined;
  /** Names this push: with the same name within 24 hours, what was accepted isn't done again. Random unless told. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PushProgress) => void) | undefined;
}

export interface RowCounts {
  readonly total: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
}

export interface PushProgress extends PushCounts {
  /** Why a request isn't on its way at the moment. */
  readonly waiting?: Waiting;
  /** With `wait`: of the imports that are finished. */
  readonly rows?: RowCounts;
}

export interface PushResult extends PushCounts {
  /** What the service remarked, e.g. that the plan's storage cap is reached; each remark once. */
  readonly warnings: readonly string[];
}

export interface AppliedPush extends PushResult {
  readonly rows: RowCounts;
  /** Some of the rows that failed, with the reason. */
  readonly errors: NonNullable<ImportJob['errors']>;
}

interface Pushing {
  readonly submitJson: (
    json: string,
    idempotencyKey: string,
    call: CallOptions,
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

/** How many failed rows a result names. */
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
    this.#key = options.idempotencyKey ?? newKey();
    this.#ordersSent = options.skip ?? 0;
  }

  async send(orders: Orders): Promise<void> {
    const { skip, signal, concurrency = 2 } = this.#options;
    try {
      if (!(concurrency >= 1)) throw new RangeError(`concurrency: expected at least 1, got ${concurrency}`);
      await sendBatches(batchOrders(orders, { skip }), {
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

  async #sendBatch(batch: OrderBatch): Promise<void> {
    this.#unsent.set(batch.index, batch);
    const json = JSON.stringify({ orders: batch.orders, dataset_id: this.#options.datasetId });
    const key = await batchKey(this.#key, batch.ordersBefore, json);
    const { import_id, warning } = await this.#service
      .submitJson(json, key, {
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
        rows = added(rows, job.rows);
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

function added(a: RowCounts, b: RowCounts): RowCounts {
  return {
    total: a.total + b.total,
    inserted: a.inserted + b.inserted,
    updated: a.updated + b.updated,
    failed: a.failed + b.failed,
  };
}
