// Where the reader was: each entry of the history notes how far down its page was. Who comes back is there again as soon as
// the page is that long, as its data come later.

/** Browsers refuse more than a hundred notes in half a minute. */
const NOTED_EVERY_MS = 400;
/** A page that is shorter by then than it was does not get longer. */
const LONGEST_MS = 5_000;

let controller = new AbortController();

/** Before the page is another one. */
export function noteScroll(): void {
  controller.abort();
  history.replaceState({ top: scrollY }, '');
}

export function restoreScroll(): void {
  controller.abort();
  const state: unknown = history.state;
  const top = typeof state === 'object' && state !== null && 'top' in state ? Number(state.top) : 0;
  controller = new AbortController();
  const { signal } = controller;
  // The reader's own movement is the later word.
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, () => controller.abort(), { signal, passive: true });
  const until = performance.now() + LONGEST_MS;
  const look = (): void => {
    if (signal.aborted) return;
    if (document.documentElement.scrollHeight < top + innerHeight && performance.now() < until) {
      requestAnimationFrame(look);
      return;
    }
    scrollTo(0, top);
    controller.abort();
  };
  requestAnimationFrame(look);
}

/** Once, when the page begins. */
export function followScroll(): void {
  history.scrollRestoration = 'manual';
  restoreScroll();
  let isNoted = true;
  addEventListener(
    'scroll',
    () => {
      if (!isNoted || !controller.signal.aborted) return;
      isNoted = false;
      const { href } = location;
      setTimeout(() => {
        isNoted = true;
        if (location.href === href && controller.signal.aborted) history.replaceState({ top: scrollY }, '');
      }, NOTED_EVERY_MS);
    },
    { passive: true },
  );
}
