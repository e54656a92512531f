// The base of all alarms: it notifies the topic, treats missing data as healthy unless it listens for a
// heartbeat, and its description links to a runbook section. A test checks the sections against the headings
// of docs/runbook.md.

import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export type RunbookSection =
  | 'dead-letters'
  | 'extract-failures'
  | 'concurrency'
  | 'failed-deliveries'
  | 'failed-workflows'
  | 'function-errors'
  | 'function-throttles'
  | 'last-resort'
  | 'near-the-timeout'
  | 'oldest-chunk'
  | 'oldest-work'
  | 'overdue-schedules'
  | 'refused-requests'
  | 'report-memory'
  | 'server-errors'
  | 'silence'
  | 'slow-answers'
  | 'table-faults'
  | 'table-throttles'
  | 'throttled-workflows';

export interface RunbookAlarmProps {
  readonly topic: ITopic;
  readonly metric: IMetric;
  /** Reaching it within one period raises the alarm. */
  readonly threshold: number;
  /** The event, as a full sentence. */
  readonly what: string;
  readonly section: RunbookSection;
  /** Raises the alarm below the threshold and when there is no value. */
  readonly heartbeat?: boolean;
}

/** All our metrics use this period; the metrics of one expression must agree. */
export const ALARM_PERIOD = Duration.minutes(5);

/**
 * CloudWatch allows no more in one alarm.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html
 */
const MAX_METRICS_PER_ALARM = 10;

export class RunbookAlarm extends Alarm {
  constructor(
    scope: Construct,
    id: string,
    { topic, metric, threshold, what, section, heartbeat = false }: RunbookAlarmProps,
  ) {
    super(scope, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: heartbeat
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: heartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${what} See docs/runbook.md#${section}`,
    });
    this.addAlarmAction(new SnsAction(topic));
  }
}

/** The sum or the maximum of up to ten metrics; a metric without a value counts as 0. */
export function combineMetrics(
  how: 'SUM' | 'MAX',
  label: string,
  metrics: readonly Metric[],
): MathExpression {
  if (metrics.length > MAX_METRICS_PER_ALARM) {
    throw new Error(`${label}: expected at most ${MAX_METRICS_PER_ALARM} metrics, got ${metrics.length}`);
  }
  const named = metrics.map((metric, i) => [`m${i}`, metric] as const);
  return new MathExpression({
    expression: `${how}([${named.map(([name]) => `FILL(${name}, 0)`).join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    period: ALARM_PERIOD,
    label,
  });
}
