// Tests an owner's way through the first page, in a real browser: a file on disk, reports, actions for this week, and a
// list on disk. Also tests the page for data without findings.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { readLayoutShift } from '../harness/console-page.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { expectShown } from '../harness/shown.ts';
import { createYearOfOrders } from '../harness/year-of-orders.ts';

describeInBrowser('the first page', () => {
  const { newAccount, open } = useBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'console-home-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const openAccount = async (query = '', locale = 'en-GB') => {
    const { apiKey, client } = await newAccount();
    return { client, apiKey, ...(await open({ query, apiKey, locale })) };
  };
  const findHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

  it('leads in six clicks from a file to a saved list of customers to win back', async () => {
    const { page, client, said } = await openAccount();
    let clicks = 0;
    const click = async (name: string | RegExp): Promise<void> => {
      clicks++;
      await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
    };
    const file = join(folder, 'orders.csv');
    writeFileSync(file, createYearOfOrders());
    await page.getByLabel('Order files').setInputFiles(file);
    await click('Check the files');
    await click(/^EUR: /);
    await click(/^Send [\d,]+ rows$/);
    // The result of the file: its repeated lines, its order in dollars, and the one that was cancelled.
    await page.getByText('3 lines repeat others of their orders').waitFor();
    await page.getByText(/^Left out: 1 row .*in USD/).waitFor();
    await page.getByText(/^Left out: 1 row .*cancelled/).waitFor();
    await click('Analyse my shop');
    await page.getByRole('heading', { name: /^Win back / }).waitFor({ timeout: 60_000 });
    expect(new URL(page.url()).searchParams.get('view')).toBeNull();
    await click('Show these customers');
    await page.getByText(/^\d+ customers\.$/).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), click('Save all as CSV')]);
    expect(clicks).toBe(6);
    const place = new URL(page.url()).searchParams;
    const segment = (place.get('segment') ?? '').split(',') as never;
    const listed = [];
    for await (const customer of client.reports.customers(place.get('id') ?? '', { segment }))
      listed.push(customer);
    const saved = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(saved).toHaveLength(listed.length + 1);
    expect(listed.length).toBeGreaterThan(5);
    await page.goBack();
    await page.getByRole('heading', { name: /^Win back / }).waitFor();
    // While reports finish, the page grows by their findings; opened later, nothing moves.
    await page.reload();
    await page.getByRole('heading', { name: /^Win back / }).waitFor();
    expect(await readLayoutShift(page)).toBeLessThan(0.1);
    expect(said).toEqual([]);
    await page.close();
  });

  it('leads in one click from the demo shop to its findings, and in one more to recommendations', async () => {
    const { page, client, said } = await openAccount();
    await page.getByRole('button', { name: 'Try it with a demo shop' }).click();
    await expectShown(page, /^Your shop/, 120_000);
    expect(new URL(page.url()).search).toBe('?dataset=demo-shop');
    await findHeading(page, 'Revenue, orders and customers').waitFor({ timeout: 120_000 });
    await page.locator('.actions li').first().waitFor({ timeout: 120_000 });
    const { reports } = await client.reports.list({ report_type: 'RFM' }).page();
    const report = reports[0]?.report_id ?? '';
    const { customers } = await client.reports.customers(report, { limit: 1 }).page();
    const query = new URLSearchParams({
      view: 'customer',
      report,
      customer: customers[0]?.customer_id ?? '',
    });
    await page.goto(`${new URL(page.url()).origin}${new URL(page.url()).pathname}?${query}`);
    await page.getByRole('button', { name: 'Request a report that serves them' }).click();
    await findHeading(page, 'May also like').waitFor({ timeout: 60_000 });
    expect(said.filter((text) => !text.includes('404'))).toEqual([]);
    await page.close();
  });

  it('shows the shop at a glance: ranges without another request, and the orders of each point', async () => {
    const { page, client } = await openAccount();
    await client.push(parseYearOfOrders(), { wait: true });
    await client.datasets.update('default', { time_zone: 'Pacific/Auckland' });
    const report = await client.reports.createAndWait({ template: 'cohort_retention' });
    const overview = 'overview' in report ? report.overview : null;
    const all = overview?.ranges.find(({ range }) => range === 'all');
    const month = overview?.months.at(1);
    await page.reload();
    await findHeading(page, 'Revenue, orders and customers').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const findFigure = (title: string) =>
      page.locator(`.facts > div:has(summary:text("${title}")) dd:not(.before)`).first().textContent();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    expect(await findFigure('Orders')).toBe(all?.orders.toLocaleString('en-GB'));
    await page.getByText('Average order').click();
    await page.getByText('Revenue divided by orders.').waitFor();
    expect(requests).toEqual([]);
    const points = page.locator('.period-bars a');
    expect(await points.count()).toBe(overview?.months.length);
    await points.nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await findFigure('Customers')).toBe(month?.customers.toLocaleString('en-GB'));
    // All orders of the month in the shop's time zone: returns alone would be in the list, too.
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(Math.min(100, month?.orders ?? 0));
    await page.getByRole('link', { name: /^Show \d+ new customers?$/ }).waitFor();
    await page.getByRole('link', { name: 'Request a report on these days' }).click();
    expect(await page.locator('input[type=date]').first().inputValue()).toBe(month?.first_day);
    await page.close();
  });

  it('keeps its head in one row from 1,024 pixels in the longest language, and switches the dataset there', async () => {
    const { page, client } = await openAccount('', 'de-DE');
    for (const [datasetId, orders] of [
      ['laden', 3],
      ['marktstand', 1],
    ] as const)
      await client.push(
        Array.from({ length: orders }, (_, at) => createOrder(`o${at}`, 'only', at, [at])),
        { datasetId, wait: true },
      );
    // Reports count the contents of their datasets.
    await client.reports.createAndWait({ template: 'standard_rfm', dataset_id: 'laden' });
    await client.reports.createAndWait({ template: 'cohort_retention', dataset_id: 'marktstand' });
    await page.setViewportSize({ width: 1_024, height: 900 });
    await page.reload();
    const choice = page.getByLabel('Datensatz', { exact: true });
    await expect.poll(() => choice.inputValue()).toBe('laden');
    const boxes = await Promise.all(
      (await page.locator('header > *, header a, .settings > *').all()).map((one) => one.boundingBox()),
    );
    expect(boxes.length).toBeGreaterThan(10);
    const middles = boxes.map((box) => (box === null ? 0 : box.y + box.height / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    await choice.selectOption('marktstand');
    await findHeading(page, 'Umsatz, Bestellungen und Kunden').waitFor();
    await page.getByRole('link', { name: 'Berichte', exact: true }).click();
    await page
      .getByRole('link', { name: /kommen.*wieder/i })
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('dataset')).toBe('marktstand');
    await page.locator('main table a').first().click();
    await expect.poll(() => choice.inputValue()).toBe('marktstand');
    await choice.selectOption('laden');
    await page.getByRole('heading', { name: /^Ihr Shop/ }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('Umsatz, Bestellungen und Kunden');
    await page.close();
  });

  it('shows its figures before other reports arrive, and its last content beyond the limit of requests', async () => {
    const { page, client } = await openAccount();
    await client.push(parseYearOfOrders(), { wait: true });
    const { report_id } = await client.reports.createAndWait({ template: 'standard_rfm' });
    await client.reports.createAndWait({ template: 'cohort_retention' });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/reports/${report_id}*`, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.reload();
    const figures = findHeading(page, 'Revenue, orders and customers');
    await figures.waitFor();
    expect([await page.locator('.actions').count(), await page.locator('.loading').count()]).toEqual([0, 1]);
    release();
    await page.locator('.actions li').first().waitFor();
    expect(await page.locator('.loading').count()).toBe(0);
    expect(await readLayoutShift(page)).toBeLessThan(0.1);

    let isLimited = true;
    const refused: string[] = [];
    await page.route('**/api/v1/**', async (route) => {
      const isRead = route.request().headers().authorization !== undefined;
      if (!isRead || !isLimited) return route.continue();
      refused.push(route.request().url());
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { error: 'too many' } });
    });
    await page.reload();
    await page.locator('.actions li').first().waitFor();
    await figures.waitFor();
    const notice = page.getByRole('status').getByText('Many requests');
    await notice.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // Each is repeated as long as the limit refuses it.
    await expect.poll(() => refused.filter((url) => url.endsWith('/datasets')).length).toBeGreaterThan(1);
    isLimited = false;
    await notice.waitFor({ state: 'detached' });
    await page.locator('.actions li').first().waitFor();
    await page.close();
  });

  it('shows figures without percentages, shares and comparisons for one customer of two orders', async () => {
    const { page, client } = await openAccount();
    await client.push(
      [0, 12].map((day) => createOrder(`o${day}`, 'only', day, [1])),
      { wait: true },
    );
    await client.reports.createAndWait({ template: 'cohort_retention' });
    await page.reload();
    await findHeading(page, 'Revenue, orders and customers').waitFor();
    const card = page.locator('section', { hasText: 'Revenue, orders and customers' });
    expect(await card.locator('.facts dd').allTextContents()).toEqual(['20.00', '2', '1', '10.00', '100%']);
    await page.getByRole('button', { name: '7 days', exact: true }).click();
    expect(await card.locator('.facts dd').allTextContents()).toEqual([
      ...['10.00', '1', '1', '10.00', '–', 'not known so soon after the first order'],
    ]);
    await page.close();
  });

  it('states that nothing stands out if all orders are of one customer', async () => {
    const { page, client } = await openAccount();
    await client.push(
      Array.from({ length: 12 }, (_, at) => createOrder(`o${at}`, 'only', 20 * at, [1, 2])),
      { wait: true },
    );
    await Promise.all(
      (['standard_mba', 'standard_rfm', 'cohort_retention'] as const).map((template) =>
        client.reports.createAndWait({ template }),
      ),
    );
    await page.reload();
    await findHeading(page, 'Nothing stands out').waitFor();
    expect(await page.locator('.actions li').count()).toBe(0);
    await page.close();
  });

  it('states that reports are older than the last orders, and renews the reports', async () => {
    const { page, client } = await openAccount('', 'de-DE');
    await client.push(parseYearOfOrders().slice(0, 200), { wait: true });
    await client.reports.createAndWait({ template: 'standard_rfm' });
    await client.push(parseYearOfOrders().slice(200), { wait: true });
    await page.reload();
    await page.getByText('Seit diesen Berichten wurden weitere Bestellungen importiert').waitFor();
    await page.getByRole('button', { name: 'Berichte erneuern' }).click();
    await page
      .getByText('Seit diesen Berichten wurden weitere Bestellungen importiert')
      .waitFor({ state: 'detached', timeout: 60_000 });
    await findHeading(page, /Kunden zurückgewinnen$/).waitFor({ timeout: 60_000 });
    // The cohort report is the first of its kind, and another one on the same orders changes nothing.
    const since = page.getByText(/^Bestellungen: .* Umsatz: .*, zuvor /);
    expect(await since.count()).toBe(0);
    await client.reports.createAndWait({ template: 'cohort_retention' });
    await page.reload();
    await findHeading(page, 'Umsatz, Bestellungen und Kunden').waitFor();
    expect(await since.count()).toBe(0);
    await client.push([createOrder('later', 'new', 900, [1])], { wait: true });
    await client.reports.createAndWait({ template: 'cohort_retention' });
    await page.reload();
    await page.getByText(/^Bestellungen: \+1\. Kunden: \+1\. Umsatz: /).waitFor();
    await page.close();
  });
});

function createOrder(order_id: string, customer_id: string, day: number, products: readonly number[]) {
  return {
    order_id,
    customer_id,
    order_date: new Date(Date.UTC(2025, 0, 1 + day)).toISOString(),
    line_items: [...new Set(products)].map((at) => ({
      product_name: `product ${at}`,
      unit_price: 10,
      quantity: 1,
    })),
  };
}

/** Returns the rows of the file as orders. */
function parseYearOfOrders() {
  const [, ...rows] = createYearOfOrders().trim().split('\n');
  return rows.map((row) => {
    const [order_id = '', customer_id = '', order_date = '', product_name = '', price, quantity] =
      row.split(',');
    const item = { product_name, unit_price: Number(price), quantity: Number(quantity) };
    return { order_id, customer_id, order_date, line_items: [item] };
  });
}
