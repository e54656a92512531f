import { expect, it } from 'vitest';
import { placesAmong } from '../../../src/analysis/baskets/basket-columns.ts';

it('finds the place of each entry among all of them', () => {
  expect([...placesAmong(['tea', 'milk', 'honey'], ['honey', 'tea', 'honey'])]).toEqual([2, 0, 2]);
});

it('throws for an entry that is not among all, which would be counted as the first one', () => {
  expect(() => placesAmong(['tea', 'milk'], ['milk', 'unknown'])).toThrow(/the dataset does not have/);
});
