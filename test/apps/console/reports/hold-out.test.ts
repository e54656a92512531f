// Tests which shares of an audience are held out in vain.
import { expect, it } from 'vitest';
import { findTooFewHeldOut } from '../../../../apps/console/audiences/hold-out.ts';

it('findTooFewHeldOut names the share that holds out 30 customers, if the typed one holds out fewer', () => {
  expect(findTooFewHeldOut(70, 0.1)).toEqual({ least: 30, enough: 43 });
  expect(findTooFewHeldOut(70, 0.43)).toBeUndefined();
  expect(findTooFewHeldOut(300, 0.1)).toBeUndefined();
  expect(findTooFewHeldOut(290, 0.1)).toEqual({ least: 30, enough: 11 });
});

it('findTooFewHeldOut names no share if even half of the customers are too few', () => {
  expect(findTooFewHeldOut(60, 0.1)?.enough).toBe(50);
  for (const customers of [59, 1, 0])
    expect(findTooFewHeldOut(customers, 0.5)).toMatchObject({ enough: undefined });
});
