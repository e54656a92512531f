// Tests a merchant's way through rules and products in a real browser against the local cloud, and hostile names in
// every view.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  chooseLanguage,
  findLayoutProblems,
  findPaperProblems,
  findViewProblems,
  readLayoutShift,
} from '../harness/console-page.ts';
import { listVisits, MADE_OF_NAMES, MOVED_BY_NAMES, VIEW_NAMES } from '../harness/every-view.ts';
import { describeInBrowser, useConsole } from '../harness/in-browser.ts';
import { findKeyboardProblems } from '../harness/keyboard.ts';
import { findForeignWords } from '../harness/merchant-words.ts';
import { getCategory, HOSTILE_NAMES } from '../harness/shop-orders.ts';

describeInBrowser('the console', () => {
  const shop = useConsole();
  const { target, connect, open, findHeading } = shop;
  let page: Page;
  let apiKey = '';
  beforeAll(() => {
    ({ page, apiKey } = shop.getOpened());
  });

  it('requests a report, opens it when it is complete, and lists it', async () => {
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await findHeading('Ask a question').waitFor();
    await page.getByRole('link', { name: 'What is bought together?' }).click();
    await page.getByLabel('Name (optional)', { exact: true }).fill(HOSTILE_NAMES[1]);
    await page.getByText('More options').click();
    await page.getByLabel('Lowest share of baskets').fill('2');
    await page.getByRole('button', { name: 'Create the report' }).click();
    await findHeading(HOSTILE_NAMES[1]).waitFor();
    await page.getByRole('link', { name: 'All reports' }).click();
    const row = page.getByRole('row').filter({ hasText: HOSTILE_NAMES[1] });
    expect(await row.innerText()).toContain('Completed');
    await row.getByRole('link').click();
  });

  it('searches, sorts and selects rules, and keeps all three in a link that can be shared', async () => {
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await findHeading('Rules').waitFor();
    await page.locator('tr.row').first().waitFor();
    const listShown = () => page.locator('tr.row th').allInnerTexts();
    await page.getByLabel('Repeated, unproven and reversed rules').check();
    const all = await listShown();
    const provenFirst = page.getByText('Proven rules come first.');
    expect(await provenFirst.count()).toBe(1);
    await page.getByLabel('Search products').fill('HYPERLINK');
    const some = await listShown();
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    for (const text of some) expect(text).toContain(HOSTILE_NAMES[2]);
    await page.getByRole('button', { name: 'As often as expected' }).click();
    const lifts = (await page.locator('tr.row td:nth-child(5)').allInnerTexts()).map(parseFloat);
    expect(lifts).not.toContain(Number.NaN);
    expect(lifts).toEqual([...lifts].sort((a, b) => b - a));
    expect(await provenFirst.count()).toBe(0);
    await page.locator('tr.row button').first().click();
    const selected = page.getByRole('region', { name: 'Selected rule' });
    const [title = ''] = await selected.getByRole('heading').allInnerTexts();
    expect(some).toContain(title);
    const { page: shared } = await open({
      query: new URL(page.url()).search,
      apiKey,
    });
    await shared.getByRole('region', { name: 'Selected rule' }).waitFor();
    expect(await shared.getByLabel('Search products').inputValue()).toBe('HYPERLINK');
    expect(await readLayoutShift(shared)).toBeLessThan(0.1);
    await shared.close();
    await selected.getByRole('link', { name: 'About ' }).first().click();
  });

  it('shows the products bought with a product, its profile, and recommendations that a report serves', async () => {
    const nodes = page.locator('.network a');
    await nodes.first().waitFor();
    const getProduct = () => new URL(page.url()).searchParams.get('product') ?? '';
    await findHeading(getProduct()).waitFor();
    await page.getByText('The dataset shows no recommendations yet.').waitFor();
    await page.getByRole('button', { name: 'Request the segments of its buyers' }).waitFor();
    const first = getProduct();
    await nodes.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('product') !== first);
    await findHeading(getProduct()).waitFor();
    expect(HOSTILE_NAMES).toContain(getProduct());

    // A report without profiles is requested again with them.
    const sold = getProduct();
    await page.getByRole('button', { name: 'Request it again with product profiles' }).click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'report');
    const openRules = () => page.getByRole('link', { name: 'Rules', exact: true }).click();
    await openRules();
    const profiled = new URL(page.url()).searchParams.get('id') ?? '';
    const profile = await connect().reports.productProfile(profiled, sold);
    await page.goto(
      `${page.url().split('?')[0]}?${new URLSearchParams({ view: 'product', report: profiled, product: sold })}`,
    );
    const bars = page.locator('.bars');
    await bars.first().waitFor();
    // Sizes at the end that no order has are left out.
    const known = profile.basket_sizes.findLastIndex((size) => size.share_of_all_orders > 0) + 1;
    expect(await bars.count()).toBe(known);
    const sizes = page.locator('tr', { has: page.locator('.bars') });
    expect(await sizes.locator('td.n:nth-child(3)').allInnerTexts()).toEqual(
      profile.basket_sizes.slice(0, known).map(({ orders }) => orders.toLocaleString('en')),
    );
    for (const [title, { same_product, products }] of [
      ['In the next order', profile.after],
      ['In the order before', profile.before],
    ] as const) {
      const side = page.locator('section', { has: findHeading(title) });
      expect(await side.locator('tbody a').allInnerTexts()).toEqual(products.map((other) => other.product));
      expect(await side.locator('tbody td:nth-child(2)').first().innerText()).toBe(
        String(same_product.orders),
      );
    }
    expect(profile.after.orders).toBeGreaterThan(10);

    // A report without recommendations is requested again; then another report replaces it as the source, and is
    // replaced by it.
    const name = getProduct();
    await page.getByRole('button', { name: 'Request it again with recommendations' }).click();
    await page.waitForURL((url) => url.searchParams.get('view') === 'report');
    await openRules();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const query = { product: [name] };
    const getServedReport = async () => (await connect().recommendations.get(query)).report_id;
    expect(await getServedReport()).toBe(id);
    const later = await connect().reports.createAndWait({
      template: 'standard_mba',
      params: { min_support: 0.02, serve: { fields: ['category'] }, product_profiles: true },
    });
    expect(await getServedReport()).toBe(later.report_id);
    await page.locator('tr.row button').first().click();
    await page.getByRole('link', { name: 'About ' }).first().click();
    // Current recommendations can be filtered by the field that their report serves; those of this report can't.
    const wanted = { ...query, limit: 5, 'custom:category': ['letters'] };
    const shownNow = page.locator('.columns > div').first().locator('li a');
    await shownNow.first().waitFor();
    const unfiltered = await shownNow.allInnerTexts();
    await page.getByLabel('Only with category').fill(' letters ');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('does not serve category.').waitFor();
    const { recommendations } = await connect().recommendations.get(wanted);
    expect(unfiltered.some((text) => getCategory(text) !== 'letters')).toBe(true);
    await expect.poll(() => shownNow.allInnerTexts()).toEqual(recommendations.map(({ product }) => product));
    expect(recommendations.map(({ product }) => getCategory(product))).toContain('letters');
    await page.getByRole('button', { name: 'Put this beside the cart' }).click();
    await page.getByText('These are shown now.').waitFor();
    expect(await getServedReport()).toBe(id);
    const cart = page.locator('.columns li a');
    expect(await cart.count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('shows hostile names as text in every view, which is accessible, fits any width and works by keyboard', async () => {
    await connect().reports.createAndWait({ template: 'cohort_retention' });
    await connect().reports.createAndWait({ template: 'due_to_reorder' });
    const visits = await listVisits(connect());
    expect(VIEW_NAMES.filter((name) => !Object.hasOwn(visits, name))).toEqual([]);
    const opened = await open({ apiKey });
    for (const [view, ofView] of Object.entries(visits)) {
      for (const { query, shows, act } of ofView) {
        await opened.page.goto(`${target.baseUrl}/console${query}`);
        await act?.(opened.page);
        await opened.page.getByText(shows).filter({ visible: true }).first().waitFor();
        // Elements that appear during a walk may be where it has already been.
        await opened.page.locator('.loading').first().waitFor({ state: 'detached' });
        if ((await opened.page.locator('dialog[open]').count()) === 0) {
          expect([query, await findKeyboardProblems(opened.page)]).toEqual([query, []]);
          expect([query, await findPaperProblems(opened.page)]).toEqual([query, []]);
        }
        for (const harm of [MADE_OF_NAMES, MOVED_BY_NAMES])
          expect([view, await opened.page.evaluate<string[]>(harm)]).toEqual([view, []]);
        await chooseLanguage(opened.page, 'de');
        expect([view, await findLayoutProblems(opened.page)]).toEqual([view, []]);
        expect([view, await findForeignWords(opened.page)]).toEqual([view, []]);
        await chooseLanguage(opened.page, 'en');
        expect([view, await findViewProblems(opened.page)]).toEqual([view, []]);
        const title = (await opened.page.locator('h1').first().textContent())?.trim();
        expect([view, await opened.page.title()]).toEqual([view, `${title} · Order Analytics`]);
      }
    }
    // A product has no recommendations yet if the last report has none.
    expect(opened.said.filter((text) => !text.includes('404'))).toEqual([]);
    await opened.page.close();
  });

  it('requests nothing from other hosts, sends no key in an address, and logs no error or dialog', () => {
    shop.expectNothingElsewhere();
  });
});
