// Batches with what the files add up to that they are from.
import type { Order, SourceSummary } from '../contract.ts';
import type { OrderBatch } from './batch-orders.ts';

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
