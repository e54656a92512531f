// Alarms for faults that any function can have. A failing endpoint is a 5xx of the API; each other function
// has an alarm of its own. One alarm counts throttles for the account, because functions share its quota, and
// one counts near timeouts, which the functions publish themselves.
import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { METRIC_NAMESPACE, type MetricName } from '../../src/service/observability/metrics.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { getServiceName } from '../service-name.ts';
import { ALARM_PERIOD, RunbookAlarm } from './runbook-alarm.ts';

export interface FunctionAlarmsProps {
  readonly topic: ITopic;
  /** Functions that are not endpoints. */
  readonly workers: readonly ServiceFunction[];
  /** Functions that run every few minutes in any case. */
  readonly ticking: readonly ServiceFunction[];
}

/** Three runs of the least frequent one. */
const SILENCE = Duration.minutes(15);
/** Percent of the account's quota. */
const NEAR_THE_QUOTA = 80;
const NEAR_TIMEOUTS: MetricName = 'NearTimeouts';

export class FunctionAlarms extends Construct {
  constructor(scope: Construct, id: string, { topic, workers, ticking }: FunctionAlarmsProps) {
    super(scope, id);
    for (const { node, lambda } of workers) {
      new RunbookAlarm(this, `${node.id}Errors`, {
        topic,
        metric: lambda.metricErrors({ period: ALARM_PERIOD }),
        threshold: 1,
        what: `${node.id} failed.`,
        section: 'function-errors',
      });
    }
    for (const { node, lambda } of ticking) {
      new RunbookAlarm(this, `${node.id}Silent`, {
        topic,
        metric: lambda.metricInvocations({ period: SILENCE }),
        threshold: 1,
        what: `${node.id} has not run for ${SILENCE.toMinutes()} minutes.`,
        section: 'silence',
        heartbeat: true,
      });
    }
    new RunbookAlarm(this, 'Throttles', {
      topic,
      metric: createAccountMetric('Throttles', Stats.SUM),
      threshold: 1,
      what: 'Lambda throttled a function of this account.',
      section: 'function-throttles',
    });
    new RunbookAlarm(this, 'Concurrency', {
      topic,
      metric: new MathExpression({
        expression: '100 * used / SERVICE_QUOTA(used)',
        usingMetrics: {
          used: new Metric({
            namespace: 'AWS/Usage',
            metricName: 'ResourceCount',
            dimensionsMap: {
              Type: 'Resource',
              Resource: 'ConcurrentExecutions',
              Service: 'Lambda',
              Class: 'None',
            },
            statistic: Stats.MAXIMUM,
            period: ALARM_PERIOD,
          }),
        },
        period: ALARM_PERIOD,
        label: 'concurrent executions, % of the quota',
      }),
      threshold: NEAR_THE_QUOTA,
      what: `More than ${NEAR_THE_QUOTA} % of the account's concurrent executions are in use.`,
      section: 'concurrency',
    });
    new RunbookAlarm(this, 'NearTimeouts', {
      topic,
      metric: new Metric({
        namespace: METRIC_NAMESPACE,
        metricName: NEAR_TIMEOUTS,
        dimensionsMap: { service: getServiceName(this) },
        statistic: Stats.SUM,
        period: ALARM_PERIOD,
      }),
      threshold: 1,
      what: 'A run took more than four fifths of its time limit.',
      section: 'near-the-timeout',
    });
  }
}

/** Metrics of all functions of the account in the region. */
function createAccountMetric(metricName: string, statistic: string): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: ALARM_PERIOD });
}
