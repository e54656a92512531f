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
    { product: 'milk', together: 3, baskets: 5, values: [drinks] },
    { product: 'cup', together: 2, baskets: 4, values: [acme, drinks] },
    { product: 'soap', together: 2, baskets: 4, values: [] },
  ],
  combined: [
    {
      antecedents: ['milk', 'tea'],
      product: 'cup',
      together: 2,
      antecedentBaskets: 3,
      baskets: 4,
      values: [acme],
    },
  ],
};

it('evidence with values of fields is read as it was written', () => {
  expect(v.parse(evidenceItem, packEvidence(evidence))).toEqual(evidence);
});

it('an item that was written before there were values is read without any', () => {
  const before = {
    product: 'tea',
    baskets: 9,
    pairs: '[["milk",3,5]]',
    combined: '[[["milk","tea"],"cup",2,3,4]]',
  };
  expect(v.parse(evidenceItem, before)).toEqual({
    product: 'tea',
    baskets: 9,
    pairs: [{ product: 'milk', together: 3, baskets: 5, values: [] }],
    combined: [
      {
        antecedents: ['milk', 'tea'],
        product: 'cup',
        together: 2,
        antecedentBaskets: 3,
        baskets: 4,
        values: [],
      },
    ],
  });
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
