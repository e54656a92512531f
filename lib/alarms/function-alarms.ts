// Alarms for what can go wrong with any function: one error alarm per function; throttles and durations near the
// timeout share as few alarms as CloudWatch allows.
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import { ALARM_PERIOD, combined, MAX_METRICS_PER_ALARM, RunbookAlarm } from './runbook-alarm.ts';

export interface FunctionAlarmsProps {
  readonly topic: ITopic;
  readonly functions: readonly ServiceFunction[];
}

/**
 * Fraction of a function's own timeout. An endpoint that holds a read for `Prefer: wait=20` stays below it: 20 s of 29
 * s are 69 %.
 */
const NEAR_THE_TIMEOUT = 0.8;

export class FunctionAlarms extends Construct {
  constructor(scope: Construct, id: string, { topic, functions }: FunctionAlarmsProps) {
    super(scope, id);
    for (const { node, lambda } of functions) {
      new RunbookAlarm(this, `${node.id}Errors`, {
        topic,
        metric: lambda.metricErrors({ period: ALARM_PERIOD }),
        threshold: 1,
        what: `${node.id} failed.`,
        section: 'function-errors',
      });
    }
    for (const [i, group] of inGroups(functions).entries()) {
      new RunbookAlarm(this, `Throttles${i + 1}`, {
        topic,
        metric: combined(
          'SUM',
          'throttles',
          group.map(({ lambda }) => lambda.metricThrottles({ period: ALARM_PERIOD })),
        ),
        threshold: 1,
        what: `Lambda throttled a function: ${namesOf(group)}.`,
        section: 'function-throttles',
      });
    }
    const byTimeout = Map.groupBy(functions, ({ timeout }) => timeout.toSeconds());
    for (const [seconds, those] of byTimeout) {
      for (const [i, group] of inGroups(those).entries()) {
        new RunbookAlarm(this, `Near${seconds}Seconds${i + 1}`, {
          topic,
          metric: combined(
            'MAX',
            'longest run, ms',
            group.map(({ lambda }) =>
              lambda.metricDuration({ period: ALARM_PERIOD, statistic: Stats.MAXIMUM }),
            ),
          ),
          threshold: seconds * 1_000 * NEAR_THE_TIMEOUT,
          what: `A run came close to its timeout of ${seconds} s: ${namesOf(group)}.`,
          section: 'near-the-timeout',
        });
      }
    }
  }
}

function inGroups<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_METRICS_PER_ALARM) }, (_, i) =>
    all.slice(i * MAX_METRICS_PER_ALARM, (i + 1) * MAX_METRICS_PER_ALARM),
  );
}

function namesOf(functions: readonly ServiceFunction[]): string {
  return functions.map(({ node }) => node.id).join(', ');
}
