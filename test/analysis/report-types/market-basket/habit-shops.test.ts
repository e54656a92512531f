// The claims of market basket reports on unrelated products, and on the same shops with one planted pair.
import { describe, expect, it } from 'vitest';
import {
  findClaims,
  HABIT_NULL_SHOPS,
  PLANTED,
  STAND,
  withPlanted,
} from '../../../../tools/harness/random/habit-shops.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';

const SHOPS = 3;

describe.each(HABIT_NULL_SHOPS)('a market basket report on a shop with $name', ({ draw }) => {
  it('proves and recommends nothing in at least two of three shops', () => {
    const claims = Array.from({ length: SHOPS }, (_, at) => findClaims(draw(createRandom(at + 1))));
    expect(claims.filter(({ proven }) => proven.length > 0).length).toBeLessThanOrEqual(1);
    expect(claims.filter(({ findings }) => findings.length > 0).length).toBeLessThanOrEqual(1);
  });

  it('finds the planted pair, and recommends no product that is unrelated', () => {
    for (let at = 0; at < SHOPS; at++) {
      const random = createRandom(at + 1);
      const { proven, findings } = findClaims(withPlanted(random, draw(random)));
      const pair = [PLANTED.antecedent, PLANTED.follows];
      expect(proven).toContainEqual(pair);
      expect(findings).toContainEqual(pair);
      expect([...proven, ...findings].flat()).not.toContain(STAND);
    }
  });
});
