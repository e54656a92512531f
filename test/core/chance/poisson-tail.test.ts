import { expect, it } from 'vitest';
import { poissonTail } from '../../../src/core/chance/intervals.ts';

it('has the tail of the Poisson distribution, from 1 above its mean on', () => {
  // 1 - e^-1 (1 + 1), 1 - e^-2 (1 + 2 + 2 + 4/3), and the first term of a far tail.
  expect(poissonTail(2, 1)).toBeCloseTo(1 - 2 / Math.E, 12);
  expect(poissonTail(4, 2)).toBeCloseTo(1 - Math.exp(-2) * (1 + 2 + 2 + 4 / 3), 12);
  expect(poissonTail(10, 0.01) / (1e-20 / 3_628_800)).toBeCloseTo(1, 1);
  expect(poissonTail(3, 2.5)).toBe(1);
  expect(poissonTail(1, 0)).toBe(0);
});
