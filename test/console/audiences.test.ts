// Audiences in a real browser: from a list of customers to members, their effect and what the first page says of it.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../client/src/index.ts';
import { findBrowser, launchBrowser } from '../../quality/harness/browser.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import { openConsole, problemsOf } from './console-page.ts';

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

const DAY_MS = 86_400_000;
const day = (later: number) => new Date(Date.now() + later * DAY_MS).toISOString().slice(0, 10);
const order = (id: string, customer: string, later: number) => ({
  ...{ order_id: id, customer_id: customer, order_date: day(later) },
  line_items: [{ product_name: 'Tea', unit_price: 5, quantity: 1 }],
});

describe.skipIf(found === undefined)('an audience', () => {
  const target = useTarget();
  let browser: Browser;
  let client: OrderAnalytics;
  let apiKey = '';
  let report = '';

  beforeAll(async () => {
    const started = await launchBrowser();
    if (started === undefined) throw new Error('the browser did not start');
    browser = started;
    ({ apiKey } = await target.local.newAccount('max'));
    client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    const orders = Array.from({ length: 200 }, (_, at) => order(`o${at}`, `c${at}`, -40 - (at % 50)));
    await client.push(orders, { wait: true });
    ({ report_id: report } = await client.reports.createAndWait({ template: 'standard_rfm' }));
  });
  afterAll(() => browser?.close());

  it('is built from a list, refreshed, planned and measured, and the first page says what it brought', async () => {
    const { page, said } = await openConsole(browser, target.baseUrl, {
      ...{ query: `?view=report&id=${report}&max_recency=20`, apiKey, width: 1280, locale: 'en-GB' },
    });
    await page.getByRole('link', { name: 'Keep this list in step' }).click();
    const size = page.getByText(/customers now, 0 of them with a contact/);
    await size.waitFor();
    const count = Number(/^(\d+) customers/.exec(await size.innerText())?.[1]);
    expect([count > 50, count < 150]).toEqual([true, true]);
    await page.getByLabel('Name of the audience').fill('Win back');
    await page.getByLabel('Held out, in percent').fill('50');
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create the audience' }).click();
    const members = page.getByText(
      new RegExp(`^${count} customers, of whom \\d+ are held out; 0 have a contact`),
    );
    await members.waitFor();
    const row = page.getByRole('row').filter({ hasText: 'done' });
    expect(await row.innerText()).toMatch(new RegExp(`\\t${count}\\t${count}\\t0\\tdone$`));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Members as a file' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    const sent = lines.slice(1).map((line) => line.split(',')[0] ?? '');
    expect(sent.length).toBeLessThan(count);
    // Paused, and on again.
    await page.getByRole('combobox', { name: 'Refresh' }).selectOption('manual');
    await expect.poll(async () => (await client.audiences.list())[0]?.refresh).toBe('manual');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await problemsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });

    await client.push(
      sent.slice(0, 40).map((id, at) => order(`n${at}`, id, 1)),
      { wait: true },
    );
    await page.getByLabel('Sent on').fill(day(0));
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.getByRole('row').filter({ hasText: 'Orders (decides)' }).waitFor();
    await page
      .getByText(/The campaign raised orders|Not yet decided/)
      .first()
      .waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText(/^\u2068?Win back\u2069?: .*28 days to go/).waitFor();
    expect(said).toEqual([]);
    await page.close();
  });

  it('shows what other conditions would change before they are saved, in German, too', async () => {
    const { page, said } = await openConsole(browser, target.baseUrl, {
      ...{ query: `?view=audiences&report=${report}`, apiKey, width: 390, locale: 'de-DE' },
    });
    await page.getByText(/^Jetzt 200 Kunden/).waitFor();
    const [audience] = await client.audiences.list();
    await page.getByLabel('Führen als').selectOption(audience?.audience_id ?? '');
    await page.getByText(/bleiben, .* kommen dazu, .*0.* scheiden aus/).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Bedingungen ersetzen' }).click();
    await page.getByText(/^200 Kunden, davon/).waitFor();
    expect(said).toEqual([]);
    await page.close();
  });
});
