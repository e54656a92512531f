// Minima that are known, walls, and a search that must give up.
import { expect, test } from 'vitest';
import { nelderMead } from '../../../../src/core/prediction/models/nelder-mead.ts';

const settings = { step: 0.5, tolerance: 1e-14, maxEvaluations: 2_000 };

test("finds the end of Rosenbrock's valley", () => {
  const banana = ([x = 0, y = 0]: readonly number[]): number => (1 - x) ** 2 + 100 * (y - x ** 2) ** 2;
  const { point, converged } = nelderMead(banana, [-1.2, 1], settings);
  expect(converged).toBe(true);
  expect(point[0]).toBeCloseTo(1, 5);
  expect(point[1]).toBeCloseTo(1, 5);
});

test('stays where the objective is finite', () => {
  const walled = ([x = 0, y = 0]: readonly number[]): number => (x < 1 ? Number.NaN : x + (y - 2) ** 2);
  const { point, value } = nelderMead(walled, [3, 0], settings);
  expect(point[0]).toBeGreaterThanOrEqual(1);
  expect(value).toBeCloseTo(1, 3);
});

test('reports that it gave up, and that no value is finite', () => {
  const slope = ([x = 0]: readonly number[]): number => x;
  const given = nelderMead(slope, [0], { ...settings, maxEvaluations: 50 });
  expect(given.converged).toBe(false);
  expect(given.evaluations).toBeLessThan(60);
  expect(nelderMead(() => Number.NaN, [0, 0], settings).converged).toBe(false);
});
