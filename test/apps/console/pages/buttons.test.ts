// Presses every button of every card of the first page, and expects what it names within the window, with the focus.

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { chooseCases } from '../../../../tools/harness/depth.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { expectShown } from '../harness/shown.ts';
import { fillShop } from '../screens/shop.ts';

interface Expected {
  /** The heading that gets the focus; default: the control itself keeps it. */
  readonly shows?: string | RegExp;
  /** What opens below the control is within the window, too. */
  readonly opens?: true;
  /** A file is saved. */
  readonly saves?: RegExp;
}

/** Every control of the first page, by its name or that of its group. A control that is missing here fails. */
const EXPECTED: readonly (readonly [control: RegExp, expected: Expected])[] = [
  [/^Import more orders$/, { shows: 'Import' }],
  [/^(?:(?:7|30|90) days|All|20\d\d)$/, {}],
  [/^[A-Z][a-z ]+\si$/, { opens: true }],
  [/^All figures /, {}],
  // Points of the chart, and rows of the table with the same figures.
  [/^\d+ \w+ \d{4}\b/, { shows: /^\d+ \w+ \d{4}$/ }],
  [/^How sure is this\?$/, { opens: true }],
  [/^Show who is due$/, { shows: 'Due to buy again' }],
  [/^Show these customers$/, { shows: /^Customers: / }],
  [/^Show what goes with it$/, { shows: /\w/ }],
  [/^Show .*rules?$/, { shows: /^Rules$| → / }],
  [/^Save all as CSV$/, { saves: /^customers-.*\.csv$/ }],
  [/^Show the effect$|^Show the report$/, { shows: /\w/ }],
  [/^Standard |^Cohort /, { shows: /^(?:Standard|Cohort) / }],
];
/** The last of a long row of like controls stands for those between. */
const LIKE_EACH_OTHER = /^\d+ \w+ \d{4}\b/;

describeInBrowser('every button of the first page', () => {
  const { newAccount, open } = useBrowser();
  let account: { readonly apiKey: string; readonly client: OrderAnalytics };

  beforeAll(async () => {
    account = await newAccount();
    await fillShop(account.client, 'tea');
  });

  for (const width of chooseCases([390], [1_280]))
    it(`leads to what it names, at ${width} pixels`, async () => {
      const { page, said } = await open({ apiKey: account.apiKey, width });
      await page.setViewportSize({ width, height: 844 });
      const home = page.url();
      const names = await listControls(page);
      expect(names.length).toBeGreaterThan(40);
      const seen = new Set<string>();
      let isAtHome = true;
      const products = await page.locator('.facts ~ .pair table a').allTextContents();
      for (const [at, name] of names.entries()) {
        const key = name.replace(LIKE_EACH_OTHER, 'day');
        const isLast = !names.slice(at + 1).some((other) => LIKE_EACH_OTHER.test(other));
        if (LIKE_EACH_OTHER.test(name) && seen.has(key) && !isLast) continue;
        seen.add(key);
        const [, expected] = EXPECTED.find(([control]) => control.test(name)) ?? [];
        const {
          shows = undefined,
          saves,
          opens,
        } = expected ?? {
          shows: products.includes(name) ? name : `a line of the table for ${name}`,
        };
        if (!isAtHome) {
          await page.goto(home);
          await listControls(page);
        }
        const found = page.locator(CONTROLS).nth(at);
        // The day below a bar is wider than the bar.
        const control = (await found.locator('.column').count()) === 0 ? found : found.locator('.column');
        const saved = saves === undefined ? undefined : page.waitForEvent('download');
        await control.click();
        expect((await saved)?.suggestedFilename() ?? '').toMatch(saves ?? /^$/);
        await expectShown(page, shows ?? name);
        if (opens) {
          await expect.poll(() => page.evaluate<boolean>(IS_OPEN), { message: name }).toBe(true);
          await page.evaluate(CLOSE);
        }
        // What only opens leaves the page as it was; anything else is pressed on a page that was just loaded.
        isAtHome = opens === true;
      }
      expect(said).toEqual([]);
      await page.close();
    }, 240_000);
});

/** Whether the details around the focus are open and within the window. */
const IS_OPEN = `(() => {
  const details = document.activeElement.closest('details');
  const { top, bottom } = details.getBoundingClientRect();
  return details.open && top >= 0 && bottom <= innerHeight + 1;
})()`;

const CLOSE = `document.activeElement.closest('details').open = false; document.activeElement.blur(); scrollTo(0, 0)`;

const CONTROLS = ':is(main a, main button, main summary):visible';

/** Returns the names of the controls once all cards are there. */
async function listControls(page: Page): Promise<string[]> {
  await page.locator('.actions li').first().waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
  const texts = await page.locator(CONTROLS).allTextContents();
  return texts.map((text) => text.trim());
}
