// Tests reports as a shop owner reads them, in a real browser: actions first, in their language, and as a file.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { REPORT_TYPES } from '../../../../src/contract/report-types/report-types.ts';
import { createEffectReport } from '../harness/every-view.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { createPictureOrders } from '../harness/picture-shop.ts';
import { expectShown } from '../harness/shown.ts';

/** Yields every English text of an answer that has a code beside it. */
function* listEnglish(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, member] of members) {
    if (name.endsWith('_coded')) continue;
    if (members.has(`${name}_coded`)) yield* [member].flat().filter((text) => typeof text === 'string');
    else yield* listEnglish(member);
  }
}

/** Returns the text of a page, as it is read. */
const toText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const ASKED = ['standard_mba', 'standard_rfm', 'cohort_retention', 'due_to_reorder'] as const;
type Asked = Readonly<Record<(typeof ASKED)[number], string>>;

describeInBrowser('a report', () => {
  const { target, getBrowser, newAccount, createClient, open } = useBrowser();
  let apiKey = '';
  let reports: Asked;

  beforeAll(async () => {
    ({ apiKey, reports } = await createShop(addPostage(createPictureOrders())));
  });

  async function createShop(orders: Parameters<OrderAnalytics['push']>[0]) {
    const { apiKey: key, client } = await newAccount();
    await client.push(orders, { wait: true });
    await client.datasets.update('default', { currency: 'EUR' });
    const ids = await Promise.all(
      ASKED.map(async (template) => (await client.reports.createAndWait({ template })).report_id),
    );
    const [standard_mba = '', standard_rfm = '', cohort_retention = '', due_to_reorder = ''] = ids;
    const asked = { standard_mba, standard_rfm, cohort_retention, due_to_reorder };
    return { apiKey: key, client, reports: asked };
  }

  const openView = async (query: string, { key = apiKey, width = 1280, locale = 'en-GB' } = {}) => {
    const { page, said } = await open({ query, apiKey: key, width, locale });
    return { page, said };
  };
  const isInView = (page: Page, selector: string) =>
    page.evaluate<boolean>(
      `(({ top, bottom }) => top < innerHeight && bottom > 0)(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
    );

  it('begins with actions that have a value, evidence and a link to their rule, which scrolls into view', async () => {
    const { page, said } = await openView(`?view=report&id=${reports.standard_mba}`);
    const cards = page.locator('ol.actions > li');
    await cards.first().waitFor();
    expect(await cards.count()).toBeGreaterThan(3);
    const [first = ''] = await cards.allInnerTexts();
    expect(first).toMatch(
      /^(?:Sell|Offer|Place) .+\n+€[\d,.]+ more than expected, because both are bought together/,
    );
    await cards.first().getByText('How sure is this?').click();
    await cards
      .first()
      .getByText(/^\d+ of the \d+ orders .+ with p [<=]/)
      .waitFor();
    await page.getByText(/^Orders up to 25 Jun 2026 · on default · .* · amounts in EUR$/).waitFor();
    await cards.first().getByRole('link', { name: 'Show the rule' }).click();
    await expectShown(page, /→/);
    expect(await page.locator('.chosen[aria-live="polite"]').count()).toBe(1);
    const detail = page.getByRole('region', { name: 'Selected rule' });
    await detail
      .getByText(/^Buyers of .+ take .+ in (?:\d+ of \d+ orders|every order), [\d.]+ times as often/)
      .waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('tr.row button').nth(2).click();
      await expect.poll(() => isInView(page, '.chosen section')).toBe(true);
    }
    expect(said).toEqual([]);
    await page.close();
  });

  it('of every type shows no English sentence of the service to readers of German, also as a saved page', async () => {
    const client = createClient(apiKey);
    const types = new Set<string>();
    for (const id of [...Object.values(reports), await createEffectReport(client)]) {
      const report = await client.reports.get(id);
      if (!('report_type' in report)) throw new Error('it is not finished');
      types.add(report.report_type);
      const english = [...listEnglish(report)];
      expect(english.length).toBeGreaterThan(0);
      const { page, said } = await openView(`?view=report&id=${id}`, { locale: 'de-DE' });
      await page.locator('ol.actions, .insights').first().waitFor({ state: 'attached' });
      const save = page.getByRole('button', { name: 'Als Seite speichern' });
      const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
      const saved = readFileSync(await download.path(), 'utf8');
      expect(saved).toContain('<html lang="de">');
      for (const shown of [await page.locator('main').innerText(), toText(saved)])
        expect(english.filter((text) => shown.replaceAll(/[\u2066-\u2069]/g, '').includes(text))).toEqual([]);
      expect(said).toEqual([]);
      await page.close();
    }
    expect([...types].sort()).toEqual([...REPORT_TYPES].sort());
  });

  it('shows the first rules while the rest of a long report loads', async () => {
    const { page } = await openView('?view=settings');
    const id = reports.standard_mba;
    const held: (() => void)[] = [];
    await page.route(
      (url) => url.pathname.endsWith(`/reports/${id}`) && url.search === '',
      (route) => new Promise<void>((resolve) => held.push(resolve)).then(() => route.continue()),
    );
    await page.goto(`${target.baseUrl}/console?view=report&id=${id}&all=1`);
    await page.getByText('The first 100 rules: the others are being loaded …').waitFor();
    const first = await page.locator('tr.row th').first().innerText();
    expect(await page.getByRole('button', { name: 'Save as a page' }).isDisabled()).toBe(true);
    for (const release of held) release();
    await page.locator('#rules output').waitFor();
    expect(await page.locator('tr.row th').first().innerText()).toBe(first);
    expect(await page.getByRole('button', { name: 'Save as a page' }).isEnabled()).toBe(true);
    await page.close();
  });

  it('lists the customers of selected segments, searches and limits the list, and links to a customer', async () => {
    const { page } = await openView(`?view=report&id=${reports.standard_rfm}`);
    // Only the finding about the best customers names customers.
    await page.locator('ol.actions').waitFor();
    const finding = page.locator('ol.actions > li', { hasText: 'Show these customers' });
    await finding.getByRole('link', { name: 'Show these customers' }).waitFor();
    expect(await finding.count()).toBe(1);
    expect(await finding.innerText()).toMatch(/€[\d,.]+/);
    await page.getByRole('link', { name: 'Segments', exact: true }).click();
    for (const name of ['At risk', 'Lost'])
      await page.locator('table').getByRole('button', { name, exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^At risk, Lost: \d+ customers/ })
      .waitFor();
    await page.getByRole('button', { name: 'Show their customers' }).click();
    await expectShown(page, 'Customers: At risk, Lost');
    const matched = page.locator('.customers output');
    const count = async () => Number.parseInt(await matched.innerText(), 10);
    const all = await count();
    await page.getByText('Conditions', { exact: true }).click();
    await page.getByLabel('Orders, at most').fill('1');
    await page.keyboard.press('Enter');
    await expect.poll(count).toBeLessThan(all);
    await page.getByLabel('Spend expected in 90 days, at most').waitFor();
    const link = page.locator('.customers tr.row a').first();
    const name = await link.innerText();
    await page.getByLabel('Search by customer').fill(name.toUpperCase());
    await page.keyboard.press('Enter');
    await expect.poll(count).toBe(1);
    await link.click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Orders', exact: true }).locator('tbody tr').first().waitFor();
    await page.getByRole('heading', { name: 'Next order' }).waitFor();
    await page
      .locator('dd')
      .getByText(/^(?:At risk|Lost)$/)
      .waitFor();
    // A due date of the customer or a delay by the usual time of all, and no advice on a whole segment.
    const shown = await page.locator('main').innerText();
    expect([...shown.matchAll(/^(?:Due since|Due on|Late by|Not late)/gm)].length).toBeLessThan(2);
    expect(shown).not.toMatch(/This is about|What sets them apart/);
    await page.close();
    const shared = await openView(`?view=report&id=${reports.standard_rfm}&segment=Lost`);
    await shared.page.locator('.customers tr.row').first().waitFor();
    await expect.poll(() => isInView(shared.page, '#customers h2')).toBe(true);
    // A report without the tab of an address starts with its overview.
    await shared.page.goto(`${target.baseUrl}/console?view=report&id=${reports.standard_rfm}&tab=products`);
    await shared.page.locator('dl.facts').first().waitFor();
    expect(await shared.page.locator('.tabs [aria-current]').innerText()).toBe('Overview');
    await shared.page.close();
  });

  it('is saved as a page that has all rows, runs no script and requests nothing', async () => {
    const { page } = await openView(`?view=report&id=${reports.standard_mba}&all=1`);
    await page.locator('tr.row').first().waitFor();
    const [all] = (await page.locator('main output').first().innerText()).split(' ');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a page' }).click(),
    ]);
    const html = readFileSync(await download.path(), 'utf8');
    await page.close();
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<(?:script|input (?!type="checkbox" class="all")|button|select|a) /);
    const saved = await getBrowser().newPage();
    const asked: string[] = [];
    saved.on('request', (request) => asked.push(request.url()));
    await saved.setContent(html);
    expect(await saved.locator('tr.row').count()).toBe(Number(all));
    expect(await saved.locator('ol.actions > li').count()).toBeGreaterThan(3);
    expect(await saved.locator('.scatter').count()).toBe(1);
    expect(
      await saved.evaluate<string>('getComputedStyle(document.querySelector(".card")).borderRadius'),
    ).not.toBe('0px');
    expect(asked).toEqual([]);
    await saved.close();
  });
});

/** Adds postage to every second order, independent of its contents. */
function* addPostage(orders: ReturnType<typeof createPictureOrders>): ReturnType<typeof createPictureOrders> {
  let at = 0;
  for (const order of orders) {
    const postage = { product_name: 'POSTAGE', unit_price: 3.9, quantity: 1 };
    yield at++ % 2 === 0 ? { ...order, line_items: [...order.line_items, postage] } : order;
  }
}
