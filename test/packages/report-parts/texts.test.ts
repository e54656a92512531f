// Tests how names within texts, long texts and insights are shown by the console and by pages of reports.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import de from '../../../apps/console/texts/de/common.json' with { type: 'json' };
import {
  getInsightTitle,
  INSIGHT_TITLES,
  Insights,
  listInsights,
} from '../../../packages/report-parts/insights.ts';
import { Cut, Folded } from '../../../packages/report-parts/long-text.ts';
import {
  fill,
  formatRule,
  isolateName,
  joinIsolated,
  withIsolated,
} from '../../../packages/report-parts/names.ts';
import { createSayAsWritten, sayAsWritten } from '../../../packages/report-parts/sentences.ts';
import { Table } from '../../../packages/report-parts/table.ts';

const TEA = 'شاي أخضر 12';
const ISOLATED_TEA = `\u2068${TEA}\u2069`;

describe('fill', () => {
  it('chooses singular or plural words and inserts values', () => {
    const text = '{count|One order|{shown} orders} of {name}{count||s}.';
    expect(fill(text, { count: 1, shown: '1', name: 'tea' })).toBe('One order of tea.');
    expect(fill(text, { count: 1_200, shown: '1,200', name: 'tea' })).toBe('1,200 orders of teas.');
  });

  it('keeps a placeholder without a value and braces within a value', () => {
    expect(fill('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
  });
});

describe('isolateName, joinIsolated and withIsolated', () => {
  it('isolateName isolates only names with right-to-left text or direction marks', () => {
    expect(isolateName(TEA)).toBe(ISOLATED_TEA);
    expect(isolateName('א-ב (3)')).toBe('\u2068א-ב (3)\u2069');
    expect(isolateName('\u202etxt.exe')).toBe('\u2068\u202etxt.exe\u2069');
    for (const plain of ['Tea 12', 'Grüner Tee', '緑茶 12', 'чай', '€1,270.00', ''])
      expect(isolateName(plain)).toBe(plain);
  });

  it('isolateName removes isolation marks from a name', () => {
    expect(isolateName('a\u2069b')).toBe('\u2068ab\u2069');
    expect(isolateName('a\u2067b')).toBe('\u2068ab\u2069');
    expect(isolateName('\u2068a')).toBe('\u2068a\u2069');
  });

  it('isolateName keeps the isolation of names within a rule, and joinIsolated isolates each name of a list', () => {
    const rule = formatRule({ antecedents: [TEA, 'Milk'], consequents: ['Sugar'] });
    expect(rule).toBe(`${ISOLATED_TEA} + Milk → Sugar`);
    expect(isolateName(rule)).toBe(`\u2068${rule}\u2069`);
    expect(isolateName(isolateName(rule))).toBe(`\u2068\u2068${rule}\u2069\u2069`);
    expect(joinIsolated(['A', TEA], ', ')).toBe(`A, ${ISOLATED_TEA}`);
  });

  it('fill isolates the names that it inserts', () => {
    expect(fill('{name}: {count}', { name: TEA, count: 12 })).toBe(`${ISOLATED_TEA}: 12`);
    expect(fill('{name}: {count}', { name: 'Tea', count: 12 })).toBe('Tea: 12');
  });

  it('withIsolated isolates names in a sentence, the longer one first, and sayAsWritten those of its parameters', () => {
    const longer = `${TEA} (كيس)`;
    expect(withIsolated(`Sell ${longer} with ${TEA}: 5.`, [TEA, longer])).toBe(
      `Sell \u2068${longer}\u2069 with ${ISOLATED_TEA}: 5.`,
    );
    expect(
      sayAsWritten(`No basket contains “${TEA}”.`, [
        { code: 'products_unknown', params: { names: [TEA], more: 0 } },
      ]),
    ).toBe(`No basket contains “${ISOLATED_TEA}”.`);
    expect(sayAsWritten(`Sell ${TEA}.`, undefined)).toBe(`Sell ${TEA}.`);
  });
});

it('createSayAsWritten formats shares, days and amounts in the reader’s format and keeps names', () => {
  const figures = { day: () => '9 Dec 2011', money: (amount: number) => `£${amount.toFixed(2)}` };
  const say = createSayAsWritten(figures, 'GBP');
  const names = ['Cream 30 %', 'Calendar 2011-12-09', '5 GBP voucher'];
  const coded = [{ code: 'sold', params: { names, until: '2011-12-09' } }];
  expect(say(`${names.join(', ')}: 65.6 % of 8,310,477.05 GBP by 2011-12-09, -7 GBP, 3 USD.`, coded)).toBe(
    'Cream 30 %, Calendar 2011-12-09, 5 GBP voucher: 65.6% of £8310477.05 by 9 Dec 2011, £-7.00, 3 USD.',
  );
  // Without parameters, names cannot be distinguished from figures, so the text stays unchanged.
  expect(say('Cream 30 %: 4 GBP', undefined)).toBe('Cream 30 %: 4 GBP');
});

const LONG = 'Handmade stoneware teapot, '.repeat(12).slice(0, 300);

it('Cut makes a long text focusable and leaves a short one unchanged', () => {
  expect(renderToString(h(Cut, { as: 'h1', text: LONG }))).toBe(`<h1 class="cut" tabindex="0">${LONG}</h1>`);
  expect(renderToString(h(Cut, { as: 'h1', text: 'Tea' }))).toBe('<h1>Tea</h1>');
  expect(renderToString(h(Cut, { text: 'Tea' }))).toBe('Tea');
});

it('Table cuts long cells and shows a sentence if it has no rows', () => {
  const columns = [{ title: 'Product' }, { title: 'Baskets' }];
  const table = renderToString(h(Table, { caption: 'Products', columns, rows: [[LONG, '1']] }));
  expect(table).toContain(`<th scope="row"><span class="cut" tabindex="0">${LONG}</span></th><td>1</td>`);
  expect(renderToString(h(Table, { caption: 'Products', columns, rows: [] }))).toBe(
    '<p class="muted">There is nothing to show.</p>',
  );
});

it('Folded shows the first sentences of a long text and the others behind “Show more”', () => {
  const short = 'Two sentences. Both are short.';
  expect(renderToString(h(Folded, { text: short }))).toBe(`<p>${short}</p>`);
  const first = 'Of 129 customers, 34.1 % ordered within 30 days.';
  const rest =
    ' By their own frequency, 29.5 % did, and by the median gap, 33.3 % did; of all customers with a pace, it was 22.9 %. The list is in that order.';
  expect(renderToString(h(Folded, { text: first + rest }))).toBe(
    `<p>${first}</p><details><summary>Show more</summary><p>${rest}</p></details>`,
  );
  expect(renderToString(h(Folded, { text: LONG }))).toBe(`<p>${LONG}</p>`);
});

const renderInsights = (
  titles: Readonly<Record<string, string>>,
  ...bodies: readonly (object | null)[]
): string =>
  renderToString(h('main', null, h(Insights, { insights: listInsights(...bodies), titles }))).replace(
    /<div[^>]*>|<\/div>/g,
    '',
  );

it('Insights shows the summary without a title and every other member of a body below its title', () => {
  const body = {
    generated_by: 'rules',
    summary: 'Two rules.',
    bundles: [
      { products: ['Tea', 'Milk'], text: 'Sell both.' },
      { products: ['Cup'], text: 'Sell <b>it</b>.' },
    ],
    placements: [],
  };
  const strategic = { value_at_risk: { revenue: 1, customers: 2, text: 'Win them back.' }, growth: null };
  expect(renderInsights(INSIGHT_TITLES, body, strategic)).toBe(
    '<main><p>Two rules.</p><h3>Bundles</h3><ul><li>Sell both.</li><li>Sell &lt;b>it&lt;/b>.</li></ul>' +
      '<h3>Value at risk</h3><p>Win them back.</p></main>',
  );
  expect(renderInsights(de.insights, strategic)).toBe(
    '<main><h3>Gefährdeter Umsatz</h3><p>Win them back.</p></main>',
  );
});

it('getInsightTitle derives the title of an unknown member from its key', () => {
  expect(getInsightTitle('lead_times', INSIGHT_TITLES)).toBe('Lead times');
  expect(getInsightTitle('constructor', INSIGHT_TITLES)).toBe('Constructor');
});

it('listInsights distinguishes the summary, background and findings', () => {
  const found = listInsights({ summary: 'S', business_context: 'B', context: 'C', retention: { text: 'R' } });
  expect(found.map(({ key, part }) => [key, part])).toEqual([
    ['summary', 'summary'],
    ['business_context', 'background'],
    ['context', 'background'],
    ['retention', 'finding'],
  ]);
});
