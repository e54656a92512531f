// Returns of lines that are worth a total together.
import { expect, it } from 'vitest';
import { returnsOf, totalOf } from '../../src/sources/mapped-event.ts';

const line = (name: string, amount: number) => ({ name, sku: undefined, quantity: 1, amount });

it('are shared in proportion to the amounts of the lines', () => {
  const returned = returnsOf([line('tea', 30), line('milk', 10)], 20, 'EUR');
  expect(returned.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [-1, -15],
    [-1, -5],
  ]);
});

it('are shared evenly where the lines were free', () => {
  const returned = returnsOf([line('sample', 0), line('gift', 0)], 3, 'EUR');
  expect(returned.map(({ amount }) => amount)).toEqual([-1.5, -1.5]);
  expect(totalOf(returned)).toBe(-3);
});

it('are whole yen', () => {
  const returned = returnsOf([line('tea', 100), line('milk', 100), line('jam', 100)], 100, 'JPY');
  expect(returned.map(({ amount }) => amount)).toEqual([-34, -33, -33]);
  expect(totalOf(returned)).toBe(-100);
});
