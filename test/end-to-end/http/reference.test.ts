// Tests the OpenAPI document and the reference page as the API serves them: without a key, compressed, cacheable, and
// without console messages.
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../src/contract/errors/error-descriptions.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { openApi } from '../../../src/openapi/document.ts';
import { COMPUTED_EXAMPLES } from '../../../src/openapi/examples/computed-examples.ts';
import { closeProfiles, findBrowser, launchSharedBrowser } from '../../../tools/harness/browser.ts';
import { readAnswer } from '../../../tools/harness/client.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { findAccessibilityViolations } from '../../apps/cli/report-pages/accessibility.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const document = JSON.parse(JSON.stringify(openApi(COMPUTED_EXAMPLES).document));

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${target.baseUrl}${path}`, { headers });
  return {
    status: response.status,
    headers: response.headers,
    text: await readAnswer('GET', path, response),
  };
}

/** Reads without fetch, which requests gzip and decompresses it automatically. */
function readUncompressed(path: string): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    httpGet(`${target.baseUrl}${path}`, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ headers: response.headers, text: Buffer.concat(parts).toString('utf8') });
    }).on('error', reject);
  });
}

it('serves the OpenAPI document of the repository without a key', async () => {
  const { status, headers, text } = await read('/openapi.json');
  expect([status, JSON.parse(text)]).toEqual([200, document]);
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('cache-control')).toBe('public, max-age=300');
});

it.skipIf(DEPLOYED)(
  'serves the document and the reference page uncompressed to clients that do not accept gzip',
  async () => {
    const json = await readUncompressed('/openapi.json');
    expect([json.headers['content-encoding'], JSON.parse(json.text)]).toEqual([undefined, document]);
    const page = await readUncompressed('/docs');
    expect([page.headers['content-encoding'], page.headers['content-type']]).toEqual([
      undefined,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toMatch(/^<!doctype html>[\s\S]+<\/html>\n$/);
    expect(page.text).toContain('Copyright (c) 2015-present, Rebilly, Inc.');
    // A response of a function has at most 6 MB, in base64.
    expect((page.text.length * 4) / 3).toBeLessThan(6_000_000);
  },
);

it.skipIf(DEPLOYED)(
  'counts requests without a key by address, and requests with a key by account',
  async () => {
    const before = Number((await read('/docs')).headers.get('x-ratelimit-remaining'));
    const after = Number((await read('/openapi.json')).headers.get('x-ratelimit-remaining'));
    expect(after).toBe(before - 1);
    const { apiKey } = await target.local.newAccount('max', { requestsPerMinute: 1_000 });
    const { headers } = await read('/docs', { Authorization: `Bearer ${apiKey}` });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['1000', '999']);
  },
);

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

// A browser takes ten seconds to draw the page.
if (IS_DEEP)
  describe.skipIf(found === undefined)('the reference page in a browser', () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await launchSharedBrowser();
    });
    afterAll(() => closeProfiles(browser));

    it('shows every operation, event and error accessibly, without console messages or further requests', async () => {
      if (browser === undefined) throw new Error('the browser did not start');
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const logged: string[] = [];
      const requested: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      page.on('pageerror', (error) => logged.push(String(error)));
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(`${target.baseUrl}/docs`, { waitUntil: 'load' });
      await page
        .locator('[data-section-id="operation/getReport"], [id$="operation/getReport"]')
        .first()
        .waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const wanted = [
        ...OPERATIONS.map(({ operationId, tag }) => `tag/${tag}/operation/${operationId}`),
        // The anchor of every doc_url.
        ...Object.keys(ERRORS).map((code) => `tag/Errors/${code}`),
      ];
      const ids = new Set(await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id)));
      expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
      const text = await page.locator('body').innerText();
      for (const { summary } of OPERATIONS) expect(text).toContain(summary);
      expect(text).toContain('A report is finished');
      await page.locator('input[placeholder="Search..."]').fill('finished');
      await page.locator('[data-role="search:results"] li').first().waitFor();
      const elsewhere = requested.filter((url) => !/^(blob|data):/.test(url));
      expect({ logged, elsewhere }).toEqual({ logged: [], elsewhere: [`${target.baseUrl}/docs`] });
      await page.close();
    });
  });
