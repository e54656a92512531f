// The console in a browser: opened with a key, and watched for requests to elsewhere, messages and errors.
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations } from '../cli/report-pages/accessibility.ts';

export interface OpenedConsole {
  readonly page: Page;
  /** What the page wrote to the browser's console, and errors that nothing caught. */
  readonly said: string[];
  /** All addresses that it requested. */
  readonly asked: string[];
}

/** `query`: such as `?view=reports`. Without a key, the address has none. */
export async function openConsole(
  browser: Browser,
  baseUrl: string,
  { query = '', apiKey, locale = 'en-GB', width = 1280 }: OpenOptions = {},
): Promise<OpenedConsole> {
  const page = await browser.newPage({ locale, viewport: { width, height: 900 }, colorScheme: 'light' });
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(ADD_UP_SHIFTS);
  const fragment = apiKey === undefined ? '' : `#key=${apiKey}`;
  await page.goto(`${baseUrl}/console${query}${fragment}`, { waitUntil: 'load' });
  return { page, said, asked };
}

/** https://web.dev/articles/cls: shifts that follow nothing the reader did. */
const ADD_UP_SHIFTS = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** How much of the page moved while it was drawn: up to 0.1 counts as still. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>('window.layoutShift');
}

export interface OpenOptions {
  readonly query?: string;
  readonly apiKey?: string;
  readonly locale?: string;
  readonly width?: number;
}

const NARROW = 390;

/** What every view must be, in light and dark: one line per violation. */
export async function problemsOf(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The colours of dark are of other rules than everything else.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    for (const found of await accessibilityViolations(page, rules)) problems.push(`${colorScheme}: ${found}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ ...size, width: NARROW });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  if (width > NARROW) problems.push(`${width} pixels wide on a screen of ${NARROW}`);
  await page.setViewportSize(size);
  return problems;
}

/** What a key press at a time leads to: the names of what has the focus, from the first on. */
export async function tabStops(page: Page, most: number): Promise<string[]> {
  await page.evaluate('document.activeElement?.blur()');
  const stops: string[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate<string>(
        '((element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim())(document.activeElement)',
      ),
    );
  }
  return stops;
}
