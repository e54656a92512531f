// EASE-R against numpy, on baskets in data/ease-numpy.json.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  computeBasketWeights,
  indexBasketsByProduct,
} from '../../../src/analysis/recommendations/basket-work.ts';
import { SCORE_UNITS } from '../../../src/analysis/recommendations/evidence.ts';
import { computeDampedCosine, EaseFit, PENALTY } from '../../../src/analysis/recommendations/score-model.ts';

const rows = v.array(v.array(v.number()));
const { products, baskets, fits } = v.parse(
  v.object({
    products: v.number(),
    baskets: rows,
    fits: v.array(v.object({ lambda: v.number(), dropout: v.number(), scores: rows })),
  }),
  JSON.parse(readFileSync(new URL('data/ease-numpy.json', import.meta.url), 'utf8')),
);

function countBaskets(lists: readonly (readonly number[])[]) {
  let end = 0;
  const starts = lists.map((list) => {
    end += list.length;
    return end;
  });
  const columns = { start: Uint32Array.from([0, ...starts]), product: Uint32Array.from(lists.flat()) };
  return {
    ...columns,
    ...indexBasketsByProduct(columns, products),
    largestBasket: Number.POSITIVE_INFINITY,
  };
}

const listScores = (fit: EaseFit): number[][] =>
  Array.from({ length: products }, (_, of) =>
    Array.from({ length: products }, (__, other) => (fit.getScore(of, other) ?? Number.NaN) / SCORE_UNITS),
  );

describe('the fitted scores', () => {
  it.each(fits)(
    'equal those of numpy to half a millionth, with λ = $lambda and a dropout of $dropout',
    ({ scores, ...penalty }) => {
      const fit = new EaseFit(products);
      fit.count(
        Uint32Array.from({ length: products }, (_, at) => at),
        countBaskets(baskets),
      );
      fit.solve(penalty);
      for (const [of, row] of listScores(fit).entries())
        for (const [other, score] of row.entries())
          expect(Math.abs(score - (scores[of]?.[other] ?? Number.NaN))).toBeLessThanOrEqual(0.500_001e-6);
    },
  );

  it('are the same for another sequence of the baskets and in the memory of another fit', () => {
    const fit = new EaseFit(products);
    const all = Uint32Array.from({ length: products }, (_, at) => at);
    fit.count(all, countBaskets(baskets));
    fit.solve(PENALTY);
    const before = listScores(fit);
    fit.count(all, countBaskets(baskets.slice(0, 30)));
    fit.solve({ lambda: 100, dropout: 0 });
    fit.count(all, countBaskets(baskets.toReversed()));
    fit.solve(PENALTY);
    expect(listScores(fit)).toEqual(before);
  });

  it('are undefined for products outside the fit, and list opponents from the strongest', () => {
    const fit = new EaseFit(3);
    fit.count(Uint32Array.of(5, 2, 0), countBaskets(baskets));
    fit.solve({ lambda: 1, dropout: 0 });
    expect([fit.getScore(5, 1), fit.getScore(1, 5), fit.against(1, 9)]).toEqual([undefined, undefined, []]);
    const opposed = [5, 2, 0].flatMap((product) => {
      const score = fit.getScore(2, product) ?? 0;
      return score < 0 ? [{ product, score }] : [];
    });
    opposed.sort((a, b) => a.score - b.score);
    expect(fit.against(2, 9)).toEqual(opposed);
    expect(fit.against(2, 1)).toEqual(opposed.slice(0, 1));
  });
});

it('computeDampedCosine halves the cosine, applies the dropout and damps it for products of few baskets', () => {
  const [one] = computeBasketWeights(1).subarray(1);
  if (one === undefined) throw new Error('a basket of one product has no weight');
  // (½ × ¼ × 2) / √((2 + 3) × (2 + 3)).
  expect(computeDampedCosine(2 * one, 2 * one, 2 * one)).toBe(50_000);
  expect(computeDampedCosine(200 * one, 200 * one, 200 * one)).toBe(Math.round((0.125e6 * 200) / 203));
});
