// Tests that tables hold only what is known, and that no card of a page stands for evidence alone.
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { createTerminalWords } from '../../../apps/cli/report-pages/read-report.ts';
import type { ReplenishmentReport } from '../../../packages/client/src/index.ts';
import { showDue } from '../../../packages/report-parts/tables/due.ts';
import { type ShownTable, ShownTables } from '../../../packages/report-parts/tables/shown.ts';

function createProduct(product: string, due: number, shares: readonly (number | null)[], units: number) {
  return {
    ...{ product, customers: 50, customers_due: due, usual_quantity: units, median_days: null },
    repeat_share: shares.map((share) => ({ share })),
  };
}

/** Returns the table of products: its titles, note and rows. */
function showProducts(...products: readonly ReturnType<typeof createProduct>[]): unknown {
  const report: ReplenishmentReport = JSON.parse(
    JSON.stringify({ summary: { customers: 90 }, expected: [], weeks: [], cadence: null, products }),
  );
  const table = showDue(report, createTerminalWords({ currency: 'EUR' })).tables.find(
    ({ id }) => id === 'due-products',
  );
  return table && [table.columns.map(({ title }) => title), table.note, ...table.rows];
}

it('lists the products that are bought again, and counts those of which too little is known', () => {
  const [tea, cup] = [createProduct('Tea', 0, [0.25, null, null], 1), createProduct('Cup', 0, [], 1)];
  const titles = ['Product', 'Customers', 'Ordered again in 90 days', 'Days until half buy again'];
  expect(showProducts(tea, cup)).toEqual([
    titles,
    'Too seldom bought again to tell: 1 more.',
    ['Tea', '50', '25 %', ''],
  ]);
  expect(showProducts({ ...tea, customers_due: 3, usual_quantity: 6 })).toEqual([
    [titles[0], 'Due now', ...titles.slice(1), 'Usual units'],
    undefined,
    ['Tea', '3', '50', '25 %', '', '6'],
  ]);
  expect(showProducts(cup)).toBeUndefined();
});

it('puts tables about tests behind the control of the last table, without a card of their own', () => {
  const create = (id: string, more: Partial<ShownTable> = {}): ShownTable => ({
    ...{ id, title: id, columns: [{ title: 'Name' }], rows: [['a']] },
    ...more,
  });
  const tests = create('tests', { isEvidence: true });
  const render = (...tables: readonly ShownTable[]) =>
    renderToString(h(Fragment, {}, ShownTables({ tables })));
  const html = render(create('first'), create('last'), tests);
  expect(html.match(/<details class="sure">/g)).toHaveLength(1);
  expect(html).toMatch(/id="last".*<details class="sure">.*id="tests"/);
  expect(render(tests)).toMatch(/^<details class="sure">/);
});
