// Tests the client bundled for browsers, and the bundle in a real browser on a page of the API's own origin.
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeProfiles, findBrowser, launchSharedBrowser } from '../../../tools/harness/browser.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import vectors from '../../service/webhooks/signature-vectors.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../../..');
const found = await findBrowser();
if (found === undefined) {
  console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');
}

async function bundleClient() {
  const { outputFiles, metafile } = await build({
    entryPoints: ['packages/client/src/index.ts'],
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'client',
    metafile: true,
    write: false,
  });
  return { code: outputFiles[0]?.text ?? '', metafile };
}

it('the browser bundle of the client contains only its own sources and imports nothing', async () => {
  const { metafile } = await bundleClient();
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports).toEqual([]);
  for (const file of Object.keys(metafile.inputs))
    expect(file).toMatch(/^packages\/client\/src\/[\w/-]+\.ts$/);
});

const IN_THE_PAGE = `(async () => {
  const { OrderAnalytics, verifyWebhook, verifyStandardWebhook } = client;
  const service = new OrderAnalytics({ baseUrl, apiKey });
  const products = [{ product_name: 'tea' }, { product_name: 'milk' }];
  async function* orders() {
    for (let i = 0; i < 6; i++) yield { order_id: String(i), customer_id: 'c' + i % 2, line_items: products };
  }
  const { rows } = await service.push(orders(), { wait: true });
  const mba = await service.reports.createAndWait({ template: 'standard_mba' });
  const again = await service.reports.getIfChanged(mba.report_id, undefined);
  const refusal = await service.reports.get('nowhere').catch((error) => error);
  const slugs = [];
  for await (const { slug } of service.datasets.list()) slugs.push(slug);
  const { api_key, body, signature, webhook_id, webhook_timestamp, webhook_signature } = vector;
  const headers = new Headers({ 'webhook-id': webhook_id, 'webhook-timestamp': webhook_timestamp, 'webhook-signature': webhook_signature });
  return {
    inserted: rows.inserted,
    rules: mba.association_rules.length,
    again: again.changed,
    refusal: [refusal.status, refusal.code],
    slugs,
    verdicts: [
      await verifyWebhook(body, signature, api_key),
      await verifyWebhook(body + ' ', signature, api_key),
      await verifyStandardWebhook(body, headers, api_key, { now: webhook_timestamp }),
      await verifyStandardWebhook(body, headers, api_key),
    ],
  };
})()`;

describe.skipIf(found === undefined)('the client in a browser', () => {
  const target = useTarget();
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchSharedBrowser();
  });
  afterAll(() => closeProfiles(browser));

  it('pushes orders, reads reports, lists datasets and verifies webhooks', async () => {
    if (browser === undefined) throw new Error('the browser did not start');
    const { apiKey } = await target.local.newAccount('max');
    const page = await browser.newPage();
    const address = `${new URL(target.baseUrl).origin}/page.html`;
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' }),
    );
    await page.goto(address);
    const given = { baseUrl: target.baseUrl, apiKey, vector: vectors[0] };
    const constants = Object.entries(given).map(([name, value]) => `var ${name} = ${JSON.stringify(value)};`);
    await page.addScriptTag({ content: constants.join('\n') });
    await page.addScriptTag({ content: (await bundleClient()).code });
    expect(await page.evaluate(IN_THE_PAGE)).toEqual({
      inserted: 12,
      rules: 2,
      again: true,
      refusal: [404, 'not_found'],
      slugs: ['default'],
      verdicts: [true, false, true, false],
    });
  });
});
