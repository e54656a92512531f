// Tests the structure and the texts of a report's page, and the content that it must not have.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderHtml } from '../../../../apps/cli/report-pages/html-page.ts';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import { FORBIDDEN } from '../../console/harness/merchant-words.ts';
import {
  changes,
  createCohortReport,
  createMbaReport,
  createRfmReport,
  createRule,
  createSegment,
  predictionModel,
  scoreGrid,
  segments,
  unknownReport,
} from './literal-reports.ts';

const full = createRfmReport(segments, { changes, score_grid: scoreGrid, prediction_model: predictionModel });

function removeScript(page: string): string {
  return page.replace(/<script>.*<\/script>/s, '');
}

/** Returns the ids of the page's parts, from the top. */
function listParts(page: string): string[] {
  return [...page.matchAll(/<(?:figure|section)[^>]* id="([^"]*)"/g)].map(([, id]) => id ?? '');
}

/** Returns file name and contents of each link to a CSV file. */
function readFiles(page: string): [string, string][] {
  return [...page.matchAll(/download="([^"]*)" href="data:text\/csv;charset=utf-8;base64,([^"]*)"/g)].map(
    ([, name = '', bytes = '']) => [name, Buffer.from(bytes, 'base64').toString()],
  );
}

test('has the console’s charts, and all tables of the report', async () => {
  const rules = [createRule(['Tea'], ['Milk']), createRule(['Milk'], ['Tea'])];
  const appeared = { ...changes, rules: { appeared: rules } };
  const mba = await renderHtml(createMbaReport(rules, { changes: appeared }));
  expect(listParts(mba)).toEqual(['rules', 'changed-rules', 'rule-network', 'all-rules', 'files']);
  expect(mba).toContain('class="drawing scatter"');
  expect(listParts(await renderHtml(full))).toEqual([
    ...['changes', 'growth', 'advice', 'spent', 'per-customer', 'expected', 'backtest'],
    'files',
  ]);
  expect(listParts(await renderHtml(await createCohortReport()))).toEqual([
    ...['second-order', 'overview', 'overview-months', 'overview-products'],
    ...['second-order-days', 'recent-and-older', 'changed-cohorts'],
    ...['retention', 'cohorts', 'value', 'files'],
  ]);
});

test('shows the report’s settings, warnings and notes', async () => {
  const page = await renderHtml(
    createMbaReport([createRule(['Tea'], ['Milk'])], { currency: 'EUR', notes: ['A note.'] }),
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
  expect(page).toContain('Bestellungen werden nach BG/CNBD-k (k = 2) vorhergesagt. An 2 vergangenen Tagen');
});

test('has no element that only works in the console', async () => {
  for (const report of [full, createMbaReport([createRule(['Tea'], ['Milk'])]), await createCohortReport()]) {
    const page = removeScript(await renderHtml(report));
    expect(page).not.toMatch(/<(?:button|input|select|label|form)\b|class="loading"/);
    expect(page).not.toMatch(/<details(?! class="sure"| open)/);
    for (const [, target] of page.matchAll(/href="([^"]*)"/g)) expect(target).toMatch(/^data:text\/csv;/);
  }
});

test.each(['en', 'de'] as const)(
  'keeps how figures were tested behind one control, in %s',
  async (language) => {
    const rules = createMbaReport([createRule(['Tea'], ['Milk'])], { notes: ['A back-test.'] });
    for (const report of [full, rules, await createCohortReport()]) {
      const body = removeScript(await renderHtml(report, { language })).replace(/<style>.*<\/style>/s, '');
      expect(body).toMatch(FORBIDDEN);
      const shown = body
        .replaceAll(/<details class="sure">.*?<\/details>/gs, '')
        .replaceAll(/<[^>]*>/g, '\n');
      expect(shown.split('\n').filter((line) => FORBIDDEN.test(line))).toEqual([]);
    }
  },
);

test('shows a report of an unknown type by its summary, lists and insights', async () => {
  const page = await renderHtml(unknownReport);
  expect(page).toContain('<dt>Out of stock share</dt><dd>0.25</dd>');
  expect(page).toContain('<h2>Products</h2>');
  expect(page).toContain('<td class="n" data-title="Days left">40.5</td>');
  expect(page).toContain('&lt;b>Tea&lt;/b>');
  expect(page).toContain('Reorder tea today.');
});

test('links to the CSV of the report and of each segment’s customers, unless they are too many', async () => {
  const customers = [
    { customer_id: 'ann', segment: 'Champions', monetary: 90.5 },
    { customer_id: '=cmd()', segment: 'At Risk', monetary: 20 },
    { customer_id: '<b>cy</b>', segment: 'At Risk', monetary: 10 },
    { customer_id: 'gone', segment: null, monetary: 5 },
  ];
  const page = await renderHtml(full, { customers });
  expect(readFiles(page)).toEqual([
    ['rfm-01k0000000000000000000test.csv', renderCsv(full)],
    ['segment-At-Risk.csv', "customer_id,segment,monetary\r\n'=cmd(),At Risk,20\r\n<b>cy</b>,At Risk,10\r\n"],
    ['segment-Champions.csv', 'customer_id,segment,monetary\r\nann,Champions,90.5\r\n'],
  ]);
  const many = Array.from({ length: 100_001 }, (_, at) => ({ customer_id: `c${at}`, segment: 'Lost' }));
  expect(readFiles(await renderHtml(full, { customers: many }))).toHaveLength(1);
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
      createMbaReport([createRule([hostile, 'A'], ['B', `${hostile}2`])], {
        name: hostile,
        warnings: [hostile],
        ai_insights: { [hostile]: hostile },
        changes: { ...changes, rules: { appeared: [createRule([hostile], ['B'])] } },
      }),
    ),
    await renderHtml(
      createRfmReport([createSegment(hostile, 30, 7_500, { top_products: [{ product_name: hostile }] })], {
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
    // All attributes are in double quotes.
    expect(removeScript(page).replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* on[a-z]+=/i);
  }
});

test('isolates right-to-left names in sentences and hints, and replaces characters that change the direction', async () => {
  const tea = 'شاي (كيس) 12';
  const page = await renderHtml(
    createMbaReport([createRule([tea, 'Milk'], ['\u202etxt.exe'])], {
      warnings: [`No basket contains “${tea}”.`],
      warnings_coded: [{ code: 'x', params: { names: [tea] } }],
    }),
  );
  const [isolatedTea, isolatedFile] = [`\u2068${tea}\u2069`, '\u2068\ufffdtxt.exe\u2069'];
  expect(page).toContain(`<title>${isolatedTea} + Milk → ${isolatedFile}: Buyers who take both`);
  expect(page).toContain(`No basket contains “${isolatedTea}”.`);
  expect(page).not.toMatch(/[\u202a-\u202e]/);
});

test('labels every drawing, repeats no id, and loads no other document', async () => {
  for (const page of [
    await renderHtml(full),
    await renderHtml(createMbaReport([createRule(['Tea'], ['Milk'])])),
  ]) {
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

test('stays below 2 MB with ten thousand rules, and states how many it shows', async () => {
  const rules = Array.from({ length: 10_000 }, (_, i) =>
    createRule([`A${i % 400}`], [`B${i}`], { lift: 1 + (i % 50) }),
  );
  const page = await renderHtml(createMbaReport(rules));
  expect(page.length).toBeLessThan(2_000_000);
  expect(page).toContain('The first 200 of 10,000 rules; the CSV has every rule of the report.');
});
