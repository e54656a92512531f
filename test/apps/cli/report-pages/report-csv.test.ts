// Tests reports as CSV by RFC 4180, with any names of products.
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import { formatJsonLine } from '../../../../src/analysis/tables/harmless-text.ts';
import {
  createMbaReport,
  createRfmReport,
  createRule,
  createSegment,
  predictionModel,
  segments,
} from './literal-reports.ts';

test('writes one rule per line, with numbers of at most 6 decimals', () => {
  const report = createMbaReport([
    createRule(['Tea', 'Milk'], ['Cup'], { confidence: 1 / 3 }),
    createRule(['A, "B"'], ['C\nD']),
  ]);
  expect(renderCsv(report)).toBe(
    'antecedents,consequents,support,confidence,lift,occurrences,revenue,incremental_value,impact_rating\r\n' +
      'Tea + Milk,Cup,0.1,0.333333,2,1234,2500,1250,High\r\n' +
      '"A, ""B""","C\nD",0.1,0.5,2,1234,2500,1250,High\r\n',
  );
});

test('writes one segment per line, with predictions if the report has them', () => {
  expect(renderCsv(createRfmReport(segments, { prediction_model: predictionModel }))).toBe(
    'segment,customers,percentage,revenue,revenue_share,avg_recency,avg_frequency,avg_monetary,' +
      'probability_alive,expected_orders_90d,expected_value_90d,probability_purchase_90d,expected_orders_90d_low,' +
      'expected_orders_90d_high,expected_value_90d_low,expected_value_90d_high,backtest_predicted_orders,' +
      'backtest_actual_orders,top_products,observation,recommendation\r\n' +
      'Champions,30,30,7500,0.75,4.25,3.5,250,0.95,40.2,1260,0.912,31.4,49,810,1710,41.3,44,"Tea + Cup, large",Champions observed.,Champions advised.\r\n' +
      'Lost,70,70,2500,0.25,4.25,3.5,35.714286,,,,,,,,,,,"Tea + Cup, large",Lost observed.,Lost advised.\r\n',
  );
  expect(renderCsv(createRfmReport([createSegment('Lost', 1, 1)])).split('\r\n')[0]).not.toContain(
    'probability',
  );
});

test.each([
  ['a colour', 'Tea \u001b[31mred'],
  ['a hyperlink of a terminal', 'Tea \u001b]8;;https://evil.example\u0007red'],
  ['a control sequence of C1', 'Tea \u009b31mred'],
  ['NUL and backspace', 'T\0\be'],
  ['right-to-left text', 'Tea \u202egnp.exe'],
])('keeps hostile text visible and harmless in a terminal and on a page: %s', (_, name) => {
  const obeyed = /(?![\t\r\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;
  const csv = renderCsv(createMbaReport([createRule([name], ['Cup'])]));
  expect(csv).not.toMatch(obeyed);
  expect(csv).toContain('\ufffd');
  expect(formatJsonLine(name)).not.toMatch(obeyed);
  expect(JSON.parse(formatJsonLine(name))).toBe(name);
});

test('writes small numbers with 6 digits', () => {
  const [first] = parse(renderCsv(createMbaReport([createRule(['Tea'], ['Cup'], { support: 1 / 30_000 })])), {
    columns: true,
  });
  expect(first).toMatchObject({ support: '0.0000333333' });
});

test('writes a negative amount as a number', () => {
  expect(renderCsv(createRfmReport([createSegment('Lost', 1, -5)]))).toContain('\r\nLost,1,1,-5,-0.0005,');
});

test('refuses a report that is not finished, and states its status', () => {
  expect(() => renderCsv({ status: 'Processing' })).toThrow(
    'The report is still Processing: there is nothing to show yet.',
  );
  expect(() => renderCsv({ status: 'Failed', fail_reason: 'Too large.' })).toThrow(
    'The report Failed: Too large.',
  );
  expect(() => renderCsv(null)).toThrow('Not a finished report.');
});
