// Runs rules and schedules of EventBridge: `rate(…)` is a timer that calls their functions with the event that
// EventBridge sends.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { DiskRoom } from '../engines/disk-room.ts';
import { ACCOUNT, REGION } from '../template.ts';
import type { LocalFunction } from './functions.ts';

export const ruleProperties = v.object({
  ScheduleExpression: v.string(),
  State: v.optional(v.string(), 'ENABLED'),
  Targets: v.array(
    v.object({
      Arn: v.string(),
      Input: v.optional(v.string()),
      // A target with one of these settings would receive something other than the event.
      InputPath: v.optional(v.never('the local cloud does not support InputPath')),
      InputTransformer: v.optional(v.never('the local cloud does not support InputTransformer')),
    }),
  ),
});

export const schedulerProperties = v.object({
  ScheduleExpression: v.string(),
  State: v.optional(v.string(), 'ENABLED'),
  // Other modes would delay calls.
  FlexibleTimeWindow: v.object({
    Mode: v.literal('OFF', 'the local cloud supports no flexible time window'),
  }),
  StartDate: v.optional(v.never('the local cloud does not support StartDate')),
  EndDate: v.optional(v.never('the local cloud does not support EndDate')),
  Target: v.object({ Arn: v.string(), Input: v.string() }),
});

/** A rule or a schedule. */
export interface Timed {
  readonly ScheduleExpression: string;
  readonly State: string;
  readonly Targets: readonly { readonly Arn: string; readonly Input?: string | undefined }[];
}

/** The calls at the start may fail because everything restarts at once, so they are repeated after this time. */
const RESUMED_AGAIN_MS = 20_000;
const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Throws if the expression is not a rate. */
export function parseRateMs(expression: string): number {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const unit = UNIT_MS[match?.[2] ?? ''];
  if (match === null || unit === undefined)
    throw new Error(`the local cloud runs rate(…) schedules only, not ${expression}`);
  return Number(match[1]) * unit;
}

export interface RunningSchedule {
  /** Calls the targets now and waits for them. */
  fire(): Promise<void>;
  stop(): void;
}

/**
 * `resumedAt`: when this local cloud began to continue the work of an earlier one in its folder, as an ISO timestamp.
 */
export function startSchedule(
  name: string,
  { ScheduleExpression, State, Targets }: Timed,
  getFunction: (arn: string) => LocalFunction,
  { disk, resumedAt }: { readonly disk?: DiskRoom | undefined; readonly resumedAt: string | undefined },
): RunningSchedule {
  const every = parseRateMs(ScheduleExpression);
  const targets = Targets.map(({ Arn, Input }) => ({ target: getFunction(Arn), Input }));
  const fire = async (detail = {}): Promise<void> => {
    // The function's own log has its errors.
    await Promise.allSettled(
      targets.map(({ target, Input }) =>
        target.invoke(Input ? JSON.parse(Input) : createScheduledEvent(name, detail)),
      ),
    );
  };
  let lastTick = Date.now();
  const tick = (detail = {}): void => {
    const now = Date.now();
    const isSetBack = now < lastTick;
    lastTick = now;
    // The work would fail half-way; the next tick does it.
    if (disk?.isLow() !== true) void fire(isSetBack ? { ...detail, clock_changed: true } : detail);
  };
  const timer = State === 'DISABLED' ? undefined : setInterval(tick, every).unref();
  const isResumed = resumedAt !== undefined && timer !== undefined;
  const resume = (): void => tick({ ended_before: resumedAt, clock_changed: true });
  if (isResumed) resume();
  const again = isResumed ? setTimeout(resume, RESUMED_AGAIN_MS).unref() : undefined;
  return {
    fire: () => fire(),
    stop() {
      clearInterval(timer);
      clearTimeout(again);
    },
  };
}

function createScheduledEvent(rule: string, detail: object): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT,
    time: new Date().toISOString(),
    region: REGION,
    resources: [`arn:aws:events:${REGION}:${ACCOUNT}:rule/${rule}`],
    detail,
  };
}
