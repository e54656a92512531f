// Tests the literal output of reports in a terminal.
import { expect, it, test } from 'vitest';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import { formatProfile } from '../../../../apps/cli/report-pages/terminal-profile.ts';
import { renderTerminal } from '../../../../apps/cli/report-pages/terminal-report.ts';
import { createPaper, drawBar } from '../../../../apps/cli/report-pages/terminal-text.ts';
import type { ProfileShares } from '../../../../src/analysis/product-profiles/profile-shares.ts';
import {
  changes,
  createMbaReport,
  createRfmReport,
  createRule,
  predictionModel,
  scoreGrid,
  segments,
  unknownReport,
} from './literal-reports.ts';
import { createGroupReport } from './real-reports.ts';

const ESCAPE = '\u001b';
const rules = [
  createRule(['Tea'], ['Milk', 'Sugar'], { support: 0.123, confidence: 0.456, lift: 3.21, value: 12_345.6 }),
  createRule(['Milk', 'Sugar'], ['Tea']),
  createRule(['Cup'], ['Tea'], { lift: 0.9 }),
];

test('shows net revenue, the value of the baskets, and returns if there are any', () => {
  const report = createMbaReport(rules);
  const renderWithReturns = (returns: number) =>
    renderTerminal(
      { ...report, summary: { ...report.summary, gross_revenue: 100, returns, net_revenue: 100 - returns } },
      { colour: false },
    );
  expect(renderWithReturns(12.5)).toMatch(
    /^Revenue {16}87\.50\nReturns, taken off it {2}12\.50\nValue of the baskets {3}98,765\.40$/m,
  );
  expect(renderWithReturns(0)).not.toContain('Returns');
});

test('shows the customers with and without identity rules, and what joined nobody', () => {
  const figures = { customers: 1_234, repeat_customers: 617, repeat_share: 0.5, orders_per_customer: 1.5 };
  const identity = {
    ...{ ids: 1_300, persons: 1_200, largest: [], merge_list: null },
    joined: { merge_list: 0, customer_number: 0, email: 97, phone: 3 },
    refused: [{ reason: 'role_address', values: 2, ids: 40 }],
    without: figures,
    with: { ...figures, customers: 1_200, repeat_share: null },
  };
  const shown = renderTerminal({ ...createMbaReport(rules), identity }, { colour: false, width: 120 });
  expect(shown).toContain('1,300 customer ids of 1,200 persons. Joined by e-mail: 97. Joined by phone: 3.');
  expect(shown).not.toContain('merge list');
  expect(shown).toMatch(/by customer id +1,234 +617 +50\.0 % +1\.50\n/);
  expect(shown).toMatch(/by person +1,200 +617 +1\.50\n/);
  expect(shown).toMatch(/address of a role, such as info@ +2 +40\n/);
  expect(renderTerminal(createMbaReport(rules), { colour: false })).not.toContain('Persons');
});

test('shows one rule for each set of products, insights, warnings and settings of a market basket report', () => {
  expect(renderTerminal(createMbaReport(rules), { colour: false })).toBe(`Baskets
MBA report 01K0000000000000000000TEST · dataset default · 2026-01-02 03:04 UTC · Completed

Summary

Baskets              12,340
Revenue              98,765.40
Average order value  8.00
Products per basket  2.3
Rules found          3

Best rules, one for each set of products (3 found)

If bought → then also  Support  Confidence  Lift  Impact  Incremental value
───────────────────────────────────────────────────────────────────────────
Tea → Milk + Sugar      12.3 %      45.6 %   3.2  High            12,345.60

In short

Two rules.

Bundles

Sell Milk and Tea as a bundle.

Warnings

! 7 orders without a date were left out by the date range.

Asked for

Reference date          2025-12-31
Customers               all
Dates                   2025-01-01 to the end
Only rows where         quantity between 1 – 9
One basket per          order
Products identified by  name
Minimum support         0.01
Minimum confidence      0.1
`);
});

test('shows shares of segments as bars on one scale, predictions, the score grid and changes', () => {
  const report = createRfmReport(segments, {
    changes,
    score_grid: scoreGrid,
    prediction_model: predictionModel,
  });
  const text = renderTerminal(report, { colour: false });
  for (const lines of [
    `Segment    Customers   Share                     Spent   Share
──────────────────────────────────────────────────────────────────────────────
Champions         30  30.0 %  █████▋          7,500.00  75.0 %  ██████████████
Lost              70  70.0 %  █████████████▏  2,500.00  25.0 %  ████▋
`,
    'Champions   3.0 / 4.3  2.0 / 3.5  80.00 / 250.00',
    /^Champions +30 +91 % +40 \(31–49\) +1,260 \(810–1,710\)$/m,
    'All                         90         48      52              61             2.7',
    'R 5     0     0     0     0    30',
    'Lost        Champions          5',
    'Champions   1,020  1,030     +10',
  ])
    typeof lines === 'string' ? expect(text).toContain(lines) : expect(text).toMatch(lines);
});

test('lists changed rules by kind', () => {
  const report = createMbaReport(rules, {
    changes: {
      compared_with: changes.compared_with,
      rules: { appeared: [createRule(['Tea'], ['Cup'])], vanished: [], strengthened: [], weakened: [] },
    },
  });
  expect(renderTerminal(report, { colour: false })).toMatch(
    /^Changed rules\n\nCompared with .*\n\nIf bought .*\n─+\nTea → Cup +new$/m,
  );
});

test.each([40, 60, 80, 100, 160])('writes no line wider than %i columns', (width) => {
  const long = createRule(
    ['A product with a rather long name, 12 pieces', 'Another one'],
    ['紅茶の缶 and a tea cup'],
  );
  for (const report of [createMbaReport([long]), createMbaReport([])]) {
    const lines = renderTerminal(report, { width, colour: false }).split('\n');
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  }
});

test('writes colour only on request', () => {
  expect(renderTerminal(createMbaReport(rules), { colour: false })).not.toContain(ESCAPE);
  expect(renderTerminal(createMbaReport(rules), { colour: true })).toContain(
    `${ESCAPE}[1mBaskets${ESCAPE}[22m`,
  );
});

test('removes control characters from names', () => {
  const hostile = `Tea${ESCAPE}[2J\u009b31m\r\u202e gone`;
  const text = renderTerminal(createMbaReport([createRule([hostile], ['Cup'])], { name: hostile }), {
    colour: false,
  });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(text).toContain('Tea [2J 31m');
});

test('lists no rule among the best whose products are bought together less often than by chance', () => {
  const rare = createRule(['Soap'], ['Sponge'], { lift: 0.8 });
  const text = renderTerminal(createMbaReport([createRule(['Tea'], ['Milk']), rare]), { colour: false });
  expect(text).toContain('Tea → Milk');
  expect(text).not.toContain('Sponge');
});

test('shows no expected figures if no forecast was better than repeating the past', () => {
  const show = (better_than_naive: boolean) => {
    const orders = { ...predictionModel.backtest.orders, better_than_naive };
    const model = { ...predictionModel, backtest: { ...predictionModel.backtest, orders } };
    return renderTerminal(createRfmReport(segments, { prediction_model: model }), { colour: false });
  };
  expect(show(true)).toMatch(/^About \d+ orders expected in the next 90 days/m);
  expect(show(false)).not.toMatch(/orders expected in the next 90 days|Will order/m);
});

test('marks the first-order group that differs, and calls it an association, not a cause', async () => {
  const text = renderTerminal(await createGroupReport(), { colour: false });
  expect(text).toMatch(/^Ordered again, by first_product$/m);
  expect(text).toMatch(/^Product 3 \* +108 +90 +46\.9 /m);
  expect(text).toContain('* Differs from all others: an association, not a cause.');
});

test('shows a report of an unknown type by its summary, lists and insights', () => {
  const terminal = renderTerminal(unknownReport, { colour: false });
  for (const text of ['1,234', 'Out of stock share', 'Days left', '40.5', 'Reorders', 'Reorder tea today.'])
    expect(terminal).toContain(text);
  expect(renderCsv(unknownReport)).toBe(
    'product,days_left,suppliers,note\r\n<b>Tea</b>,3,A + B,\r\nCup,40.5,,slow\r\n',
  );
});

test('states that a report has no findings', () => {
  expect(renderTerminal(createMbaReport([]), { colour: false })).toContain('No rules were found.');
  expect(renderTerminal(createRfmReport([], { metrics: null }), { colour: false })).toContain(
    'There are no customers to segment.',
  );
});

test('draws bars in eighths of a column, from zero to the full width', () => {
  expect([0, 0.01, 0.5, 0.55, 1, 2, -1].map((share) => drawBar(share, 10))).toEqual([
    '',
    '▏',
    '█████',
    '█████▌',
    '██████████',
    '██████████',
    '',
  ]);
});

test('shows the lift beyond chance and the p-value of a rule in a wide terminal only', () => {
  const measures = { lift_within_periods: 1.94, p_value_corrected: 0.00001 };
  const [first, ...others] = [createRule(['Tea'], ['Milk']), createRule(['Cup'], ['Tea'])];
  const report = createMbaReport([{ ...first, measures }, ...others]);
  const [, table = ''] = renderTerminal(report, { colour: false, width: 140 }).split('Best rules');
  expect(table).toContain('Lift  × chance  p corrected  Baskets  Impact');
  expect(table).toMatch(/Tea → Milk .* 1\.9 +< 0\.0001 /);
  expect(renderTerminal(report, { colour: false, width: 100 })).not.toContain('× chance');
});

// The profile of a product in a terminal.

const HOSTILE = '\u001b[31mred\u202e';
const createSize = (products: number, orders: number, all: number) => ({
  min_products: products,
  max_products: products === 10 ? null : products,
  orders,
  share: orders / 4,
  all_orders: all,
  share_of_all_orders: all / 10,
});
const NONE = { orders: 0, customers: 0, share: null, lift: null };
const profile: ProfileShares = {
  product: HOSTILE,
  orders: 4,
  share_of_orders: 0.4,
  average_basket_size: 3.5,
  all_orders: { orders: 10, average_basket_size: 1.9 },
  basket_sizes: [createSize(1, 1, 8), createSize(2, 2, 1), createSize(10, 1, 1)],
  after: {
    orders: 3,
    same_product: { orders: 2, customers: 2, share: 2 / 3, lift: 1.5 },
    products: [{ product: 'Milk\u0007', orders: 1, customers: 2, share: 1 / 3, lift: null }],
  },
  before: { orders: 0, same_product: NONE, products: [] },
};

it('shows a product’s order sizes beside those of all orders, and the products ordered before and after', () => {
  const lines = formatProfile(createPaper({ width: 100, colour: false }), profile).split('\n');
  const findLine = (start: RegExp) => lines.find((line) => start.test(line)) ?? '';
  expect(lines.join(' ')).toMatch(
    /In 4 orders, 40.*hold 3\.5 products on average, all orders 1\.9; 25.* hold it alone/,
  );
  expect(findLine(/^ *1 /)).toMatch(/1 +25(?:\.0)? ?% +80(?:\.0)? ?% +█{12}$/);
  expect(findLine(/^ *2 /)).toMatch(/█{24}$/);
  expect(findLine(/^ *10\+/)).toMatch(/25(?:\.0)? ?% +10(?:\.0)? ?%/);
  expect(findLine(/^the same product/)).toMatch(/2 +2 +66\.7 ?% +1\.5$/);
  expect(findLine(/^Milk/)).toMatch(/1 +2 +33\.3 ?%$/);
  expect(lines).toContain('No order with it has a previous order.');
});

it('writes a product’s profile without control characters or lines wider than the terminal', () => {
  const text = formatProfile(createPaper({ width: 44, colour: false }), profile);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(44);
});
