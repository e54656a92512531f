import { expect, it } from 'vitest';
import { locateAmong } from '../../../src/analysis/baskets/basket-columns.ts';

it('finds the place of each entry among all of them', () => {
  expect([...locateAmong(['tea', 'milk', 'honey'], ['honey', 'tea', 'honey'])]).toEqual([2, 0, 2]);
});

it('throws for an entry that is not among all, which would be counted as the first one', () => {
  expect(() => locateAmong(['tea', 'milk'], ['milk', 'unknown'])).toThrow(/the dataset does not have/);
});
