// The page's structure, what it never contains, and that it is the same each time.
import { expect, test } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import {
  changes,
  mbaReport,
  predictionModel,
  rfmReport,
  rule,
  scoreGrid,
  segment,
  segments,
} from './literal-reports.ts';

const full = rfmReport(segments, { changes, score_grid: scoreGrid, prediction_model: predictionModel });

function figures(page: string): string[] {
  return [...page.matchAll(/<figure id="([^"]*)"/g)].map(([, id]) => id ?? '');
}

test('market baskets: scatter, network, table', async () => {
  const page = await renderHtml(
    mbaReport([rule(['Tea'], ['Milk']), rule(['Milk'], ['Tea']), rule(['Cup'], ['Tea'])]),
  );
  expect(figures(page)).toEqual(['rule-scatter', 'rule-network']);
  expect(page).toContain('<title>Tea → Milk: support 10.0 %, confidence 50.0 %, lift 2.0</title>');
  expect(page).toContain('<dt>Baskets</dt><dd>12,340</dd>');
  expect(page).toContain('<p>Sell Milk and Tea as a bundle.</p>');
  expect(page).toContain('<li>7 orders without order_date were left out by the date range.</li>');
  expect(page.match(/<section class="card long rules".*?<\/section>/s)?.[0].match(/<tr>/g)).toHaveLength(
    1 + 3,
  );
});

test('segments: treemap, revenue, grid, migration', async () => {
  const page = await renderHtml(full);
  expect(figures(page)).toEqual(['segment-treemap', 'segment-revenue', 'score-grid', 'migration']);
  expect(page).toContain('<title>Champions: 30 customers, 30.0 %; 250.00 spent each</title>');
  expect(page).toContain('<title>R 5, FM 5, Champions: 30 customers, revenue 7,500.00</title>');
  expect(page).toContain('<title>Lost → Champions: 5 customers</title>');
  expect(page).toContain('Champions advised.');
  expect(page).toContain('>91.2 %</td>');
  expect(page).toContain('>40 (31–49)</td>');
  expect(page).toMatch(/id="backtest".*after 2025-10-02.*off by 0\.41 orders per customer.*by 0\.52\./s);
});

test('the page omits sections for which the report has no data', async () => {
  expect(figures(await renderHtml(rfmReport([segment('Lost', 70, 2_500)])))).toEqual([
    'segment-treemap',
    'segment-revenue',
  ]);
  expect(figures(await renderHtml(rfmReport([], { metrics: null })))).toEqual([]);
  expect(figures(await renderHtml(mbaReport([])))).toEqual([]);
  expect(figures(await renderHtml(mbaReport([rule(['A'], ['B'])])))).toEqual([
    'rule-scatter',
    'rule-network',
  ]);
  expect(figures(await renderHtml(rfmReport(segments, { changes: { compared_with: null } })))).toHaveLength(
    2,
  );
});

test.each([
  '<script>alert(1)</script>',
  '</svg><img src=x onerror=alert(1)>',
  '"><b>',
  "' onload='x",
  '&lt;i&gt;',
  '__proto__',
])('text of a report is never markup: %s', async (hostile) => {
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
    expect(page).not.toMatch(/<\/?(script|img|b)\b/i);
    expect(page).not.toMatch(/<[^>]* on[a-z]+=/i);
  }
});

test('every figure has a name, a description, and ids of its own; none refers to another document or clip', async () => {
  for (const page of [await renderHtml(full), await renderHtml(mbaReport([rule(['Tea'], ['Milk'])]))]) {
    for (const id of figures(page)) {
      expect(page).toMatch(
        new RegExp(
          `role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">[^<]+</title><desc`,
        ),
      );
    }
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(page).not.toMatch(/url\(|href|src=|@import|<script/);
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';`,
    );
  }
});

test('the same report gives the same bytes', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `Product ${i}`);
  const rules = names.map((name, i) => rule([name], [names[(i * 7 + 3) % 30] ?? ''], { lift: 1 + i }));
  for (const report of [mbaReport(rules), full])
    expect(await renderHtml(report)).toBe(await renderHtml(report));
});

test('a report of ten thousand rules stays a page that opens', async () => {
  const rules = Array.from({ length: 10_000 }, (_, i) =>
    rule([`A${i % 400}`], [`B${i}`], { lift: 1 + (i % 50) }),
  );
  const page = await renderHtml(mbaReport(rules));
  expect(page.length).toBeLessThan(1_000_000);
  expect(page).toContain('The first 200 of 10,000 rules');
});
