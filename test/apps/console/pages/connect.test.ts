// Tests the way from the first visit to findings by connecting a shop, in a real browser against a stand-in of
// WooCommerce, and the settings of the connection.
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import {
  createWooOrder,
  startFakeWooCommerce,
  type WooOrder,
} from '../../../../tools/harness/fake-woocommerce.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { createYearOfOrders } from '../harness/year-of-orders.ts';

describeInBrowser('connecting a shop', async () => {
  const { newAccount, open } = useBrowser();
  let isDown = false;
  const shop = await startFakeWooCommerce(() => (isDown ? 'down' : 'none'));
  afterAll(() => shop.stop());
  for (const [at, order] of listYearOfOrders().entries()) shop.orders.set(at + 1, order(at + 1));

  const createPress = (page: Page) => {
    const presses = { clicks: 0, pasted: 0 };
    return {
      presses,
      click: async (name: string | RegExp, exact = true): Promise<void> => {
        presses.clicks++;
        const found = page.getByRole('button', { name, exact }).or(page.getByRole('link', { name, exact }));
        await found.first().click();
      },
      paste: async (label: string, text: string): Promise<void> => {
        presses.pasted++;
        await page.getByLabel(label, { exact: true }).fill(text);
      },
    };
  };

  it('takes three clicks and two pasted values from the first visit to Home with findings', async () => {
    const { apiKey, client } = await newAccount();
    const { page, said } = await open({ apiKey });
    const { presses, click, paste } = createPress(page);
    await click('Connect WooCommerce');
    await page.getByLabel('Address of the shop').fill(shop.address);
    await paste('Consumer key', shop.key);
    await paste('Consumer secret', 'cs_wrong');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('refused the credentials with 401').waitFor();
    expect(await client.sources.list()).toEqual([]);
    presses.pasted--;
    await paste('Consumer secret', shop.secret);
    await click('Connect');
    await page.getByRole('heading', { name: `${shop.address} is connected` }).waitFor();
    await click('Analyse my shop');
    await page.getByRole('heading', { name: /^Win back / }).waitFor({ timeout: 60_000 });
    expect(presses).toEqual({ clicks: 3, pasted: 2 });
    expect(new URL(page.url()).searchParams.get('view')).toBeNull();
    const [made] = await client.sources.list();
    expect(made?.connection).toMatchObject({ orders_read: shop.orders.size, events: 'registered' });
    expect(said.filter((text) => !text.includes('400'))).toEqual([]);
    await page.close();
  });

  it('shows the connection in the settings: compared, failing, cancelled, replaced and disconnected', async () => {
    const { apiKey, client } = await newAccount();
    const [consumer_key, consumer_secret] = [shop.key, shop.secret];
    const credentials = { address: shop.address, consumer_key, consumer_secret };
    const { source_id: id, url } = await client.sources.create({ kind: 'woocommerce', credentials });
    await expect.poll(async () => (await client.sources.get(id)).connection?.status).toBe('up_to_date');
    const { page } = await open({ apiKey, query: '?view=settings' });
    const { click } = createPress(page);
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Connected shops' }) });
    await card.getByText('Up to date').waitFor();
    await card.getByText('not yet').waitFor();
    const status = card.getByRole('status');
    expect(await status.innerText()).toContain(`${shop.orders.size.toLocaleString('en-GB')} orders read`);
    // An order that no event has reported.
    const changedAt = new Date(Date.now() - 15 * 60_000).toISOString().slice(0, 19);
    shop.orders.set(9_999, createWooOrder(9_999, 0, { date_modified_gmt: changedAt }));
    await click(/^Compare now/, false);
    await card.getByText(/: 1 changed, 1 of them were missing here and have been imported$/).waitFor();
    isDown = true;
    await click(/^Compare now/, false);
    await card.getByText(/the service refused the request with 502/).waitFor();
    await click(/^Cancel/, false);
    await card.getByText('Cancelled', { exact: true }).waitFor();
    isDown = false;
    await card.getByText('Replace the credentials').click();
    await card.getByLabel('Consumer key').fill(shop.key);
    await card.getByLabel('Consumer secret').fill(shop.secret);
    await click('Connect');
    await card.getByText('Up to date').waitFor();
    expect(await card.getByLabel('Consumer secret').inputValue()).toBe('');
    await click(/^Disconnect/, false);
    const dialog = page.getByRole('dialog', { name: 'Disconnect' });
    await dialog.getByLabel(/^To erase all orders/).fill('another');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await dialog.getByText('This is not the name of the dataset.').waitFor();
    expect((await client.sources.get(id)).connection).not.toBeNull();
    await dialog.getByLabel(/^To erase all orders/).fill('default');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await card.getByText('Not connected').waitFor();
    expect((await client.sources.get(id)).connection).toBeNull();
    const { erasures } = await client.erasures.list({}).page();
    expect(erasures).toMatchObject([{ kind: 'dataset', dataset_id: 'default' }]);
    expect(shop.webhooks.has(url)).toBe(false);
    await page.close();
  });

  it('keeps the orders when only the shop is disconnected, and explains itself in German', async () => {
    const { apiKey, client } = await newAccount();
    const { page } = await open({ apiKey, locale: 'de-DE' });
    await page.getByRole('link', { name: 'Shopify verbinden' }).click();
    await page.getByLabel('Client-Secret').waitFor();
    await page.getByText('Weitere Einstellungen').click();
    await page.getByLabel(/^Eine App aus dem Adminbereich/).check();
    await page.getByLabel('Admin-API-Zugriffstoken').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'WooCommerce verbinden' }).click();
    await page.getByLabel('Adresse des Shops').fill(shop.address);
    await page.getByLabel('Consumer-Key').fill(shop.key);
    await page.getByLabel('Consumer-Secret').fill('cs_wrong');
    await page.getByRole('button', { name: 'Verbinden' }).click();
    await page.getByText('Der Shop lehnte die Zugangsdaten mit 401 ab').waitFor();
    await page.getByLabel('Consumer-Secret').fill(shop.secret);
    await page.getByRole('button', { name: 'Verbinden' }).click();
    await page.getByText('Auf dem neuesten Stand').waitFor();
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByRole('button', { name: /trennen$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trennen' }).click();
    await page.getByText('Nicht verbunden').waitFor();
    expect((await client.erasures.list({}).page()).erasures).toEqual([]);
    expect((await client.datasets.list().page()).datasets).toMatchObject([
      { created_at: expect.any(String) },
    ]);
    await page.close();
  });
});

/** The rows of the file as orders of the shop; those of the shop's own currency that were paid. */
function listYearOfOrders(): ((id: number) => WooOrder)[] {
  const [, ...rows] = new Set(createYearOfOrders().trim().split('\n'));
  const cells = rows.map((row) => row.split(',')).filter((row) => row[6] === 'EUR' && row[7] === 'paid');
  return cells.map(([, customer = '', day = '', name, price, quantity]) => (id) => {
    const total = (Number(price) * Number(quantity)).toFixed(2);
    return createWooOrder(id, id * 60, {
      customer_id: Number(customer.slice(1)) + 1,
      date_created_gmt: `${day}T10:00:00`,
      line_items: [{ name, sku: '', quantity: Number(quantity), total }],
      total,
    });
  });
}
