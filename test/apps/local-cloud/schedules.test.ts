// Tests the timer of a rule: after a clock was set back, its next event says so.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSchedule } from '../../../apps/local-cloud/functions/schedules.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-04-15T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('states in the first event after the clock was set back that the clock has changed', async () => {
  const details: unknown[] = [];
  const target = {
    name: 'Run',
    async invoke(event: unknown) {
      details.push((event as { detail: unknown }).detail);
      return null;
    },
    stop: async () => undefined,
  };
  const rule = { ScheduleExpression: 'rate(1 minute)', State: 'ENABLED', Targets: [{ Arn: 'run' }] };
  const schedule = startSchedule('Minute', rule, () => target, { resumedAt: undefined });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  vi.setSystemTime(Date.parse('2026-04-15T06:00:00Z'));
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  schedule.stop();
  expect(details).toEqual([{}, { clock_changed: true }, {}]);
});
