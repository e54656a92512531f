// A person's way through the console on an account of 60 requests a minute, in a real browser: the pages never meet the
// limit, although an import has just taken its share of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Locator, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeProfiles, findBrowser, sharedBrowser } from '../../../quality/harness/browser.ts';
import { useTarget } from '../../end-to-end/use-target.ts';
import { openConsole } from '../harness/console-page.ts';
import { yearOfOrders } from '../harness/year-of-orders.ts';

const found = await findBrowser();
if (found === undefined) console.log('skipped: no Chromium was found; set CHROMIUM_PATH to the path of one');

/** The plans' own. */
const LIMIT = 60;
/** Requests of an import of 541,909 rows in its second and last minute: half of the limit was sent in the first. */
const SENT = 55 - LIMIT / 2;
/** A person looks at each view for so long. */
const LOOK_MS = 6_000;
/** That the button asks for. */
const REPORTS = 4;

describe.skipIf(found === undefined)('an account of 60 requests a minute', () => {
  const target = useTarget();
  const folder = mkdtempSync(join(tmpdir(), 'console-limit-'));
  let browser: Browser;

  beforeAll(async () => {
    const started = await sharedBrowser();
    if (started === undefined) throw new Error('the browser did not start');
    browser = started;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await closeProfiles(browser);
  });

  it('is enough for an import, all reports on it, and a look at each of them and at the lists', async () => {
    const { apiKey } = await target.local.newAccount('max', { requestsPerMinute: LIMIT });
    const { page } = await openConsole(browser, target.baseUrl, { apiKey });
    const refused: string[] = [];
    page.context().on('response', (response: Response) => {
      if (response.status() === 429) refused.push(response.url());
    });
    const file = join(folder, 'orders.csv');
    writeFileSync(file, yearOfOrders());
    await page.getByLabel('Order files').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('button', { name: /^EUR \(/ }).click();
    await page.getByRole('button', { name: /^Send [\d,]+ rows$/ }).click();
    // Sending so many rows takes longer than a minute: what the page read before is no longer counted.
    await setTimeout(45_000);
    const analyse = page.getByRole('button', { name: 'Analyse my shop' });
    await analyse.waitFor();
    const headers = { Authorization: `Bearer ${apiKey}` };
    for (let sent = 0; sent < SENT; sent++) await fetch(`${target.baseUrl}/usage`, { headers });
    await analyse.click();
    await page.getByRole('heading', { name: /^Win back / }).waitFor({ timeout: 60_000 });
    const look = async (link: Locator): Promise<void> => {
      await link.click();
      await page.waitForLoadState('networkidle');
      await setTimeout(LOOK_MS);
    };
    const menu = page.getByRole('navigation').getByRole('link');
    await look(menu.filter({ hasText: 'Reports' }));
    for (let report = 0; report < REPORTS; report++) {
      await look(page.locator('main table a').nth(report));
      await page.goBack();
    }
    for (const link of await menu.all()) await look(link);
    expect(refused).toEqual([]);
  }, 240_000);
});
