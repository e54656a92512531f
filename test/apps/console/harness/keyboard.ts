// Uses a view by keyboard alone: lists what Tab reaches, and controls that it does not reach.

import type { Page } from 'playwright-core';
import * as v from 'valibot';

const stop = v.object({
  /** The element and its label, for example `BUTTON Delete`. */
  name: v.string(),
  /** Whether the browser draws a focus ring. */
  isMarked: v.boolean(),
});
type Stop = v.InferOutput<typeof stop>;

/** The skip link, the menu, the key and the language. */
const LEAST_STOPS = 9;
/** More than any view has, so that a view that traps the focus ends the walk. */
const MOST = 400;
/**
 * Keys pressed before the walk reads where they led, and within a long list, which draws its next rows after it has
 * scrolled.
 */
const [AT_ONCE, IN_A_LIST] = [16, 4];
const TAB = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;

const walked = v.object({ stops: v.array(stop), isOver: v.boolean(), isInList: v.boolean() });

/** Returns each element that Tab reaches, from the top of the page until it starts over. */
export async function walk(page: Page): Promise<Stop[]> {
  const keys = await page.context().newCDPSession(page);
  await page.evaluate(START);
  let atOnce = AT_ONCE;
  for (let pressed = 0; pressed < MOST; pressed += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => keys.send('Input.dispatchKeyEvent', TAB)));
    const { stops, isOver, isInList } = v.parse(walked, await page.evaluate(WALKED));
    if (isOver) {
      await keys.detach();
      return stops;
    }
    atOnce = isInList ? IN_A_LIST : AT_ONCE;
  }
  throw new Error(`Tab has led to ${MOST} elements, and not back to the first`);
}

/**
 * Lists elements that get the focus without a mark, controls that Tab does not reach, and a view in which it reaches
 * nothing.
 */
export async function findKeyboardProblems(page: Page): Promise<string[]> {
  const stops = await walk(page);
  const unmarked = stops.filter(({ isMarked }) => !isMarked).map(({ name }) => `${name} is not marked`);
  const missed = (await listMissed(page)).map((name) => `${name} is not reached`);
  return [...unmarked, ...missed, ...(stops.length < LEAST_STOPS ? [`only ${stops.length} stops`] : [])];
}

/** Lists the controls that the last walk did not reach. */
async function listMissed(page: Page): Promise<string[]> {
  return v.parse(v.array(v.string()), await page.evaluate(MISSED));
}

const NAME = `(element) => element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)`;

/**
 * The walk ends at the end of the page, or where it has been before. A long list reuses its elements for other rows.
 */
const START = `(() => {
  document.activeElement?.blur();
  getSelection()?.removeAllRanges();
  scrollTo(0, 0);
  window.reached = new Map();
  window.walked = { stops: [], isOver: false };
  let latest;
  const arrive = ({ target }) => {
    const name = (${NAME})(target);
    // A list returns the focus to a row that it has moved.
    if (window.reached.get(target) === name && target === latest) return;
    if (window.walked.isOver ||= window.reached.get(target) === name) return;
    window.reached.set(target, name);
    latest = target;
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    window.walked.stops.push({ name, isMarked: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 });
  };
  addEventListener('focusin', arrive);
})()`;

const WALKED = `(async () => {
  const element = document.activeElement;
  const isInList = element?.closest('.virtual') != null;
  // The next rows appear after scrolling, which may take longer than the next key on a busy machine.
  if (isInList) await new Promise((resolve) => requestAnimationFrame(resolve));
  return { ...window.walked, isOver: window.walked.isOver || element === document.body, isInList };
})()`;

/** Excludes the rows of a long list, which reuses its elements for other rows: states.test.ts checks their names. */
const MISSED = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((element) => element.checkVisibility() && !element.disabled && !window.reached.has(element) && element.closest('.virtual') === null)
  .map(${NAME})`;
