// What a reader would see at a glance, measured in the browser.
import type { Page } from 'playwright-core';

export function topOf(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(
    `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top + scrollY`,
  );
}

/** Labels of figures that leave their figure, or lie on another label. Corners of text boxes are empty: 4 px may meet. */
export function overrunningLabels(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('figure svg')].flatMap((svg) => {
    const edge = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll('text')]
      .filter((label) => label.textContent !== '' && label.checkVisibility())
      .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
    const out = labels.filter(({ box }) =>
      box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1);
    const covered = labels.filter(({ box }, at) => labels.slice(0, at).some((other) =>
      Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 4 &&
      Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 4));
    return [...out, ...covered].map(({ text }) => text);
  })`);
}

/** Headings, and notes below them, that a page break may part from what follows; in print. */
export function orphanedHeadings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('h1, h2, h3, figcaption, .note, thead')]
    .filter((heading) => getComputedStyle(heading).breakAfter !== 'avoid')
    .map(({ textContent }) => textContent)`);
}
