// Insights of every report type, as the console and the pages show them.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import de from '../../console/texts/de/common.json' with { type: 'json' };
import { INSIGHT_TITLES, Insights, insightsOf, insightTitle } from '../../report-parts/insights.ts';

const shown = (titles: Readonly<Record<string, string>>, ...bodies: readonly (object | null)[]): string =>
  renderToString(h('main', null, h(Insights, { insights: insightsOf(...bodies), titles }))).replace(
    /<div[^>]*>|<\/div>/g,
    '',
  );

it('shows every member of a body: the summary as it is, the others below their titles', () => {
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
  expect(shown(INSIGHT_TITLES, body, strategic)).toBe(
    '<main><p>Two rules.</p><h3>Bundles</h3><ul><li>Sell both.</li><li>Sell &lt;b>it&lt;/b>.</li></ul>' +
      '<h3>Value at risk</h3><p>Win them back.</p></main>',
  );
  expect(shown(de.insights, strategic)).toBe('<main><h3>Gefährdeter Umsatz</h3><p>Win them back.</p></main>');
});

it('names a member that this version does not know by its key', () => {
  expect(insightTitle('lead_times', INSIGHT_TITLES)).toBe('Lead times');
  expect(insightTitle('constructor', INSIGHT_TITLES)).toBe('Constructor');
});

it('tells what the report is for from what to do', () => {
  const found = insightsOf({ summary: 'S', business_context: 'B', context: 'C', retention: { text: 'R' } });
  expect(found.map(({ key, part }) => [key, part])).toEqual([
    ['summary', 'summary'],
    ['business_context', 'background'],
    ['context', 'background'],
    ['retention', 'finding'],
  ]);
});
