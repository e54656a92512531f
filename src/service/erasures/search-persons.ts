// Finds the persons who are erased in a dataset that is too large for the memory of a function: reads all orders in
// passes, over as many slices of the erasure as they need. Between slices, the ids found so far are a file of the
// bucket, which is deleted when the search ends.
import * as v from 'valibot';
import { packColumns, type UnpackedColumns, unpackColumns } from '../../analysis/extract/packed-columns.ts';
import { linkPersons, type Persons } from '../../analysis/identity/link-persons.ts';
import { PersonSearch } from '../../analysis/identity/person-search.ts';
import { CodedLines } from '../../analysis/orders/coded-lines.ts';
import type { IdentityRules } from '../../contract/schema/identity.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import type { MergeLists } from '../datasets/merge-lists.ts';
import type { DatasetRef } from '../orders/orders.ts';
import type { OrderSink, ShardOrderReader } from '../orders/shard-orders.ts';
import { PartitionFileError, type PartitionFiles } from '../reports/partition-files.ts';
import { readSealed, runAtOnce, writeSealed } from '../reports/partitions/partition-objects.ts';
import type { ErasureRef } from './erasures.ts';

export interface SearchPersonsDeps {
  readonly shardOrders: ShardOrderReader;
  readonly merges: Pick<MergeLists, 'get'>;
  readonly partitionFiles: Pick<PartitionFiles, 'put' | 'get' | 'removeAll'>;
  readonly clock: () => number;
  /** Customer ids, addresses and numbers that memory holds: 2,800,000 of them take 1.5 GB. Default: 2,000,000. */
  readonly mostFacts?: number;
}

export interface SearchedPersons {
  readonly rules: IdentityRules;
  /** Identifies the wanted ids among searches of the erasure. */
  readonly wanted: ReadonlySet<string>;
  readonly isWanted: (id: string) => boolean;
}

export const MOST_FACTS = 2_000_000;

const FILE = 'search';
/** What is searched, and the sort key after which each shard continues; null for a shard that has ended. */
const searchHead = v.object({ asked: v.string(), shards: v.record(v.string(), v.nullable(v.string())) });

type StoredSearch = v.InferOutput<typeof searchHead> & { readonly facts: UnpackedColumns };

/** Undefined if no search has begun. */
export async function readSearch(
  files: SearchPersonsDeps['partitionFiles'],
  { accountId, erasureId }: ErasureRef,
): Promise<StoredSearch | undefined> {
  try {
    const columns = unpackColumns(await readSealed(files, { accountId, reportId: erasureId }, FILE));
    const head = v.parse(searchHead, JSON.parse(columns.texts('head')[0] ?? ''));
    return { ...head, facts: columns.columns('facts') };
  } catch (error) {
    if (error instanceof PartitionFileError) return undefined;
    throw error;
  }
}

/**
 * `before`: from `readSearch`. `deadline`: epoch milliseconds. Returns unfinished if another slice has to continue, and
 * undefined if the persons' keys lead to more ids than memory holds.
 */
export async function searchPersons(
  { shardOrders, merges, partitionFiles, clock, mostFacts = MOST_FACTS }: SearchPersonsDeps,
  dataset: DatasetRef,
  ref: ErasureRef,
  { rules, wanted, isWanted }: SearchedPersons,
  before: StoredSearch | undefined,
  deadline: number,
): Promise<Persons | 'unfinished' | undefined> {
  const key = { accountId: ref.accountId, reportId: ref.erasureId };
  const list = await merges.get(dataset);
  const asked = JSON.stringify([rules, list?.version ?? null, ...wanted]);
  // A list that was replaced meanwhile may join other ids.
  const known = before?.asked === asked ? before : undefined;
  const search = new PersonSearch(rules, list ?? { merges: [] }, isWanted, known?.facts);
  const isLate = (): boolean => clock() > deadline || search.size > mostFacts;
  let shards = new Map(Object.entries(known?.shards ?? {}));
  for (;;) {
    const left = Array.from({ length: SHARD_COUNT }, (_, shard) => shard).filter(
      (shard) => shards.get(`${shard}`) !== null,
    );
    await runAtOnce(left, async (shard) => {
      const after = shards.get(`${shard}`) ?? undefined;
      const reached = await shardOrders.read(dataset, shard, createSearchSink(search), { after, isLate });
      shards.set(`${shard}`, reached ?? null);
    });
    const isTooLarge = search.size > mostFacts;
    const hasEnded = left.every((shard) => shards.get(`${shard}`) === null);
    if (isTooLarge || (hasEnded && !search.hasGrown)) {
      await partitionFiles.removeAll(key);
      return isTooLarge ? undefined : linkPersons(search.pack(), rules, list);
    }
    if (hasEnded) {
      search.startPass();
      shards = new Map();
    }
    if (clock() <= deadline) continue;
    const head = { asked, shards: Object.fromEntries(shards) };
    const columns = packColumns({ head: [JSON.stringify(head)], facts: search.pack() });
    await writeSealed(partitionFiles, key, FILE, columns);
    return 'unfinished';
  }
}

/** Memory: lines are dropped with each order, and their texts with each page. */
function createSearchSink(search: PersonSearch): OrderSink {
  let lines = new CodedLines();
  return {
    wants(header) {
      if (search.readsLines) return true;
      search.add(header, []);
      return false;
    },
    get lines() {
      return lines;
    },
    add(header, from) {
      const places = new Set(lines.lineCustom.subarray(from, lines.count));
      search.add(header, [...places].map(lines.fieldsAt));
      lines.count = from;
    },
    close: (header, ofOrder) =>
      search.add(
        header,
        ofOrder.map(({ customFields }) => customFields),
      ),
    async endPage() {
      lines = new CodedLines();
    },
  };
}
