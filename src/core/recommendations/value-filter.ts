// Recommendations of products that have asked-for values of custom fields: one of the values of every field.
import type { FieldValue } from '../baskets/item-values.ts';
import { fold } from '../orders/filters.ts';
import type { Recommendable } from './evidence.ts';

/** By the key of the field, one of whose values a product must have, in lower case. */
export type WantedValues = ReadonlyMap<string, ReadonlySet<string>>;

export function hasWantedValues(wanted: WantedValues): (product: Recommendable) => boolean {
  const fields = [...wanted];
  return ({ values = [] }) =>
    fields.every(([field, texts]) =>
      values.some((each) => each.field === field && texts.has(fold(each.value))),
    );
}

export function listWanted(wanted: WantedValues): FieldValue[] {
  return [...wanted].flatMap(([field, texts]) => [...texts].map((value) => ({ field, value })));
}

/** `lists`: the best sellers of single values. Those that are accepted, each once, the best seller first. */
export function mergePopular(
  lists: readonly (readonly Recommendable[])[],
  accepts: (product: Recommendable) => boolean,
): Recommendable[] {
  const found = new Map<string, Recommendable>();
  for (const each of lists.flat())
    if (!found.has(each.product) && accepts(each)) found.set(each.product, each);
  return [...found.values()].sort((a, b) => b.baskets - a.baskets || (a.product < b.product ? -1 : 1));
}
