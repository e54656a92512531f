// Tests a merchant's way through segments and cohorts, in a real browser against the local cloud, to their customers as
// a list and as a file.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import en from '../../../../apps/console/texts/en/common.json' with { type: 'json' };
import { OUTSIDE } from '../../../../packages/report-parts/charts/flow.ts';
import { formatCsv } from '../../../../src/analysis/tables/csv-lines.ts';
import { prediction, predictionModel } from '../../cli/report-pages/literal-reports.ts';
import { describeInBrowser, useConsole } from '../harness/in-browser.ts';
import { createLaterOrders, HOSTILE_NAMES, NEW_CUSTOMER } from '../harness/shop-orders.ts';
import { expectShown } from '../harness/shown.ts';

const segmentsText = en.segments.name;

describeInBrowser('the console', () => {
  const shop = useConsole();
  const { connect, open, findHeading } = shop;
  let page: Page;
  let apiKey = '';
  beforeAll(() => {
    ({ page, apiKey } = shop.getOpened());
  });

  it('lists the customers of a cell and of a segment, and saves exactly the customers that the API lists', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('link', { name: HOSTILE_NAMES[0], exact: true }).click();
    const openTab = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await openTab('Segments');
    await findHeading('Segments').waitFor();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const report = await connect().reports.get(id);
    if (!('segments' in report)) throw new Error('the report is not of segments');
    const [cell] = report.score_grid.toSorted((a, b) => b.customers - a.customers);
    const segment = report.segments.find(({ count }) => count > 1);
    if (cell === undefined || segment === undefined) throw new Error('no segment has two customers');
    const { recency, frequency_monetary, customers } = cell;
    const button = page.getByRole('button', {
      name: `Last order ${recency} of 5, Orders and spend ${frequency_monetary} of 5: ${customers}`,
    });
    await button.click();
    await page.getByText(`${customers} customers.`).waitFor();
    await expectShown(page, /· Last order \d of 5, Orders and spend \d of 5/);
    await openTab('Segments');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.grid [aria-pressed=true]').count()).toBe(1);
    await button.click();
    await openTab('Customers');
    await page.getByText('60 customers.').waitFor();
    await openTab('Segments');
    const areas = page.locator('.treemap button');
    expect(await areas.count()).toBe(report.segments.length);
    await page.getByLabel('Area by').selectOption('revenue');
    const [richest] = report.segments.toSorted((a, b) => b.revenue - a.revenue);
    expect(await areas.first().innerText()).toContain(segmentsText[richest?.name ?? 'Lost']);
    await areas.filter({ hasText: segmentsText[segment.name] }).click();
    expect(await page.getByRole('table', { name: 'What to do' }).locator('tbody th').allInnerTexts()).toEqual(
      [segmentsText[segment.name]],
    );
    await page.getByRole('button', { name: 'Show their customers' }).click();
    await page.getByText(`${segment.count} customers.`).waitFor();
    expect(new URL(page.url()).searchParams.get('segment')).toBe(segment.name);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#customers').getByRole('button', { name: 'Save all as CSV' }).click(),
    ]);
    const listed = [];
    for await (const customer of connect().reports.customers(id, { segment: [segment.name] }))
      listed.push(customer);
    const lines = [Object.keys(listed[0] ?? {}), ...listed.map((customer) => Object.values(customer))];
    expect(readFileSync(await download.path(), 'utf8')).toBe(formatCsv(lines));
    expect(listed).toHaveLength(segment.count);
    await page.getByText('Conditions', { exact: true }).click();
    await page.getByLabel('Orders, at least').fill('100');
    await page.keyboard.press('Enter');
    await page.getByText('No customer matches.').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('lists and saves the customers who moved between two segments, and shows predictions if there are any', async () => {
    await connect().push(createLaterOrders(), { wait: true });
    const { report_id: id, ...report } = await connect().reports.createAndWait({ template: 'standard_rfm' });
    const moves = report.changes?.migration ?? [];
    const [move] = moves.filter(({ from, to }) => from !== to && from !== OUTSIDE);
    if (move === undefined) throw new Error('nobody has moved');
    const { page: moved, said: messages } = await open({
      query: `?view=report&id=${id}`,
      apiKey,
    });
    await moved.getByRole('button', { name: `${move.from} → ${move.to}: show ${move.customers}` }).click();
    const waitForCount = (count: number) => moved.getByText(new RegExp(`^${count} customers?\\.$`)).waitFor();
    await waitForCount(move.customers);
    const [download] = await Promise.all([
      moved.waitForEvent('download'),
      moved.locator('#customers').getByRole('button', { name: 'Save all as CSV' }).click(),
    ]);
    const listed = [];
    for await (const customer of connect().reports.customers(id, {
      segment: [move.to],
      previous_segment: [move.from],
    }))
      listed.push(Object.values(customer));
    const [names, ...lines] = readFileSync(await download.path(), 'utf8').split(/(?<=\n)/);
    expect(names).toMatch(/^customer_id,contact,segment,previous_segment,/);
    expect(lines.join('')).toBe(formatCsv(listed));
    expect(listed).toHaveLength(move.customers);

    await moved.getByRole('link', { name: 'Overview', exact: true }).click();
    const others = moved.getByRole('button', { name: 'Show more' });
    if ((await others.count()) > 0) await others.click();
    await moved.getByRole('button', { name: `${OUTSIDE} → `, exact: false }).click();
    await waitForCount(1);
    await moved.getByText('Columns', { exact: true }).click();
    await moved.getByLabel('Scores: last order, orders, spend').check();
    const row = moved.getByRole('row').filter({ hasText: NEW_CUSTOMER });
    expect(await row.getByRole('cell').nth(2).innerText()).toMatch(/^[1-5] [1-5] [1-5]$/);

    // The shop is too small for predictions, as the notes say; a body with predictions shows them.
    await moved.getByRole('link', { name: 'Overview', exact: true }).click();
    const predictions = moved.locator('#backtest');
    expect([await predictions.count(), report.notes?.join()]).toEqual([
      0,
      expect.stringContaining('Predictions'),
    ]);
    await moved.route(`**/reports/${id}`, (route) =>
      route.fulfill({
        json: {
          ...report,
          report_id: id,
          segments: report.segments.map((segment) => ({ ...segment, prediction })),
          prediction_model: { ...predictionModel, interval_level: 0.8 },
        },
      }),
    );
    await moved.reload();
    await moved.getByRole('link', { name: 'Forecast', exact: true }).click();
    await predictions.waitFor({ state: 'attached' });
    expect(await predictions.isVisible()).toBe(false);
    await moved.getByText('How sure is this?').last().click();
    await moved.getByRole('heading', { name: 'Back-test: orders in the 90 days after' }).waitFor();
    const readCells = (table: string) =>
      moved
        .getByRole('region', { name: table })
        .getByRole('row')
        .filter({ hasText: 'Champions' })
        .innerText();
    const [name, customers, ...expected] = (await readCells('orders expected in the next 90 days')).split(
      '\t',
    );
    expect([name, ...expected]).toEqual(['Champions', '91%', '40 (31–49)', '1,260 (810–1,710)']);
    expect(Number(customers)).toBe(report.segments.find((one) => one.name === 'Champions')?.count);
    expect((await readCells('Back-test')).split('\t')).toEqual(['Champions', '28', '41', '44', '61', '3.1']);
    expect(messages).toEqual([]);
    await moved.close();
  });

  it('shows cohorts as a heat map whose rows select their customers', async () => {
    const { report_id, cohorts } = await connect().reports.createAndWait({ template: 'cohort_retention' });
    const [first] = cohorts;
    if (first === undefined) throw new Error('there is no cohort');
    const opened = await open({
      query: `?view=report&id=${report_id}&tab=cohorts`,
      apiKey,
    });
    await opened.page.getByRole('button', { name: first.cohort, exact: true }).click();
    await opened.page.getByText(new RegExp(`^${first.cohort}: ${first.customers} customers`)).waitFor();
    expect(await opened.page.locator('td.cell').count()).toBe(
      cohorts.reduce((sum, { periods }) => sum + periods.length, 0),
    );
    expect(await opened.page.locator('.curves > g:not(.axes, .average)').count()).toBe(
      cohorts.filter(({ periods }) => periods.length > 1).length,
    );
    await opened.page.getByRole('button', { name: 'Show their customers' }).click();
    await opened.page.getByText(`${first.customers} customers.`).waitFor();
    await expectShown(opened.page, `Customers: ${first.cohort}`);
    expect(opened.said).toEqual([]);
    await opened.page.close();
  });

  it('requests nothing from other hosts, sends no key in an address, and logs no error or dialog', () => {
    shop.expectNothingElsewhere();
  });
});
