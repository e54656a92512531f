// Opens the console in a browser with a key, and records requests to other hosts, messages and errors.
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations } from '../../cli/report-pages/accessibility.ts';
import { findForeignWords } from './merchant-words.ts';

export interface OpenedConsole {
  readonly page: Page;
  /** The page's messages in the browser's console, and uncaught errors. */
  readonly said: string[];
  /** All addresses that the page requested. */
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

/** https://web.dev/articles/cls: shifts without an action of the reader. */
const ADD_UP_SHIFTS = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Returns how much of the page moved while it was drawn: up to 0.1 counts as still. */
export function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate<number>('window.layoutShift');
}

/** Chooses a language in the menu of the account, and closes the menu. */
export async function chooseLanguage(page: Page, language: 'en' | 'de'): Promise<void> {
  // A click and Escape would not pass an open dialog, whose texts are in the language, too.
  const account = page.locator('details.account');
  await account.evaluate((details) => {
    Object.assign(details, { open: true });
  });
  await account.locator('select').selectOption(language);
  await account.evaluate((details) => {
    Object.assign(details, { open: false });
  });
}

export interface OpenOptions {
  readonly query?: string;
  readonly apiKey?: string;
  readonly locale?: string;
  readonly width?: number;
}

/** Checks what every view must meet, in light and dark: one line per violation. */
export async function findViewProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Separate rules set the colours of dark.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    for (const found of await findAccessibilityViolations(page, rules))
      problems.push(`${colorScheme}: ${found}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return [...problems, ...(await findForeignWords(page)), ...(await findLayoutProblems(page))];
}

/** Lists what a printed page would cut off, and a menu on it. */
export async function findPaperProblems(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: PAPER_PX, height: 1_000 });
  const cut = await page.evaluate<string[]>(CUT_OFF);
  const hasMenu = await page.getByRole('navigation').isVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(size);
  return [...cut, ...(hasMenu ? ['navigation'] : [])];
}

/** A4 at 96 pixels an inch, without margins of 1 cm. */
const PAPER_PX = 718;

/**
 * Finds what a printed page would cut off: boxes wider than the paper, and boxes that hide their overflow. Areas too
 * small for their text have it in the table beside them.
 */
const CUT_OFF = `[...document.querySelectorAll('main *')]
  .filter((element) => {
    const { width, right } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (width === 0 || style.visibility === 'hidden' || element.closest('.hidden, .skip, dialog:not([open]), svg, .treemap')) return false;
    const scrolls = /auto|scroll|hidden/.test(style.overflowX + style.overflowY);
    const hides = scrolls && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
    return right > innerWidth + 1 || hides;
  })
  .map((element) => element.tagName + ' ' + element.className + ' ' + (element.getAttribute('aria-label') ?? ''))`;

/** A wide screen, a small one, and a phone. */
export const WIDTHS = [1440, 1024, 390];

/**
 * Lists what does not fit at one of the widths: a page that is wider, controls that overlap, text that is cut without a
 * cue.
 */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...size, width });
    const found = await page.evaluate<string[]>(MISPLACED);
    problems.push(...found.map((one) => `${width} pixels: ${one}`));
  }
  await page.setViewportSize(size);
  return problems;
}

/**
 * Words within a drawing may overlap, which its own tests check. The shadow of a scrolling box is a cue, and so are the
 * dots of shortened text.
 */
const MISPLACED = `(() => {
  const nameElement = (element) => element.tagName + '.' + element.className + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
  const root = document.querySelector('dialog[open]') ?? document.body;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.closest('svg, .treemap, .hidden, .skip, .tip') === null;
  const problems = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) problems.push('the page is ' + scrollWidth + ' pixels wide');
  const [place] = /\\{\\w+[|}]/.exec(document.body.innerText) ?? [];
  if (place !== undefined) problems.push('a text has no value for ' + place);
  const controls = [...root.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(seen)
    .map((element) => ({ element, box: visibleBox(element) }))
    .filter(({ box }) => box.right > box.left && box.bottom > box.top);
  for (const [at, { element, box }] of controls.entries()) {
    for (const other of controls.slice(at + 1, at + 40)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      // Sticky elements cover what scrolls under them: rows below a head, a sheet above the buttons of the next step.
      const [stays, otherStays] = [element, other.element].map((control) => control.closest('thead, .next'));
      if (stays !== otherStays) continue;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 2 && high > 2 && !wraps(element) && !wraps(other.element))
        problems.push(nameElement(element) + ' overlaps ' + nameElement(other.element));
    }
  }
  for (const element of [...root.querySelectorAll('*')].filter(seen)) {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
    if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue;
    if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) problems.push(nameElement(element) + ' is cut');
  }
  for (const cell of [...root.querySelectorAll('td, th')].filter(seen))
    if (cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth + 1) problems.push(nameElement(cell) + ' is wider than its column');
  for (const word of root.querySelectorAll('svg text')) {
    const [own, drawing] = [word, word.ownerSVGElement].map((element) => element.getBoundingClientRect());
    if (own.width === 0 || getComputedStyle(word.ownerSVGElement).overflow !== 'hidden') continue;
    if (own.left < drawing.left - 1 || own.right > drawing.right + 1) problems.push(nameElement(word) + ' is cut by its drawing');
  }
  return problems;
  // Excludes what the surrounding boxes hide.
  function visibleBox(element) {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue;
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  }
  // The box of a link on two lines is larger than the link.
  function wraps(element) { return element.getClientRects().length > 1; }
})()`;
