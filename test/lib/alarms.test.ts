// CloudWatch alarms of a stage: their actions, runbook links, metrics, thresholds and documented cost.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StageTemplate, synthesizeStage } from './template.ts';

const metricStat = v.object({
  Metric: v.object({
    Namespace: v.string(),
    MetricName: v.string(),
    Dimensions: v.array(v.object({ Name: v.string(), Value: v.unknown() })),
  }),
  Stat: v.string(),
});
const alarm = v.object({
  AlarmActions: v.array(v.unknown()),
  AlarmDescription: v.string(),
  Threshold: v.number(),
  TreatMissingData: v.picklist(['notBreaching', 'breaching']),
  ComparisonOperator: v.string(),
  Period: v.optional(v.number()),
  MetricName: v.optional(v.string()),
  Namespace: v.optional(v.string()),
  Statistic: v.optional(v.string()),
  Dimensions: v.optional(v.array(v.object({ Name: v.string(), Value: v.unknown() })), []),
  Metrics: v.optional(
    v.array(
      v.object({ Id: v.string(), MetricStat: v.optional(metricStat), Expression: v.optional(v.string()) }),
    ),
    [],
  ),
});

/** The anchor that GitHub generates for a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Anchors of all headings of the runbook, and of those in its chapter `## Alarms`. */
function readRunbookSections(): { all: string[]; ofAlarms: string[] } {
  const headings = readFileSync('docs/runbook.md', 'utf8').match(/^##+ .+$/gm) ?? [];
  const all: string[] = [];
  const ofAlarms: string[] = [];
  let chapter = '';
  for (const heading of headings) {
    const [marks = '', ...words] = heading.split(' ');
    const anchor = toAnchor(words.join(' '));
    all.push(anchor);
    if (marks === '##') chapter = anchor;
    else if (chapter === 'alarms') ofAlarms.push(anchor);
  }
  return { all, ofAlarms };
}

describe.each(['dev', 'prod'])('the alarms of %s', (stage) => {
  let template: StageTemplate;
  /** Each alarm with its metrics as text: namespace, name and dimensions. */
  let watched: { path: string; parsed: v.InferOutput<typeof alarm>; metrics: string[] }[];

  beforeAll(() => {
    template = synthesizeStage(stage);
    watched = template.findByType('AWS::CloudWatch::Alarm').map(({ path, properties }) => {
      const parsed = v.parse(alarm, properties);
      const single =
        parsed.MetricName === undefined
          ? []
          : [
              {
                Metric: {
                  Namespace: parsed.Namespace ?? '',
                  MetricName: parsed.MetricName,
                  Dimensions: parsed.Dimensions,
                },
              },
            ];
      const several = parsed.Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
      const metrics = [...single, ...several].map(({ Metric }) => {
        const of = Metric.Dimensions.map(({ Value }) => template.toWords(Value)).join(' ');
        return `${Metric.Namespace} ${Metric.MetricName} ${of}`;
      });
      return { path, parsed, metrics };
    });
  });

  const listMetrics = (): string[] => watched.flatMap(({ metrics }) => metrics);

  it('notify the only topic of the stage', () => {
    const [topic, ...others] = template.findByType('AWS::SNS::Topic');
    expect(others).toEqual([]);
    for (const { path, parsed } of watched)
      expect([path, parsed.AlarmActions]).toEqual([path, [{ Ref: topic?.id }]]);
  });

  it('link to a section of the runbook each, and cover all its sections on alarms', () => {
    const sections = watched.map(({ path, parsed }) => {
      const link = / See docs\/runbook\.md#([a-z-]+)$/.exec(parsed.AlarmDescription);
      expect([path, parsed.AlarmDescription, link]).not.toContain(null);
      return link?.[1] ?? '';
    });
    const { ofAlarms } = readRunbookSections();
    expect([...new Set(sections)].sort()).toEqual([...ofAlarms].sort());
  });

  it('watch errors of each function outside the API, 5xx responses, throttles, concurrency and near timeouts', () => {
    const count = (metric: string): number => listMetrics().filter((one) => one === metric).length;
    for (const { id, name } of template.listFunctions()) {
      const isEndpoint = template.toWords({ Ref: id }).startsWith('Http/');
      const errors = count(`AWS/Lambda Errors ${template.toWords({ Ref: id })}`);
      expect([name, errors]).toEqual([name, isEndpoint ? 0 : 1]);
    }
    expect(count('AWS/ApiGateway 5xx Http/Api')).toBe(1);
    expect(count('AWS/Lambda Throttles ')).toBe(1);
    expect(count('AWS/Usage ResourceCount None ConcurrentExecutions Lambda Resource')).toBe(1);
    expect(count(`OrderAnalytics NearTimeouts OrderAnalytics-${stage}`)).toBe(1);
  });

  it('treat missing data as breaching only for the functions that run every few minutes', () => {
    const silent = watched.filter(({ parsed }) => parsed.TreatMissingData === 'breaching');
    expect(
      silent.map(({ metrics, parsed }) => [metrics, parsed.ComparisonOperator, parsed.Threshold]),
    ).toEqual([
      [['AWS/Lambda Invocations Reconciler/Reconcile/Function'], 'LessThanThreshold', 1],
      [['AWS/Lambda Invocations Schedules/RunSchedules/Function'], 'LessThanThreshold', 1],
    ]);
    for (const { parsed } of silent) expect(parsed.Period).toBe(900);
    for (const { parsed } of watched.filter((one) => !silent.includes(one)))
      expect(parsed.ComparisonOperator).toBe('GreaterThanOrEqualToThreshold');
  });

  it('watch the peak memory of each function that computes reports, at 90 % of its memory', () => {
    const findByMetric = (metric: RegExp) =>
      watched.filter(({ metrics }) => metrics.some((one) => metric.test(one)));
    const [memory, ...others] = findByMetric(/ (?:Report|Partition)PeakMemory /);
    expect(others).toEqual([]);
    const compute = template.listFunctions().find(({ id }) => id.includes('ComputeReport'));
    expect(memory?.parsed.Threshold).toBe(0.9 * Number(compute?.properties.MemorySize));
    for (const name of ['report/compute', 'report/extract', 'report/pass', 'report/join'])
      expect(memory?.metrics.filter((one) => one.endsWith(name))).toHaveLength(1);
    expect(findByMetric(/ ExtractFailures .*report\/compute$/)).toHaveLength(1);
  });

  it('use at most 10 metrics each, the limit of CloudWatch', () => {
    for (const { path, metrics } of watched) expect([path, metrics.length <= 10]).toEqual([path, true]);
  });

  it('have the count and cost that docs/deploying.md states', () => {
    const [, alarms, metrics, usd] =
      /(\d+) alarms on (\d+) metrics (\d+\.\d\d);/.exec(readFileSync('docs/deploying.md', 'utf8')) ?? [];
    expect([Number(alarms), Number(metrics)]).toEqual([watched.length, listMetrics().length]);
    expect(Number(usd)).toBeCloseTo(listMetrics().length * 0.1);
  });
});

it('an alarm watches how far tables of orders are behind, if the stage keeps any', () => {
  const find = (context: Readonly<Record<string, unknown>>) =>
    synthesizeStage('dev', context)
      .findByType('AWS::CloudWatch::Alarm')
      .filter(({ properties }) => JSON.stringify(properties).includes('"MetricName":"OpenTableAge"'))
      .map(({ properties: { Threshold, AlarmDescription } }) => [Threshold, AlarmDescription]);
  expect(find({})).toEqual([]);
  expect(find({ openTable: true, openTableHours: 6 })).toEqual([
    [36_000, expect.stringContaining('10 hours behind its orders. See docs/runbook.md#oldest-work')],
  ]);
});
