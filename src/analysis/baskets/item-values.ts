// Finds the values of custom fields that items have in baskets, such as the categories and brands of products.
// Recommendations can be filtered by them.
import { fold } from '../../contract/settings/conditions.ts';
import { type ProductLevel, parseLevelsLabel, toLevel } from '../../contract/settings/product-levels.ts';
import type { BasketColumns, ItemLists } from './basket-columns.ts';

export interface FieldValue {
  /** Key of the custom field. */
  readonly field: string;
  /** Lower case, as filters compare it: Drinks and drinks are one value. */
  readonly value: string;
}

export interface ItemValues {
  /** Keys of the fields. */
  readonly fields: readonly string[];
  /** All distinct values. */
  readonly values: readonly FieldValue[];
  /** Per item, indexes of its values. */
  readonly ofItem: ItemLists;
  /** Per field, the number of items that have more values than are kept. */
  readonly cut: ReadonlyMap<string, number>;
}

export interface LabelledBaskets {
  /** Baskets whose products are labels of `levels`, or values if there is one level. */
  readonly labelled: BasketColumns;
  /** The level of the items comes first. */
  readonly levels: readonly ProductLevel[];
  readonly items: readonly string[];
}

/**
 * Values kept per item and field. A field that changes from row to row, such as a note to the courier, would have one
 * value per basket.
 */
export const VALUES_PER_FIELD = 8;

/** An item and one of its values. */
interface Pairing {
  readonly item: number;
  readonly value: number;
  baskets: number;
  lastBasket: number;
}

/** Finds, for each item and field, the values under which the item is in the most baskets; ties by text. */
export function findItemValues(baskets: LabelledBaskets, fields: readonly string[]): ItemValues {
  const { labelled, items } = baskets;
  const values: FieldValue[] = [];
  const pairings = countPairings(labelled, createPairings(getLabelNames(baskets), fields, values));
  return { fields, values, ...pickStrongestValues(pairings, values, items.length) };
}

/** The labels of baskets, the levels that they are made of, and the items that they stand for. */
export interface LabelNames {
  readonly labels: readonly string[];
  readonly levels: readonly ProductLevel[];
  readonly items: readonly string[];
}

/** Counts the baskets of each item with each of its values, for `joinItemValues`. */
export function countItemValues(baskets: LabelledBaskets, fields: readonly string[]): Uint32Array {
  if (fields.length === 0) return new Uint32Array();
  const pairingsOf = createPairings(getLabelNames(baskets), fields, []);
  return Uint32Array.from(countPairings(baskets.labelled, pairingsOf), ({ baskets: count }) => count);
}

/**
 * `whole`: labels of all partitions, in the sequence in which one function meets them. `parts`: each partition's own
 * labels and counts.
 */
export function joinItemValues(
  whole: LabelNames,
  parts: readonly (LabelNames & { readonly counts: ArrayLike<number> })[],
  fields: readonly string[],
): ItemValues {
  const values: FieldValue[] = [];
  const pairings = new Set(createPairings(whole, fields, values).flat());
  const known = new Map<string, Pairing>();
  for (const pairing of pairings) known.set(toPairingKey(pairing, whole.items, values), pairing);
  for (const part of parts) {
    const own: FieldValue[] = [];
    const ownPairings = new Set(createPairings(part, fields, own).flat());
    let at = 0;
    for (const pairing of ownPairings) {
      const joined = known.get(toPairingKey(pairing, part.items, own));
      if (joined === undefined) throw new Error('a label of a partition is not among those of all');
      joined.baskets += part.counts[at++];
    }
  }
  return { fields, values, ...pickStrongestValues(pairings, values, whole.items.length) };
}

function toPairingKey(
  { item, value }: Pairing,
  items: readonly string[],
  values: readonly FieldValue[],
): string {
  const { field, value: text } = values[value];
  return JSON.stringify([items[item], field, text]);
}

function getLabelNames({ labelled, levels, items }: LabelledBaskets): LabelNames {
  return { labels: labelled.products, levels, items };
}

function countPairings(
  { basketCount, start, product }: BasketColumns,
  pairingsOf: readonly Pairing[][],
): ReadonlySet<Pairing> {
  for (let basket = 0; basket < basketCount; basket++) {
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      for (const pairing of pairingsOf[product[entry]]) {
        if (pairing.lastBasket === basket) continue;
        pairing.lastBasket = basket;
        pairing.baskets++;
      }
    }
  }
  return new Set(pairingsOf.flat());
}

function createPairings(
  { labels, levels, items }: LabelNames,
  fields: readonly string[],
  values: FieldValue[],
): Pairing[][] {
  const itemOf = new Map(items.map((name, item) => [name, item]));
  const places = fields.map((field) => levels.indexOf(toLevel(field)));
  const indexesOf = fields.map(() => new Map<string, number>());
  const known = new Map<string, Pairing>();
  return labels.map((label) => {
    const texts = levels.length === 1 ? [label] : parseLevelsLabel(label);
    const item = itemOf.get(texts[0] ?? '');
    if (item === undefined || texts[0] === undefined) return [];
    return fields.flatMap((field, at) => {
      const given = texts[places[at]];
      if (given === undefined || given === '') return [];
      const text = fold(given);
      const value = indexesOf[at].get(text) ?? values.push({ field, value: text }) - 1;
      indexesOf[at].set(text, value);
      const name = `${item} ${value}`;
      const pairing = known.get(name) ?? { item, value, baskets: 0, lastBasket: -1 };
      known.set(name, pairing);
      return [pairing];
    });
  });
}

function pickStrongestValues(
  pairings: ReadonlySet<Pairing>,
  values: readonly FieldValue[],
  itemCount: number,
): Pick<ItemValues, 'ofItem' | 'cut'> {
  const sorted = [...pairings]
    .filter(({ baskets }) => baskets > 0)
    .sort(
      (a, b) => a.item - b.item || b.baskets - a.baskets || compareByText(values[a.value], values[b.value]),
    );
  const start = new Uint32Array(itemCount + 1);
  const other: number[] = [];
  const cut = new Map<string, number>();
  const kept = new Map<string, number>();
  let item = 0;
  for (const { item: of, value } of sorted) {
    if (of !== item) kept.clear();
    item = of;
    const { field } = values[value];
    const before = kept.get(field) ?? 0;
    kept.set(field, before + 1);
    if (before === VALUES_PER_FIELD) cut.set(field, (cut.get(field) ?? 0) + 1);
    if (before >= VALUES_PER_FIELD) continue;
    other.push(value);
    start[of + 1]++;
  }
  for (let at = 0; at < itemCount; at++) start[at + 1] += start[at];
  return { ofItem: { start, other: Uint32Array.from(other) }, cut };
}

function compareByText(a: FieldValue, b: FieldValue): number {
  return a.value < b.value ? -1 : 1;
}
