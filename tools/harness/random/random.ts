// Provides seeded randomness: one number determines a whole run.
import fc from 'fast-check';

export type Random = () => number;

/** mulberry32: small, seeded, good enough for shuffling. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws an integer from 0 up to `bound`, exclusive. */
export function drawBelow(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

export function shuffleValues<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Draws one value of the arbitrary, determined by the next number. */
export function draw<T>(random: Random, arbitrary: fc.Arbitrary<T>): T {
  const [value] = fc.sample(arbitrary, { seed: drawBelow(random, 2 ** 31), numRuns: 1 });
  if (value === undefined) throw new Error('the arbitrary returned no value');
  return value;
}

export function drawPoisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
