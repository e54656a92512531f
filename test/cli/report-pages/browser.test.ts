// The pages of real reports in a real browser: drawn, quiet, and readable on a phone, a screen and paper.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { findBrowser, launchBrowser } from './browser.ts';
import { realMbaReport, realRfmReport } from './real-reports.ts';

const found = await findBrowser();
if (found === undefined) {
  console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');
}

const REPORTS = [
  { name: 'MBA', build: realMbaReport, figures: ['rule-scatter', 'rule-network'] },
  {
    name: 'RFM',
    build: realRfmReport,
    figures: ['segment-treemap', 'segment-revenue', 'score-grid', 'migration'],
  },
];

describe.skipIf(found === undefined)('in a browser', () => {
  let folder = '';
  let browser: Browser | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'report-pages-'));
    browser = await launchBrowser();
    for (const { name, build } of REPORTS)
      writeFileSync(join(folder, `${name}.html`), await renderHtml(await build()));
  });
  afterAll(async () => {
    await browser?.close();
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  async function open(name: string, width: number) {
    if (browser === undefined) throw new Error('the browser did not start');
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const address = pathToFileURL(join(folder, `${name}.html`)).href;
    const said: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address, { waitUntil: 'load' });
    return { page, said, requests: asked.filter((url) => url !== address) };
  }

  for (const { name, figures } of REPORTS) {
    test.each([390, 1280])(`${name}: every figure shows, nothing is fetched, at %i pixels`, async (width) => {
      const { page, said, requests } = await open(name, width);
      try {
        for (const id of figures) {
          const image = page.locator(`#${id} svg`);
          expect(await image.isVisible()).toBe(true);
          const box = await image.boundingBox();
          expect(box?.width).toBeGreaterThan(300);
          expect(box?.height).toBeGreaterThan(150);
        }
        expect(await page.locator('figure svg').count()).toBe(figures.length);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
        expect({ said, requests }).toEqual({ said: [], requests: [] });
      } finally {
        await page.close();
      }
    });

    test(`${name}: prints`, async () => {
      const { page } = await open(name, 1280);
      try {
        const pdf = await page.pdf({ format: 'A4', printBackground: true });
        expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
        expect(pdf.length).toBeGreaterThan(20_000);
      } finally {
        await page.close();
      }
    });
  }
});
