// Values by rank in streams longer than what is held, against sorting.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nthSmallest, ValueBracket } from '../../../../src/core/mining/rules/value-bracket.ts';

/** Passes over the stream until a bracket knows the value of the rank; the first one over a sample where asked. */
function search(stream: readonly number[], rank: number, capacity: number, sampleStride: number) {
  let bracket = new ValueBracket(capacity);
  const sample = stream.filter((_, at) => at % sampleStride === 0);
  if (sampleStride > 1) {
    for (const value of sample) bracket.add(value);
    bracket = bracket.next(Math.ceil((rank * sample.length) / stream.length), sampleStride);
  }
  for (let passes = 1; passes <= 100; passes++) {
    for (const value of stream) bracket.add(value);
    const value = bracket.at(rank);
    const count = value === undefined ? undefined : bracket.countFrom(value);
    if (value !== undefined) return { value, count };
    bracket = bracket.next(rank);
  }
  throw new Error(`rank ${rank} was not found in 100 passes`);
}

it('finds the value of every rank, however little is held and however many values are equal', () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -9, max: 9 }));
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (stream, seed, capacity, sampleStride) => {
        const rank = 1 + (seed % stream.length);
        const expected = stream.toSorted((a, b) => b - a)[rank - 1] ?? Number.NaN;
        const found = search(stream, rank, capacity, sampleStride);
        // -0 and 0 are one value.
        expect(found.value + 0).toBe(expected + 0);
        expect(found.count).toBe(stream.filter((each) => each >= expected).length);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('takes one pass after a sample that is like the stream', () => {
  // A permutation: 7,919 is prime to 100,000.
  const stream = Array.from({ length: 100_000 }, (_, at) => (at * 7_919) % 100_000);
  const sample = new ValueBracket(8_192);
  for (let at = 0; at < stream.length; at += 32) sample.add(stream[at] ?? 0);
  const bracket = sample.next(625, 32);
  for (const value of stream) bracket.add(value);
  expect([bracket.at(20_000), bracket.countFrom(80_000)]).toEqual([80_000, 20_000]);
});

it('selects what sorting would put at a place', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }), fc.nat(), (values, seed) => {
      const n = seed % values.length;
      expect(nthSmallest(Float64Array.from(values), values.length, n)).toBe(
        values.toSorted((a, b) => a - b)[n],
      );
    }),
  );
});
