// Finds customers whose erasure is in progress: lists leave them out from its acceptance on, and after its
// end no stored list contains them. Must be read before a list: an erasure that is not found here as in
// progress has then either ended, and is complete in that list, or was accepted after the request.
import { type ErasureStore, listErasures } from '../../erasures/erasures.ts';
import type { DatasetRef } from '../../orders/orders.ts';

export interface Hidden {
  /** Hashes of customers' ids. */
  readonly customers: readonly bigint[];
  /** The whole dataset is being erased. */
  readonly everybody: boolean;
}

export type HiddenCustomers = (dataset: DatasetRef) => Promise<Hidden>;

const NOBODY: Hidden = { customers: [], everybody: false };
/** Datasets that an instance caches. */
const MAX_REMEMBERED = 1_000;

export function createHiddenCustomers(
  erasures: Pick<ErasureStore, 'mark' | 'listUnfinished'>,
): HiddenCustomers {
  // The newest erasure of a dataset when none was in progress: while it is the newest, none is, and one read
  // of one item is enough.
  const allEndedAt = new Map<string, string>();
  return async ({ accountId, datasetId }) => {
    const latest = (await erasures.mark(accountId, datasetId))?.latest;
    const dataset = JSON.stringify([accountId, datasetId]);
    if (latest === undefined || allEndedAt.get(dataset) === latest) return NOBODY;
    const unfinished = await erasures.listUnfinished(accountId, datasetId);
    if (unfinished.length === 0) {
      if (allEndedAt.size >= MAX_REMEMBERED) allEndedAt.clear();
      allEndedAt.set(dataset, latest);
      return NOBODY;
    }
    return {
      customers: unfinished
        .flatMap(listErasures)
        .flatMap(({ customer }) => (customer ? [BigInt(customer.member)] : [])),
      everybody: unfinished.some(({ customer }) => customer === undefined),
    };
  };
}
