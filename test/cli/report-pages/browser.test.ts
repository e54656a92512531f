// The pages of real reports in a real browser: what to do first, accessible, quiet, and readable on a phone, a screen and
// paper.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { renderCsv } from '../../../cli/report-pages/report-csv.ts';
import { closeProfiles, findBrowser, sharedBrowser } from '../../../quality/harness/browser.ts';
import { accessibilityViolations } from './accessibility.ts';
import { mbaReport, rfmReport, rule, segment } from './literal-reports.ts';
import { orphanedHeadings, overrunningLabels, topOf } from './page-measures.ts';
import { realCohortReport, realMbaReport, realRfmReport } from './real-reports.ts';

const found = await findBrowser();
if (found === undefined) {
  console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');
}

/** Of the rules, best and last, enough for every part of the page: axe takes 10 ms for each. */
const BEST_RULES = 60;
const LAST_RULES = 30;

async function someRules() {
  const report = await realMbaReport();
  if (!('association_rules' in report)) throw new Error('expected a market basket report');
  const { association_rules: all } = report;
  return { ...report, association_rules: [...all.slice(0, BEST_RULES), ...all.slice(-LAST_RULES)] };
}

const REPORTS = [
  { name: 'MBA', build: someRules, figures: 2 },
  { name: 'RFM', build: realRfmReport, figures: 2 },
  { name: 'COHORT', build: realCohortReport, figures: 2 },
];
/** Where "what to do" starts at most, in pixels from the top. */
const ACTIONS_AT_MOST = new Map([
  [390, 420],
  [1280, 220],
]);
const WIDTHS = [...ACTIONS_AT_MOST.keys()];

/** Names of line charts and scatters that scroll, are flat, or whose figures are smaller than 9 pixels or stretched. */
const scrollingCharts = (page: Page) =>
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

describe.skipIf(found === undefined)('in a browser', () => {
  let folder = '';
  let browser: Browser | undefined;
  const csvs = new Map<string, string>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'report-pages-'));
    browser = await sharedBrowser();
    for (const { name, build } of REPORTS) {
      const report = await build();
      csvs.set(name, renderCsv(report));
      writeFileSync(join(folder, `${name}.html`), await renderHtml(report));
    }
  });
  afterAll(async () => {
    await closeProfiles(browser);
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  /** Opens a page, and checks afterwards that it said nothing and requested nothing. */
  async function inPage(name: string, width: number, visit: (page: Page) => Promise<void>) {
    if (browser === undefined) throw new Error('the browser did not start');
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const address = pathToFileURL(join(folder, `${name}.html`)).href;
    const said: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
    try {
      await page.goto(address, { waitUntil: 'load' });
      await visit(page);
      expect({ said, requests: asked.filter((url) => url !== address) }).toEqual({ said: [], requests: [] });
    } finally {
      await page.close();
    }
  }

  for (const { name, figures } of REPORTS) {
    test.each(WIDTHS)(`${name} at %i pixels: starts with what to do, fits, shows every figure`, (width) =>
      inPage(name, width, async (page) => {
        expect(await topOf(page, 'ol.actions')).toBeLessThanOrEqual(ACTIONS_AT_MOST.get(width) ?? 0);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
        expect(await page.locator('figure').count()).toBe(figures);
        // Line charts and scatters are as wide as the screen; their titles are within them, and wide enough to be read.
        expect(await scrollingCharts(page)).toEqual([]);
        expect(await overrunningLabels(page)).toEqual([]);
      }),
    );

    test(`${name}: has no accessibility violation in light, and no weak contrast in dark`, () =>
      inPage(name, 1280, async (page) => {
        const colours = () =>
          page.evaluate<string>(
            '(({ backgroundColor, color }) => color + " on " + backgroundColor)(getComputedStyle(document.body))',
          );
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await colours()).toBe('rgb(22, 32, 44) on rgb(245, 247, 250)');
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await colours()).toBe('rgb(230, 237, 244) on rgb(15, 21, 28)');
        expect(await accessibilityViolations(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
      }));

    test(`${name}: prints, and no heading stands alone at the foot of a sheet`, () =>
      inPage(name, 1280, async (page) => {
        await page.emulateMedia({ media: 'print' });
        expect(await orphanedHeadings(page)).toEqual([]);
        await page.emulateMedia({ media: null });
        const pdf = await page.pdf({ format: 'A4', printBackground: true });
        expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
        expect(pdf.length).toBeGreaterThan(20_000);
      }));

    test(`${name}: the link saves the whole CSV`, () =>
      inPage(name, 1280, async (page) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.locator('#files a').first().click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/^[a-z]+-[0-9a-z]{26}\.csv$/);
        expect(readFileSync(await download.path(), 'utf8')).toBe(csvs.get(name));
      }));
  }

  test('labels stay within their figures, with the widest characters and amounts of billions', async () => {
    const name = (at: number) =>
      ['MOMMWWMWWWMMMWWMWMW', '春のお茶セット特別限定版セット箱', 'm'.repeat(60)][at % 3] ?? '';
    const names = Array.from({ length: 30 }, (_, at) => `${at} ${name(at)}`);
    const rules = names.map((from, at) => rule([from], [names[(at * 7 + 3) % 30] ?? '']));
    const segments = [segment('Champions', 50, 98_765_432_109), segment('Lost', 50, -98_765_432_109)];
    for (const [file, report] of [
      ['wide-names', mbaReport(rules)],
      ['billions', rfmReport(segments)],
    ] as const) {
      writeFileSync(join(folder, `${file}.html`), await renderHtml(report));
      await inPage(file, 1280, async (page) => expect(await overrunningLabels(page)).toEqual([]));
    }
  });

  test('the table of rules is searched by words, and sorted by numbers and by text', () =>
    inPage('MBA', 1280, async (page) => {
      const column = (at: number) =>
        page.locator(`#all-rules tbody tr:not([hidden]) > :nth-child(${at})`).allInnerTexts();
      const sort = (title: string) => page.locator('#all-rules').getByRole('button', { name: title }).click();
      const rows = (await column(1)).length;
      const search = page.getByLabel('Search: All rules');
      await search.fill('bag  retrospot');
      const left = await page.locator('#all-rules tbody tr:not([hidden])').allInnerTexts();
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(rows);
      for (const text of left) expect(text.toLowerCase()).toMatch(/bag.*retrospot|retrospot.*bag/s);
      expect(await page.locator('#all-rules output').innerText()).toBe(`${left.length} / ${rows}`);
      await search.fill('');

      const values = async () => (await column(9)).map((text) => Number(text.replace(/[£,]/g, '')));
      await sort('Incremental value');
      const falling = await values();
      expect(falling).toHaveLength(rows);
      expect(falling).toEqual([...falling].sort((a, b) => b - a));
      expect(falling[0]).toBeGreaterThan(falling.at(-1) ?? 0);
      await sort('Incremental value');
      expect(await values()).toEqual(falling.toReversed());
      expect(await page.locator('#all-rules [aria-sort]').getAttribute('aria-sort')).toBe('ascending');

      await sort('If bought');
      const names = await column(1);
      expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en')));
    }));
});
