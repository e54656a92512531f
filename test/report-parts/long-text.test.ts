import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Cut, Folded } from '../../report-parts/long-text.ts';
import { Table } from '../../report-parts/table.ts';

const LONG = 'Handmade stoneware teapot, '.repeat(12).slice(0, 300);

it('a long name takes the focus, and has its whole text; a short one is as it is', () => {
  expect(renderToString(h(Cut, { as: 'h1', text: LONG }))).toBe(`<h1 class="cut" tabindex="0">${LONG}</h1>`);
  expect(renderToString(h(Cut, { as: 'h1', text: 'Tea' }))).toBe('<h1>Tea</h1>');
  expect(renderToString(h(Cut, { text: 'Tea' }))).toBe('Tea');
});

it('cells of tables are cut, too, and a table without rows is a sentence', () => {
  const columns = [{ title: 'Product' }, { title: 'Baskets' }];
  const table = renderToString(h(Table, { caption: 'Products', columns, rows: [[LONG, '1']] }));
  expect(table).toContain(`<th scope="row"><span class="cut" tabindex="0">${LONG}</span></th><td>1</td>`);
  expect(renderToString(h(Table, { caption: 'Products', columns, rows: [] }))).toBe(
    '<p class="muted">There is nothing to show.</p>',
  );
});

it('of a long text, the first sentences are shown and the others behind a click; none is lost', () => {
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
