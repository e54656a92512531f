// Reads and changes the place that the page shows, as the query of the address: every view has a link that can be
// shared. The address never holds the key.
import { computed, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

// Restores the scroll position: each entry of the history notes how far down its page was. Data arrive later, so the
// page scrolls there as soon as it is long enough.

/** Browsers refuse more than a hundred changes of the history in half a minute. */
const NOTED_EVERY_MS = 400;
/** A page that is still shorter after this time will not grow. */
const LONGEST_MS = 5_000;

let controller = new AbortController();

/** Called before another page is shown. */
function noteScroll(): void {
  controller.abort();
  history.replaceState({ top: scrollY }, '');
}

/** A reader who scrolls meanwhile stays where they are. */
function stopForReader(signal: AbortSignal): void {
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, () => controller.abort(), { signal, passive: true });
}

function restoreScroll(): void {
  controller.abort();
  const state: unknown = history.state;
  const top = typeof state === 'object' && state !== null && 'top' in state ? Number(state.top) : 0;
  controller = new AbortController();
  const { signal } = controller;
  stopForReader(signal);
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

/** Called once, when the page starts. */
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

/** Called once, when the page starts: what a reader opens near the lower edge comes into the window. */
export function followOpened(): void {
  const show = ({ target }: Event): void => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    if (target.contains(document.activeElement)) target.scrollIntoView({ block: 'nearest' });
  };
  // This event doesn't bubble.
  document.addEventListener('toggle', show, { capture: true });
}

const query = signal(new URLSearchParams(location.search));

export type Place = Readonly<Record<string, string | undefined>>;

/** Reads a part of the address, such as the view. */
export function readParameter(name: string): string | undefined {
  return query.value.get(name) ?? undefined;
}

/** Returns all parts of the address. */
export function readPlace(): Place {
  return Object.fromEntries(query.value);
}

export const view = computed(() => query.value.get('view') ?? 'home');

/** Builds the address of a place from its parts alone, without those that are undefined or empty. */
export function buildHref(place: Place): string {
  const named = new URLSearchParams();
  for (const [name, value] of Object.entries(place)) {
    if (value !== undefined && value !== '') named.set(name, value);
  }
  const text = named.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}

/** Goes to another place; the back button returns. */
export function go(place: Place): void {
  noteScroll();
  push(buildHref(place));
  scrollTo(0, 0);
}

/** Follows a link without loading the page. `anchor`: the id of the part that it names; default: the heading. */
export function follow(event: MouseEvent, place: Place, anchor?: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { currentTarget: link } = event;
  go(place);
  // The links of menus and tabs stay, and keep the focus.
  if (!(link instanceof Element && link.closest('nav') !== null)) bringIntoView(anchor);
}

/** Changes parts of the place. The back button takes the change back, but not letter by letter in a text field. */
export function change(parts: Place): void {
  const address = buildHref({ ...readPlace(), ...parts });
  const field = document.activeElement;
  if (field !== null && field === typedIn) {
    history.replaceState(history.state, '', address);
    read();
    return;
  }
  noteScroll();
  push(address, scrollY);
  typedIn = isTyped(field) ? field : undefined;
}

/** The field whose change made the current entry of the history. */
let typedIn: Element | undefined;

function isTyped(field: Element | null): field is HTMLInputElement {
  return field instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(field.type);
}

function push(address: string, top = 0): void {
  typedIn = undefined;
  history.pushState({ top }, '', address);
  read();
}

/** Shows a part of the page: scrolls to it and gives its heading the focus. */
function reveal(part: Element): void {
  const heading = part.querySelector('h1, h2, h3') ?? part;
  if (heading instanceof HTMLElement) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  part.scrollIntoView({ block: part === heading ? 'nearest' : 'start' });
}

/** Reveals the element of the returned reference when it is first drawn, and again at each change of `shown`. */
export function useRevealed(shown: unknown): RefObject<HTMLElement> {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (part.current !== null) reveal(part.current);
  }, [shown]);
  return part;
}

/**
 * Reveals the element with this id as soon as it is drawn, which may take until its data are there. Without an id:
 * the heading of the page.
 */
export function bringIntoView(id?: string): void {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  stopForReader(signal);
  const until = performance.now() + LONGEST_MS;
  const look = (): void => {
    if (signal.aborted) return;
    const part = id === undefined ? document.querySelector('main h1') : document.getElementById(id);
    if (part !== null) {
      reveal(part);
      controller.abort();
    } else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function read(): void {
  query.value = new URLSearchParams(location.search);
}

addEventListener('popstate', () => {
  typedIn = undefined;
  read();
  restoreScroll();
});
