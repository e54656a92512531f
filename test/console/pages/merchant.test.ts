// A merchant's whole way through the console, from a file on disk to a file of customers on disk, with the file and the
// pictures of docs/getting-started.md. UPDATE=1 takes these again; without, each is compared with what the console shows
// now, so that they stay true.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../client/src/index.ts';
import en from '../../../console/texts/en/common.json' with { type: 'json' };
import { findBrowser, launchBrowser, ONE_THREAD } from '../../../quality/harness/browser.ts';
import { csvOf } from '../../../src/core/tables/csv-lines.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { openConsole } from '../harness/console-page.ts';
import { differentSquares, MOST_DIFFERENT } from '../harness/pictures.ts';

const DOCS = join(import.meta.dirname, '../../..', 'docs');
const guide = readFileSync(join(DOCS, 'getting-started.md'), 'utf8');
const [, orders = ''] = /^cat > orders\.csv <<'END'\n(.*?)^END$/ms.exec(guide) ?? [];
const WIDTH = 900;
const MOST_BYTES = 60_000;

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

describe.skipIf(found === undefined)('a merchant', () => {
  const target = useTarget();
  const folder = mkdtempSync(join(tmpdir(), 'console-merchant-'));
  let browser: Browser | undefined;
  let apiKey = '';
  let said: string[] = [];
  let page: Page;
  const taken = new Map<string, Buffer>();

  beforeAll(async () => {
    ({ apiKey } = await target.local.newAccount('max'));
    browser = await launchBrowser([ONE_THREAD]);
    if (browser === undefined) throw new Error('the browser did not start');
    ({ page, said } = await openConsole(browser, target.baseUrl, { query: '?view=import', apiKey }));
    // Nothing scrolls, and the chosen rule stays below the table instead of covering it.
    await page.setViewportSize({ width: WIDTH, height: 2_000 });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await browser?.close();
  });

  /** What is below the top edge of `from`, from edge to edge of the page, wherever the page is scrolled to. */
  const take = async (name: string, from: Locator, height: number): Promise<void> => {
    const top = await from.evaluate(
      (element) =>
        element.getBoundingClientRect().top - element.ownerDocument.body.getBoundingClientRect().top,
    );
    const clip = { x: 0, y: Math.round(Math.max(0, top - 24)), width: WIDTH, height };
    taken.set(name, await page.screenshot({ fullPage: true, clip, animations: 'disabled', caret: 'hide' }));
  };
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  it('gets from a file of orders to its rules and segments', async () => {
    const file = join(folder, 'orders.csv');
    writeFileSync(file, orders);
    await page.getByLabel('Order files').setInputFiles(file);
    await heading('The same rows as orders').waitFor();
    await take('import', heading('Columns'), 440);
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('button', { name: 'Send 11 rows' }).click();
    await page.getByText('New rows 11, updated 0, failed 0.').waitFor();
    await page.getByRole('link', { name: 'Ask a question about them' }).click();
    await page.getByRole('link', { name: 'What is bought together?' }).click();
    await page.getByLabel('Share of baskets').fill('40');
    await take('question', heading('What is bought together?'), 530);
    await page.getByRole('button', { name: 'Request the report' }).click();
    await page.locator('tr.row').first().waitFor();
    await page.locator('tr.row button').first().click();
    await heading('Milk → Tea').waitFor();
    await take('rules', page.getByRole('region', { name: 'Rules', exact: true }), 505);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('link', { name: 'Who are my customers?' }).click();
    await page.getByRole('button', { name: 'Request the report' }).click();
    await page.getByText('3 customers.').waitFor();
    await take('segments', heading('Recency, and frequency with spend'), 475);
  });

  it('saves the customers of a segment as a file with exactly those that the API lists', async () => {
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    const report = await client.reports.get(id);
    if (!('segments' in report)) throw new Error('the report is not of segments');
    const segment = report.segments.find(({ count }) => count > 0);
    if (segment === undefined) throw new Error('the report has no customers');
    await page
      .getByRole('table')
      .getByRole('button', { name: en.segments.name[segment.name], exact: true })
      .click();
    await page.getByRole('region', { name: 'Selected segment' }).waitFor();
    await page
      .getByText(segment.count === 1 ? '1 customer.' : `${segment.count} customers.`, { exact: true })
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#customers').getByRole('button', { name: 'Save all as CSV' }).click(),
    ]);
    const saved = join(folder, download.suggestedFilename());
    await download.saveAs(saved);
    const listed = [];
    for await (const customer of client.reports.customers(id, { segment: [segment.name] }))
      listed.push(customer);
    expect(listed).toHaveLength(segment.count);
    expect(readFileSync(saved, 'utf8')).toBe(
      csvOf([Object.keys(listed[0] ?? {}), ...listed.map((customer) => Object.values(customer))]),
    );
    expect(said).toEqual([]);
  });

  it('finds in the guide small pictures of what the console shows now', async () => {
    const pictures = [...taken].map(([name, now]) => {
      const file = join('images', `getting-started-${name}.png`);
      if (process.env.UPDATE === '1') writeFileSync(join(DOCS, file), now);
      return { file, now, kept: readFileSync(join(DOCS, file)) };
    });
    expect([...guide.matchAll(/\]\((images\/getting-started-[^)]+)\)/g)].map(([, file]) => file)).toEqual(
      pictures.map(({ file }) => file),
    );
    const judge = await page.context().browser()?.newPage();
    if (judge === undefined) throw new Error('the browser is gone');
    for (const { file, now, kept } of pictures) {
      expect([file, kept.length < MOST_BYTES]).toEqual([file, true]);
      expect(await differentSquares(judge, now, kept), file).toBeLessThan(MOST_DIFFERENT);
    }
    const [, first, , second] = pictures;
    if (first === undefined || second === undefined) throw new Error('there are no two pictures');
    expect(await differentSquares(judge, first.now, second.now)).toBeGreaterThan(MOST_DIFFERENT);
  });
});
