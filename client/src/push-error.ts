// A push that ended early: what was accepted, what was not, and how to go on.
import type { OrderBatch } from './batch-orders.ts';
import { OrderAnalyticsError } from './errors.ts';

export interface PushCounts {
  /** Orders from the beginning that are accepted, those that were skipped included. */
  readonly ordersSent: number;
  /** Line items of these orders, without those that were skipped. */
  readonly lineItemsSent: number;
  /** Requests accepted by this push, each an import; also of orders behind one that isn't accepted yet. */
  readonly batches: number;
  /** Their ids. */
  readonly imports: readonly string[];
}

/** A batch that was tried and not accepted, or not known to be. */
export interface UnsentBatch {
  /** Of its first order, from 0. */
  readonly firstOrder: number;
  readonly orderIds: readonly string[];
  readonly lineItems: number;
}

/** One order of those that were given. */
export interface OrderPlace {
  /** From 0. */
  readonly index: number;
  readonly orderId: string;
}

interface PushState extends PushCounts {
  readonly unsent: readonly OrderBatch[];
  /** The batch whose request failed. */
  readonly failed: OrderBatch | undefined;
  readonly isAborted: boolean;
  readonly key: string;
}

/**
 * `cause` is why: an OrderAnalyticsError of the request that failed (its status, code and param stand here, too), what
 * the iterable or a callback threw (code `interrupted`), or the signal's reason (code `aborted`).
 */
export class PushError extends OrderAnalyticsError implements PushCounts {
  override readonly name = 'PushError';
  readonly ordersSent: number;
  readonly lineItemsSent: number;
  readonly batches: number;
  readonly imports: readonly string[];
  readonly unsent: readonly UnsentBatch[];
  /** The order that `param` points into. */
  readonly order: OrderPlace | undefined;
  /** Options for pushing the same orders once more: those that were accepted are left out or done only once. */
  readonly resume: { readonly skip: number; readonly idempotencyKey: string };

  constructor(cause: unknown, state: PushState) {
    const found = cause instanceof OrderAnalyticsError ? cause : undefined;
    const order = placeOf(found?.param, state.failed);
    super(messageOf(cause, order, state), {
      status: found?.status,
      code: state.isAborted ? 'aborted' : (found?.code ?? 'interrupted'),
      param: found?.param,
      requestId: found?.requestId,
      retryAfterMs: found?.retryAfterMs,
      docUrl: found?.docUrl,
      cause,
    });
    this.ordersSent = state.ordersSent;
    this.lineItemsSent = state.lineItemsSent;
    this.batches = state.batches;
    this.imports = state.imports;
    this.unsent = state.unsent.map(({ ordersBefore, orders, lineItems }) => ({
      firstOrder: ordersBefore,
      orderIds: orders.map(({ order_id }) => order_id),
      lineItems,
    }));
    this.order = order;
    this.resume = { skip: state.ordersSent, idempotencyKey: state.key };
  }
}

/** The service counts the orders of a request; the caller those that were given to push. */
function placeOf(param: string | undefined, failed: OrderBatch | undefined): OrderPlace | undefined {
  const place = Number(/^orders\[(\d+)\]/.exec(param ?? '')?.[1] ?? Number.NaN);
  const order = failed?.orders[place];
  if (failed === undefined || order === undefined) return undefined;
  return { index: failed.ordersBefore + place, orderId: order.order_id };
}

function messageOf(
  cause: unknown,
  order: OrderPlace | undefined,
  { ordersSent, batches }: PushState,
): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  const where = order === undefined ? '' : ` (order ${JSON.stringify(order.orderId)}, index ${order.index})`;
  return `${why}${where}; the first ${ordersSent} orders are accepted, ${batches} requests in all`;
}
