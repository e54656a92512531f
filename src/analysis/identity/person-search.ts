// Finds the facts of single persons among any number of customer ids: only ids that share a key with a known one are
// held. Passes over all orders are repeated until one finds nothing new. From these facts, `linkPersons` gives the
// persons the same ids as from those of all customers: a join depends only on ids that keys connect with it.
import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import { type IdentityRules, LINK_RULES, type MergeList } from '../../contract/schema/identity.ts';
import { MAX_MERGED_IDS } from '../../contract/schema/limits.ts';
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import { getKeyKind, listRules, toKeyText } from './link-keys.ts';

type Header = Pick<OrderHeader, 'customerId' | 'contact'>;
type Fields = OrderLine['customFields'];
type ActiveRule = ReturnType<typeof listRules>[number] & { readonly known: Map<string, string | undefined> };

/** Texts per rule whose keys are cached. */
const CACHED_TEXTS = 100_000;
const JOINING: ReadonlySet<string> = new Set(LINK_RULES);

export class PersonSearch {
  /** Whether this pass found an id or a key: orders with it may have been read before. */
  hasGrown = false;
  private readonly rules: readonly ActiveRule[];
  private readonly isWanted: (id: string) => boolean;
  private readonly apart: ReadonlySet<string>;
  private readonly listed: MergeList['merges'];
  private readonly groupsOf = new Map<string, string[][]>();
  private readonly ids = new Set<string>();
  /** Ids by key, up to one more than a key can join: no further id is found by it. */
  private readonly idsOf = new Map<string, Set<string>>();

  /** `before`: from `pack`, to continue a pass. */
  constructor(
    rules: IdentityRules,
    { merges, separate = [] }: MergeList,
    isWanted: (id: string) => boolean,
    before?: UnpackedColumns,
  ) {
    this.rules = listRules(rules).map((rule) => ({ ...rule, known: new Map() }));
    this.isWanted = isWanted;
    this.apart = new Set(separate);
    this.listed = merges;
    for (const group of merges)
      for (const id of group) this.groupsOf.set(id, [...(this.groupsOf.get(id) ?? []), group]);
    if (before === undefined) this.startPass();
    else this.restore(before);
  }

  /** Ids, addresses and numbers: what memory depends on. */
  get size(): number {
    return this.ids.size + this.idsOf.size;
  }

  /** Whether keys are in custom fields, too. */
  get readsLines(): boolean {
    return this.rules.some(({ customKeys }) => customKeys.length > 0);
  }

  startPass(): void {
    this.hasGrown = false;
    // Listed ids may be without orders.
    for (const id of this.listed.flat()) this.add({ customerId: id, contact: undefined }, []);
  }

  /** Adds an order with the custom fields of its lines. */
  add({ customerId: id, contact }: Header, lines: readonly Fields[]): void {
    if (id === undefined) return;
    const isApart = this.apart.has(id);
    const keys = isApart ? [] : this.listKeys(id, contact, lines);
    if (!this.ids.has(id)) {
      if (!keys.some((key) => this.joins(key)) && !this.isWanted(id)) return;
      this.addId(id);
    }
    for (const key of keys) this.addKey(key, id);
  }

  /** The facts, as `CustomerFacts` packs them, without purchases. */
  pack(): UnpackedColumns {
    const customers = [...this.ids];
    const placeOf = new Map(customers.map((id, at) => [id, at + 1]));
    const edges = [...this.idsOf.values()].flatMap((ids, at) =>
      Array.from(ids, (id) => [placeOf.get(id) ?? 0, at + 1] as const),
    );
    return holdColumns({
      customers,
      keys: [...this.idsOf.keys()],
      purchases: new Float64Array(customers.length),
      firstDates: new Float64Array(customers.length),
      edgeCustomer: Uint32Array.from(edges, ([customer]) => customer),
      edgeKey: Uint32Array.from(edges, ([, key]) => key),
      hasGrown: Uint8Array.of(Number(this.hasGrown)),
    });
  }

  private restore(before: UnpackedColumns): void {
    const [ids, keys] = [before.texts('customers'), before.texts('keys')];
    for (const id of ids) this.ids.add(id);
    for (const key of keys) this.idsOf.set(key, new Set());
    const [customers, edgeKeys] = [before.integers('edgeCustomer'), before.integers('edgeKey')];
    for (let edge = 0; edge < customers.length; edge++)
      this.idsOf.get(keys[edgeKeys[edge] - 1])?.add(ids[customers[edge] - 1]);
    this.hasGrown = before.bytes('hasGrown')[0] === 1;
  }

  private joins(key: string): boolean {
    const ids = this.idsOf.get(key);
    return ids !== undefined && ids.size <= MAX_MERGED_IDS;
  }

  /** With the ids that the merge list joins to it. */
  private addId(id: string): void {
    if (this.ids.has(id)) return;
    this.ids.add(id);
    this.hasGrown = true;
    for (const group of this.groupsOf.get(id) ?? []) for (const other of group) this.addId(other);
  }

  private addKey(key: string, id: string): void {
    const ids = this.idsOf.get(key);
    if (ids === undefined) {
      this.idsOf.set(key, new Set([id]));
      this.hasGrown = true;
    } else if (ids.size <= MAX_MERGED_IDS) ids.add(id);
  }

  private listKeys(id: string, contact: string | undefined, lines: readonly Fields[]): string[] {
    return this.rules.flatMap((rule) => {
      const texts = [
        ...(rule.byId ? [id] : []),
        ...(rule.byContact && contact !== undefined ? [contact] : []),
        ...rule.customKeys.flatMap((key) =>
          lines.flatMap((fields) => (fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : [])),
        ),
      ];
      return texts.flatMap((text) => this.findKey(rule, text) ?? []);
    });
  }

  private findKey(rule: ActiveRule, text: string): string | undefined {
    if (rule.known.has(text)) return rule.known.get(text);
    if (rule.known.size >= CACHED_TEXTS) rule.known.clear();
    const key = toKeyText(rule, text);
    const joining = key !== undefined && JOINING.has(getKeyKind(key)) ? key : undefined;
    rule.known.set(text, joining);
    return joining;
  }
}
