// Levels of values, and what a legend says of them.
import { expect, it } from 'vitest';
import { liftLevel, liftRamp, rampOf } from '../../report-parts/ramp.ts';

/** As the console writes numbers: a second argument would be taken for digits. */
const number = (value: number, digits = 0): string => value.toFixed(digits);

it('gives each colour as many values, or as wide a range, between edges of two digits', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1_201];
  const [equal, even] = [rampOf(values, number), rampOf(values, number, 'even')];
  expect(equal.steps.map(([, shown]) => shown)).toEqual(['< 3', '3 – 5', '5 – 7', '7 – 8', '8 – 10', '≥ 10']);
  expect(values.map(equal.level)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 5]);
  expect(even.steps.map(([, shown]) => shown)).toEqual([
    '< 200',
    ...['200 – 400', '400 – 600', '600 – 800', '800 – 1000', '≥ 1000'],
  ]);
  expect(values.map(even.level)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
});

it('has one colour and no legend where all values are equal, or there are none', () => {
  for (const values of [[], [7], [7, 7]]) {
    const { level, steps } = rampOf(values, number);
    expect([level(7), steps]).toEqual([0, []]);
  }
});

it('spreads few edges over all colours', () => {
  expect(rampOf([1, 1, 1, 9], number).steps.map(([name]) => name)).toEqual(['r0', 'r5']);
});

it('doubles lift from step to step, from chance on', () => {
  expect([0.5, 1, 1.9, 2, 16, 99].map(liftLevel)).toEqual([0, 1, 1, 2, 5, 5]);
  expect(liftRamp(number).steps).toHaveLength(6);
  expect([0.5, 1, 16].map(liftRamp(number).level)).toEqual([0, 1, 5]);
});
