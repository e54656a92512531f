// What reports say to a shop owner, in a real browser: what to do first, and that nothing of it misleads; of a shop, of one
// customer with two orders, and of a shop in which nothing goes together.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../client/src/index.ts';
import { closeProfiles, findBrowser, sharedBrowser } from '../../../quality/harness/browser.ts';
import { randomFrom } from '../../../quality/harness/random/random.ts';
import { REPORT_TYPES } from '../../../src/report-types/report-types.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { openConsole, problemsOf } from '../harness/console-page.ts';
import { effectOfAll } from '../harness/every-view.ts';
import { pictureShop } from '../harness/picture-shop.ts';

/** Every text of an answer that has its code beside it, in English. */
function* englishIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, member] of members) {
    if (name.endsWith('_coded')) continue;
    if (members.has(`${name}_coded`)) yield* [member].flat().filter((text) => typeof text === 'string');
    else yield* englishIn(member);
  }
}

/** Of a page, as it is read. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

const ASKED = ['standard_mba', 'standard_rfm', 'cohort_retention', 'due_to_reorder'] as const;
type Asked = Readonly<Record<(typeof ASKED)[number], string>>;

describe.skipIf(found === undefined)('a report', () => {
  const target = useTarget();
  let browser: Browser;
  let apiKey = '';
  let reports: Asked;
  let september = '';

  beforeAll(async () => {
    const started = await sharedBrowser();
    if (started === undefined) throw new Error('the browser did not start');
    browser = started;
    ({ apiKey, reports } = await shopOf(withPostage(pictureShop())));
    const { report_id } = await new OrderAnalytics({
      baseUrl: target.baseUrl,
      apiKey,
    }).reports.createAndWait({
      template: 'standard_rfm',
      filters: { dateRange: { start: '2025-09-01', end: '2025-09-30' } },
    });
    september = report_id;
  });
  afterAll(() => closeProfiles(browser));

  async function shopOf(orders: Parameters<OrderAnalytics['push']>[0]) {
    const account = await target.local.newAccount('max');
    const client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: account.apiKey });
    await client.push(orders, { wait: true });
    await client.datasets.update('default', { currency: 'EUR' });
    const ids = await Promise.all(
      ASKED.map(async (template) => (await client.reports.createAndWait({ template })).report_id),
    );
    const [standard_mba = '', standard_rfm = '', cohort_retention = '', due_to_reorder = ''] = ids;
    const asked = { standard_mba, standard_rfm, cohort_retention, due_to_reorder };
    return { apiKey: account.apiKey, client, reports: asked };
  }

  const opened = async (query: string, { key = apiKey, width = 1280, locale = 'en-GB' } = {}) => {
    const { page, said } = await openConsole(browser, target.baseUrl, { query, apiKey: key, width, locale });
    return { page, said };
  };
  const isInView = (page: Page, selector: string) =>
    page.evaluate<boolean>(
      `(({ top, bottom }) => top < innerHeight && bottom > 0)(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
    );

  it('begins with what to do: what it is worth, why it is believed, and the rule, which comes into view and is announced', async () => {
    const { page, said } = await opened(`?view=report&id=${reports.standard_mba}`);
    await page.locator('tr.row').first().waitFor();
    const cards = page.locator('ol.actions > li');
    expect(await cards.count()).toBeGreaterThan(3);
    const [first = ''] = await cards.allInnerTexts();
    expect(first).toMatch(/^(?:Sell|Offer|Place) .+\n+€[\d,.]+ beyond chance/);
    expect(first).toMatch(/\d+ of \d+ orders; p/);
    await page.getByText(/^Orders up to 25 Jun 2026 · on default · .* · amounts in EUR$/).waitFor();
    expect(await page.locator('.chosen[aria-live="polite"]').count()).toBe(1);
    await cards.first().getByRole('link', { name: 'Show the rule' }).click();
    const detail = page.getByRole('region', { name: 'Selected rule' });
    await detail
      .getByText(/^Who buys .+ takes .+ in (?:\d+ of \d+ orders|every order): [\d.]+ times as often/)
      .waitFor();
    await expect.poll(() => isInView(page, '.chosen section')).toBe(true);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('tr.row button').nth(2).click();
      await expect.poll(() => isInView(page, '.chosen section')).toBe(true);
    }
    expect(said).toEqual([]);
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
  });

  it('says no sentence of the service in English to readers of German, whatever its type, also as a saved page', async () => {
    const client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    const types = new Set<string>();
    for (const id of [...Object.values(reports), await effectOfAll(client)]) {
      const report = await client.reports.get(id);
      if (!('report_type' in report)) throw new Error('it is not finished');
      types.add(report.report_type);
      const english = [...englishIn(report)];
      expect(english.length).toBeGreaterThan(0);
      const { page, said } = await opened(`?view=report&id=${id}`, { locale: 'de-DE' });
      await page.locator('ol.actions, .insights').first().waitFor({ state: 'attached' });
      const save = page.getByRole('button', { name: 'Als Seite speichern' });
      const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
      const saved = readFileSync(await download.path(), 'utf8');
      expect(saved).toContain('<html lang="de">');
      for (const shown of [await page.locator('main').innerText(), textOf(saved)])
        expect(english.filter((text) => shown.replaceAll(/[\u2066-\u2069]/g, '').includes(text))).toEqual([]);
      expect(said).toEqual([]);
      await page.close();
    }
    expect([...types].sort()).toEqual([...REPORT_TYPES].sort());
  });

  it('shows the first rules while the rest of a long report is on its way', async () => {
    const { page } = await opened('?view=settings');
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

  it('leaves out rules of fees until they are asked for', async () => {
    const { page } = await opened(`?view=report&id=${reports.standard_mba}`);
    const rules = () => page.locator('tr.row th').allInnerTexts();
    await page.locator('tr.row').first().waitFor();
    expect((await rules()).filter((rule) => rule.includes('POSTAGE'))).toEqual([]);
    await page.getByLabel('Search products').fill('POSTAGE');
    expect(await rules()).toEqual([]);
    await page.getByLabel('Rules with fees and services').check();
    expect((await rules()).length).toBeGreaterThan(0);
    await page.close();
  });

  it('leaves fees out of what goes with a product, until they are asked for, and not of their own page', async () => {
    const report = await new OrderAnalytics({ baseUrl: target.baseUrl, apiKey }).reports.get(
      reports.standard_mba,
    );
    if (report.status !== 'Completed' || report.report_type !== 'MBA') throw new Error('it is not finished');
    const withPost = report.association_rules.find(({ antecedents: [name], consequents: [other] }) =>
      [name, other].includes('POSTAGE'),
    );
    const [product = ''] = [...(withPost?.antecedents ?? []), ...(withPost?.consequents ?? [])].filter(
      (name) => name !== 'POSTAGE',
    );
    const of = (name: string) =>
      `?${new URLSearchParams({ view: 'product', report: reports.standard_mba, product: name })}`;
    const { page } = await opened(of(product));
    const postage = page.getByRole('link', { name: /^POSTAGE/ });
    const anyFee = page.getByLabel('Rules with fees and services');
    await anyFee.waitFor();
    expect(await postage.count()).toBe(0);
    await anyFee.check();
    await expect.poll(() => postage.count()).toBeGreaterThan(0);
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
    const { page: own } = await opened(of('POSTAGE'));
    await own.getByRole('link', { name: product }).first().waitFor();
    expect(await own.getByLabel('Rules with fees and services').count()).toBe(0);
    await own.close();
  });

  it('says at a point of the chart which rule it is', async () => {
    const { page } = await opened(`?view=report&id=${reports.standard_mba}`);
    const chart = page.locator('.scatter');
    await chart.scrollIntoViewIfNeeded();
    const labels = await chart.locator('.axes text').allTextContents();
    expect(labels.join()).toMatch(/Share of all baskets \(logarithmic\).*Confidence/s);
    const box = await chart.boundingBox();
    if (box === null) throw new Error('there is no chart');
    const d = await chart.locator('.dots path').first().getAttribute('d');
    const [, x = '', y = ''] = /^M([\d.]+) ([\d.]+)/.exec(d ?? '') ?? [];
    const at = { x: (Number(x) * box.width) / 900, y: (Number(y) * box.height) / 340 };
    await page.mouse.move(box.x + at.x, box.y + at.y);
    const tip = await page.locator('.tip').boundingBox();
    expect(tip).not.toBeNull();
    expect(Math.abs((tip?.y ?? 0) - box.y - at.y)).toBeLessThan(20);
    await page.close();
  });

  it('of one customer with two orders, and of noise, tells nobody to do anything', async () => {
    const one = await shopOf([
      {
        order_id: 'a',
        customer_id: 'c',
        order_date: '2026-01-01',
        line_items: [{ product_name: 'Tea', unit_price: 4 }],
      },
      {
        order_id: 'b',
        customer_id: 'c',
        order_date: '2026-02-01',
        line_items: [{ product_name: 'Tea', unit_price: 4 }],
      },
    ]);
    const noise = await shopOf(unrelated());
    for (const shop of [one, noise]) {
      for (const template of ASKED) {
        const { page, said } = await opened(`?view=report&id=${shop.reports[template]}`, {
          key: shop.apiKey,
        });
        await page.getByRole('heading', { name: 'As a file' }).waitFor();
        const cards = await page.locator('ol.actions > li').allInnerTexts();
        expect(
          cards.filter((text) => /^(?:Win back|Sell|Offer|Place|New customers come)/.test(text)),
        ).toEqual([]);
        expect(await page.locator('main').innerText()).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(said).toEqual([]);
        await page.close();
      }
    }
  });

  it('selects several segments, leads to their list, searches and limits it, and shows one customer', async () => {
    const { page } = await opened(`?view=report&id=${reports.standard_rfm}`);
    for (const name of ['At risk', 'Lost'])
      await page.locator('table').getByRole('button', { name, exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^At risk, Lost: \d+ customers/ })
      .waitFor();
    await page.getByRole('button', { name: 'Their customers' }).click();
    await expect.poll(() => isInView(page, '#customers h2')).toBe(true);
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
    await page.getByRole('heading', { name: 'Segment over time' }).waitFor();
    await page
      .getByRole('cell', { name: /^(?:At risk|Lost)$/ })
      .first()
      .waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
    const shared = await opened(`?view=report&id=${reports.standard_rfm}&segment=Lost`);
    await shared.page.locator('.customers tr.row').first().waitFor();
    await expect.poll(() => isInView(shared.page, '#customers h2')).toBe(true);
    await shared.page.close();
  });

  it('has areas that cut no name, and columns of the grid that are equally wide', async () => {
    for (const locale of ['en-GB', 'de-DE']) {
      const { page } = await opened(`?view=report&id=${reports.standard_rfm}`, { locale });
      await page.locator('.treemap button').first().waitFor();
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const cut = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.treemap button')].filter((area) => [...area.children].some((part) => {
            const [own, room] = [part.getBoundingClientRect(), area.getBoundingClientRect()];
            return own.width > 0 && (own.right > room.right + 1 || own.bottom > room.bottom + 1 || part.scrollWidth > part.clientWidth + 1);
          })).map(({ innerText }) => innerText)`,
        );
        expect(cut, `${locale}, ${width} pixels`).toEqual([]);
        const widths = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.grid td.cell')].map((cell) => Math.round(cell.getBoundingClientRect().width))`,
        );
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
      }
      await page.close();
    }
  });

  it('says what a customer of a cohort spends, of how many, and when it covers a cost', async () => {
    const { page } = await opened(`?view=report&id=${reports.cohort_retention}`);
    await page.getByRole('heading', { name: 'What a customer spends' }).waitFor();
    const hints = await page.locator('#value .average .spot title').allTextContents();
    expect(hints[0]).toMatch(/^All cohorts, period 0: €[\d.]+ \(\d+ customers\)$/);
    await page.getByLabel('Cost of winning a customer').fill('30');
    await page
      .getByText(
        /^Customers must spend €30\.00: they have by the end of period 0 \(mean of \d+ customers\)\.$/,
      )
      .waitFor();
    await page.getByLabel('Margin').fill('1');
    await page.getByText(/^Customers must spend €3,000\.00\. .* not covered yet\.$/).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
  });

  it('of an earlier month is what was before, although it was requested last', async () => {
    const { page } = await opened(`?view=compare&a=${september}&b=${reports.standard_rfm}`);
    await page.getByRole('heading', { name: 'Before and now' }).waitFor();
    const [before = '', now = ''] = await page.locator('dd').allInnerTexts();
    expect(before).toContain('Orders from 1 Sept 2025 to 30 Sept 2025');
    expect(now).toContain('Orders up to 25 Jun 2026');
    const again = page.getByRole('row', { name: /^Ordered more than once/ });
    expect(await again.innerText()).toMatch(/\+[\d.]+ points$/);
    await page.close();
    const list = await opened('?view=reports');
    await list.page.getByRole('cell', { name: 'Orders from 1 Sept 2025 to 30 Sept 2025' }).waitFor();
    await list.page.close();
  });

  it('is saved as a page that runs nothing, asks for nothing and has all rows', async () => {
    const { page } = await opened(`?view=report&id=${reports.standard_mba}&all=1`);
    await page.locator('tr.row').first().waitFor();
    const [all] = (await page.locator('main output').first().innerText()).split(' ');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a page' }).click(),
    ]);
    const html = readFileSync(await download.path(), 'utf8');
    await page.close();
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<(?:script|input|button|select|a) /);
    const saved = await browser.newPage();
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

/** Postage in every second order, whatever else is in it. */
function* withPostage(orders: ReturnType<typeof pictureShop>): ReturnType<typeof pictureShop> {
  let at = 0;
  for (const order of orders) {
    const postage = { product_name: 'POSTAGE', unit_price: 3.9, quantity: 1 };
    yield at++ % 2 === 0 ? { ...order, line_items: [...order.line_items, postage] } : order;
  }
}

/** Products at random, by customers who come at random. */
function* unrelated(): ReturnType<typeof pictureShop> {
  const random = randomFrom(27);
  for (let at = 0; at < 400; at++) {
    const names = new Set(Array.from({ length: 3 }, () => `product ${Math.floor(random() * 12)}`));
    yield {
      order_id: `N-${at}`,
      customer_id: `c${Math.floor(random() * 150)}`,
      order_date: new Date(Date.parse('2026-01-01T00:00:00Z') + random() * 180 * 86_400_000).toISOString(),
      line_items: [...names].map((product_name) => ({ product_name, unit_price: 5, quantity: 1 })),
    };
  }
}
