import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nthSmallest } from '../../../src/core/mining/nth-smallest.ts';

it('finds the value that sorting would put at a place, however many are equal', () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -9, max: 9 }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), fc.nat(), (values, from) => {
      const place = from % values.length;
      const sorted = Float64Array.from(values).sort();
      expect(nthSmallest(Float64Array.from(values), values.length, place) + 0).toBe(
        // -0 and 0 are one value.
        (sorted[place] ?? 0) + 0,
      );
    }),
  );
});
