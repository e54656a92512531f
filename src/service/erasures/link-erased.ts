// Finds all customer ids of the persons who are erased: by the rules in force when the erasure was requested, on the
// orders that are stored. Each id gets a mark, like the requested one, so that late orders of it are refused, too.
// The first result is kept: a mark of an id whose orders stay would refuse orders that nobody has erased.
import { computeCustomerDigest } from '../../analysis/erasure/erasure.ts';
import { findLinkedIds } from '../../analysis/erasure/linked-ids.ts';
import { CustomerFacts } from '../../analysis/identity/customer-facts.ts';
import { linkPersons, type Persons } from '../../analysis/identity/link-persons.ts';
import type { IdentityRules } from '../../contract/schema/identity.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import type { RowCounters } from '../accounts/row-counters.ts';
import { createFactsSink } from '../orders/facts-sink.ts';
import type { DatasetRef } from '../orders/orders.ts';
import { runAtOnce } from '../reports/partitions/partition-objects.ts';
import { type ErasureItem, type ErasureRef, type ErasureStore, toErasureRef } from './erasures.ts';
import { MOST_FACTS, readSearch, type SearchPersonsDeps, searchPersons } from './search-persons.ts';

export interface LinkErasedDeps extends SearchPersonsDeps {
  readonly erasures: Pick<ErasureStore, 'noteLinked' | 'get' | 'markLinked'>;
  readonly rowCounters: Pick<RowCounters, 'mostOfDataset'>;
}

/** Line items of the largest dataset that is read in the function's time. */
const MOST_LINES = 10_000_000;

const NO_ORDER = { orderId: '', orderDate: undefined, contact: undefined } as const;

/** Whether ids have been marked, or none had to be. */
export function isLinked({ customer, identity, linked_settled_at }: ErasureItem): boolean {
  return customer === undefined || identity === undefined || linked_settled_at !== undefined;
}

/** `leader`: the erasure that leads the round. Returns false if another slice has to continue after the deadline. */
export async function linkErased(
  deps: LinkErasedDeps,
  dataset: DatasetRef,
  leader: ErasureRef,
  round: readonly ErasureItem[],
  deadline: number,
): Promise<boolean> {
  const unlinked = round.filter((item) => !isLinked(item));
  const searched = unlinked.filter(({ linked_at }) => linked_at === undefined);
  for (const items of Map.groupBy(searched, ({ identity }) => JSON.stringify(identity)).values()) {
    const wanted = new Set(items.flatMap(listDigests));
    const isWanted = (id: string): boolean =>
      wanted.has(computeCustomerDigest(dataset.accountId, dataset.datasetId, id));
    const rules = items[0]?.identity ?? {};
    const before = await readSearch(deps.partitionFiles, leader);
    const persons =
      (before === undefined && (await findPersons(deps, dataset, rules, deadline))) ||
      (await searchPersons(deps, dataset, leader, { rules, wanted, isWanted }, before, deadline));
    if (persons === 'unfinished') return false;
    const found = persons && findLinkedIds(persons.idOf, dataset, wanted);
    for (const item of items) {
      const others = listDigests(item).flatMap((digest) => found?.get(digest) ?? []);
      const all = new Map([...(item.linked ?? []), ...others].map((one) => [one.digest, one]));
      all.delete(item.customer?.digest ?? '');
      const at = new Date(deps.clock()).toISOString();
      await deps.erasures.noteLinked(toErasureRef(item), [...all.values()], found === undefined, at);
    }
  }
  for (const item of unlinked) {
    const noted = await deps.erasures.get(toErasureRef(item));
    if (noted !== undefined) await deps.erasures.markLinked(noted);
  }
  return true;
}

function listDigests({ customer, linked = [] }: ErasureItem): string[] {
  return [customer, ...linked].flatMap((one) => one?.digest ?? []);
}

/** Undefined if the dataset is too large for one function. */
async function findPersons(
  { shardOrders, merges, rowCounters, clock, mostFacts = MOST_FACTS }: LinkErasedDeps,
  dataset: DatasetRef,
  rules: IdentityRules,
  deadline: number,
): Promise<Persons | undefined> {
  if ((await rowCounters.mostOfDataset(dataset)) > MOST_LINES) return undefined;
  const facts = new CustomerFacts(rules);
  const isLate = (): boolean => clock() > deadline || facts.size > mostFacts;
  const shards = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);
  const left = await runAtOnce(shards, (shard) =>
    shardOrders.read(dataset, shard, createFactsSink(facts), { isLate }),
  );
  if (left.some((after) => after !== undefined)) return undefined;
  const list = await merges.get(dataset);
  // The requested id may be listed without having orders any more.
  for (const id of list?.merges.flat() ?? []) facts.add({ ...NO_ORDER, customerId: id }, []);
  return linkPersons(facts.pack(), rules, list);
}
