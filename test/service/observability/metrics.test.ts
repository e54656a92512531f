// Tests how metrics are collected and published as log lines for CloudWatch.
import { expect, it, vi } from 'vitest';
import { parsePreferredWait } from '../../../src/http/prefer-wait.ts';
import {
  beginMeasuring,
  endMeasuring,
  METRIC_NAMESPACE,
  measure,
} from '../../../src/service/observability/metrics.ts';
import {
  withMeasuredBytes,
  writeJson,
  writeSealed,
} from '../../../src/service/reports/partitions/partition-objects.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { attemptDelivery } from '../../../src/service/webhooks/attempt-delivery.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

it('holds metrics until a function begins, then publishes them as one line with the function as dimension', () => {
  // Tests run in development mode, which disables metrics.
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  measure('RowsInserted', 5);
  endMeasuring();
  expect(lines).toEqual([]);

  beginMeasuring();
  measure('RowsInserted', 5);
  measure('RowsInserted', 7);
  measure('RowsFailed', 0);
  endMeasuring();
  endMeasuring();
  spy.mockRestore();
  vi.unstubAllEnvs();
  expect(lines).toHaveLength(1);
  const line: unknown = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({
    RowsInserted: [5, 7],
    _aws: {
      CloudWatchMetrics: [
        {
          Namespace: METRIC_NAMESPACE,
          Dimensions: [['service']],
          Metrics: [{ Name: 'RowsInserted', Unit: 'Count' }],
        },
      ],
    },
  });
});

it('publishes a metric’s values in lines of 100, the most that CloudWatch reads of a line', () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  beginMeasuring();
  for (let i = 1; i <= 101; i++) measure('PartitionBytes', i);
  endMeasuring();
  spy.mockRestore();
  vi.unstubAllEnvs();
  const values = lines.map((line) => JSON.parse(line).PartitionBytes);
  expect(values).toEqual([Array.from({ length: 100 }, (_, i) => i + 1), 101]);
});

it('counts a run that nears its time limit for all functions of the stack together', () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'OrderAnalytics-prod/report/compute');
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const measureRun = (leftMs: number): void => {
    let asked = 0;
    beginMeasuring({ getRemainingTimeInMillis: () => (asked++ === 0 ? 29_000 : leftMs) });
    endMeasuring();
  };
  // A run that held a read for 20 s.
  measureRun(29_000 - parsePreferredWait('wait=999999') * 1_000 - 1_000);
  expect(lines).toEqual([]);
  measureRun(5_000);
  spy.mockRestore();
  vi.unstubAllEnvs();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { NearTimeouts: 1, service: 'OrderAnalytics-prod' },
  ]);
});

it('measures the duration of an attempt to deliver a webhook', async () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  let now = Date.parse('2026-03-01T12:00:00Z');
  const at = new Date(now).toISOString();
  const report: ReportItem = createReportItem({
    report_id: 'r',
    dataset_id: 'shop',
    status: 'Completed',
    at,
  });
  beginMeasuring();
  await attemptDelivery(
    {
      deliveries: {
        add: async (_, entry) => entry,
        list: async () => [],
        newest: async () => [],
        remove: async () => {},
      },
      async send() {
        now += 2_000;
        return { verdict: 'delivered', responseStatus: 200, problem: undefined };
      },
      clock: () => now,
    },
    report,
    'https://example.com/',
    { trigger: 'schedule', attempt: 1, waitSeconds: 5 },
  );
  endMeasuring();
  spy.mockRestore();
  vi.unstubAllEnvs();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ WebhooksDelivered: 1, WebhookDuration: 2_000 });
});

it('counts the bytes of each file that a report in partitions stores, but not of a file that could not be stored', async () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const report = { accountId: 'acc', reportId: 'r' };
  const sizes: number[] = [];
  const files = withMeasuredBytes({
    async put(_report, path, bytes) {
      if (path === 'refused') throw new Error('slow down');
      sizes.push(bytes.length);
    },
    get: async () => new Uint8Array(),
    removeAll: async () => {},
  });
  beginMeasuring();
  await writeSealed(files, report, 'found', new Uint8Array(5_000));
  await writeJson(files, report, 'list', { files: ['a', 'b'] });
  await expect(files.put(report, 'refused', new Uint8Array(9))).rejects.toThrow('slow down');
  endMeasuring();
  spy.mockRestore();
  vi.unstubAllEnvs();
  expect(sizes).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ PartitionBytes: sizes });
});
