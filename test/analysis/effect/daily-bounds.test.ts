// Bounds of made-up relabellings that state adjusted differences or plain ones.
import { describe, expect, it } from 'vitest';
import { computeAdjustedBounds, computeDailyBounds } from '../../../src/analysis/effect/daily-bounds.ts';
import { createRandom, drawNormal } from '../../../tools/harness/random/random.ts';

const DAYS = 5;
const COUNT = 2_000;

interface Drawn {
  readonly plain: Float64Array;
  readonly differences: Float64Array;
  readonly errors: Float64Array;
}

/** `errorOf`: the relative error of an adjusted difference, from the plain one. */
function drawPaths(seed: number, errorOf: (plain: number, random: () => number) => number): Drawn {
  const random = createRandom(seed);
  const plain = new Float64Array(COUNT * DAYS);
  const differences = new Float64Array(COUNT * DAYS);
  const errors = new Float64Array(COUNT * DAYS);
  for (let r = 0; r < COUNT; r++) {
    let [sum, other] = [0, 0];
    for (let day = 0; day < DAYS; day++) {
      sum += drawNormal(random);
      other += drawNormal(random);
      const at = r * DAYS + day;
      plain[at] = sum / Math.sqrt(day + 1);
      differences[at] = (0.6 * sum + 0.8 * other) / Math.sqrt(day + 1);
      errors[at] = errorOf(plain[at], random);
    }
  }
  return { plain, differences, errors };
}

function bound({ plain, differences, errors }: Drawn) {
  const bounds = computeDailyBounds(plain, DAYS, DAYS);
  const adjusted = computeAdjustedBounds({ paths: plain, bounds }, { differences, errors }, DAYS, DAYS);
  const tally = { crossing: 0, adjusted: 0, adjustedCrossing: 0, widest: 0 };
  for (let r = 0; r < COUNT; r++) {
    let [isCrossing, isAdjusted, isAdjustedCrossing] = [false, false, false];
    for (let day = 0; day < DAYS; day++) {
      const at = r * DAYS + day;
      const [own, other] = [adjusted[day], bounds[day]];
      if (own === undefined || other === undefined) throw new Error(`day ${day} has no bounds`);
      const error = errors[at] ?? Number.NaN;
      const isOwn = error <= own.mostError;
      const value = (isOwn ? differences[at] : plain[at]) ?? Number.NaN;
      const { upper, lower } = isOwn ? own : other;
      const crosses = value > upper || -value > lower;
      isCrossing ||= crosses;
      isAdjusted ||= isOwn;
      isAdjustedCrossing ||= isOwn && crosses;
      if (isOwn) {
        const width = (error * (own.upper + own.lower)) / (other.upper + other.lower);
        tally.widest = Math.max(tally.widest, width);
      }
    }
    tally.crossing += Number(isCrossing);
    tally.adjusted += Number(isAdjusted);
    tally.adjustedCrossing += Number(isAdjustedCrossing);
  }
  return { bounds, adjusted, tally };
}

describe('computeAdjustedBounds', () => {
  it('returns bounds of the adjusted differences alone if all are adjusted', () => {
    const drawn = drawPaths(1, () => 0.5);
    const own = computeDailyBounds(drawn.differences, DAYS, DAYS);
    expect(bound(drawn).adjusted).toMatchObject(own);
  });

  it('adjusts none without an error that is known', () => {
    const { tally } = bound(drawPaths(2, () => Number.POSITIVE_INFINITY));
    expect(tally.adjusted).toBe(0);
    expect(tally.crossing).toBeLessThanOrEqual(0.05 * COUNT);
  });

  it.each([
    ['by chance', (_: number, random: () => number) => 0.9 + 0.2 * random()],
    ['where the plain difference is small', (plain: number) => (Math.abs(plain) < 1.5 ? 0.9 : 1.1)],
    ['where the plain difference is large', (plain: number) => (Math.abs(plain) < 1.5 ? 1.1 : 0.9)],
    ['seldom', (_: number, random: () => number) => (random() < 0.03 ? 0.9 : 1.1)],
    ['where it gains next to nothing', (_: number, random: () => number) => 0.99 + 0.04 * random()],
  ])(
    'lets about 5 % of relabellings cross bounds at most, and makes none wider by more than 1 %: adjusted %s',
    (_, errorOf) => {
      for (let seed = 1; seed <= 5; seed++) {
        const { tally } = bound(drawPaths(seed, errorOf));
        // Plain differences that cross on later days find the error spent: 0.2 % of all at most.
        expect(tally.crossing).toBeLessThanOrEqual(0.052 * COUNT);
        expect(tally.adjustedCrossing).toBeLessThanOrEqual(0.05 * tally.adjusted);
        expect(tally.widest).toBeLessThanOrEqual(1.01 + 1e-6);
        expect(tally.adjusted).toBeGreaterThan(0.02 * COUNT);
      }
    },
  );
});
