// Removes erased customer ids from the merge list of a dataset, which stores them as they are.
import { computeCustomerDigest, type Erasure } from '../../analysis/erasure/erasure.ts';
import type { MergeList } from '../../contract/schema/identity.ts';
import type { MergeLists } from '../datasets/merge-lists.ts';
import type { DatasetRef } from '../orders/orders.ts';

export interface EraseMergesDeps {
  readonly merges: Pick<MergeLists, 'get' | 'put'>;
  readonly newFileId: (at: number) => string;
  readonly clock: () => number;
}

/** A list that was replaced after the erasure of its dataset stays; erased customers are removed from any. */
export async function eraseMerges(
  { merges, newFileId, clock }: EraseMergesDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
): Promise<void> {
  for (;;) {
    const list = await merges.get(dataset);
    if (list === undefined) return;
    const { version } = list;
    const isWhole = erasures.some(({ erasureId, customer }) => customer === undefined && version < erasureId);
    const left = isWhole ? { merges: [] } : withoutErased(list, dataset, erasures);
    if (left === undefined) return;
    if ((await merges.put(dataset, left, newFileId(clock()), version)) === 'stored') return;
  }
}

/** Undefined if the list names no erased customer. */
function withoutErased(
  { merges, separate = [] }: MergeList,
  { accountId, datasetId }: DatasetRef,
  erasures: readonly Erasure[],
): MergeList | undefined {
  const digests = new Set(erasures.flatMap(({ customer }) => customer?.digest ?? []));
  const stays = (id: string): boolean => !digests.has(computeCustomerDigest(accountId, datasetId, id));
  const all = [...merges, separate];
  if (all.every((ids) => ids.every(stays))) return undefined;
  // A group of one id joins nothing.
  const left = merges.map((ids) => ids.filter(stays)).filter(({ length }) => length > 1);
  return { merges: left, separate: separate.filter(stays) };
}
