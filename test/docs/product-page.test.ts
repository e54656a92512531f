// The product page of docs/recommendations.md in a real browser, on the origin of the key and on another.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../apps/local-cloud/free-port.ts';
import { closeProfiles, findBrowser, launchSharedBrowser } from '../../tools/harness/browser.ts';
import { createClient } from '../../tools/harness/client.ts';
import { DEPLOYED, useTarget } from '../end-to-end/use-target.ts';

const PAGE = join(import.meta.dirname, '../../docs/recommendations.md');
const ADDRESS = 'https://abc123.execute-api.eu-central-1.amazonaws.com/api/v1';
const [, html = ''] = /```html\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

describe.skipIf(found === undefined || DEPLOYED)('the product page of docs/recommendations.md', () => {
  const target = useTarget();
  let browser: Browser | undefined;
  let shop: Server | undefined;
  let port = 0;
  let served = '';

  beforeAll(async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const createBasket = (order_id: string, ...products: string[]) => ({
      order_id,
      line_items: products.map((product_name) => ({ product_name, unit_price: 1 })),
    });
    const orders = [
      createBasket('1', 'Tea', 'Milk & <b>Honey</b>'),
      createBasket('2', 'Tea', 'Milk & <b>Honey</b>'),
    ];
    await client.push([...orders, createBasket('3', 'Soap')]);
    const params = { min_support: 0.4, min_confidence: 0.5, serve: true };
    await client.report({ report_type: 'MBA', params });
    shop = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(served);
    });
    port = await listen(shop, 0);
    const key = await target.local.operations.createKey(accountId, {
      origins: [`http://localhost:${port}`],
      dataset: 'default',
    });
    served = `<!doctype html><title>Tea</title>${html.replace(ADDRESS, target.baseUrl).replace('afn_pub_…', key)}`;
    browser = await launchSharedBrowser();
  });
  afterAll(async () => {
    await closeProfiles(browser);
    shop?.close();
  });

  async function visit(host: string) {
    const page = await browser?.newPage();
    if (page === undefined) throw new Error('the browser did not start');
    const answered = page.waitForEvent('requestfinished', (request) => request.url().includes('product=Tea'));
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('product=Tea'));
    await page.goto(`http://${host}:${port}/`);
    const outcome = await Promise.any([
      answered.then(() => 'answered' as const),
      refused.then((request) => request.failure()?.errorText ?? ''),
    ]);
    const list = page.locator('#goes-with');
    if (outcome === 'answered') await list.locator('li').first().waitFor();
    const shown = await list.locator('li').allTextContents();
    const isHidden = await list.isHidden();
    await page.close();
    return { outcome, shown, isHidden };
  }

  it('shows recommendations for the product on the origin of the key', async () => {
    expect(await visit('localhost')).toEqual({
      outcome: 'answered',
      shown: ['Milk & <b>Honey</b>', 'Soap'],
      isHidden: false,
    });
  });

  it('shows nothing on another origin, where the browser withholds the response', async () => {
    expect(await visit('127.0.0.1')).toEqual({ outcome: 'net::ERR_FAILED', shown: [], isHidden: true });
  });
});
