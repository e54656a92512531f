// What a merchant does with reports in the console, in a real browser against the local cloud: notified by webhooks,
// compared, repeated, exported.
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../client/src/index.ts';
import { listen } from '../../local/free-port.ts';
import { findBrowser, launchBrowser } from '../cli/report-pages/browser.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import { openConsole, problemsOf } from './console-page.ts';
import { shopOrders } from './shop-orders.ts';

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

describe.skipIf(found === undefined)('the console', () => {
  const target = useTarget();
  /** Refuses the first event and takes all others. */
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    response.writeHead(received.length === 1 ? 410 : 204).end();
  });
  let webhookUrl = '';
  let browser: Browser;
  let apiKey = '';
  let page: Page;

  const client = () => new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
  const region = (name: string) => page.getByRole('region', { name, exact: true });

  beforeAll(async () => {
    ({ apiKey } = await target.local.newAccount('max'));
    webhookUrl = `http://127.0.0.1:${await listen(receiver, 0)}/hook`;
    const [started] = await Promise.all([launchBrowser(), client().push(shopOrders(), { wait: true })]);
    if (started === undefined) throw new Error('the browser did not start');
    browser = started;
    ({ page } = await openConsole(browser, target.baseUrl, { apiKey, query: '?view=reports' }));
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await browser?.close();
  });

  it('tries the webhook of a report that is asked for, lists its deliveries, and sends it again', async () => {
    await page.getByRole('link', { name: 'Who are my customers?' }).click();
    await page.getByLabel('Webhook address').fill('http://user:word@example.com/');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('alert').getByText('webhook_url: expected a URL without credentials').waitFor();
    await page.getByLabel('Webhook address').fill(webhookUrl);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('The test event was not delivered: the receiver responded with 410.').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText(/^The receiver took the test event: status 204, \d+ ms\.$/).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Request the report' }).click();
    await region('Webhook').getByText('Delivered').waitFor();
    await page.getByRole('button', { name: 'Send it again' }).click();
    const again = region('Webhook').getByRole('row').filter({ hasText: 'on request' });
    expect(await again.innerText()).toMatch(/^2\t.*\ton request\t\s*Delivered\s*status 204 · \d+ ms$/s);
    const id = new URL(page.url()).searchParams.get('id');
    expect(received.slice(2)).toEqual([`msg_${id}`, `msg_${id}`]);
    expect(await problemsOf(page)).toEqual([]);
  });
});
