// Creates baskets with items of several levels: every row stands for its product and, for example, for its category.
// Items of one row are kept apart: a product always occurs together with its own category, which tells nothing new.

import { type ProductLevel, parseLevelsLabel, toItemName } from '../../contract/settings/product-levels.ts';
import { joinUnits, toLimbs } from '../money/limbs.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { BasketColumns, ItemLists } from './basket-columns.ts';

/** Per label, the items that its rows stand for. */
export interface LabelItems {
  readonly items: ItemLists;
  readonly names: readonly string[];
}

/**
 * `baskets`: their products are labels of all `levels`. The result keeps the items of the levels in `shown`; items that
 * share a row in any of the baskets are apart.
 */
export function toItemBaskets(
  baskets: BasketColumns,
  levels: readonly ProductLevel[],
  shown: readonly ProductLevel[] = levels,
): BasketColumns {
  const { items, names } = parseLabelItems(baskets.products, levels, shown);
  const { basketCount, start, product, scale } = baskets;
  const [plain] = baskets.values.length === 1 ? baskets.values : [];
  const most = product.length * shown.length;
  const sums = new MoneySums(names.length, scale);
  const entryValues = new MoneySums(most, scale);
  const entryItems = new Uint32Array(most);
  const entryStart = new Uint32Array(basketCount + 1);
  const seenIn = new Int32Array(names.length).fill(-1);
  let entries = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    const begin = entries;
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const label = product[entry];
      const value = plain?.[entry] ?? joinUnits(baskets.values.map((limb) => limb[entry]));
      for (let at = items.start[label]; at < items.start[label + 1]; at++) {
        const item = items.other[at];
        if (seenIn[item] !== basket) {
          seenIn[item] = basket;
          sums.clear(item);
          entryItems[entries++] = item;
        }
        sums.add(item, value);
      }
    }
    entryItems.subarray(begin, entries).sort();
    for (let entry = begin; entry < entries; entry++) entryValues.copyFrom(entry, sums, entryItems[entry]);
    entryStart[basket + 1] = entries;
  }
  return {
    basketCount,
    start: entryStart,
    product: entryItems.slice(0, entries),
    values: toLimbs(entryValues, entries),
    scale,
    products: names,
    moments: baskets.moments,
    customers: baskets.customers,
    ...(shown.length > 1 && { apart: findApartItems(items, names.length, product) }),
  };
}

/** The items in baskets of these labels, by index. */
export function listLevelItems(
  labels: readonly string[],
  levels: readonly ProductLevel[],
  shown: readonly ProductLevel[] = levels,
): readonly string[] {
  return parseLabelItems(labels, levels, shown).names;
}

export function parseLabelItems(
  labels: readonly string[],
  levels: readonly ProductLevel[],
  shown: readonly ProductLevel[],
): LabelItems {
  const indexOf = new Map<string, number>();
  const start = new Uint32Array(labels.length + 1);
  const other = new Uint32Array(labels.length * shown.length);
  let count = 0;
  for (const [label, text] of labels.entries()) {
    const values = parseLevelsLabel(text);
    for (const [at, level] of levels.entries()) {
      const value = values[at];
      if (value === undefined || !shown.includes(level)) continue;
      const name = shown.length > 1 ? toItemName(level, value) : value;
      const item = indexOf.get(name) ?? indexOf.size;
      indexOf.set(name, item);
      other[count++] = item;
    }
    start[label + 1] = count;
  }
  return { items: { start, other: other.slice(0, count) }, names: [...indexOf.keys()] };
}

/**
 * Per item, the other items that a row of the baskets also stands for, ascending. `product`: the labels in the baskets.
 */
function findApartItems({ start, other }: ItemLists, itemCount: number, product: Uint32Array): ItemLists {
  const lists = Array.from({ length: itemCount }, () => new Set<number>());
  for (const label of new Set(product)) {
    const items = other.subarray(start[label], start[label + 1]);
    for (const a of items) for (const b of items) if (a !== b) lists[a].add(b);
  }
  return createItemLists(lists);
}

/** Converts lists of items into columns. */
export function createItemLists(lists: readonly ReadonlySet<number>[]): ItemLists {
  const start = new Uint32Array(lists.length + 1);
  for (const [item, list] of lists.entries()) start[item + 1] = start[item] + list.size;
  const other = new Uint32Array(start[lists.length]);
  for (const [item, list] of lists.entries()) other.set(Uint32Array.from(list).sort(), start[item]);
  return { start, other };
}
