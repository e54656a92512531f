// Quintile scores, the segment grid, and scores of fewer customers than classes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeQuantileEdges,
  score,
  scoreRecency,
  sortAscending,
} from '../../../src/analysis/rfm/customer-scores.ts';
import { getSegment } from '../../../src/analysis/rfm/segments.ts';
import { SEGMENT_CELLS, SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';

function computeScores(values: readonly number[], one = score): number[] {
  const edges = computeQuantileEdges(Float64Array.from(values));
  return values.map((value) => one(value, edges));
}

describe('RFM scores', () => {
  test('have edges at the type-7 quantiles of R and NumPy', () => {
    // R: quantile(c(1, 2, 4, 8, 16, 32), c(.2, .4, .6, .8))
    expect(computeQuantileEdges(Float64Array.of(32, 1, 8, 2, 16, 4))).toEqual([2, 4, 8, 16]);
    // R: quantile(c(10, 20, 30), c(.2, .4, .6, .8))
    expect(computeQuantileEdges(Float64Array.of(10, 20, 30))).toEqual([14, 18, 22, 26]);
  });
  test('sort numbers of any width in the same way', () => {
    const numbers = fc.array(fc.nat(255), { maxLength: 300 });
    fc.assert(
      fc.property(numbers, (values) => {
        const expected = values.toSorted((a, b) => a - b);
        for (const array of [Uint8Array, Uint16Array, Uint32Array, Float64Array]) {
          const given = array.from(values);
          expect(sortAscending(given)).toEqual(array.from(expected));
          expect(given).toEqual(array.from(values));
        }
      }),
    );
    expect(sortAscending(Uint16Array.of(65_535, 0, 300, 65_535))).toEqual(
      Uint16Array.of(0, 300, 65_535, 65_535),
    );
  });
  test('rank five values from 1 to 5, and recency from 5 to 1', () => {
    expect(computeScores([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5]);
    expect(computeScores([1, 2, 3, 4, 5], scoreRecency)).toEqual([5, 4, 3, 2, 1]);
  });
  test('are equal for equal values', () => {
    expect(computeScores([1, 1, 1, 1, 1, 1, 1, 1, 1, 9])).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 5]);
    expect(computeScores([7, 7, 7])).toEqual([1, 1, 1]);
    expect(computeScores([7, 7, 7], scoreRecency)).toEqual([5, 5, 5]);
  });
  test('start at 1, or at 5 for recency, with fewer customers than classes', () => {
    expect(computeScores([42])).toEqual([1]);
    expect(computeScores([42], scoreRecency)).toEqual([5]);
    expect(computeScores([1, 2])).toEqual([1, 5]);
    expect(computeScores([-5, 0, 5])).toEqual([1, 3, 5]);
  });
  test('do not depend on the order of rows and never fall with the value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 }), (values) => {
        const ascending = [...values].sort((a, b) => a - b);
        const scores = computeScores(ascending);
        expect(scores).toEqual([...scores].sort());
        const edges = computeQuantileEdges(Float64Array.from(values));
        expect(ascending.map((value) => score(value, edges))).toEqual(scores);
      }),
    );
  });
});

describe('RFM segments', () => {
  test('cover every cell of the grid exactly once', () => {
    const cells = Object.values(SEGMENT_CELLS).flat();
    expect(cells).toHaveLength(25);
    expect(new Set<string>(cells).size).toBe(25);
    expect(SEGMENT_NAMES).toEqual(Object.keys(SEGMENT_CELLS));
  });
  test.each(Object.entries(SEGMENT_CELLS))('include %s in the cells %j', (name, cells) => {
    for (const cell of cells) {
      const [r, fm] = [Number(cell[0]), Number(cell[1])];
      expect(SEGMENT_NAMES[getSegment(r, fm, fm)]).toBe(name);
    }
  });
  test('use the mean of F and M, rounded up', () => {
    expect(SEGMENT_NAMES[getSegment(5, 3, 4)]).toBe('Champions');
    expect(SEGMENT_NAMES[getSegment(5, 4, 1)]).toBe('Loyal Customers');
    expect(SEGMENT_NAMES[getSegment(1, 1, 1)]).toBe('Lost');
    expect(SEGMENT_NAMES[getSegment(1, 1, 2)]).toBe('Hibernating');
  });
});
