// Tests the pages of real reports in a browser: accessible, without console messages, and readable on a phone, a screen
// and paper.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../../../apps/cli/report-pages/html-page.ts';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import { closeProfiles, findBrowser, launchSharedBrowser } from '../../../../tools/harness/browser.ts';
import { findAccessibilityViolations } from './accessibility.ts';
import { createMbaReport, createRfmReport, createRule, createSegment } from './literal-reports.ts';
import { computeRealCohortReport, computeRealMbaReport, computeRealRfmReport } from './real-reports.ts';

const found = await findBrowser();
if (found === undefined) {
  console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');
}

/** Numbers of rules that cover every part of the page. The page has no more, because axe takes 10 ms a rule. */
const BEST_RULES = 60;
const LAST_RULES = 30;

async function createShortMbaReport() {
  const report = await computeRealMbaReport();
  if (!('association_rules' in report)) throw new Error('expected a market basket report');
  const { association_rules: all } = report;
  return { ...report, association_rules: [...all.slice(0, BEST_RULES), ...all.slice(-LAST_RULES)] };
}

const REPORTS = { MBA: createShortMbaReport, RFM: computeRealRfmReport, COHORT: computeRealCohortReport };

/** Lists line charts and scatters that scroll, are flat, or have stretched figures or ones below 9 pixels. */
const findBadCharts = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.drawing:is(.curves, .scatter)')]
    .filter((drawing) => {
      const scroll = drawing.closest('.scroll');
      const texts = [...drawing.querySelectorAll('text')].filter((text) => text.checkVisibility());
      const { width, height } = drawing.getBoundingClientRect();
      const [scale] = texts.map((text) => text.getBoundingClientRect().width / text.getBBox().width);
      return (
        scroll.scrollWidth > scroll.clientWidth ||
        height < Math.min(200, width / 3) ||
        texts.some((text) => {
          const drawn = text.getBoundingClientRect();
          return drawn.height < 9 || Math.abs(drawn.height / text.getBBox().height / scale - 1) > 0.05;
        })
      );
    })
    .map((drawing) => drawing.getAttribute('aria-label'))`);

/** Lists labels that leave their figure or overlap another label. Corners of text boxes are empty: 4 px may overlap. */
function findOverrunningLabels(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('figure svg')].flatMap((svg) => {
    const edge = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll('text')]
      .filter((label) => label.textContent !== '' && label.checkVisibility())
      .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
    const out = labels.filter(({ box }) =>
      box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1);
    const covered = labels.filter(({ box }, at) => labels.slice(0, at).some((other) =>
      Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 4 &&
      Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 4));
    return [...out, ...covered].map(({ text }) => text);
  })`);
}

describe.skipIf(found === undefined)('the page of a report in a browser', () => {
  let folder = '';
  let browser: Browser | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'report-pages-'));
    browser = await launchSharedBrowser();
  });
  afterAll(async () => {
    await closeProfiles(browser);
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  /** Opens the page of a report, and checks afterwards that it logged nothing and requested nothing. */
  async function visitPage(report: object, visit: (page: Page) => Promise<void>) {
    if (browser === undefined) throw new Error('the browser did not start');
    const file = join(folder, 'page.html');
    writeFileSync(file, await renderHtml(report));
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const address = pathToFileURL(file).href;
    const logged: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    page.on('pageerror', (error) => logged.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    try {
      await page.goto(address, { waitUntil: 'load' });
      await visit(page);
      expect({ logged, requests: requested.filter((url) => url !== address) }).toEqual({
        logged: [],
        requests: [],
      });
    } finally {
      await page.close();
    }
  }

  test.each(Object.entries(REPORTS))(
    'fits a phone and a screen, is accessible in light and dark, prints, and saves the whole CSV: %s',
    async (_, build) => {
      const report = await build();
      await visitPage(report, async (page) => {
        const measureWidth = () => page.evaluate<number>('document.documentElement.scrollWidth');
        for (const size of [390, 1280]) {
          await page.setViewportSize({ width: size, height: 900 });
          expect(await measureWidth()).toBeLessThanOrEqual(size);
          expect(await page.locator('figure').count()).toBe(2);
          expect(await findBadCharts(page)).toEqual([]);
          expect(await findOverrunningLabels(page)).toEqual([]);
        }
        await page.setViewportSize({ width: 390, height: 900 });
        // A row of a wide table is a card with all of its figures.
        const wide = page.locator('.rows:visible').first();
        for (const cell of await wide.locator('tbody tr').first().locator('td:not(:empty)').all())
          expect(await cell.isVisible()).toBe(true);
        expect(await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        await page.setViewportSize({ width: 1280, height: 900 });
        expect(await findAccessibilityViolations(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await findAccessibilityViolations(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
        const pdf = await page.pdf({ format: 'A4', printBackground: true });
        expect(pdf.length).toBeGreaterThan(20_000);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.locator('#files a').first().click(),
        ]);
        expect(readFileSync(await download.path(), 'utf8')).toBe(renderCsv(report));
      });
    },
  );

  test('keeps labels within their figures for the widest characters and amounts of billions', async () => {
    const name = (at: number) =>
      ['MOMMWWMWWWMMMWWMWMW', '春のお茶セット特別限定版セット箱', 'm'.repeat(60)][at % 3] ?? '';
    const names = Array.from({ length: 30 }, (_, at) => `${at} ${name(at)}`);
    const rules = names.map((from, at) => createRule([from], [names[(at * 7 + 3) % 30] ?? '']));
    const segments = [
      createSegment('Champions', 50, 98_765_432_109),
      createSegment('Lost', 50, -98_765_432_109),
    ];
    for (const report of [createMbaReport(rules), createRfmReport(segments)])
      await visitPage(report, async (page) => expect(await findOverrunningLabels(page)).toEqual([]));
  });

  test('searches the table of rules by words, and sorts it by numbers and by text', async () =>
    visitPage(await createShortMbaReport(), async (page) => {
      const readColumn = (at: string) =>
        page.locator(`#all-rules [data-tools] tbody tr:not([hidden]) > ${at}`).allInnerTexts();
      const sort = (title: string) => page.locator('#all-rules').getByRole('button', { name: title }).click();
      const rows = (await readColumn(':first-child')).length;
      const search = page.getByLabel('Search: All rules');
      await search.fill('bag  retrospot');
      const left = await page.locator('#all-rules [data-tools] tbody tr:not([hidden])').allInnerTexts();
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(rows);
      for (const text of left) expect(text.toLowerCase()).toMatch(/bag.*retrospot|retrospot.*bag/s);
      expect(await page.locator('#all-rules output').innerText()).toBe(`${left.length} / ${rows}`);
      await search.fill('');

      const readValues = async () =>
        (await readColumn(':last-child')).map((text) => Number(text.replace(/[£,]/g, '')));
      await sort('Extra value');
      const falling = await readValues();
      expect(falling).toHaveLength(rows);
      expect(falling).toEqual([...falling].sort((a, b) => b - a));
      expect(falling[0]).toBeGreaterThan(falling.at(-1) ?? 0);
      await sort('Extra value');
      expect(await readValues()).toEqual(falling.toReversed());
      expect(await page.locator('#all-rules [aria-sort]').getAttribute('aria-sort')).toBe('ascending');

      await sort('If bought');
      const names = await readColumn(':first-child');
      expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')));
    }));
});
