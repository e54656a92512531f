// npm run screens: writes pictures of every view of the console to screens/, to look at: at three widths, light and
// dark, in English and German. It asserts nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { launchBrowser, ONE_THREAD } from '../../../../tools/harness/browser.ts';
import { startTarget } from '../../../../tools/harness/target.ts';
import { openConsole, WIDTHS } from '../harness/console-page.ts';
import { createYearOfOrders } from '../harness/year-of-orders.ts';
import { type FilledShop, fillShop } from './shop.ts';

/** In pixels: longer pages are cut. */
const MOST_HEIGHT = 3_000;
const LANGUAGES = { en: 'en-GB', de: 'de-DE' } as const;
const SCHEMES = ['light', 'dark'] as const;
const FOLDER = join(import.meta.dirname, '../../../../screens');

interface Screen {
  readonly query: string;
  /** `empty`: the account without orders. Default: that of the shop. */
  readonly key?: 'empty' | 'none';
  /** Does what a reader does before the picture, in any language. */
  readonly act?: (page: Page) => Promise<unknown>;
}

function listScreens({
  reports,
  product,
  customer,
  audience,
  schedule,
}: FilledShop): Readonly<Record<string, Screen>> {
  const report = (id: string, more = ''): Screen => ({ query: `?view=report&id=${id}${more}` });
  const named = (parts: Readonly<Record<string, string>>): Screen => ({
    query: `?${new URLSearchParams(parts)}`,
  });
  const chooseFile = async (page: Page): Promise<void> => {
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(createYearOfOrders()) };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.locator('.next button').first().waitFor();
  };
  const ask = async (page: Page): Promise<void> => {
    await chooseFile(page);
    await page.locator('.next button').first().click();
    await page.getByRole('button', { name: /^EUR/ }).first().waitFor();
  };
  const check = async (page: Page): Promise<void> => {
    await ask(page);
    await page.getByRole('button', { name: /^EUR/ }).first().click();
    await page.locator('.next .writing button, .next fieldset button').first().waitFor();
  };
  const send = async (page: Page): Promise<void> => {
    await check(page);
    await page.locator('.next button.main').click();
    await page.getByRole('button', { name: /^(Analyse my shop|Meinen Shop auswerten)$/ }).waitFor();
  };
  return {
    key: { query: '', key: 'none' },
    'first-visit': { query: '', key: 'empty' },
    columns: { query: '?view=import', act: chooseFile },
    question: { query: '?view=import', act: ask },
    check: { query: '?view=import', act: check },
    done: { query: '?view=import', key: 'empty', act: send },
    home: { query: '' },
    period: {
      query: '?days=this_year',
      act: (page) => page.locator('.period-bars a').nth(-2).click(),
    },
    reports: { query: '?view=reports' },
    'new-report': { query: '?view=reports&template=standard_mba&every=1' },
    'market-basket': report(reports.rules),
    rules: report(reports.rules, '&tab=rules'),
    rule: {
      ...report(reports.rules, '&tab=rules'),
      act: (page) => page.locator('tr.row button, tr.row a').first().click(),
    },
    rfm: report(reports.segments),
    segments: report(reports.segments, '&tab=segments'),
    customers: report(reports.segments, '&tab=customers&segment=Champions'),
    forecast: report(reports.segments, '&tab=forecast'),
    retention: report(reports.cohorts),
    cohorts: report(reports.cohorts, '&tab=cohorts'),
    value: report(reports.cohorts, '&tab=value'),
    due: report(reports.due, '&tab=customers'),
    'due-products': report(reports.due, '&tab=products'),
    file: report(reports.rules, '&tab=file'),
    plan: report(reports.plan),
    effect: report(reports.effect),
    product: named({ view: 'product', report: reports.rules, product }),
    customer: named({ view: 'customer', report: reports.segments, customer }),
    compare: { query: `?view=compare&a=${reports.earlier}&b=${reports.rules}` },
    'compare-segments': { query: `?view=compare&a=${reports.earlierSegments}&b=${reports.segments}` },
    schedules: { query: '?view=schedules' },
    'change-schedule': { query: `?view=schedules&change=${schedule}` },
    audiences: { query: '?view=audiences' },
    audience: { query: `?view=audiences&id=${audience}` },
    'new-audience': named({
      ...{ view: 'audiences', report: reports.segments, called: 'At Risk' },
      list: JSON.stringify({ segment: ['At Risk'] }),
    }),
    'connect-shopify': { query: '?view=connect&kind=shopify', key: 'empty' },
    'connect-woocommerce': { query: '?view=connect&kind=woocommerce', key: 'empty' },
    settings: { query: '?view=settings' },
    erasure: { query: '?view=erasure' },
  };
}

async function takeScreens(): Promise<void> {
  const { values } = parseArgs({
    options: { shop: { type: 'string', default: 'tea' }, only: { type: 'string' } },
  });
  const browser = await launchBrowser([ONE_THREAD]);
  if (browser === undefined) throw new Error('no Chromium was found: set CHROMIUM_PATH to the path of one');
  const target = await startTarget();
  try {
    const createClient = async () => {
      const { apiKey } = await target.local.newAccount('max');
      return { apiKey, client: new OrderAnalytics({ baseUrl: target.baseUrl, apiKey }) };
    };
    const [empty, full] = [await createClient(), await createClient()];
    const shop = await fillShop(full.client, values.shop === 'retail' ? 'retail' : 'tea');
    const only = values.only?.split(',');
    const chosen = Object.entries(listScreens(shop)).filter(([name]) => only?.includes(name) ?? true);
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, { query, key, act }] of chosen) {
      const { apiKey } = key === 'empty' ? empty : full;
      for (const [language, locale] of Object.entries(LANGUAGES)) {
        const options = { query, locale, ...(key !== 'none' && { apiKey }) };
        const { page, said } = await openConsole(browser, target.baseUrl, options);
        await settle(page);
        await act?.(page).catch((error: unknown) => said.push(String(error)));
        await takeWidths(page, `${name}-${language}`);
        await page.close();
        for (const text of said) console.log(`${name} (${language}): ${text}`);
      }
      console.log(name);
    }
    console.log(`written to ${FOLDER}`);
  } finally {
    await Promise.all([browser.close(), target.stop()]);
  }
}

async function takeWidths(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const height = Math.min(
        MOST_HEIGHT,
        await page.evaluate<number>('document.documentElement.scrollHeight'),
      );
      const clip = { x: 0, y: 0, width, height };
      const picture = await page.screenshot({ fullPage: true, clip, animations: 'disabled' });
      writeFileSync(join(FOLDER, `${name}-${width}-${colorScheme}.png`), picture);
    }
  }
}

/** Waits until nothing is requested and nothing stands for data to come. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction("document.querySelector('.loading') === null").catch(() => undefined);
}

await takeScreens();
