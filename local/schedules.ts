// Scheduled rules: `rate(…)` as a timer that calls the rule's functions.
import * as v from 'valibot';
import type { LocalFunction } from './functions.ts';

export const ruleProperties = v.object({
  ScheduleExpression: v.string(),
  Targets: v.array(v.object({ Arn: v.string() })),
});

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Throws for an expression that isn't a rate. */
export function rateMs(expression: string): number {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const unit = UNIT_MS[match?.[2] ?? ''];
  if (match === null || unit === undefined)
    throw new Error(`the local cloud runs rate(…) schedules only, not ${expression}`);
  return Number(match[1]) * unit;
}

export function startSchedule(expression: string, targets: readonly LocalFunction[]): { stop(): void } {
  const timer = setInterval(() => {
    // What a function complains of stands in its own log.
    for (const target of targets) target.invoke({ source: 'aws.events' }).catch(() => undefined);
  }, rateMs(expression));
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
