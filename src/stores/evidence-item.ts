// A product's evidence as an item: its lists as JSON of short rows, which are a third of the size of objects.
import * as v from 'valibot';
import type { CombinedEvidence, PairEvidence, ProductEvidence } from '../core/recommendations/evidence.ts';

/** Names of 500 characters each could exceed the 400 kB of an item: the weakest entries are left out. */
const MAX_LIST_LENGTH = 60_000;

const pairRow = v.strictTuple([v.string(), v.number(), v.number()]);
const combinedRow = v.strictTuple([v.array(v.string()), v.string(), v.number(), v.number(), v.number()]);

/** Reads what `packEvidence` wrote. */
export const evidenceItem = v.pipe(
  v.object({
    product: v.string(),
    baskets: v.number(),
    pairs: v.pipe(v.string(), v.parseJson(), v.array(pairRow)),
    combined: v.pipe(v.string(), v.parseJson(), v.array(combinedRow)),
  }),
  v.transform(
    ({ product, baskets, pairs, combined }): ProductEvidence => ({
      product,
      baskets,
      pairs: pairs.map(([name, together, held]) => ({ product: name, together, baskets: held })),
      combined: combined.map(([antecedents, name, together, antecedentBaskets, held]) => ({
        antecedents,
        product: name,
        together,
        antecedentBaskets,
        baskets: held,
      })),
    }),
  ),
);

export function packEvidence({ product, baskets, pairs, combined }: ProductEvidence) {
  const pairRows = pairs.map((pair: PairEvidence) => [pair.product, pair.together, pair.baskets]);
  const combinedRows = combined.map((rule: CombinedEvidence) => [
    rule.antecedents,
    rule.product,
    rule.together,
    rule.antecedentBaskets,
    rule.baskets,
  ]);
  return { product, baskets, pairs: bounded(pairRows), combined: bounded(combinedRows) };
}

/** Rows are in descending order of strength. */
function bounded(rows: readonly unknown[]): string {
  for (let kept = rows.length; ; kept = Math.floor(kept / 2)) {
    const text = JSON.stringify(rows.slice(0, kept));
    if (text.length <= MAX_LIST_LENGTH || kept === 0) return text;
  }
}
