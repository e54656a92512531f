// Alarms: each tells the topic and leads to a section of the runbook that is there; each function, queue, table, the
// API and the workflow is watched; the dashboard names nothing by itself.
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

/** As GitHub makes anchors of headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Anchors of the headings of one level, those below `## Alarms` apart. */
function runbookSections(): { all: string[]; ofAlarms: string[] } {
  const headings = readFileSync('docs/runbook.md', 'utf8').match(/^##+ .+$/gm) ?? [];
  const all: string[] = [];
  const ofAlarms: string[] = [];
  let chapter = '';
  for (const heading of headings) {
    const [marks = '', ...words] = heading.split(' ');
    const anchor = anchorOf(words.join(' '));
    all.push(anchor);
    if (marks === '##') chapter = anchor;
    else if (chapter === 'alarms') ofAlarms.push(anchor);
  }
  return { all, ofAlarms };
}

describe.each(['dev', 'prod'])('%s', (stage) => {
  let template: StageTemplate;
  /** `AWS/Lambda Errors` of a resource, by each alarm. */
  let watched: { path: string; parsed: v.InferOutput<typeof alarm>; metrics: string[] }[];

  beforeAll(() => {
    template = synthesizeStage(stage);
    watched = template.of('AWS::CloudWatch::Alarm').map(({ path, properties }) => {
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
        const of = Metric.Dimensions.map(({ Value }) => template.words(Value)).join(' ');
        return `${Metric.Namespace} ${Metric.MetricName} ${of}`;
      });
      return { path, parsed, metrics };
    });
  });

  const all = (): string[] => watched.flatMap(({ metrics }) => metrics);

  it('notifies the one topic of each alarm', () => {
    const [topic, ...others] = template.of('AWS::SNS::Topic');
    expect(others).toEqual([]);
    for (const { path, parsed } of watched)
      expect([path, parsed.AlarmActions]).toEqual([path, [{ Ref: topic?.id }]]);
  });

  it('leads from every alarm to a section of the runbook, and to each section from an alarm', () => {
    const sections = watched.map(({ path, parsed }) => {
      const link = / See docs\/runbook\.md#([a-z-]+)$/.exec(parsed.AlarmDescription);
      expect([path, parsed.AlarmDescription, link]).not.toContain(null);
      return link?.[1] ?? '';
    });
    const { ofAlarms } = runbookSections();
    expect([...new Set(sections)].sort()).toEqual([...ofAlarms].sort());
  });

  it('watches errors of every function that no endpoint is; the API has those of the others', () => {
    const count = (metric: string): number => all().filter((one) => one === metric).length;
    for (const { id, name } of template.functions()) {
      const isEndpoint = template.words({ Ref: id }).startsWith('Http/');
      const errors = count(`AWS/Lambda Errors ${template.words({ Ref: id })}`);
      expect([name, errors]).toEqual([name, isEndpoint ? 0 : 1]);
    }
    expect(count('AWS/ApiGateway 5xx Http/Api')).toBe(1);
    expect(count('AWS/Lambda Throttles ')).toBe(1);
    expect(count('AWS/Usage ResourceCount None ConcurrentExecutions Lambda Resource')).toBe(1);
    expect(count(`OrderAnalytics NearTimeouts OrderAnalytics-${stage}`)).toBe(1);
  });

  it('is raised by silence of what runs every few minutes, and by nothing else that is silent', () => {
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

  it('watches the memory of each function that computes reports, at nine tenths of what it has', () => {
    const of = (metric: RegExp) => watched.filter(({ metrics }) => metrics.some((one) => metric.test(one)));
    const [memory, ...others] = of(/ (?:Report|Partition)PeakMemory /);
    expect(others).toEqual([]);
    const compute = template.functions().find(({ id }) => id.includes('ComputeReport'));
    expect(memory?.parsed.Threshold).toBe(0.9 * Number(compute?.properties.MemorySize));
    for (const name of ['report/compute', 'report/extract', 'report/pass', 'report/join'])
      expect(memory?.metrics.filter((one) => one.endsWith(name))).toHaveLength(1);
    expect(of(/ ExtractFailures .*report\/compute$/)).toHaveLength(1);
  });

  it('asks CloudWatch for no more metrics an alarm than it takes', () => {
    for (const { path, metrics } of watched) expect([path, metrics.length <= 10]).toEqual([path, true]);
  });

  it('costs what docs/deploying.md says', () => {
    const [, alarms, metrics, usd] =
      /(\d+) alarms on (\d+) metrics (\d+\.\d\d);/.exec(readFileSync('docs/deploying.md', 'utf8')) ?? [];
    expect([Number(alarms), Number(metrics)]).toEqual([watched.length, all().length]);
    expect(Number(usd)).toBeCloseTo(all().length * 0.1);
  });
});
