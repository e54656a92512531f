// Tests the console in rare states, in a real browser: limits, several tabs, an empty account, keys without permission,
// and long lists. Rare or slow answers of the service are simulated in the browser's network.
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { walk } from '../harness/keyboard.ts';
import { createShopOrders, HOSTILE_NAMES } from '../harness/shop-orders.ts';

describeInBrowser('the console', () => {
  const { target, getBrowser, newAccount, createClient, open } = useBrowser();
  let apiKey = '';
  let emptyKey = '';
  /** The id of a finished report of each type. */
  let mba = '';
  let rfm = '';
  let cohort = '';
  let page: Page;

  beforeAll(async () => {
    const [{ client, ...account }, empty] = [await newAccount(), await newAccount()];
    [apiKey, emptyKey] = [account.apiKey, empty.apiKey];
    await client.push(createShopOrders(), { wait: true });
    const reports = await Promise.all([
      client.reports.createAndWait({
        report_type: 'MBA',
        params: { min_support: 0.02, product_profiles: true },
      }),
      client.reports.createAndWait({ template: 'standard_rfm' }),
      client.reports.createAndWait({ template: 'cohort_retention' }),
    ]);
    [mba = '', rfm = '', cohort = ''] = reports.map(({ report_id }) => report_id);
    ({ page } = await open({ apiKey, query: '?view=schedules' }));
  });

  const findHeading = (name: string) => page.getByRole('heading', { name, exact: true });
  const goTo = (query: string) => page.goto(`${target.baseUrl}/console${query}`);

  it('shows and compares reports of an unknown type by their facts, lists and insights', async () => {
    const client = createClient(apiKey);
    const report = await client.reports.get(cohort);
    const createUnknownReport = (days_left: number) => ({
      ...report,
      report_type: 'STOCK',
      summary: { products: 1_234, out_of_stock_share: 0.25 },
      cohorts: undefined,
      products: [{ product: HOSTILE_NAMES[0], days_left }],
      ai_insights: { summary: 'Order tea.', reorders: [{ text: 'Reorder tea today.' }] },
    });
    await page.route(`**/api/v1/reports/${cohort}*`, (route) =>
      route.fulfill({ json: createUnknownReport(3) }),
    );
    await page.route(`**/api/v1/reports/${rfm}*`, (route) =>
      route.fulfill({ json: createUnknownReport(40) }),
    );
    await goTo(`?view=report&id=${cohort}`);
    await findHeading('Products').waitFor();
    expect(await page.locator('main').innerText()).toContain(HOSTILE_NAMES[0]);
    expect(await findHeading('Reorders').count()).toBe(1);
    const facts = await page.locator('main').innerText();
    for (const text of ['STOCK', 'Out of stock share', '0.25', '1,234', 'Days left', 'Reorder tea today.'])
      expect(facts).toContain(text);
    await page.getByRole('link', { name: 'File' }).click();
    expect(await findHeading('As a file').count()).toBe(0);
    await goTo(`?view=compare&a=${cohort}&b=${rfm}`);
    await page.getByRole('rowheader', { name: 'Out of stock share' }).waitFor();
    expect(await page.getByRole('cell', { name: '1,234' }).count()).toBe(2);
    await page.unroute(`**/api/v1/reports/${cohort}*`);
    await page.unroute(`**/api/v1/reports/${rfm}*`);
  });

  it('states that it waits at the rate limit, retries, and sends the request of a button once', async () => {
    let isLimited = true;
    await page.route('**/api/v1/schedules', async (route) => {
      if (!isLimited) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1' },
        json: {
          error: 'Rate limit of 60 requests per minute exceeded.',
          code: 'rate_limited',
          retry_after_ms: 1_000,
        },
      });
    });
    await goTo('?view=schedules');
    const notice = page.getByRole('status').getByText('Many requests');
    await notice.waitFor();
    isLimited = false;
    await page.getByText('There are no schedules yet.').waitFor();
    expect(await notice.count()).toBe(0);
    isLimited = true;
    await goTo('?view=reports&template=standard_rfm&every=1');
    await page.getByRole('button', { name: 'Create the schedule' }).click();
    await notice.waitFor();
    isLimited = false;
    await findHeading('Standard RFM segmentation').waitFor();
    await page.unroute('**/api/v1/schedules');
    await page.reload();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  });

  it('continues by itself when the network comes back after 10 s', async () => {
    const context = await getBrowser().newContext();
    const lost = await context.newPage();
    // The seconds are those of the page's clock.
    await lost.clock.install();
    await lost.goto(`${target.baseUrl}/console?view=schedules#key=${apiKey}`);
    await lost.getByRole('button', { name: 'Pause' }).waitFor();
    await lost.getByRole('link', { name: 'Settings' }).click();
    // Recent answers are shown without the network.
    await lost.clock.runFor(35_000);
    await context.setOffline(true);
    await lost.getByRole('link', { name: 'Schedules' }).click();
    const notice = lost.getByRole('status').getByText('You are offline.');
    await notice.waitFor();
    for (let second = 0; second < 10; second++) await lost.clock.runFor(1_000);
    expect([await notice.count(), await lost.getByRole('alert').count()]).toEqual([1, 0]);
    await context.setOffline(false);
    const countPauseButtons = async (): Promise<number> => {
      await lost.clock.runFor(1_000);
      return lost.getByRole('button', { name: 'Pause' }).count();
    };
    await expect.poll(countPauseButtons, { timeout: 20_000 }).toBe(1);
    expect(await notice.count()).toBe(0);
    await context.close();
  });

  it('keeps a key and a view of its own in each tab, and follows the back button', async () => {
    const { page: other } = await open({
      apiKey: emptyKey,
      query: '?view=schedules',
    });
    await other.getByText('There are no schedules yet.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await goTo(`?view=report&id=${mba}`);
    await page.getByRole('link', { name: 'Compare with another report' }).click();
    await page.getByText('There is no other finished report of this type.').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Rules', exact: true }).waitFor();
    await page.goForward();
    await findHeading('Compare two reports').waitFor();
    await other.close();
  });

  it('suggests the first steps in an empty account', async () => {
    const { page: empty, said } = await open({
      apiKey: emptyKey,
      width: 390,
    });
    for (const [view, text] of [
      ['home', 'Try it with a demo shop'],
      ['reports', 'No reports yet. Choose a question above.'],
      ['schedules', 'There are no schedules yet.'],
      ['erasure', 'Nothing has been erased.'],
      ['compare', 'Report not found.'],
    ] as const) {
      await empty.goto(`${target.baseUrl}/console?view=${view}`);
      await empty.getByText(text).waitFor();
    }
    expect(said).toEqual([]);
    await empty.close();
  });

  it('states in each view that the key lacks permission, and offers to try again', async () => {
    await page.route('**/api/v1/{schedules,reports*,datasets*,erasures*,data/*}', (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'This key does not allow it.', code: 'key_not_allowed', request_id: 'r-403' },
      }),
    );
    for (const view of ['home', 'reports', 'schedules', 'erasure']) {
      await goTo(`?view=${view}`);
      const alert = page.getByRole('alert').filter({ hasText: 'Your key does not allow this' }).first();
      await alert.getByText('This key does not allow it.').waitFor();
      expect(await alert.getByRole('button', { name: 'Try again' }).count()).toBe(1);
    }
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Nothing has been erased.').waitFor();
  });

  it('recovers from a script that is missing offline, and explains one that a deployment has replaced', async () => {
    const { page: old } = await open({ apiKey, query: '?view=import' });
    await old.getByLabel('Order files').waitFor();
    const alert = old.getByRole('alert').filter({ hasText: 'This part of the console' });
    await old.context().setOffline(true);
    await old.getByRole('link', { name: 'Erasure' }).first().click();
    await alert.getByText('there is no connection').waitFor();
    // The view loads without a press of a button.
    await old.context().setOffline(false);
    await old.getByText('Nothing has been erased.').waitFor();
    expect(await old.getByText('You are offline.').count()).toBe(0);

    await old.route('**/console', (route) =>
      route.fulfill({ body: '<script type="module" src="console/main-NEW.js">' }),
    );
    await old.route('**/*.js', (route) => route.fulfill({ status: 404 }));
    await old.evaluate(`history.pushState(null, '', '?view=report&id=${cohort}')`);
    await old.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
    await old.getByText('The console was updated since this page was opened.').waitFor();
    await old.close();
  });

  it('draws fewer than 30 rows of a long list, and reuses their elements while the list scrolls', async () => {
    await goTo(`?view=report&id=${rfm}&tab=customers`);
    await page.locator('tr.row').first().waitFor();
    const { customers } = await createClient(apiKey).reports.customers(rfm, { limit: 100 }).page();
    // Tab scrolls the list, and rows appear meanwhile.
    const names = new Set((await walk(page)).map(({ name }) => name));
    expect(customers.filter(({ customer_id }) => !names.has(`A ${customer_id.slice(0, 60)}`))).toEqual([]);
    await page.reload();
    await page.locator('tr.row').first().waitFor();
    const found = v.parse(v.array(v.number()), await page.evaluate(SCROLL_TO_THE_END));
    const [before = 0, after = 0, kept = 0, last = 0] = found;
    expect(before).toBeLessThan(30);
    expect(after).toBeLessThan(30);
    // 21 of the 30 row elements are in use before and after.
    expect(kept).toBeGreaterThan(5);
    expect(last).toBe(61);
    expect(await page.locator('tr.row').last().getByRole('rowheader').innerText()).toBe(
      customers.at(-1)?.customer_id,
    );
  });

  it('names the required browsers in an older browser, even if no other script runs', async () => {
    const context = await getBrowser().newContext({ locale: 'de-DE' });
    const old = await context.newPage();
    await old.addInitScript('delete String.prototype.isWellFormed');
    await old.route(/main-\w+\.js$/, (route) => route.abort());
    await old.goto(`${target.baseUrl}/console`);
    await old.getByRole('alert').getByText('Firefox 119').waitFor();
    expect(await old.getByRole('alert').innerText()).toMatch(/^Dieser Browser ist zu alt/);
    await context.close();
    expect(await page.locator('#old-browser').innerText()).toBe('');
  });
});

/**
 * Returns the numbers of rows in the page before and after, how many of the latter were there before, and the index of
 * the last one.
 */
const SCROLL_TO_THE_END = `new Promise((resolve) => {
  const rowsNow = () => [...document.querySelectorAll('tr.row')];
  const before = new Set(rowsNow());
  const table = document.querySelector('.virtual');
  table.scrollTop = table.scrollHeight;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const after = rowsNow();
    const kept = after.filter((row) => before.has(row)).length;
    resolve([before.size, after.length, kept, Number(after.at(-1).getAttribute('aria-rowindex'))]);
  }));
})`;
