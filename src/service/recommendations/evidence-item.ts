// Evidence as items: lists as JSON of short rows, which have a third of the size of objects. A row ends with
// the indexes of its product's values in the item's own list of values.
import * as v from 'valibot';
import type {
  FieldValue,
  PopularOfValue,
  ProductEvidence,
  Recommendable,
} from '../../analysis/recommendations/evidence.ts';

/**
 * Maximum length of a list in characters. Names of 500 characters each could exceed the 400 kB of an item:
 * the weakest entries are left out.
 */
const MAX_LIST_LENGTH = 60_000;

type PairRow = readonly [product: string, together: number, baskets: number, ...values: number[]];
type AgainstRow = readonly [product: string, score: number];
type PopularRow = readonly [product: string, baskets: number, ...values: number[]];
type ValueRow = readonly [field: string, value: string];

/**
 * Checks a list at once: valibot's own checks, cell by cell, take longer than the rest of a request's
 * decoding.
 */
function checkedList<Row>(isRow: (row: unknown) => boolean) {
  const isList = (rows: unknown): boolean => Array.isArray(rows) && rows.every(isRow);
  return v.pipe(v.string(), v.parseJson(), v.custom<readonly Row[]>(isList));
}

/** Tests for a row of this many texts, then at least this many numbers and nothing else. */
function createRowTest(texts: number, numbers: number): (row: unknown) => boolean {
  return (row) => {
    if (!Array.isArray(row) || row.length < texts + numbers) return false;
    for (let at = 0; at < row.length; at++) {
      if (typeof row[at] !== (at < texts ? 'string' : 'number')) return false;
    }
    return true;
  };
}

const pairRows = checkedList<PairRow>(createRowTest(1, 2));
const againstRows = checkedList<AgainstRow>(createRowTest(1, 1));
const popularRows = checkedList<PopularRow>(createRowTest(1, 1));
const scores = checkedList<number>((score) => typeof score === 'number');
const valueRows = v.optional(checkedList<ValueRow>(createRowTest(2, 0)), '[]');

/** Parses the item that `packEvidence` wrote. */
export const evidenceItem = v.pipe(
  v.object({
    product: v.string(),
    baskets: v.number(),
    reorder_rate: v.optional(v.number()),
    pairs: pairRows,
    pair_values: valueRows,
    /** Scores of the pairs, one after the other. */
    scores,
    against: v.optional(againstRows, '[]'),
  }),
  v.transform(({ product, baskets, reorder_rate, pairs, pair_values, scores, against }): ProductEvidence => {
    const valuesOfPair = createValueLookup(pair_values);
    return {
      product,
      baskets,
      ...(reorder_rate !== undefined && { reorderRate: reorder_rate }),
      pairs: pairs.map(([name, together, held, ...values], at) => ({
        product: name,
        together,
        baskets: held,
        score: scores[at] ?? 0,
        values: valuesOfPair(values),
      })),
      against: against.map(([name, score]) => ({ product: name, score })),
    };
  }),
);

export function packEvidence({ product, baskets, reorderRate, pairs, against }: ProductEvidence) {
  const pairList = fitRows(pairs, (pair) => [pair.product, pair.together, pair.baskets]);
  return {
    product,
    baskets,
    ...(reorderRate !== undefined && { reorder_rate: reorderRate }),
    pairs: pairList.rows,
    ...(pairList.values !== '[]' && { pair_values: pairList.values }),
    scores: JSON.stringify(pairs.slice(0, pairList.kept).map(({ score }) => score)),
    against: fitRows(against, (each) => [each.product, each.score]).rows,
  };
}

/** Parses the item that `packPopular` wrote. */
export const popularItem = v.pipe(
  v.object({ popular: popularRows, popular_values: valueRows }),
  v.transform(({ popular, popular_values }): Recommendable[] => {
    const valuesOf = createValueLookup(popular_values);
    return popular.map(([product, baskets, ...values]) => ({ product, baskets, values: valuesOf(values) }));
  }),
);

export function packPopular({ popular }: PopularOfValue) {
  const { rows, values } = fitRows(popular, ({ product, baskets }) => [product, baskets]);
  return { popular: rows, popular_values: values };
}

function createValueLookup(rows: readonly ValueRow[]): (indexes: readonly number[]) => FieldValue[] {
  const values = rows.map(([field, value]): FieldValue => ({ field, value }));
  return (indexes) => indexes.flatMap((index) => values[index] ?? []);
}

/** `listed` is in descending order of strength. */
function fitRows<T extends Pick<Recommendable, 'product' | 'values'>>(
  listed: readonly T[],
  toRow: (entry: T) => readonly unknown[],
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
      .map((entry) => [...toRow(entry), ...(entry.values ?? []).map(indexOfValue)]);
    const rows = JSON.stringify(list);
    const named = JSON.stringify(values.map(({ field, value }) => [field, value]));
    if (rows.length + named.length <= MAX_LIST_LENGTH || kept === 0) return { rows, values: named, kept };
  }
}
