// Batches with what the files add up to that they are from.
import type { Order, SourceSummary } from '../contract.ts';
import type { OrderBatch } from './batch-orders.ts';

export interface SummedBatch<O extends Order = Order> extends OrderBatch<O> {
  readonly summary: SourceSummary | undefined;
}

/** Taken as soon as a batch is read, so that a push that is repeated sends the same bytes under the same key. */
export async function* withSummaries<O extends Order>(
  batches: AsyncIterable<OrderBatch<O>>,
  summary: (() => SourceSummary | undefined) | undefined,
): AsyncGenerator<SummedBatch<O>> {
  for await (const batch of batches) yield { ...batch, summary: summary?.() };
}
