// Tests the page's structure, what it never contains, and that the same report gives the same page.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderHtml } from '../../../../apps/cli/report-pages/html-page.ts';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import {
  changes,
  cohortReport,
  mbaReport,
  predictionModel,
  rfmReport,
  rule,
  scoreGrid,
  segment,
  segments,
  unknownReport,
} from './literal-reports.ts';

const full = rfmReport(segments, { changes, score_grid: scoreGrid, prediction_model: predictionModel });

function withoutScript(page: string): string {
  return page.replace(/<script>.*<\/script>/s, '');
}

/** Returns the ids of the page's parts, from the top. */
function parts(page: string): string[] {
  return [...page.matchAll(/<(?:figure|section)[^>]* id="([^"]*)"/g)].map(([, id]) => id ?? '');
}

/** Returns file name and contents of each link. */
function filesOf(page: string): [string, string][] {
  return [...page.matchAll(/download="([^"]*)" href="data:text\/csv;charset=utf-8;base64,([^"]*)"/g)].map(
    ([, name = '', bytes = '']) => [name, Buffer.from(bytes, 'base64').toString()],
  );
}

test('has the console’s charts, and all tables of the report', async () => {
  const rules = [rule(['Tea'], ['Milk']), rule(['Milk'], ['Tea'])];
  const appeared = { ...changes, rules: { appeared: rules } };
  const mba = await renderHtml(mbaReport(rules, { changes: appeared }));
  expect(parts(mba)).toEqual(['rules', 'changed-rules', 'rule-network', 'all-rules', 'files']);
  expect(mba).toContain('class="drawing scatter"');
  expect(parts(await renderHtml(full))).toEqual([
    'changes',
    'spent',
    'expected',
    'backtest',
    'growth',
    'advice',
    'files',
  ]);
  expect(parts(await renderHtml(await cohortReport()))).toEqual([
    ...['retention', 'value', 'second-order'],
    ...['cohorts', 'second-order-days', 'recent-and-older', 'changed-cohorts', 'files'],
  ]);
});

test('shows the report’s settings, warnings and notes', async () => {
  const page = await renderHtml(
    mbaReport([rule(['Tea'], ['Milk'])], { currency: 'EUR', notes: ['A note.'] }),
  );
  expect(page).toContain('Orders from Jan 1, 2025 to Dec 31, 2025');
  expect(page).toContain('amounts in EUR');
  expect(page).toContain('<dt>Minimum support</dt><dd>0.01</dd>');
  expect(page).toContain('<li>7 orders without a date were left out by the date range.</li>');
  expect(page).toContain('<li>A note.</li>');
});

test('is in German on request', async () => {
  const page = await renderHtml(full, { language: 'de' });
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('<h2>Segmente</h2>');
  expect(page).not.toMatch(/Show more|Nothing to show|>Customers</);
  expect(page).toContain('<dt>Mehr als einmal bestellt</dt><dd>40,0\u00a0%</dd>');
  expect(page).toContain('Bestellungen nach BG/CNBD-k (k = 2): an 2 vergangenen Tagen');
});

test('has no element that only works in the console', async () => {
  for (const report of [full, mbaReport([rule(['Tea'], ['Milk'])]), await cohortReport()]) {
    const page = withoutScript(await renderHtml(report));
    expect(page).not.toMatch(/<(?:button|input|select|label|form)\b|class="loading"/);
    expect(page).not.toMatch(/<details(?! open)/);
    for (const [, target] of page.matchAll(/href="([^"]*)"/g)) expect(target).toMatch(/^data:text\/csv;/);
  }
});

test('shows a body of an unknown type by its summary, its lists and its insights', async () => {
  const page = await renderHtml(unknownReport);
  expect(page).toContain('<dt>Out of stock share</dt><dd>0.25</dd>');
  expect(page).toContain('<h2>Products</h2>');
  expect(page).toContain('<td class="n">40.5</td>');
  expect(page).toContain('&lt;b>Tea&lt;/b>');
  expect(page).toContain('Reorder tea today.');
});

test('holds the CSV in its links, and the customers of each group without those who have left', async () => {
  const customers = [
    { customer_id: 'ann', segment: 'Champions', monetary: 90.5 },
    { customer_id: '=cmd()', segment: 'At Risk', monetary: 20 },
    { customer_id: '<b>cy</b>', segment: 'At Risk', monetary: 10 },
    { customer_id: 'gone', segment: null, monetary: 5 },
  ];
  const page = await renderHtml(full, { customers });
  expect(filesOf(page)).toEqual([
    ['rfm-01k0000000000000000000test.csv', renderCsv(full)],
    ['segment-At-Risk.csv', "customer_id,segment,monetary\r\n'=cmd(),At Risk,20\r\n<b>cy</b>,At Risk,10\r\n"],
    ['segment-Champions.csv', 'customer_id,segment,monetary\r\nann,Champions,90.5\r\n'],
  ]);
  const many = Array.from({ length: 100_001 }, (_, at) => ({ customer_id: `c${at}`, segment: 'Lost' }));
  expect(filesOf(await renderHtml(full, { customers: many }))).toHaveLength(1);
});

test.each([
  '<script>alert(1)</script>',
  '</svg><img src=x onerror=alert(1)>',
  '"><b>',
  "' onload='x",
  '&lt;i&gt;',
  '__proto__',
])('escapes the text of a report: %s', async (hostile) => {
  const pages = [
    await renderHtml(
      mbaReport([rule([hostile, 'A'], ['B', `${hostile}2`])], {
        name: hostile,
        warnings: [hostile],
        ai_insights: { [hostile]: hostile },
        changes: { ...changes, rules: { appeared: [rule([hostile], ['B'])] } },
      }),
    ),
    await renderHtml(
      rfmReport([segment(hostile, 30, 7_500, { top_products: [{ product_name: hostile }] })], {
        name: hostile,
        dataset_id: hostile,
        score_grid: scoreGrid,
        changes: { ...changes, migration: [{ from: hostile, to: `${hostile}2`, customers: 5 }] },
      }),
    ),
  ];
  for (const page of pages) {
    if (/[<>&"']/.test(hostile)) expect(page).not.toContain(hostile);
    expect(page.match(/<\/?(script|img|b)\b/gi)).toEqual(['<script', '</script']);
    // All attributes stand in double quotes.
    expect(withoutScript(page).replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* on[a-z]+=/i);
  }
});

test('isolates a name from right to left in sentences, lists and hints, and replaces characters that turn the direction', async () => {
  const tea = 'شاي (كيس) 12';
  const page = await renderHtml(
    mbaReport([rule([tea, 'Milk'], ['\u202etxt.exe'])], {
      warnings: [`No basket contains “${tea}”.`],
      warnings_coded: [{ code: 'x', params: { names: [tea] } }],
    }),
  );
  const [isolatedTea, isolatedFile] = [`\u2068${tea}\u2069`, '\u2068\ufffdtxt.exe\u2069'];
  expect(page).toContain(`<title>${isolatedTea} + Milk → ${isolatedFile}: Confidence`);
  expect(page).toContain(`No basket contains “${isolatedTea}”.`);
  expect(page).not.toMatch(/[\u202a-\u202e]/);
});

test('names every drawing, repeats no id, and refers to no other document', async () => {
  for (const page of [await renderHtml(full), await renderHtml(mbaReport([rule(['Tea'], ['Milk'])]))]) {
    for (const [drawing] of page.matchAll(/<svg class="drawing[^>]*>/g))
      expect(drawing).toMatch(/ role="img" aria-label="[^"]+"/);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(page).not.toMatch(/url\(|src=|@import/);
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}';`,
    );
  }
});

test('stays small enough to open with ten thousand rules', async () => {
  const rules = Array.from({ length: 10_000 }, (_, i) =>
    rule([`A${i % 400}`], [`B${i}`], { lift: 1 + (i % 50) }),
  );
  const page = await renderHtml(mbaReport(rules));
  expect(page.length).toBeLessThan(2_000_000);
  expect(page).toContain('The first 200 of 10,000 rules; the CSV has every rule of the report.');
});
