// Tests that the README's pictures of the console still look like the console. UPDATE=1 takes the pictures again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { launchBrowser, ONE_THREAD } from '../../../../tools/harness/browser.ts';
import { useTarget } from '../../../end-to-end/use-target.ts';
import { openConsole } from '../harness/console-page.ts';
import { describeInBrowser } from '../harness/in-browser.ts';
import { createPictureOrders } from '../harness/picture-shop.ts';
import { MOST_DIFFERENT, measureDifference } from '../harness/pictures.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const CLIP = { x: 0, y: 0, width: 1280, height: 1_080 };
const MOST_BYTES = 250_000;

describeInBrowser('the pictures of the README', () => {
  const target = useTarget();
  let browser: Browser | undefined;

  beforeAll(async () => {
    browser = await launchBrowser([ONE_THREAD]);
  });
  afterAll(() => browser?.close());

  it('look like the rules and segments that the console draws now', async () => {
    if (browser === undefined) throw new Error('the browser did not start');
    const { apiKey } = await target.local.newAccount('max');
    const client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await client.push(createPictureOrders(), { wait: true });
    await client.datasets.update('default', { currency: 'EUR' });
    const [rules, segments] = await Promise.all([
      client.reports.createAndWait({ template: 'standard_mba' }),
      client.reports.createAndWait({ template: 'standard_rfm' }),
    ]);
    const taken: Buffer[] = [];
    const judge = await browser.newPage();
    for (const [name, id, last] of [
      ['rules', rules.report_id, 'tr.row'],
      ['segments', segments.report_id, '.grid button'],
    ] as const) {
      const { page } = await openConsole(browser, target.baseUrl, {
        query: `?view=report&id=${id}&tab=${name}`,
        apiKey,
      });
      await page.locator(last).first().waitFor();
      const now = await page.screenshot({ fullPage: true, clip: CLIP, animations: 'disabled' });
      await page.close();
      taken.push(now);
      const file = join('docs', 'images', `console-${name}.png`);
      if (process.env.UPDATE === '1') writeFileSync(join(ROOT, file), now);
      const kept = readFileSync(join(ROOT, file));
      expect([file, kept.length < MOST_BYTES, readme.includes(`(${file})`)]).toEqual([file, true, true]);
      expect(await measureDifference(judge, now, kept), file).toBeLessThan(MOST_DIFFERENT);
    }
    const [first, second] = taken;
    if (first === undefined || second === undefined) throw new Error('there are no two pictures');
    expect(await measureDifference(judge, first, second)).toBeGreaterThan(MOST_DIFFERENT);
  });
});
