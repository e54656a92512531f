// Tests that the console's pages stay within 60 requests a minute when a person visits them in a real browser, just
// after an import has used its share of the limit. The nightly run takes a person's time; `npm test` moves the clock of
// the page instead, and counts the requests of each minute of that clock.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { until } from '../../../../tools/harness/client.ts';
import { IS_DEEP } from '../../../../tools/harness/depth.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { createYearOfOrders } from '../harness/year-of-orders.ts';

/** Requests per minute of the plans. */
const LIMIT = 60;
/** Requests of one second leave the service's window together, 60 s after the last of them. */
const WINDOW_MS = 61_000;
/** Requests of an import of 541,909 rows in its second and last minute: half of the limit was sent in the first. */
const SENT = 55 - LIMIT / 2;
/** Time that a person looks at each view. */
const LOOK_MS = 6_000;
/** Timers of the page that are due within one step fire before the responses to their requests arrive. */
const STEP_MS = 250;
/** Reports that the button requests. */
const REPORTS = 4;

describeInBrowser('a limit of 60 requests a minute', () => {
  const { target, newAccount, open } = useBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'console-limit-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('suffices for an import, its reports, and a visit of each report and each view in the menu', async () => {
    const overrides = { requestsPerMinute: IS_DEEP ? LIMIT : 1_000_000 };
    const { apiKey } = await newAccount(overrides);
    const { page } = await open({ apiKey });
    const requests = countRequests(page.context());
    const pass = IS_DEEP ? sleep : await installClock(page, requests);
    const file = join(folder, 'orders.csv');
    writeFileSync(file, createYearOfOrders());
    await page.getByLabel('Order files').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('button', { name: /^EUR: / }).click();
    await page.getByRole('button', { name: /^Send [\d,]+ rows$/ }).click();
    const analyse = page.getByRole('button', { name: 'Analyse my shop' });
    await analyse.waitFor();
    // Sending that many rows takes longer than a minute: earlier requests of the page no longer count.
    await pass(45_000);
    const headers = { Authorization: `Bearer ${apiKey}` };
    for (let sent = 0; sent < SENT; sent++) {
      if (IS_DEEP) await fetch(`${target.baseUrl}/usage`, { headers });
      requests.at.push(requests.now());
    }
    await analyse.click();
    await page.getByRole('heading', { name: /^Win back / }).waitFor({ timeout: 60_000 });
    const look = async (link: Locator): Promise<void> => {
      await link.click();
      await pass(LOOK_MS);
    };
    const menu = page.getByRole('navigation').getByRole('link');
    await look(menu.filter({ hasText: 'Reports' }));
    for (let report = 0; report < REPORTS; report++) {
      await look(page.locator('main table a').nth(report));
      await page.goBack();
    }
    for (const link of await menu.all()) await look(link);
    const most = Math.max(...requests.at.map((from) => countWithin(requests.at, from)));
    console.info(`${requests.at.length} requests, at most ${most} in a minute`);
    expect(requests.refused).toEqual([]);
    expect(most).toBeLessThanOrEqual(LIMIT);
  }, 240_000);
});

interface Counted {
  /** Times of the requests with a key, in milliseconds of the page's clock. */
  readonly at: number[];
  readonly refused: string[];
  /** Excludes reads that the service holds. */
  readonly open: Set<Request>;
  /** Milliseconds by which the page's clock is ahead. */
  aheadMs: number;
  now(): number;
}

function countRequests(context: BrowserContext): Counted {
  const counted: Counted = {
    at: [],
    refused: [],
    open: new Set(),
    aheadMs: 0,
    now: () => performance.now() + counted.aheadMs,
  };
  context.on('request', (request) => {
    const { authorization, prefer } = request.headers();
    if (authorization === undefined) return;
    counted.at.push(counted.now());
    if (prefer === undefined) counted.open.add(request);
  });
  const end = (request: Request): boolean => counted.open.delete(request);
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  context.on('response', (response) => {
    if (response.status() === 429) counted.refused.push(response.url());
  });
  return counted;
}

function countWithin(at: readonly number[], from: number): number {
  return at.filter((time) => time >= from && time < from + WINDOW_MS).length;
}

/** Returns a function that advances the page's clock: timers fire, and their requests are answered. */
async function installClock(page: Page, requests: Counted): Promise<(ms: number) => Promise<void>> {
  await page.clock.install();
  return async (ms) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await page.clock.runFor(STEP_MS);
      requests.aheadMs += STEP_MS;
      await until(async () => requests.open.size === 0 || undefined, 30);
    }
  };
}
