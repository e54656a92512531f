// The README's pictures of reports: the upper part of the pages of the demo's reports, down to the end of a figure. UPDATE=1 takes
// them again; without, each is compared with what a browser shows now, so that they stay true.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { findBrowser, launchBrowser, ONE_THREAD } from '../../../quality/harness/browser.ts';
import { differentSquares, MOST_DIFFERENT } from '../../console/harness/pictures.ts';
import { realCohortReport, realMbaReport, realRfmReport } from './real-reports.ts';

const ROOT = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const WIDTH = 1280;
const MARGIN = 10;

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

describe.skipIf(found === undefined)('the pictures of reports in the README', () => {
  let browser: Browser | undefined;

  beforeAll(async () => {
    browser = await launchBrowser([ONE_THREAD]);
  });
  afterAll(() => browser?.close());

  it.each([
    { file: 'report-mba.png', build: realMbaReport, last: '#rules' },
    { file: 'report-rfm.png', build: realRfmReport, last: 'section.card:has(.treemap)' },
    { file: 'report-cohort.png', build: realCohortReport, last: '#retention' },
  ])('$file shows the page as it is now', async ({ file, build, last }) => {
    if (browser === undefined) throw new Error('the browser did not start');
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, colorScheme: 'light' });
    await page.setContent(await renderHtml(await build()));
    const { y = 0, height = 0 } = (await page.locator(last).boundingBox()) ?? {};
    expect(height).toBeGreaterThan(100);
    const clip = { x: 0, y: 0, width: WIDTH, height: Math.ceil(y + height + MARGIN) };
    const now = await page.screenshot({ fullPage: true, clip });
    const path = join('docs', 'images', file);
    if (process.env.UPDATE === '1') writeFileSync(join(ROOT, path), now);
    expect(readme).toContain(`(${path})`);
    // The page itself loads no picture.
    await page.goto('about:blank');
    expect(await differentSquares(page, now, readFileSync(join(ROOT, path)))).toBeLessThan(MOST_DIFFERENT);
  });
});
