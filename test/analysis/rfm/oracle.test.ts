// Compares every customer of a public data set with figures that were computed by another program.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { scoreCustomers } from '../../../src/analysis/rfm/customer-scores.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import { analyseRfm } from '../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, toColumns } from '../orders/literal-orders.ts';

function readCsv(name: string): string[][] {
  const text = gunzipSync(readFileSync(new URL(`./data/${name}.csv.gz`, import.meta.url)));
  const [, ...rows]: string[][] = parse(text, { relax_column_count: false });
  return rows;
}

const REFERENCE = '2006-12-31';
const columns = toColumns(
  readCsv('rfm-orders').map(([customer = '', date = '', revenue = ''], row) => ({
    id: `row-${row}`,
    customer,
    date,
    lines: [createLine('order', Number(revenue))],
  })),
);
const settings = createMbaSettings({ dateRange: { end: REFERENCE } });
const selected = selectRfmCustomers(columns, settings, parseDay(REFERENCE));
const scores = scoreCustomers(selected);

const answers = new Map(
  Array.from(selected.customer, (customer, at) => [
    columns.customers[customer],
    [
      selected.recency[at],
      selected.frequency[at],
      selected.monetary[at],
      scores.r[at],
      scores.f[at],
      scores.m[at],
      SEGMENT_NAMES[scores.segment[at] ?? -1],
    ],
  ]),
);

test('each of the 995 customers has the expected recency, frequency, monetary value, scores and segment', () => {
  const oracle = readCsv('rfm-orders.customers');
  expect(oracle).toHaveLength(995);
  expect(answers.size).toBe(995);
  for (const [customer, r, f, m, rScore, fScore, mScore, segment] of oracle) {
    const figures = [r, f, m, rScore, fScore, mScore].map(Number);
    expect([customer, ...(answers.get(customer) ?? [])]).toEqual([customer, ...figures, segment]);
  }
});

test('the report counts the expected customers per segment, and its segments add up to its totals', () => {
  const report = analyseRfm(columns, settings).body;
  expect(Object.fromEntries(report.segments.map(({ name, count }) => [name, count]))).toEqual({
    Champions: 162,
    'Loyal Customers': 175,
    'Potential Loyalists': 155,
    'Recent Customers': 17,
    Promising: 43,
    'Customers Needing Attention': 129,
    'About to Sleep': 28,
    'At Risk': 119,
    "Can't Lose Them": 39,
    Hibernating: 53,
    Lost: 75,
  });
  expect(report.customer_count).toBe(995);
  expect(report.metrics?.orders).toBe(4_906);
  expect(report.segments.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(report.metrics?.revenue);
  expect(report.segments.reduce((sum, { percentage }) => sum + percentage, 0)).toBeCloseTo(100, 9);
});
