// What a terminal shows, literally.
import { expect, test } from 'vitest';
import { renderTerminal } from '../../../cli/report-pages/terminal-report.ts';
import { bar } from '../../../cli/report-pages/terminal-text.ts';
import {
  changes,
  mbaReport,
  predictionModel,
  rfmReport,
  rule,
  scoreGrid,
  segment,
  segments,
  triedModel,
} from './literal-reports.ts';

const ESCAPE = '\u001b';
const rules = [
  rule(['Tea'], ['Milk', 'Sugar'], { support: 0.123, confidence: 0.456, lift: 3.21, value: 12_345.6 }),
  rule(['Milk', 'Sugar'], ['Tea']),
  rule(['Cup'], ['Tea'], { lift: 0.9 }),
];

test('revenue is the net value of all orders, beside that of the baskets; returns are named where there are any', () => {
  const report = mbaReport(rules);
  const withTurnover = (returns: number) =>
    renderTerminal(
      { ...report, summary: { ...report.summary, gross_revenue: 100, returns, net_revenue: 100 - returns } },
      { colour: false },
    );
  expect(withTurnover(12.5)).toMatch(
    /^Revenue {16}87\.50\nReturns, taken off it {2}12\.50\nValue of the baskets {3}98,765\.40$/m,
  );
  expect(withTurnover(0)).not.toContain('Returns');
});

test('market baskets: one rule for each set of products, insights, warnings, settings', () => {
  expect(renderTerminal(mbaReport(rules), { colour: false })).toBe(`Baskets
MBA report 01K0000000000000000000TEST · dataset default · 2026-01-02 03:04 UTC · Completed with
warnings

Summary

Baskets               12,340
Value of the baskets  98,765.40
Average order value   8.00
Products per basket   2.3
Rules found           3

Best rules, one for each set of products (3 found)

if bought → then also  support  confidence  lift  impact  incremental value
───────────────────────────────────────────────────────────────────────────
Tea → Milk + Sugar      12.3 %      45.6 %   3.2  High            12,345.60
Cup → Tea               10.0 %      50.0 %   0.9  Low              1,250.00

In short

Two rules.

Bundles

Sell Milk and Tea as a bundle.

Warnings

! 7 orders without a date were left out by the date range.

Asked for

Reference date      2025-12-31
Customers           all
Dates               2025-01-01 to the end
Only rows where     quantity between 1 and 9
One basket per      order
Products by         name
Minimum support     0.01
Minimum confidence  0.1
`);
});

test('segments: the forecast is named below what it expects, with its error', () => {
  const model = triedModel(predictionModel.backtest.orders);
  const shown = renderTerminal(rfmReport(segments, { prediction_model: model }), { colour: false });
  expect(shown.replace(/\s+/g, ' ')).toContain(
    'Orders by BG/CNBD-k (k = 2): at 2 past dates off by 2.7 orders per segment on average, “the same as in the 90 days before” by 17.0.',
  );
  expect(shown).toMatch(/90 days before +off\n/);
});

test('segments: expected figures of earlier versions that the back-test does not support are left out', () => {
  const { backtest } = predictionModel;
  const poor = { ...backtest.orders, better_than_naive: false };
  const shown = (value: boolean) =>
    renderTerminal(
      rfmReport(segments, {
        prediction_model: {
          backtest: { ...backtest, orders: poor, value: { ...poor, better_than_naive: value } },
        },
      }),
      { colour: false },
    );
  expect(shown(true)).toContain('1,260 (810–1,710)');
  expect(shown(true)).not.toContain('40 (31–49)');
  expect(shown(false)).not.toContain('Expected of the whole segment');
});

test('segments: shares as bars on one scale, predictions, grid, changes', () => {
  expect(
    renderTerminal(
      rfmReport(segments, { changes, score_grid: scoreGrid, prediction_model: predictionModel }),
      { colour: false },
    ),
  ).toBe(`Segments
RFM report 01K0000000000000000000TEST · dataset default · 2026-01-02 03:04 UTC · Completed with
warnings

Summary

Customers                 100
Orders                    250
Spent by these customers  10,000.00
Average order value       40.00
Ordered more than once    40.0 %

Segments

segment    customers   share                     spent   share
──────────────────────────────────────────────────────────────────────────────
Champions         30  30.0 %  █████▋          7,500.00  75.0 %  ██████████████
Lost              70  70.0 %  █████████████▏  2,500.00  25.0 %  ████▋

Averages per customer

segment    days since  orders   spent
─────────────────────────────────────
Champions         4.3     3.5  250.00
Lost              4.3     3.5   35.71

Expected of the whole segment in the next 90 days, with 80 % intervals

segment    will order      orders              value
────────────────────────────────────────────────────
Champions      91.2 %  40 (31–49)  1,260 (810–1,710)
Lost

Back-test: orders in the 90 days after 2025-10-02

segment on that day  customers  predicted  actual  90 days before  off
──────────────────────────────────────────────────────────────────────
Champions                   28         41      44              61
All                         90         48      52              61  2.7

Customers by recency (R) and frequency with spend (FM)

     FM 1  FM 2  FM 3  FM 4  FM 5
─────────────────────────────────
R 5     0     0     0     0    30
R 4     0     0     0     0     0
R 3     0     0     0     0     0
R 2     0     0     0     0     0
R 1    70     0     0     0     0

What to do

- Champions: Champions advised.
- Lost: Lost advised.

Changes

What changed since report 01K000000000000000000EARLY of 2025-12-02 03:04 UTC.

segment    before    now  change
────────────────────────────────
Champions   1,020  1,030     +10
Lost           80     70     -10

moved from  to         customers
────────────────────────────────
Lost        Champions          5
Champions   Lost               3

Concentration

The top fifth brings much.

Notes

Predictions were left out for Lost.

Asked for

Reference date  2025-12-31
`);
});

test('changed rules are listed by kind', () => {
  const report = mbaReport(rules, {
    changes: {
      compared_with: changes.compared_with,
      rules: { appeared: [rule(['Tea'], ['Cup'])], vanished: [], strengthened: [], weakened: [] },
    },
  });
  expect(renderTerminal(report, { colour: false })).toContain('\nNew rules (1)\n- Tea → Cup\n');
});

test.each([40, 60, 80, 100, 160])('no line is wider than %i columns', (width) => {
  const long = rule(
    ['A product with a rather long name, 12 pieces', 'Another one'],
    ['紅茶の缶 and a tea cup'],
  );
  for (const report of [mbaReport([long]), mbaReport([])]) {
    const lines = renderTerminal(report, { width, colour: false }).split('\n');
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  }
});

test('colour only when asked for', () => {
  expect(renderTerminal(mbaReport(rules), { colour: false })).not.toContain(ESCAPE);
  expect(renderTerminal(mbaReport(rules), { colour: true })).toContain(`${ESCAPE}[32mHigh${ESCAPE}[39m`);
});

test('names cannot steer the terminal', () => {
  const hostile = `Tea${ESCAPE}[2J\u009b31m\r\u202e gone`;
  const text = renderTerminal(mbaReport([rule([hostile], ['Cup'])], { name: hostile }), { colour: false });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(text).toContain('Tea [2J 31m');
});

test('a report without findings says so', () => {
  expect(renderTerminal(mbaReport([]), { colour: false })).toContain('No rules were found.');
  expect(renderTerminal(rfmReport([], { metrics: null }), { colour: false })).toContain(
    'There are no customers to segment.',
  );
});

test('bars have eighths of a column, none below zero and none above the whole', () => {
  expect([0, 0.01, 0.5, 0.55, 1, 2, -1].map((share) => bar(share, 10))).toEqual([
    '',
    '▏',
    '█████',
    '█████▌',
    '██████████',
    '██████████',
    '',
  ]);
});

test('medians stand before means, which few customers make', () => {
  const medians = { median_recency: 3, median_frequency: 2, median_monetary: 80 };
  const report = rfmReport([segment('Champions', 30, 7_500, medians)]);
  expect(renderTerminal(report, { colour: false })).toContain(`Per customer: median / mean

segment    days since     orders           spent
────────────────────────────────────────────────
Champions   3.0 / 4.3  2.0 / 3.5  80.00 / 250.00
`);
});

test('a wide terminal shows how far a rule is from chance', () => {
  const measures = { lift_within_periods: 1.94, p_value_corrected: 0.00001 };
  const report = mbaReport([{ ...rule(['Tea'], ['Milk']), measures }, rule(['Cup'], ['Tea'])]);
  const [, table = ''] = renderTerminal(report, { colour: false, width: 140 }).split('Best rules');
  expect(table).toContain('lift  × chance  p corrected  impact');
  expect(table).toMatch(/Tea → Milk .* 1\.9 +< 0\.0001 /);
  expect(renderTerminal(report, { colour: false, width: 100 })).not.toContain('× chance');
});
