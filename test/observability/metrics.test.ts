import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import {
  beginMeasuring,
  METRIC_NAMESPACE,
  METRICS,
  measure,
  publishMeasured,
} from '../../src/observability/metrics.ts';

it('are all in the docs, with their units and meanings', () => {
  const rows = readFileSync('docs/metrics.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const named = Object.entries(METRICS).map(([name, { unit, about }]) => [`\`${name}\``, unit, about]);
  expect(rows).toEqual(named);
});

it('go nowhere until a function begins, and then out as one line with the function as dimension', () => {
  // Development mode, which tests run in, has metrics off.
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  measure('RowsInserted', 5);
  publishMeasured();
  expect(lines).toEqual([]);

  beginMeasuring();
  measure('RowsInserted', 5);
  measure('RowsInserted', 7);
  measure('RowsFailed', 0);
  publishMeasured();
  publishMeasured();
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
