// What is kept of the evidence so that recommendations that are filtered by a custom field find enough: per product,
// partners of every value; per value, its best-selling products.
import type { FieldValue, ItemValues } from '../baskets/item-values.ts';
import type { CoPurchase } from './partner-tally.ts';

/** As many as are recommended by default. */
const PARTNERS_PER_VALUE = 5;
/** Beyond those that are kept of every product. */
const MOST_FURTHER = 50;

export function valuesOf(product: number, { values, ofItem }: ItemValues): FieldValue[] {
  const found: FieldValue[] = [];
  for (let at = ofItem.start[product]; at < ofItem.start[product + 1]; at++) {
    found.push(values[ofItem.other[at]]);
  }
  return found;
}

/**
 * `partners`: strongest first. Of them, the first `most`, and of those that follow the ones that are among the first
 * PARTNERS_PER_VALUE of a value, MOST_FURTHER of these at most.
 */
export function strongestPartners(
  partners: readonly CoPurchase[],
  most: number,
  fieldValues: ItemValues | undefined,
): CoPurchase[] {
  const kept = partners.slice(0, most);
  if (fieldValues === undefined || partners.length <= most) return kept;
  const { ofItem } = fieldValues;
  const keptOf = new Map<number, number>();
  /** Whether it is among the first of one of its values. */
  const count = ({ product }: CoPurchase): boolean => {
    let isFirst = false;
    for (let at = ofItem.start[product]; at < ofItem.start[product + 1]; at++) {
      const value = ofItem.other[at];
      const before = keptOf.get(value) ?? 0;
      keptOf.set(value, before + 1);
      if (before < PARTNERS_PER_VALUE) isFirst = true;
    }
    return isFirst;
  };
  for (const partner of kept) count(partner);
  for (let at = most; at < partners.length && kept.length < most + MOST_FURTHER; at++) {
    if (count(partners[at])) kept.push(partners[at]);
  }
  return kept;
}

/** `bestSellers`: products by index, the best seller first. Per value, the first `most` of them that have it. */
export function bestSellersByValue(
  bestSellers: readonly number[],
  most: number,
  { values, ofItem }: ItemValues,
): [FieldValue, number[]][] {
  const sellersOf = values.map((value): [FieldValue, number[]] => [value, []]);
  for (const product of bestSellers) {
    for (let at = ofItem.start[product]; at < ofItem.start[product + 1]; at++) {
      const [, sellers] = sellersOf[ofItem.other[at]];
      if (sellers.length < most) sellers.push(product);
    }
  }
  return sellersOf.filter(([, sellers]) => sellers.length > 0);
}
