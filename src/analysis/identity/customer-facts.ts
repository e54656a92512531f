// Collects, from all orders of a dataset, what shows that customer ids are one person: addresses and numbers by id, in
// any sequence of the orders. Packed, it travels from the functions that read shards to the one that links.
import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import type { IdentityRules } from '../../contract/schema/identity.ts';
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import { createDictionary, GrowingIntegers, type LineCodes } from '../orders/coded-lines.ts';
import { listRules, toKeyText } from './link-keys.ts';

type ActiveRule = ReturnType<typeof listRules>[number] & {
  /** Key by text, from 1; 0 for a text without one. */
  readonly known: Map<string, number>;
};

export class CustomerFacts {
  private readonly rules: readonly ActiveRule[];
  private readonly customers = createDictionary<string>();
  /** Keys as `toKeyText` writes them. */
  private readonly keyTexts = createDictionary<string>();
  /** Per customer: purchases, and epoch milliseconds of the first order. */
  private readonly purchases: number[] = [];
  private readonly firstDates: number[] = [];
  /** Customers beside their keys, from 1; a pair may repeat. */
  private readonly edgeCustomer = new GrowingIntegers();
  private readonly edgeKey = new GrowingIntegers();
  /** Per customer: the last key, which is nearly always that of the next order. */
  private readonly lastKey: number[] = [];
  private codes: LineCodes | undefined;
  private keysByPlace: (readonly number[])[] = [];

  constructor(rules: IdentityRules) {
    this.rules = listRules(rules).map((rule) => ({ ...rule, known: new Map() }));
  }

  /** Customer ids, addresses and numbers: what memory depends on. */
  get size(): number {
    return this.customers.entries.length + this.keyTexts.entries.length;
  }

  /** Adds an order with coded lines, `from` to before `to`. */
  addCoded(header: OrderHeader, codes: LineCodes, from: number, to: number): void {
    const place = this.placeCustomer(header);
    if (place === 0) return;
    if (this.codes !== codes) {
      this.codes = codes;
      this.keysByPlace = [];
    }
    let isPurchase = false;
    for (let line = from; line < to; line++) {
      if (codes.lineQuantity[line] > 0) isPurchase = true;
      const custom = codes.lineCustom[line];
      if (custom === 0) continue;
      this.keysByPlace[custom] ??= this.findKeys(codes.fieldsAt(custom));
      for (const key of this.keysByPlace[custom]) this.addEdge(place, key);
    }
    if (isPurchase) this.purchases[place - 1]++;
  }

  /** Adds an order with its lines. */
  add(header: OrderHeader, lines: readonly OrderLine[]): void {
    const place = this.placeCustomer(header);
    if (place === 0) return;
    for (const { customFields } of lines)
      for (const key of this.findKeys(customFields)) this.addEdge(place, key);
    if (lines.some(({ quantity }) => quantity > 0)) this.purchases[place - 1]++;
  }

  /** Adds what `pack` of another collection held. */
  merge(columns: UnpackedColumns): void {
    const placeOf = columns.texts('customers').map((id) => this.customers.place(id));
    const keyOf = columns.texts('keys').map((text) => this.keyTexts.place(text));
    const [purchases, firstDates] = [columns.numbers('purchases'), columns.doubles('firstDates')];
    for (const [at, place] of placeOf.entries()) {
      this.purchases[place - 1] = (this.purchases[place - 1] ?? 0) + purchases[at];
      this.firstDates[place - 1] = Math.min(this.firstDates[place - 1] ?? Infinity, firstDates[at]);
    }
    const [customers, keys] = [columns.integers('edgeCustomer'), columns.integers('edgeKey')];
    for (let edge = 0; edge < customers.length; edge++) {
      this.edgeCustomer.push(placeOf[customers[edge] - 1]);
      this.edgeKey.push(keyOf[keys[edge] - 1]);
    }
  }

  pack(): UnpackedColumns {
    return holdColumns({
      customers: this.customers.entries,
      keys: this.keyTexts.entries,
      purchases: Float64Array.from(this.purchases),
      firstDates: Float64Array.from(this.firstDates),
      edgeCustomer: Uint32Array.from(this.edgeCustomer.values),
      edgeKey: Uint32Array.from(this.edgeKey.values),
    });
  }

  /** Place of the customer, from 1, with the keys of its order's own fields; 0 without a customer. */
  private placeCustomer({ customerId, contact, orderDate }: OrderHeader): number {
    if (customerId === undefined) return 0;
    const place = this.customers.place(customerId);
    const isNew = this.purchases.length < place;
    if (isNew) {
      this.purchases.push(0);
      this.firstDates.push(Infinity);
    }
    if (orderDate !== undefined && orderDate < this.firstDates[place - 1])
      this.firstDates[place - 1] = orderDate;
    for (const rule of this.rules) {
      if (rule.byId && isNew) this.addEdge(place, this.findKey(rule, customerId));
      if (rule.byContact && contact !== undefined) this.addEdge(place, this.findKey(rule, contact));
    }
    return place;
  }

  private findKeys(fields: OrderLine['customFields']): readonly number[] {
    if (fields === undefined) return [];
    return this.rules.flatMap((rule) =>
      rule.customKeys.flatMap((key) => (Object.hasOwn(fields, key) ? this.findKey(rule, fields[key]) : [])),
    );
  }

  private findKey(rule: ActiveRule, text: string): number {
    const known = rule.known.get(text);
    if (known !== undefined) return known;
    const key = this.keyTexts.place(toKeyText(rule, text));
    rule.known.set(text, key);
    return key;
  }

  private addEdge(customer: number, key: number): void {
    if (key === 0 || this.lastKey[customer] === key) return;
    this.lastKey[customer] = key;
    this.edgeCustomer.push(customer);
    this.edgeKey.push(key);
  }
}
