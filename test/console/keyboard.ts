// A view by keyboard alone: what Tab leads to, and which controls it does not reach.

import type { Page } from 'playwright-core';
import * as v from 'valibot';

const stop = v.object({
  /** Such as `BUTTON Delete`. */
  name: v.string(),
  /** Whether the browser draws a ring around it. */
  isMarked: v.boolean(),
});
export type Stop = v.InferOutput<typeof stop>;

/** More than any view has: a view that is a trap ends the walk, too. */
const MOST = 400;

/** Each element that Tab leads to, from the top of the page until it starts over. */
export async function walk(page: Page): Promise<Stop[]> {
  await page.evaluate(START);
  const stops: Stop[] = [];
  for (let i = 0; i < MOST; i++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(CURRENT);
    if (found === null) return stops;
    stops.push(v.parse(stop, found));
  }
  throw new Error(`Tab has led to ${MOST} elements, and not back to the first`);
}

/** The controls that the last walk did not reach. */
export async function unreachable(page: Page): Promise<string[]> {
  return v.parse(v.array(v.string()), await page.evaluate(MISSED));
}

const NAME = `(element) => element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)`;

const START =
  'document.activeElement?.blur(); getSelection()?.removeAllRanges(); window.reached = new Map(); scrollTo(0, 0)';

/** Null at the end of the page, and where the walk has come before. A long list uses its elements for other rows again. */
const CURRENT = `(async () => {
  const element = document.activeElement;
  // Its next rows are there when it has scrolled, which a busy machine does later than it takes the next key.
  if (element?.closest('.virtual')) await new Promise((resolve) => requestAnimationFrame(resolve));
  if (element === null || element === document.body) return null;
  // A date has several parts, each a stop of its own.
  const name = (${NAME})(element);
  if (window.reached.get(element) === name && element !== window.latest) return null;
  window.reached.set(element, name);
  window.latest = element;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return { name, isMarked: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 };
})()`;

const MISSED = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((element) => element.checkVisibility() && !element.disabled && !window.reached.has(element))
  .map(${NAME})`;
