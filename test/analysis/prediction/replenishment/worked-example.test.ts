// The worked example of docs/concepts/due.md, recomputed.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { logStillWaiting, waitQuantile } from '../../../../src/analysis/prediction/replenishment/waits.ts';

const page = readFileSync('docs/concepts/due.md', 'utf8');
const text = page.split('\n## A worked example: due to buy again\n')[1]?.split('\n## ')[0] ?? '';

function number(pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}
const figureOf = (figure: string): number =>
  Number(
    text
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .find(([, name]) => name === figure)?.[2] ?? Number.NaN,
  );

it('has the figures of the customer that it describes', () => {
  const parameters = {
    r: number(/r = ([\d.]+)/),
    alpha: number(/alpha = ([\d.]+)/),
    k: number(/k = (\d+)/),
    ...{ a: 0, b: 1 },
  };
  const paced = { frequency: number(/x = (\d+)/), recency: number(/t_x = (\d+)/) };
  const waited = number(/w = (\d+)/);
  const still = (days: number) => Math.exp(logStillWaiting(parameters, paced, days));
  const gap = waitQuantile(parameters, paced, 0, 0.5);
  expect(figureOf('own gap')).toBeCloseTo(gap, 2);
  expect(figureOf('overdue_ratio')).toBeCloseTo(waited / gap, 2);
  expect(figureOf('S(40)')).toBeCloseTo(still(40), 3);
  expect(figureOf('S(70)')).toBeCloseTo(still(70), 3);
  expect(figureOf('order in 30 days, if not left')).toBeCloseTo(1 - still(70) / still(40), 3);
  expect(figureOf('days to window_from')).toBe(Math.ceil(waitQuantile(parameters, paced, waited, 0.25)));
  expect(figureOf('days to window_to')).toBe(Math.ceil(waitQuantile(parameters, paced, waited, 0.75)));
});
