// Reports of earlier versions: what a body lacks, its pages lack, and nothing else.
import { expect, test } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { renderCsv } from '../../../cli/report-pages/report-csv.ts';
import { renderTerminal } from '../../../cli/report-pages/terminal-report.ts';
import { mbaReport, rfmReport, rule, segment } from './literal-reports.ts';

const LATER = ['reference_date', 'settings', 'warnings', 'notes', 'changes', 'deliveries'];

function older(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !LATER.includes(name)));
}

test.each([
  ['MBA', older(mbaReport([rule(['Tea'], ['Milk'])])), 'Tea → Milk'],
  ['RFM', older(rfmReport([segment('Champions', 30, 7_500)])), 'Champions'],
])(
  '%s bodies without settings, warnings, notes and changes are shown in every form',
  async (_, body, row) => {
    const text = renderTerminal(body, { colour: false });
    expect(text).toContain(row);
    expect(text).not.toContain('Warnings');
    expect(text).not.toContain('Changes');
    expect(await renderHtml(body)).toContain('<h2>Asked for</h2><dl class="asked"></dl>');
    expect(renderCsv(body).split('\r\n')).toHaveLength(3);
  },
);

test('a body of a type that is not known is shown by its summary, its lists and its insights', async () => {
  const body = {
    ...mbaReport([]),
    report_type: 'STOCK',
    summary: { products: 1_234, out_of_stock_share: 0.25, none: null },
    products: [
      { product: '<b>Tea</b>', days_left: 3, suppliers: ['A', 'B'], hidden: { deep: 1 } },
      { product: 'Cup', days_left: 40.5, note: 'slow' },
    ],
    ai_insights: { summary: 'Order tea.', reorders: [{ text: 'Reorder tea today.' }] },
  };
  const terminal = renderTerminal(body, { colour: false });
  for (const text of ['1,234', 'Out of stock share', 'Days left', '40.5', 'Reorders', 'Reorder tea today.'])
    expect(terminal).toContain(text);
  const page = await renderHtml(body);
  expect(page).toContain('<dt>Out of stock share</dt><dd>0.25</dd>');
  expect(page).toContain('<h2>Products</h2>');
  expect(page).toContain('<td class="n">40.5</td>');
  expect(page).toContain('&lt;b>Tea&lt;/b>');
  expect(page).toContain('<h3>Reorders</h3><p>Reorder tea today.</p>');
  expect(renderCsv(body)).toBe(
    'product,days_left,suppliers,note\r\n<b>Tea</b>,3,A + B,\r\nCup,40.5,,slow\r\n',
  );
});
