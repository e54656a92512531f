// Evidence that would not fit into an item.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { evidenceItem, packEvidence } from '../../../src/stores/evidence-item.ts';

/** The number of pairs that are kept of these. */
const kept = (names: readonly string[]): number => {
  const pairs = names.map((product) => ({ product, together: 1, baskets: 1 }));
  const packed = packEvidence({ product: 'tea', baskets: 2, pairs, combined: [] });
  expect(packed.pairs.length).toBeLessThanOrEqual(60_000);
  return v.parse(evidenceItem, packed).pairs.length;
};

it('keeps the stronger half of a list that is too long', () => {
  const name = 'x'.repeat(990);
  expect(kept(Array.from({ length: 59 }, () => name))).toBe(59);
  expect(kept(Array.from({ length: 61 }, () => name))).toBe(30);
});

it('keeps a list of exactly 60,000 characters', () => {
  const around = JSON.stringify([['', 1, 1]]).length;
  expect(kept(['x'.repeat(60_000 - around)])).toBe(1);
  expect(kept(['x'.repeat(60_001 - around)])).toBe(0);
});
