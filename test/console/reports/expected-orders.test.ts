// What the table of segments says of the next 90 days.
import { expect, it } from 'vitest';
import { expectedOrders, shownRange } from '../../../console/segments/expected-orders.ts';

const prediction = { expected_orders_90d: 405.2, expected_orders_90d_interval: { low: 350.4, high: 462 } };
const champions = { name: 'Champions', prediction } as const;
const tried = (predicted_orders: number, actual_orders: number) => ({
  segments: [{ segment: 'Champions', predicted_orders, actual_orders } as const],
});

it('shows what is expected with its interval, and what was predicted and came last time', () => {
  const { range, tried: last } = expectedOrders(champions, tried(396.7, 410));
  expect(range && shownRange((orders) => orders.toFixed(0), range)).toBe('405 (350 – 462)');
  expect(last).toEqual({ predicted: 397, actual: 410 });
});

it('shows no figure of a segment whose last prediction was off by more than half and by more than chance explains', () => {
  expect(expectedOrders(champions, tried(437, 149))).toEqual({ tried: { predicted: 437, actual: 149 } });
});

it('shows nothing of last time where the segment had no customers then, and nothing at all without a prediction', () => {
  expect(expectedOrders(champions, { segments: [] })).toEqual({
    range: { value: 405.2, interval: { low: 350.4, high: 462 } },
  });
  expect(expectedOrders({ name: 'Champions', prediction: null }, tried(397, 410))).toEqual({});
});
