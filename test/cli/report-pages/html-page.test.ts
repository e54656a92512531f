// The page's structure, what it never contains, and that it is the same each time.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { renderCsv } from '../../../cli/report-pages/report-csv.ts';
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

const full = rfmReport(segments, { changes, score_grid: scoreGrid, prediction_model: predictionModel });

function withoutScript(page: string): string {
  return page.replace(/<script>.*<\/script>/s, '');
}

function figures(page: string): string[] {
  return [...page.matchAll(/<figure id="([^"]*)"/g)].map(([, id]) => id ?? '');
}

/** Ids of the page's parts, from the top. */
function parts(page: string): string[] {
  return [
    ...page.matchAll(/<(?:figure|section)[^>]* id="([^"]*)"|<(dl) class="card facts"|<p class="(download)"/g),
  ].map(([, id, facts, download]) => id ?? facts ?? download ?? '');
}

test('what to do comes first, then the best rows, figures, charts, tables, and last what was asked for', async () => {
  expect(
    parts(
      await renderHtml(
        mbaReport([rule(['Tea'], ['Milk'])], { ai_insights: { summary: 'S.', business_context: 'B.' } }),
      ),
    ),
  ).toEqual([
    'actions',
    'best-rules',
    'dl',
    'warnings',
    'rule-scatter',
    'rule-network',
    'download',
    'rules',
    'background',
    'settings',
  ]);
  expect(parts(await renderHtml(full))).toEqual([
    'actions',
    'best-segments',
    'dl',
    'segment-treemap',
    'segment-revenue',
    'score-grid',
    'migration',
    'growth',
    'download',
    'segments',
    'expected',
    'backtest',
    'advice',
    'notes',
    'settings',
  ]);
});

test('the header names the currency, the period and the number of warnings', async () => {
  const header = async (more: object) =>
    /<p class="measures">(.*?)<\/p>/.exec(await renderHtml(mbaReport([rule(['Tea'], ['Milk'])], more)))?.[1];
  const warnings = ' · <a href="#warnings">1 warning</a>';
  expect(await header({ currency: 'EUR' })).toBe(
    `Amounts in EUR · Orders from 2025-01-01 to 2025-12-31${warnings}`,
  );
  expect(await header({ currency: 'EUR', rates_source: '<ECB>', settings: null, warnings: [] })).toBe(
    'Amounts in EUR · Other currencies converted at the rates of &lt;ECB> · Orders up to 2025-12-31',
  );
  expect(await header({ currency: null, settings: null, warnings: [] })).toBe(
    'Currency not stated · Orders up to 2025-12-31',
  );
  expect(
    await header({
      settings: { filters: { dateRange: { start: '2025-02-01', end: '2025-02-28' }, conditions: [] } },
    }),
  ).toBe(`Orders from 2025-02-01 to 2025-02-28${warnings}`);
});

test('both directions of a rule are one row; a direction that is not a rule of the report stays empty', async () => {
  const page = await renderHtml(
    mbaReport([
      rule(['Tea'], ['Milk'], { confidence: 0.5, value: 1_250 }),
      rule(['Cup', 'Tea'], ['Milk']),
      rule(['Milk'], ['Tea'], { confidence: 0.25, value: 75 }),
    ]),
  );
  const rows = [...(page.split('id="rules"')[1] ?? '').matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(
    ([, row]) => (row ?? '').replace(/<[^>]+>/g, '|').replace(/\|+/g, '|'),
  );
  expect(rows).toEqual([
    'Tea|Milk|50.0 %|25.0 %|2.0|10.0 %|1,234|High|1,250.00|75.00|',
    'Cup + Tea|Milk|50.0 %|2.0|10.0 %|1,234|High|1,250.00|',
  ]);
});

test('the download holds the bytes of the CSV', async () => {
  for (const report of [full, mbaReport([rule(['Tea', 'Käse'], ['=Milk'])])]) {
    const [, name, data = ''] =
      /<a download="([^"]*)" href="data:text\/csv;charset=utf-8;base64,([^"]*)"/.exec(
        await renderHtml(report),
      ) ?? [];
    expect(name).toMatch(/^(mba|rfm)-01k0000000000000000000test\.csv$/);
    expect(Buffer.from(data, 'base64').toString('utf8')).toBe(renderCsv(report));
  }
});

test('figures of the next 90 days stand apart, as totals of the segment and per customer', async () => {
  const expected = /id="expected".*?<\/section>/s.exec(await renderHtml(full))?.[0] ?? '';
  expect(expected).toContain('Expected in the 90 days after 2025-12-31');
  expect(expected).toContain('>Value of the segment</th>');
  expect(expected).toContain('>Value per customer</th>');
  expect(expected).toMatch(
    /Champions<.*>30<.*>91\.2 %<.*>40 \(31–49\)<.*>1\.34<.*>1,260 \(810–1,710\)<.*>42\.00</,
  );
  expect(expected).not.toContain('Lost');
});

test('the forecast that was best on past dates is named, with its error against the past repeated', async () => {
  const { backtest } = predictionModel;
  const page = await renderHtml(rfmReport(segments, { prediction_model: triedModel(backtest.orders) }));
  expect(page).toContain(
    'Orders by BG/CNBD-k (k = 2): at 2 past dates off by 2.7 orders per segment on average, “the same as in the 90 days before” by 17.0.',
  );
  expect(page).toContain('Value is the same as in the last 90 days: no model was better.');
  expect(page).toMatch(/id="backtest".*off by 2\.7 orders per segment \(over 2 dates\).*Champions<.*>3\.1</s);
});

test('the past repeated is shown where nothing was better, and said not to be relied on', async () => {
  const { backtest } = predictionModel;
  const model = triedModel({ ...backtest.orders, better_than_naive: false });
  const expected =
    /id="expected".*?<\/section>/s.exec(
      await renderHtml(rfmReport(segments, { prediction_model: model })),
    )?.[0] ?? '';
  expect(expected).toContain(
    'None of 2 forecasts was better at 2 past dates than “the same as in the 90 days before”',
  );
  expect(expected).toContain('Do not rely on it as on a prediction.');
  expect(expected).toContain('40 (31–49)');
});

test('figures of reports of earlier versions that the back-test does not support are in no table', async () => {
  const { backtest } = predictionModel;
  const withdrawn = (value: boolean) => {
    const orders = { ...backtest.orders, better_than_naive: false };
    const spend = { ...backtest.orders, better_than_naive: value };
    return rfmReport(segments, { prediction_model: { backtest: { ...backtest, orders, value: spend } } });
  };
  const expected = /id="expected".*?<\/section>/s.exec(await renderHtml(withdrawn(true)))?.[0] ?? '';
  expect(expected).toContain('>Value of the segment</th>');
  expect(expected).not.toContain('Orders of the segment');
  expect(expected).not.toContain('91.2 %');
  expect(await renderHtml(withdrawn(false))).not.toContain('id="expected"');
});

test('market baskets: scatter, network, table', async () => {
  const page = await renderHtml(
    mbaReport([rule(['Tea'], ['Milk']), rule(['Milk'], ['Tea']), rule(['Cup'], ['Tea'])]),
  );
  expect(figures(page)).toEqual(['rule-scatter', 'rule-network']);
  expect(page).toContain('<title>Tea → Milk: support 10.0 %, confidence 50.0 %, lift 2.0</title>');
  expect(page).toContain('<dt>Baskets</dt><dd>12,340</dd>');
  expect(page).toContain('<p>Sell Milk and Tea as a bundle.</p>');
  expect(page).toContain('<li>7 orders without a date were left out by the date range.</li>');
  expect(page.match(/<section class="card long rules".*?<\/section>/s)?.[0].match(/<tr>/g)).toHaveLength(
    1 + 2,
  );
});

test('segments: treemap, revenue, grid, migration', async () => {
  const page = await renderHtml(full);
  expect(figures(page)).toEqual(['segment-treemap', 'segment-revenue', 'score-grid', 'migration']);
  expect(page).toContain('title="Champions: 30 customers, 30.0 %; 250.00 spent each on average"');
  expect(page).toContain('title="R 5, FM 5, Champions: 30 customers, spent 7,500.00"');
  expect(page).toContain('<title>Lost → Champions: 5 customers</title>');
  expect(page).toContain('Champions advised.');
  expect(page).toContain('>91.2 %</td>');
  expect(page).toContain('>40 (31–49)</td>');
  expect(page).toMatch(/id="backtest".*after 2025-10-02.*off by 2\.7 orders per segment;.*by 17\.0\./s);
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
    expect(page.match(/<\/?(script|img|b)\b/gi)).toEqual(['<script', '</script']);
    // All attributes stand in double quotes.
    expect(withoutScript(page).replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* on[a-z]+=/i);
  }
});

test('a name from right to left is isolated in sentences, lists and hints; what turns the direction is replaced', async () => {
  const tea = 'شاي (كيس) 12';
  const coded = (text: string, params: object) => ({
    warnings: [text],
    warnings_coded: [{ code: 'x', params }],
  });
  const page = await renderHtml(
    mbaReport([rule([tea, 'Milk'], ['\u202etxt.exe'])], {
      ...coded(`No basket contains “${tea}”.`, { names: [tea] }),
      changes: { ...changes, rules: { appeared: [rule([tea], ['B'])] } },
    }),
  );
  const [isolatedTea, isolatedFile] = [`\u2068${tea}\u2069`, '\u2068\ufffdtxt.exe\u2069'];
  expect(page).toContain(`<title>${isolatedTea} + Milk → ${isolatedFile}: support`);
  expect(page).toContain(`<li>${isolatedTea} → B</li>`);
  expect(page).toContain(`No basket contains “${isolatedTea}”.`);
  expect(page).not.toMatch(/[\u202a-\u202e]/);
  const products = [tea, 'Milk'].map((product_name) => ({ product_name }));
  const segments = await renderHtml(rfmReport([segment('Champions', 30, 7_500, { top_products: products })]));
  expect(segments).toContain(`Buys most: ${isolatedTea}, Milk`);
});

test('every figure has a name and a description; no id is there twice; nothing refers to another document', async () => {
  for (const page of [await renderHtml(full), await renderHtml(mbaReport([rule(['Tea'], ['Milk'])]))]) {
    for (const id of figures(page)) {
      expect(page).toMatch(
        new RegExp(
          `<figure id="${id}" class="card"><figcaption><h2>[^<]+</h2><p>[^<]+</p></figcaption><section`,
        ),
      );
    }
    for (const [drawing] of page.matchAll(/<svg class="drawing[^>]*>/g))
      expect(drawing).toMatch(/ role="img" aria-label="[^"]+"/);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(page).not.toMatch(/url\(|src=|@import/);
    for (const [, target] of page.matchAll(/href="([^"]*)"/g))
      expect(target).toMatch(/^(#[a-z]+$|data:text\/csv;)/);
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}';`,
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
  // Of it, the CSV for the download is two thirds.
  expect(page.length).toBeLessThan(1_500_000);
  expect(page).toContain('200 rows of 10,000 rules, by impact; the CSV has every rule of the report.');
});
