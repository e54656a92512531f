// A merchant's way through the console, in a real browser against the local cloud: one page, from the first visit on.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../client/src/index.ts';
import { en } from '../../console/texts/en.ts';
import { findBrowser, launchBrowser } from '../../quality/harness/browser.ts';
import { OUTSIDE } from '../../report-parts/charts/flow-bands.ts';
import { csvOf } from '../../src/core/tables/csv-lines.ts';
import { prediction, predictionModel } from '../cli/report-pages/literal-reports.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import { layoutShift, openConsole, problemsOf, tabStops } from './console-page.ts';
import { MADE_OF_NAMES, VIEW_NAMES, visitsOf } from './every-view.ts';
import { categoryOf, HOSTILE_NAMES, laterOrders, NEW_CUSTOMER, shopOrders } from './shop-orders.ts';

const segmentsText = en.segments.name;
const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

describe.skipIf(found === undefined)('the console', () => {
  const target = useTarget();
  let browser: Browser | undefined;
  let apiKey = '';
  let accountId = '';
  let page: Page;
  let said: string[] = [];
  let asked: string[] = [];

  beforeAll(async () => {
    const account = await target.local.newAccount('max');
    ({ apiKey, accountId } = account);
    const [started] = await Promise.all([launchBrowser(), client().push(shopOrders(), { wait: true })]);
    if (started === undefined) throw new Error('the browser did not start');
    browser = started;
    await client().reports.createAndWait({ template: 'standard_rfm', name: HOSTILE_NAMES[0] });
    ({ page, said, asked } = await openConsole(browser, target.baseUrl));
  });
  afterAll(() => browser?.close());

  const open = (): Browser => {
    if (browser === undefined) throw new Error('the browser did not start');
    return browser;
  };
  const client = () => new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  it('asks for a key without one, also after one that the service refuses', async () => {
    await heading('Your API key').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'API key' }).fill('afn_not-a-key');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('unknown or revoked').waitFor();
    await page.getByRole('textbox', { name: 'API key' }).fill(` ${apiKey} `);
    await page.getByRole('button', { name: 'Open the console' }).click();
    await heading('This week').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('shows what failed, and in the settings datasets, limits and imports, accessible at any width', async () => {
    await page.getByText('1 row was not stored').waitFor();
    expect(await page.getByRole('heading', { name: 'In progress' }).count()).toBe(0);
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('1 of 500', { exact: true }).waitFor();
    await page.getByRole('rowheader', { name: 'default' }).waitFor();
    await page.getByText('Currency and time zone of').first().click();
    await page.getByLabel('Currency', { exact: true }).fill('eur');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'EUR' }).waitFor();
    expect((await client().datasets.get('default')).currency).toBe('EUR');
    await client().datasets.change('default', { currency: null });
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('takes the key out of the address and the history at once, and keeps it in the tab only', async () => {
    const opened = await openConsole(open(), target.baseUrl, { apiKey });
    await opened.page.getByRole('heading', { name: 'This week' }).waitFor();
    expect(opened.page.url()).toBe(`${target.baseUrl}/console`);
    expect(await layoutShift(opened.page)).toBeLessThan(0.1);
    await opened.page.getByRole('link', { name: 'Reports' }).click();
    await opened.page.goBack();
    expect(opened.page.url()).toBe(`${target.baseUrl}/console`);
    await opened.page.goBack();
    expect(opened.page.url()).toBe('about:blank');
    await opened.page.goForward();
    expect(opened.page.url()).toBe(`${target.baseUrl}/console`);
    // The tab still has it.
    await opened.page.getByRole('heading', { name: 'This week' }).waitFor();
    expect(await opened.page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
    for (const url of opened.asked) expect(url).not.toContain(apiKey);
    expect(opened.said).toEqual([]);
    await opened.page.close();
  });

  it('leads through its views by keyboard alone', async () => {
    // Nothing has been clicked: Tab begins where the page does.
    await page.reload();
    await heading('This week').waitFor();
    const stops = await tabStops(page, 10);
    expect(stops.slice(0, 9)).toEqual([
      'Skip to the content',
      'Home',
      'Import',
      'Reports',
      'Schedules',
      'Erasure',
      'Settings',
      'Use another key',
      'Language',
    ]);
  });

  it('asks a question: shows the request as curl and TypeScript, follows the report, and lists it', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await heading('Ask a question').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'What is bought together?' }).click();
    await page.getByLabel('Name (optional)', { exact: true }).fill(HOSTILE_NAMES[1]);
    await page.getByLabel('Share of baskets').fill('2');
    for (const language of ['curl', 'TypeScript'])
      await page.getByText(`The same as a request: ${language}`).click();
    const [curl, typescript] = await page.locator('pre').allInnerTexts();
    expect(curl).toContain('"min_support": 0.02');
    expect(typescript).toContain('client.reports.createAndWait({');
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Request the report' }).click();
    await heading(HOSTILE_NAMES[1]).waitFor();
    await page.getByRole('link', { name: 'All reports' }).click();
    const row = page.getByRole('row').filter({ hasText: HOSTILE_NAMES[1] });
    expect(await row.innerText()).toContain('Completed');
    await row.getByRole('link').click();
  });

  it('shows the rules: searched, limited, sorted and selected, each by a link that can be shared', async () => {
    await heading('Rules').waitFor();
    await page.locator('tr.row').first().waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const shown = () => page.locator('tr.row th').allInnerTexts();
    await page.getByLabel('Redundant and unproven rules').check();
    const all = await shown();
    await page.getByLabel('Search products').fill('HYPERLINK');
    const some = await shown();
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    for (const text of some) expect(text).toContain(HOSTILE_NAMES[2]);
    await page.getByRole('button', { name: 'Lift' }).click();
    const lifts = (await page.locator('tr.row td:nth-child(5)').allInnerTexts()).map(Number);
    expect(lifts).toEqual([...lifts].sort((a, b) => b - a));
    await page.locator('tr.row button').first().click();
    const selected = page.getByRole('region', { name: 'Selected rule' });
    const [title = ''] = await selected.getByRole('heading').allInnerTexts();
    expect(some).toContain(title);
    const { page: shared } = await openConsole(open(), target.baseUrl, {
      query: new URL(page.url()).search,
      apiKey,
    });
    await shared.getByRole('region', { name: 'Selected rule' }).waitFor();
    expect(await shared.getByLabel('Search products').inputValue()).toBe('HYPERLINK');
    expect(await layoutShift(shared)).toBeLessThan(0.1);
    await shared.close();
    await selected.getByRole('link', { name: 'About ' }).first().click();
  });

  it('shows a product: what goes with it by keyboard, too, and puts a report beside the cart', async () => {
    const nodes = page.locator('.network a');
    await nodes.first().waitFor();
    const product = () => new URL(page.url()).searchParams.get('product') ?? '';
    await heading(product()).waitFor();
    await page.getByText('The dataset shows no recommendations yet.').waitFor();
    await page.getByRole('button', { name: 'Request the segments of its buyers' }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const first = product();
    await nodes.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('product') !== first);
    await heading(product()).waitFor();
    expect(HOSTILE_NAMES).toContain(product());

    // A report that knows nothing of before and after is requested once more with it.
    const sold = product();
    await page.getByRole('button', { name: 'Request it again with product profiles' }).click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'report');
    await page.locator('tr.row').first().waitFor();
    const profiled = new URL(page.url()).searchParams.get('id') ?? '';
    const profile = await client().reports.productProfile(profiled, sold);
    await page.goto(
      `${page.url().split('?')[0]}?${new URLSearchParams({ view: 'product', report: profiled, product: sold })}`,
    );
    const bars = page.locator('.bars');
    await bars.first().waitFor();
    expect(await bars.count()).toBe(profile.basket_sizes.length);
    const sizes = page.locator('tr', { has: page.locator('.bars') });
    expect(await sizes.locator('td.n:nth-child(3)').allInnerTexts()).toEqual(
      profile.basket_sizes.map(({ orders }) => orders.toLocaleString('en')),
    );
    for (const [title, { same_product, products }] of [
      ['In the next order', profile.after],
      ['In the order before', profile.before],
    ] as const) {
      const side = page.locator('section', { has: heading(title) });
      expect(await side.locator('tbody a').allInnerTexts()).toEqual(products.map((other) => other.product));
      expect(await side.locator('tbody td:nth-child(2)').first().innerText()).toBe(
        String(same_product.orders),
      );
    }
    expect(profile.after.orders).toBeGreaterThan(10);
    expect(await problemsOf(page)).toEqual([]);

    // A report that recommends nothing is requested once more, then another one takes its place and is replaced by it.
    const name = product();
    await page.getByRole('button', { name: 'Request it again with recommendations' }).click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'report');
    await page.locator('tr.row').first().waitFor();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const query = { product: [name] };
    const served = async () => (await client().recommendations.get(query)).report_id;
    expect(await served()).toBe(id);
    const later = await client().reports.createAndWait({
      template: 'standard_mba',
      params: { min_support: 0.02, serve: { fields: ['category'] }, product_profiles: true },
    });
    expect(await served()).toBe(later.report_id);
    await page.locator('tr.row button').first().click();
    await page.getByRole('link', { name: 'About ' }).first().click();
    // What is shown now can be filtered by the field that its report serves; what this report would show can't.
    const wanted = { ...query, limit: 5, 'custom:category': ['letters'] };
    const shownNow = page.locator('.columns > div').first().locator('li a');
    await shownNow.first().waitFor();
    const unfiltered = await shownNow.allInnerTexts();
    await page.getByLabel('Only with category').fill(' letters ');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('does not serve category.').waitFor();
    const { recommendations } = await client().recommendations.get(wanted);
    expect(unfiltered.some((text) => categoryOf(text) !== 'letters')).toBe(true);
    await expect.poll(() => shownNow.allInnerTexts()).toEqual(recommendations.map(({ product }) => product));
    expect(recommendations.map(({ product }) => categoryOf(product))).toContain('letters');
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Put this beside the cart' }).click();
    await page.getByText('are the ones that are shown').waitFor();
    expect(await served()).toBe(id);
    const cart = page.locator('.columns li a');
    expect(await cart.count()).toBeGreaterThan(0);
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('leads from a segment to its customers, and saves exactly those that the API lists', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('link', { name: HOSTILE_NAMES[0], exact: true }).click();
    await heading('Segments').waitFor();
    await page.getByText('60 customers.').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const report = await client().reports.get(id);
    if (!('segments' in report)) throw new Error('the report is not of segments');
    const [cell] = report.score_grid.toSorted((a, b) => b.customers - a.customers);
    const segment = report.segments.find(({ count }) => count > 1);
    if (cell === undefined || segment === undefined) throw new Error('no segment has two customers');
    const { recency, frequency_monetary, customers } = cell;
    const button = page.getByRole('button', { name: `R ${recency}, FM ${frequency_monetary}: ${customers}` });
    await button.click();
    await page.getByText(`${customers} customers.`).waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.grid [aria-pressed=true]').count()).toBe(1);
    await button.click();
    await page.getByText('60 customers.').waitFor();
    const areas = page.locator('.treemap button');
    expect(await areas.count()).toBe(report.segments.length);
    await page.getByLabel('Area by').selectOption('revenue');
    const [richest] = report.segments.toSorted((a, b) => b.revenue - a.revenue);
    expect(await areas.first().innerText()).toContain(segmentsText[richest?.name ?? 'Lost']);
    await areas.filter({ hasText: segmentsText[segment.name] }).click();
    await page.getByRole('region', { name: 'Selected segment' }).waitFor();
    await page.getByText(`${segment.count} customers.`).waitFor();
    expect(new URL(page.url()).searchParams.get('segment')).toBe(segment.name);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save all as CSV' }).click(),
    ]);
    const listed = [];
    for await (const customer of client().reports.customers(id, { segment: [segment.name] }))
      listed.push(customer);
    const lines = [Object.keys(listed[0] ?? {}), ...listed.map((customer) => Object.values(customer))];
    expect(readFileSync(await download.path(), 'utf8')).toBe(csvOf(lines));
    expect(listed).toHaveLength(segment.count);
    await page.getByLabel('Orders, at least').fill('100');
    await page.keyboard.press('Enter');
    await page.getByText('0 customers.').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('shows who moved between segments since the report before, and saves exactly those of a move', async () => {
    await client().push(laterOrders(), { wait: true });
    const { report_id: id, ...report } = await client().reports.createAndWait({ template: 'standard_rfm' });
    const moves = report.changes?.migration ?? [];
    const [move] = moves.filter(({ from, to }) => from !== to && from !== OUTSIDE);
    if (move === undefined) throw new Error('nobody has moved');
    const { page: moved, said: messages } = await openConsole(open(), target.baseUrl, {
      query: `?view=report&id=${id}`,
      apiKey,
    });
    await moved.getByRole('button', { name: `${move.from} → ${move.to}: show ${move.customers}` }).click();
    const shown = (count: number) => moved.getByText(new RegExp(`^${count} customers?\\.$`)).waitFor();
    await shown(move.customers);
    const [download] = await Promise.all([
      moved.waitForEvent('download'),
      moved.getByRole('button', { name: 'Save all as CSV' }).click(),
    ]);
    const listed = [];
    for await (const customer of client().reports.customers(id, {
      segment: [move.to],
      previous_segment: [move.from],
    }))
      listed.push(Object.values(customer));
    const [names, ...lines] = readFileSync(await download.path(), 'utf8').split(/(?<=\n)/);
    expect(names).toMatch(/^customer_id,segment,previous_segment,/);
    expect(lines.join('')).toBe(csvOf(listed));
    expect(listed).toHaveLength(move.customers);

    const others = moved.getByRole('button', { name: 'Show more' });
    if ((await others.count()) > 0) await others.click();
    await moved.getByRole('button', { name: `${OUTSIDE} → `, exact: false }).click();
    await shown(1);
    await moved.getByText('Columns', { exact: true }).click();
    await moved.getByLabel('Scores R F M').check();
    const row = moved.getByRole('row').filter({ hasText: NEW_CUSTOMER });
    expect(await row.getByRole('cell').nth(1).innerText()).toMatch(/^[1-5] [1-5] [1-5]$/);

    // The shop is too small for predictions: the notes say so, and a body with some shows them.
    const predictions = moved.getByRole('heading', { name: 'How good such a prediction was' });
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
    await predictions.waitFor();
    const cells = (table: string) =>
      moved
        .getByRole('region', { name: table })
        .getByRole('row')
        .filter({ hasText: 'Champions' })
        .innerText();
    expect((await cells('Expected in 90 days')).split('\t')).toEqual([
      'Champions',
      '7',
      '91.2%',
      '40 (31 – 49)',
      '1,260.00 (810.00 – 1,710.00)',
    ]);
    expect((await cells('How good such a prediction was')).split('\t')).toEqual([
      'Champions',
      '28',
      '41',
      '44',
      '61',
      // The body is of an earlier version, which looked at one date.
      '–',
    ]);
    await shown(1);
    expect(await problemsOf(moved)).toEqual([]);
    expect(messages).toEqual([]);
    await moved.close();
  });

  it('shows cohorts as a heat map whose rows select their customers', async () => {
    const { report_id, cohorts } = await client().reports.createAndWait({ template: 'cohort_retention' });
    const [first] = cohorts;
    if (first === undefined) throw new Error('there is no cohort');
    const opened = await openConsole(open(), target.baseUrl, {
      query: `?view=report&id=${report_id}`,
      apiKey,
    });
    await opened.page.getByRole('button', { name: first.cohort, exact: true }).click();
    await opened.page.getByText(`${first.customers} customers.`).waitFor();
    expect(await opened.page.locator('td.cell').count()).toBe(
      cohorts.reduce((sum, { periods }) => sum + periods.length, 0),
    );
    expect(await opened.page.locator('.curves > g:not(.axes, .average)').count()).toBe(
      cohorts.filter(({ periods }) => periods.length > 1).length,
    );
    expect(await problemsOf(opened.page)).toEqual([]);
    expect(opened.said).toEqual([]);
    await opened.page.close();
  });

  it('shows hostile names as text in every view', async () => {
    const visits = await visitsOf(client());
    expect(VIEW_NAMES.filter((name) => !Object.hasOwn(visits, name))).toEqual([]);
    const opened = await openConsole(open(), target.baseUrl, { apiKey });
    for (const [view, ofView] of Object.entries(visits)) {
      for (const { query, shows, act } of ofView) {
        await opened.page.goto(`${target.baseUrl}/console${query}`);
        await act?.(opened.page);
        await opened.page.getByText(shows).filter({ visible: true }).first().waitFor();
        expect([view, await opened.page.evaluate<string[]>(MADE_OF_NAMES)]).toEqual([view, []]);
      }
    }
    // A product has no recommendations yet where the last report has none.
    expect(opened.said.filter((text) => !text.includes('404'))).toEqual([]);
    await opened.page.close();
  });

  it('erases a customer after asking twice, follows the erasure, and shows its certificate', async () => {
    await page.getByRole('link', { name: 'Erasure' }).click();
    await page.getByText('Nothing has been erased.').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    // Enter asks, and a second Enter is Cancel: for a customer and for a dataset.
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') requested.push(request.url());
    });
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Customer', { exact: true }).fill('customer-30@example.com');
    const asks = [
      page.getByLabel('Customer', { exact: true }),
      page.getByRole('button', { name: 'Erase the dataset' }),
    ];
    for (const ask of asks) {
      await ask.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('Cancel');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
    // A dataset's name has to be typed, and Enter behind it does nothing.
    await page.getByRole('button', { name: 'Erase the dataset' }).click();
    await dialog.getByText(/orders with .* line items|not been counted/).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('Type default to erase it').fill('default');
    await page.keyboard.press('Enter');
    expect(await erase.isDisabled()).toBe(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(requested).toEqual([]);
    await page.getByRole('button', { name: 'Erase the customer' }).click();
    await dialog.getByText('customer-30@example.com').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await erase.click();
    await page.getByText(/^Erased: orders 4, /).waitFor();
    await page.getByText('no copy can be restored after').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('says that the service can’t be reached, keeps trying, and continues', async () => {
    // Its script is there already: only data are asked for.
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Erasure' }).click();
    await page.getByRole('status').getByText('can’t be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^Erased: orders 4, /).waitFor();
    expect(await page.getByText('can’t be reached').count()).toBe(0);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('1 row was not stored').waitFor();
  });

  it('shows everything to a read-only key, disables what it may not do, and says why', async () => {
    const viewer = await target.local.operations.createKey(accountId, 'read only');
    const { page: viewed, said: messages } = await openConsole(open(), target.baseUrl, { apiKey: viewer });
    await viewed.getByRole('heading', { name: 'This week' }).waitFor();
    await viewed.getByText('read only', { exact: false }).first().waitFor();
    await viewed.getByRole('link', { name: 'Erasure' }).click();
    await viewed.getByText(/^Erased: orders 4, /).waitFor();
    const erase = viewed.getByRole('button', { name: 'Erase the dataset' });
    expect(await erase.isDisabled()).toBe(true);
    await viewed.getByText('Your key is read-only').first().waitFor();
    expect(await problemsOf(viewed)).toEqual([]);
    await viewed.getByRole('link', { name: 'Reports', exact: true }).click();
    await viewed.getByRole('link', { name: 'What is bought together?' }).click();
    expect(await viewed.getByRole('button', { name: 'Request the report' }).isDisabled()).toBe(true);
    await viewed.getByText('The same as a request: curl').click();
    expect(await problemsOf(viewed)).toEqual([]);
    expect(messages).toEqual([]);
    await viewed.close();
  });

  it('asks before the key of a link replaces the one in use, and names both accounts', async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('Stranger & Co', 'max', {});
    const strange = await operations.createKey(account_id);
    const { page: own, said: messages } = await openConsole(open(), target.baseUrl, { apiKey });
    await own.getByText(/^Account /).waitFor();
    const keys = new Set<string | undefined>();
    own.on('request', (request) => {
      if (!request.url().endsWith('/usage')) keys.add(request.headers().authorization);
    });
    const dialog = own.getByRole('dialog');
    // At a change of the fragment, and when the tab is loaded again.
    for (const follow of [
      () => own.evaluate(`location.hash = 'key=${strange}'`),
      () => own.goto(`${target.baseUrl}/console?view=import#key=${strange}`),
    ]) {
      await follow();
      await dialog.getByText(`account Stranger & Co, key …${strange.slice(-4)}`).waitFor();
      await dialog.getByText(`key …${apiKey.slice(-4)}`).waitFor();
      expect(new URL(own.url()).hash).toBe('');
      expect(await problemsOf(own)).toEqual([]);
      expect(await own.evaluate('document.activeElement?.textContent')).toBe('Keep my key');
      await own.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await own.getByText('Account Stranger & Co').count()).toBe(0);
    }
    await own.reload();
    await own.getByText(/^Account /).waitFor();
    expect([...keys].filter((key) => key?.includes(strange))).toEqual([]);
    await own.evaluate(`location.hash = 'key=${strange}'`);
    await dialog.getByRole('button', { name: 'Use the key of the link' }).click();
    await own.getByText('Account Stranger & Co').waitFor();
    expect(messages).toEqual([]);
    await own.close();
  });

  it('tells a new merchant what to do, and nothing that is not there', async () => {
    const fresh = await target.local.newAccount('max');
    const opened = await openConsole(open(), target.baseUrl, { apiKey: fresh.apiKey, width: 390 });
    await opened.page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await opened.page.getByLabel('Order files').waitFor();
    expect(await opened.page.locator('main h2').allInnerTexts()).toEqual(['No file at hand?']);
    expect(await problemsOf(opened.page)).toEqual([]);
    await opened.page.getByRole('link', { name: 'Reports', exact: true }).click();
    await opened.page.getByText('No reports yet. Choose a question above.').waitFor();
    expect(opened.said).toEqual([]);
    await opened.page.close();
  });

  it('shows everything in German for who reads German, and remembers a choice', async () => {
    const { page: german, said: messages } = await openConsole(open(), target.baseUrl, {
      apiKey,
      locale: 'de-CH',
    });
    await german.getByRole('heading', { name: 'Diese Woche' }).waitFor();
    expect(await german.evaluate('document.documentElement.lang')).toBe('de');
    await german.getByRole('heading', { name: 'Diese Woche' }).waitFor();
    await german.goto(`${target.baseUrl}/console?view=report&id=01M7YN9QHZYR8GXB77DH0YCNR5`);
    const alert = german.getByRole('alert');
    await alert.getByText('Das gibt es nicht, oder es gehört zu einem anderen Konto.').waitFor();
    // What the service said, as English.
    expect(await alert.locator('[lang=en]').innerText()).toBe('404 Report not found.');
    await german.getByRole('link', { name: 'Start', exact: true }).click();
    await german.getByLabel('Sprache').selectOption('en');
    await german.getByRole('heading', { name: 'This week' }).waitFor();
    await german.reload();
    await german.getByRole('heading', { name: 'This week' }).waitFor();
    expect(messages.filter((text) => !text.includes('404'))).toEqual([]);
    await german.close();
  });

  it('keeps what it shows when the key is revoked, asks for another, and continues with it', async () => {
    const { operations } = target.local;
    const other = await operations.createKey(accountId);
    await operations.revokeKey(accountId, apiKey);
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.goBack();
    await page.getByRole('dialog').getByText('unknown or revoked').waitFor();
    await page.getByRole('textbox', { name: 'API key' }).fill(other);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This week' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('requests nothing from elsewhere, sends no key in an address, and runs nothing of the data', () => {
    for (const url of asked) expect(url.startsWith(`${target.baseUrl}/`)).toBe(true);
    expect(asked.filter((url) => url.includes('afn_'))).toEqual([]);
    // The browser reports each 401, each 404 (of recommendations that do not exist yet), and each request without a network.
    expect(said.filter((text) => !/401|404|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  });
});
