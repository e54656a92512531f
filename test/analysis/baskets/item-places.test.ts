// The places of products among all products of a dataset.
import { expect, it } from 'vitest';
import { locateAmong } from '../../../src/analysis/baskets/basket-columns.ts';

it('locateAmong finds the place of each entry in the list of all', () => {
  expect([...locateAmong(['tea', 'milk', 'honey'], ['honey', 'tea', 'honey'])]).toEqual([2, 0, 2]);
});

it('locateAmong throws for an entry that is not in the list of all, instead of counting it as the first', () => {
  expect(() => locateAmong(['tea', 'milk'], ['milk', 'unknown'])).toThrow(/the dataset does not have/);
});
