// Evidence as items: lists as JSON of short rows, which are a third of the size of objects. A row ends with the indexes of
// its product's values in the item's own list of values.
import * as v from 'valibot';
import {
  type FieldValue,
  type PopularOfValue,
  type ProductEvidence,
  type Recommendable,
  SCORE_UNITS,
} from '../../core/recommendations/evidence.ts';

/** Names of 500 characters each could exceed the 400 kB of an item: the weakest entries are left out. */
const MAX_LIST_LENGTH = 60_000;

const pairRow = v.tupleWithRest([v.string(), v.number(), v.number()], v.number());
const againstRow = v.strictTuple([v.string(), v.number()]);
const popularRow = v.tupleWithRest([v.string(), v.number()], v.number());
const valueRows = v.optional(
  v.pipe(v.string(), v.parseJson(), v.array(v.strictTuple([v.string(), v.string()]))),
  '[]',
);

/** Reads what `packEvidence` wrote. */
export const evidenceItem = v.pipe(
  v.object({
    product: v.string(),
    baskets: v.number(),
    pairs: v.pipe(v.string(), v.parseJson(), v.array(pairRow)),
    pair_values: valueRows,
    /** Of the pairs, one after the other. Missing in versions that were written before there were scores. */
    scores: v.optional(v.pipe(v.string(), v.parseJson(), v.array(v.number()))),
    against: v.optional(v.pipe(v.string(), v.parseJson(), v.array(againstRow)), '[]'),
  }),
  v.transform(({ product, baskets, pairs, pair_values, scores, against }): ProductEvidence => {
    const valuesOfPair = valuesIn(pair_values);
    return {
      product,
      baskets,
      pairs: pairs.map(([name, together, held, ...values], at) => ({
        product: name,
        together,
        baskets: held,
        score: scores?.[at] ?? earlierScore(together, baskets, held),
        values: valuesOfPair(values),
      })),
      against: against.map(([name, score]) => ({ product: name, score })),
    };
  }),
);

/** Of versions without scores: √(confidence × lift), damped, but for the number of all baskets, which no order depends on. */
function earlierScore(together: number, antecedents: number, baskets: number): number {
  return Math.round((SCORE_UNITS * together) / (antecedents + 20) / Math.sqrt(baskets));
}

export function packEvidence({ product, baskets, pairs, against }: ProductEvidence) {
  const pairList = bounded(pairs, (pair) => [pair.product, pair.together, pair.baskets]);
  return {
    product,
    baskets,
    pairs: pairList.rows,
    ...(pairList.values !== '[]' && { pair_values: pairList.values }),
    scores: JSON.stringify(pairs.slice(0, pairList.kept).map(({ score }) => score)),
    against: bounded(against, (each) => [each.product, each.score]).rows,
  };
}

/** Reads what `packPopular` wrote. */
export const popularItem = v.pipe(
  v.object({ popular: v.pipe(v.string(), v.parseJson(), v.array(popularRow)), popular_values: valueRows }),
  v.transform(({ popular, popular_values }): Recommendable[] => {
    const valuesOf = valuesIn(popular_values);
    return popular.map(([product, baskets, ...values]) => ({ product, baskets, values: valuesOf(values) }));
  }),
);

export function packPopular({ popular }: PopularOfValue) {
  const { rows, values } = bounded(popular, ({ product, baskets }) => [product, baskets]);
  return { popular: rows, popular_values: values };
}

function valuesIn(
  rows: readonly (readonly [string, string])[],
): (indexes: readonly number[]) => FieldValue[] {
  const values = rows.map(([field, value]): FieldValue => ({ field, value }));
  return (indexes) => indexes.flatMap((index) => values[index] ?? []);
}

/** `listed` is in descending order of strength. */
function bounded<T extends Pick<Recommendable, 'product' | 'values'>>(
  listed: readonly T[],
  rowOf: (entry: T) => readonly unknown[],
): { readonly rows: string; readonly values: string; readonly kept: number } {
  for (let kept = listed.length; ; kept = Math.floor(kept / 2)) {
    const indexOf = new Map<string, number>();
    const values: FieldValue[] = [];
    const indexOfValue = (value: FieldValue): number => {
      const name = JSON.stringify([value.field, value.value]);
      const index = indexOf.get(name) ?? values.push(value) - 1;
      indexOf.set(name, index);
      return index;
    };
    const list = listed
      .slice(0, kept)
      .map((entry) => [...rowOf(entry), ...(entry.values ?? []).map(indexOfValue)]);
    const rows = JSON.stringify(list);
    const named = JSON.stringify(values.map(({ field, value }) => [field, value]));
    if (rows.length + named.length <= MAX_LIST_LENGTH || kept === 0) return { rows, values: named, kept };
  }
}
