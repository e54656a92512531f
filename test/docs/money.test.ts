// Every figure of money in README, docs/deploying.md and docs/scale.md follows from the prices and the sizes below.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PRICES, STANDING_PRICES as STANDING } from '../../tools/bench/measuring/prices.ts';
import { edgeTemplate, synthesizeStage } from '../lib/template.ts';

const MILLION = 1_000_000;
const GIB = 2 ** 30;
const HOURS = 730;
const page = (file: string): string => readFileSync(file, 'utf8');
const section = (text: string, from: string, to = '$'): string =>
  new RegExp(`${from}[\\s\\S]*?(?=${to})`).exec(text)?.[0] ?? '';
const price = (name: string): number => PRICES[name] ?? Number.NaN;
const million = (name: string): number => price(name) * MILLION;

/** Counted by `bench ingest --bill` (docs/performance.md), for a million line items. */
const WRITES = { at2: 821_000 + 400_000, at20: 104_000 + 50_000 };
/** Of a report on a million line items. */
const REPORT = {
  reads: 30_000 * price('dynamodb_read_unit'),
  work: 12 * price('lambda_gb_second') + 7 * price('states_transition'),
};
const ALARMED_METRICS = 68;
const EDGE_RULES = 3;
/** Lambda polls a queue with five long polls of 20 s. */
const POLLS = 2 * 5 * 3 * 60 * HOURS;
const IDLE = {
  alarms: ALARMED_METRICS * STANDING.alarm_metric,
  key: STANDING.kms_key,
  polling: POLLS * STANDING.sqs_poll,
  tick: 60 * HOURS * (STANDING.scheduled_call + price('lambda_request')),
};
const sum = (parts: readonly number[]): number => parts.reduce((all, one) => all + one, 0);
const idle = sum(Object.values(IDLE));
const cents = (usd: number): string => usd.toFixed(2);
const dimes = (usd: number): string => `${usd.toFixed(1)}0`;
const LINES = {
  at2: WRITES.at2 * price('dynamodb_write_unit') + 0.01,
  at20: WRITES.at20 * price('dynamodb_write_unit'),
};
const whole = (usd: number): string => Math.round(usd).toLocaleString('en');

/** Fails on a figure of `text` that none of the phrases has. */
function expectFigures(text: string, phrases: readonly string[]): void {
  let left = text;
  for (const phrase of phrases) {
    expect(left).toContain(phrase);
    left = left.replaceAll(phrase, '');
  }
  expect(left.match(/\d[\d.,]*\d? USD|USD \d[\d.,]*|(?<=\| about )\d\.\d+/g) ?? []).toEqual([]);
}

it('counts the metrics of alarms and the rules of the edge that are billed', () => {
  const alarm = v.object({
    Metrics: v.optional(v.array(v.looseObject({ MetricStat: v.optional(v.unknown()) }))),
  });
  const metrics = synthesizeStage('prod')
    .of('AWS::CloudWatch::Alarm')
    .map(
      ({ properties }) =>
        v.parse(alarm, properties).Metrics?.filter((one) => one.MetricStat !== undefined).length ?? 1,
    );
  expect([metrics.length, sum(metrics)]).toEqual([38, ALARMED_METRICS]);
  const acl = v.object({ Properties: v.object({ Rules: v.array(v.unknown()) }) });
  const edge = v.parse(
    v.object({ Resources: v.record(v.string(), v.unknown()) }),
    edgeTemplate('prod', { edge: true }),
  );
  const rules = Object.values(edge.Resources).flatMap((one) => (v.is(acl, one) ? one.Properties.Rules : []));
  expect(rules).toHaveLength(EDGE_RULES);
});

it('README has the figures of costs', () => {
  expectFigures(page('README.md'), [
    `it costs about ${dimes(idle)} USD a month`,
    `About ${dimes(idle)} USD a month for alarms, a key and polled queues, ${dimes(idle + 2 * STANDING.kms_key)} USD from the third year on`,
    `cost about ${cents(LINES.at2)} USD to ingest`,
    `${cents(LINES.at20)} USD at 20`,
  ]);
});

it('docs/deploying.md has the figures of costs', () => {
  const edge = STANDING.web_acl + EDGE_RULES * STANDING.web_acl_rule;
  const edgeRequests = cents(million('cloudfront_request') + million('waf_request'));
  const k = STANDING.kms_key;
  const request = million('http_api_request') + million('lambda_request');
  const counting = 1.05 * million('dynamodb_write_unit');
  const recommendation = request + (0.015 * 1_769 * million('lambda_gb_second')) / 1_024 + counting;
  const text = page('docs/deploying.md');
  expectFigures(text, [
    `at ${million('xray_trace')} USD a million`,
    `before the API: ${edge} USD a month, ${edgeRequests} a million requests, ${STANDING.cloudfront_gb} a GB`,
    `An edge costs ${edge} USD a month, and ${edgeRequests} a million\nrequests, beside ${STANDING.cloudfront_gb} a GB`,
    `About ${cents(STANDING.backup_gb)} USD a GB and month in each vault, ${STANDING.between_regions_gb} a GB to another region`,
    `A key of the stack, ${k} USD a month (${2 * k} in the second year, ${3 * k} from the third on)`,
    `The key costs ${k} USD a month in its first year. AWS adds ${k} USD a month\nafter each of the first two rotations: ${2 * k} USD in the second year, ${3 * k} USD from the third on`,
    `${cents(10_000 * price('kms_request'))} USD per 10,000`,
    `(${k} USD a month, rotated every year, ${3 * k} USD from the third year on)`,
    `| about ${dimes(idle)} `,
    `${ALARMED_METRICS} metrics ${cents(IDLE.alarms)}; the key of secrets ${cents(k)}, in its second year ${cents(2 * k)}, then ${cents(3 * k)}; two queues polled by Lambda ${cents(IDLE.polling)} (${(POLLS / MILLION).toFixed(1)} million requests); the tick of schedules ${cents(IDLE.tick)} (43,800 calls)`,
    `| about ${(REPORT.reads + REPORT.work).toFixed(3)} `,
    `are ${REPORT.work.toFixed(4)} of it`,
    `| about ${REPORT.work.toFixed(4)} `,
    `| about ${(60 * 2.94 * price('lambda_gb_second')).toFixed(3)} `,
    `| about ${cents(request)} and Lambda`,
    `| about ${dimes(recommendation)} with Lambda, preflights ${cents(request)} and Lambda`,
    `counting them ${cents(counting)}`,
  ]);
  const rows = section(text, '## Costs');
  for (const phrase of [
    `| ${STANDING.dashboard}   `,
    `| ${cents(STANDING.custom_metric)} each, at most about ${Math.round(70 * STANDING.custom_metric)} |`,
    `twelve of them (${cents(12 * STANDING.custom_metric)})`,
    `| ${cents(STANDING.table_gb + STANDING.recovery_gb)}, bodies ${cents(STANDING.s3_gb)} `,
    `table ${cents(STANDING.table_gb)} and its recovery ${cents(STANDING.recovery_gb)}; S3`,
    `| ${cents(LINES.at2)}, or ${cents(LINES.at20)} `,
    `${cents(400_000 * price('dynamodb_write_unit'))} and ${cents(50_000 * price('dynamodb_write_unit'))} of them for the index`,
    `stores it for ${price('s3_put').toFixed(6)}, and 7 MB for two days cost ${((STANDING.s3_gb * 0.007 * 2) / 30).toFixed(5)}`,
    `downloaded ${cents(STANDING.download_gb)}`,
    `API Gateway ${cents(million('http_api_request'))}, Lambda requests ${cents(million('lambda_request'))}; logs ${cents(STANDING.log_gb)} a GB`,
  ])
    expect(rows).toContain(phrase);
});

describe('docs/scale.md', () => {
  const ORDERS = 2e9;
  const SHOPS = 1_000;
  /** Four a week and shop. */
  const REPORTS = (SHOPS * 4 * 52) / 12;
  const PUSH =
    14 * price('dynamodb_write_unit') +
    price('http_api_request') +
    3 * price('sqs_request') +
    2 * price('lambda_request');
  /** `computing`: of a report. */
  const bill = (
    times: number,
    ordersPerPush: number,
    readShare: number,
    readUnits: number,
    computing: number,
  ) => [
    ((ORDERS * 2.5) / 12 / MILLION) * times * WRITES.at2 * price('dynamodb_write_unit'),
    ((ORDERS * times) / 12 / ordersPerPush) * PUSH,
    REPORTS * readShare * readUnits * price('dynamodb_read_unit'),
    REPORTS * computing,
    ((ORDERS * times * (344 + 100 + 115 + 100)) / GIB) * STANDING.table_gb,
    ((ORDERS * times * (344 + 100)) / GIB) * STANDING.recovery_gb,
    idle,
  ];
  const computing = 60 * price('lambda_gb_second') + 7 * price('states_transition');
  const batches = bill(1, 500, 0.75, 150_000, computing);
  const alone = bill(1, 1, 0.75, 150_000, computing);
  /** In partitions: 0.250 USD for a billion line items (docs/performance.md). */
  const ten = bill(10, 500, 1, 1_500_000, 0.25 * 0.05 + 7 * price('states_transition'));
  const columns = [batches, alone, ten];
  const text = page('docs/scale.md');

  it('has a bill that follows from prices and sizes', () => {
    const rows = section(text, '## The bill')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(2, 5)
          .map((cell) => cell.replace(/:.*/, '').trim()),
      );
    expect(rows).toEqual([
      ...batches.map((_, at) => columns.map((column) => whole(column[at] ?? Number.NaN))),
      columns.map((column) => whole(sum(column))),
      columns.map((column) => cents(sum(column) / SHOPS)),
    ]);
  });

  it('has no other figure of money than prices', () => {
    expectFigures(text, [
      `Logs (${cents(STANDING.log_gb)} USD a GB)`,
      `storage at ${cents(STANDING.infrequent_table_gb)} instead of ${cents(STANDING.table_gb)} USD a GB`,
    ]);
    expect(Math.round((alone[1] ?? 0) / (alone[0] ?? 1))).toBe(6);
    expect(text).toContain('costs six times as much as writing it');
  });
});
