// A push that ended early: what was accepted, what was not, and how to resume.

import { OrderAnalyticsError } from '../errors.ts';
import type { OrderBatch } from './batch-orders.ts';

export interface PushCounts {
  /** Leading orders that are accepted, including skipped ones. */
  readonly ordersSent: number;
  /** Line items of these orders, without skipped ones. */
  readonly lineItemsSent: number;
  /** Accepted requests of this push, each an import, including those after a request that is not accepted yet. */
  readonly batches: number;
  /** Ids of the accepted imports. */
  readonly imports: readonly string[];
}

/** A batch that was sent and not accepted, or whose outcome is unknown. */
export interface UnsentBatch {
  /** Index of its first order, from 0. */
  readonly firstOrder: number;
  readonly orderIds: readonly string[];
  readonly lineItems: number;
}

/** One order of the caller's. */
export interface OrderPlace {
  /** Position in the pushed orders, from 0. */
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
 * `cause` is the reason: the OrderAnalyticsError of the failed request (with its status, code and param copied here),
 * what the iterable or a callback threw (code `interrupted`), or the signal's reason (code `aborted`).
 */
export class PushError extends OrderAnalyticsError implements PushCounts {
  override readonly name = 'PushError';
  readonly ordersSent: number;
  readonly lineItemsSent: number;
  readonly batches: number;
  readonly imports: readonly string[];
  readonly unsent: readonly UnsentBatch[];
  /** The order that `param` refers to. */
  readonly order: OrderPlace | undefined;
  /** Options for pushing the same orders again: accepted orders are skipped or applied only once. */
  readonly resume: { readonly skip: number; readonly idempotencyKey: string };

  constructor(cause: unknown, state: PushState) {
    const found = cause instanceof OrderAnalyticsError ? cause : undefined;
    const order = findPlace(found?.param, state.failed);
    super(formatMessage(cause, order, state), {
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

/** The service numbers the orders of a request; the caller those of the whole push. */
function findPlace(param: string | undefined, failed: OrderBatch | undefined): OrderPlace | undefined {
  const place = Number(/^orders\[(\d+)\]/.exec(param ?? '')?.[1] ?? Number.NaN);
  const order = failed?.orders[place];
  if (failed === undefined || order === undefined) return undefined;
  return { index: failed.ordersBefore + place, orderId: order.order_id };
}

function formatMessage(
  cause: unknown,
  order: OrderPlace | undefined,
  { ordersSent, batches }: PushState,
): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  const where = order === undefined ? '' : ` (order ${JSON.stringify(order.orderId)}, index ${order.index})`;
  return `${why}${where}; the first ${ordersSent} orders are accepted, ${batches} requests in all`;
}
