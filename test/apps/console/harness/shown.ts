// Checks where a person is after a click: the thing that the button names is in the window and has the focus.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that the heading, or the control of this name, has the focus, and is within the window. */
export async function expectShown(page: Page, name: string | RegExp, timeout?: number): Promise<void> {
  await expect
    .poll(() => page.evaluate<string>(FOCUSED), {
      message: `the focus on ${name}`,
      ...(timeout !== undefined && { timeout }),
    })
    .toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
}

/**
 * The text of the element with the focus; where it is instead if that is not within the window. Positions are fractions
 * of a pixel.
 */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { top, bottom, width } = element.getBoundingClientRect();
  const isWithin = width > 0 && top >= -1 && bottom <= innerHeight + 1;
  return isWithin ? element.textContent.trim() : element.tagName + ' from ' + top + ' to ' + bottom;
})()`;
