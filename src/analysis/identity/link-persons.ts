// Finds which customer ids are one person. A wrong join is worse than a missed one: an address of many customers joins
// nobody, and where addresses would join two accounts, nobody is joined by them. The result does not depend on the
// sequence of orders or rules.
import type {
  IdentityFigures,
  IdentityRules,
  LinkRule,
  MergeList,
  Refusal,
} from '../../contract/schema/identity.ts';
import { LINK_RULES, REFUSALS } from '../../contract/schema/identity.ts';
import { MAX_MERGED_IDS } from '../../contract/schema/limits.ts';
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import { getKeyKind, isAccountId, type KeyRule } from './link-keys.ts';

export interface Persons {
  /**
   * The person's id by each other id of the person, those of a person from the newest first order on. Ids that are
   * missing are persons of their own.
   */
  readonly idOf: ReadonlyMap<string, string>;
  readonly figures: IdentityFigures;
}

/** A merge list with its version. */
export interface VersionedMerges extends MergeList {
  readonly version: string;
}

const LARGEST_SHOWN = 5;

/** `facts`: of `CustomerFacts.pack`. */
export function linkPersons(
  facts: UnpackedColumns,
  { accounts = 'separate' }: IdentityRules,
  list: VersionedMerges | undefined,
): Persons {
  const ids = facts.texts('customers');
  const purchases = facts.numbers('purchases');
  const isAccount = Uint8Array.from(ids, (id) => Number(isAccountId(id)));
  const linker = new Linker(isAccount, accounts === 'separate');
  if (list !== undefined) linker.joinListed(ids, list);
  linker.joinByKeys(facts, new Set(list?.separate ?? []), ids);
  const groups = linker.listGroups();
  const idOf = new Map<string, string>();
  const firstDates = facts.doubles('firstDates');
  const isBefore = (a: number, b: number): boolean => {
    if (isAccount[a] !== isAccount[b]) return isAccount[a] > isAccount[b];
    if (firstDates[a] !== firstDates[b]) return firstDates[a] < firstDates[b];
    return ids[a] < ids[b];
  };
  for (const group of groups) {
    const first = group.reduce((best, id) => (isBefore(id, best) ? id : best));
    // Numbers of ids differ in partitions: equal dates are sorted by the ids.
    const others = group.sort(
      (a, b) => compareDates(firstDates[b], firstDates[a]) || (ids[a] < ids[b] ? -1 : 1),
    );
    for (const id of others) if (id !== first) idOf.set(ids[id], ids[first]);
  }
  const sum = (group: readonly number[]): number => group.reduce((total, id) => total + purchases[id], 0);
  const sizes = groups.map((group) => ({ ids: group.length, orders: sum(group) }));
  const alone = Uint8Array.from(ids, () => 1);
  for (const group of groups) for (const id of group) alone[id] = 0;
  const perPerson = [
    ...sizes.map(({ orders }) => orders),
    ...Array.from(purchases).filter((_, id) => alone[id] === 1),
  ];
  return {
    idOf,
    figures: {
      ids: ids.length,
      persons: ids.length - idOf.size,
      joined: linker.joined,
      largest: sizes.sort((a, b) => b.ids - a.ids || b.orders - a.orders).slice(0, LARGEST_SHOWN),
      refused: linker.listRefused(),
      without: computeRepeats(purchases),
      with: computeRepeats(perPerson),
      merge_list: list?.version ?? null,
    },
  };
}

/** A customer without a date is older than any other. */
function compareDates(a: number, b: number): number {
  const [one, other] = [a, b].map((date) => (date === Infinity ? -Infinity : date));
  return one === other ? 0 : one - other;
}

function computeRepeats(purchases: ArrayLike<number>): IdentityFigures['with'] {
  let [customers, repeats, orders] = [0, 0, 0];
  for (let at = 0; at < purchases.length; at++) {
    if (purchases[at] > 0) customers++;
    if (purchases[at] > 1) repeats++;
    orders += purchases[at];
  }
  const perCustomer = (value: number): number | null => (customers === 0 ? null : value / customers);
  return {
    customers,
    repeat_customers: repeats,
    repeat_share: perCustomer(repeats),
    orders_per_customer: perCustomer(orders),
  };
}

type Key = readonly number[];

class Linker {
  readonly joined: Record<LinkRule, number> = { merge_list: 0, customer_number: 0, email: 0, phone: 0 };
  private readonly sets: Sets;
  private readonly isAccount: Uint8Array;
  private readonly keepsAccounts: boolean;
  private readonly refused = new Map<Refusal, { values: number; readonly ids: Set<number> }>();

  constructor(isAccount: Uint8Array, keepsAccounts: boolean) {
    this.isAccount = isAccount;
    this.keepsAccounts = keepsAccounts;
    this.sets = new Sets(isAccount.length);
  }

  joinListed(ids: readonly string[], { merges }: MergeList): void {
    const listed = new Set(merges.flat());
    const placeOf = new Map<string, number>();
    for (const [at, id] of ids.entries()) if (listed.has(id)) placeOf.set(id, at);
    // A group whose first id has no orders still joins the others.
    for (const group of merges) {
      const places = group.flatMap((id) => placeOf.get(id) ?? []);
      for (const place of places) this.joined.merge_list += this.sets.join(places[0], place);
    }
  }

  /** `apart`: ids that no key may join. */
  joinByKeys(facts: UnpackedColumns, apart: ReadonlySet<string>, ids: readonly string[]): void {
    const kinds = facts.texts('keys').map(getKeyKind);
    const idsOf: number[][] = kinds.map(() => []);
    const [customers, keys] = [facts.integers('edgeCustomer'), facts.integers('edgeKey')];
    for (let edge = 0; edge < customers.length; edge++) {
      const id = customers[edge] - 1;
      if (apart.size === 0 || !apart.has(ids[id])) idsOf[keys[edge] - 1].push(id);
    }
    const distinct = idsOf.map((all): Key => (all.length > 1 ? [...new Set(all)] : all));
    const select = (kind: string): Key[] =>
      distinct.filter((key, at) => kinds[at] === kind && key.length > 0);
    for (const reason of REFUSALS) for (const key of select(reason)) this.refuse(reason, key);
    for (const rule of LINK_RULES) if (rule !== 'merge_list') this.joinByRule(rule, select(rule));
  }

  /**
   * The keys of a rule together: those of each set that they would make are joined, unless it has two accounts or too
   * many ids. Accounts that an earlier rule has joined count as one.
   */
  private joinByRule(rule: KeyRule, all: readonly Key[]): void {
    const isStrict = this.keepsAccounts && rule !== 'customer_number';
    const before = this.sets;
    const accounts = new AccountCounts(before, this.isAccount);
    const usable = all.filter((key) => {
      if (key.length > MAX_MERGED_IDS) return this.refuse('shared_by_many', key);
      if (isStrict && accounts.count(key) > 1) return this.refuse('several_accounts', key);
      return key.length > 1;
    });
    const tried = before.copy();
    for (const key of usable) for (const id of key) tried.join(key[0], id);
    const made = Map.groupBy(usable, ([id]) => tried.find(id));
    const members = tried.listMembers((root) => made.has(root));
    for (const [root, group] of made) {
      const set = members.get(root) ?? [];
      const reason = set.length > MAX_MERGED_IDS ? 'too_many_ids' : 'chain_of_accounts';
      if (reason === 'too_many_ids' || (isStrict && accounts.count(set) > 1)) {
        for (const key of group) this.refuse(reason, key);
        continue;
      }
      for (const key of group) for (const id of key) this.joined[rule] += this.sets.join(key[0], id);
    }
  }

  private refuse(reason: Refusal, key: Key): false {
    const of = this.refused.get(reason) ?? { values: 0, ids: new Set() };
    of.values++;
    for (const id of key) of.ids.add(id);
    this.refused.set(reason, of);
    return false;
  }

  listRefused(): IdentityFigures['refused'] {
    return REFUSALS.flatMap((reason) => {
      const of = this.refused.get(reason);
      return of === undefined ? [] : { reason, values: of.values, ids: of.ids.size };
    });
  }

  listGroups(): number[][] {
    return this.sets.listGroups();
  }
}

/** Counts the accounts among ids; those of one set before count as one. */
class AccountCounts {
  /** Per id: the root of its set, if the set has an account; otherwise -1. */
  private readonly account: Int32Array;

  constructor(sets: Sets, isAccount: Uint8Array) {
    const hasAccount = new Uint8Array(isAccount.length);
    for (let id = 0; id < isAccount.length; id++) if (isAccount[id] === 1) hasAccount[sets.find(id)] = 1;
    this.account = Int32Array.from(isAccount, (_, id) => {
      const root = sets.find(id);
      return hasAccount[root] === 1 ? root : -1;
    });
  }

  count(ids: readonly number[]): number {
    return new Set(ids.map((id) => this.account[id]).filter((root) => root >= 0)).size;
  }
}

/** Disjoint sets of ids, with paths that are halved at each search. */
class Sets {
  private readonly parent: Int32Array;

  constructor(parent: number | Int32Array) {
    this.parent = typeof parent === 'number' ? Int32Array.from({ length: parent }, (_, at) => at) : parent;
  }

  copy(): Sets {
    return new Sets(this.parent.slice());
  }

  find(id: number): number {
    const { parent } = this;
    while (parent[id] !== id) {
      parent[id] = parent[parent[id]];
      id = parent[id];
    }
    return id;
  }

  /** Returns 1 if the ids were in two sets, otherwise 0. */
  join(a: number, b: number): 0 | 1 {
    const [one, other] = [this.find(a), this.find(b)];
    if (one === other) return 0;
    // The lowest id stays the root: the sets do not depend on the sequence of the joins.
    this.parent[Math.max(one, other)] = Math.min(one, other);
    return 1;
  }

  /** Ids by the root of their set, ascending. */
  listMembers(isListed: (root: number) => boolean): Map<number, number[]> {
    const members = new Map<number, number[]>();
    for (let id = 0; id < this.parent.length; id++) {
      const root = this.find(id);
      if (!isListed(root)) continue;
      const known = members.get(root);
      if (known === undefined) members.set(root, [id]);
      else known.push(id);
    }
    return members;
  }

  /** Sets of two ids or more. */
  listGroups(): number[][] {
    const sizes = new Uint32Array(this.parent.length);
    for (let id = 0; id < sizes.length; id++) sizes[this.find(id)]++;
    return [...this.listMembers((root) => sizes[root] > 1).values()];
  }
}
