// Evidence as items, and back: with and without values of fields, and cut where it would be too large.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { ProductEvidence } from '../../../src/core/recommendations/evidence.ts';
import {
  evidenceItem,
  packEvidence,
  packPopular,
  popularItem,
} from '../../../src/stores/recommendations/evidence-item.ts';

const drinks = { field: 'category', value: 'drinks' };
const acme = { field: 'brand', value: 'drinks' };
const evidence: ProductEvidence = {
  product: 'tea',
  baskets: 9,
  pairs: [
    { product: 'milk', together: 3, baskets: 5, score: 120_000, values: [drinks] },
    { product: 'cup', together: 2, baskets: 4, score: 90_000, values: [acme, drinks] },
    { product: 'soap', together: 2, baskets: 4, score: 1, values: [] },
  ],
  against: [{ product: 'coffee', score: -40_000 }],
};

it('evidence with values of fields is read as it was written', () => {
  expect(v.parse(evidenceItem, packEvidence(evidence))).toEqual(evidence);
});

it('scores are cut with their pairs where these are too many', () => {
  const pairs = Array.from({ length: 100 }, (_, at) => ({
    ...{ product: `${at} ${'x'.repeat(1_000)}`, together: 2, baskets: 3, score: 1_000 - at },
    values: [],
  }));
  const read = v.parse(evidenceItem, packEvidence({ ...evidence, pairs }));
  expect(read.pairs.length).toBeGreaterThan(5);
  expect(read.pairs).toEqual(pairs.slice(0, read.pairs.length));
});

it('of a list that is too large together with its values, the weaker entries are left out', () => {
  const popular = Array.from({ length: 100 }, (_, at) => ({
    product: `p${at}`,
    baskets: 1_000 - at,
    values: Array.from({ length: 8 }, (__, i) => ({ field: 'note', value: `${at} ${i} ${'x'.repeat(500)}` })),
  }));
  const packed = packPopular({ ...drinks, popular });
  expect(JSON.stringify(packed).length).toBeLessThan(100_000);
  const read = v.parse(popularItem, packed);
  expect(read.length).toBeGreaterThan(5);
  expect(read).toEqual(popular.slice(0, read.length));
});

it('rows that lack a cell, or have another than they should, are refused', () => {
  const isRead = (pairs: unknown): boolean =>
    v.safeParse(evidenceItem, { product: 'tea', baskets: 9, pairs: JSON.stringify(pairs), scores: '[]' })
      .success;
  expect([isRead([['milk', 3, 5]]), isRead([])]).toEqual([true, true]);
  expect([isRead([['milk', 3]]), isRead([[3, 3, 5]]), isRead([['milk', '3', 5]]), isRead(['milk'])]).toEqual([
    ...[false, false, false, false],
  ]);
});
