// What is shown, as the query of the address: every view has a link that can be shared. The key is never in it.
import { computed, signal } from '@preact/signals';

// Where the reader was: each entry of the history notes how far down its page was. Who comes back is there again as soon as
// the page is that long, as its data come later.

/** Browsers refuse more than a hundred notes in half a minute. */
const NOTED_EVERY_MS = 400;
/** A page that is shorter by then than it was does not get longer. */
const LONGEST_MS = 5_000;

let controller = new AbortController();

/** Before the page is another one. */
function noteScroll(): void {
  controller.abort();
  history.replaceState({ top: scrollY }, '');
}

function restoreScroll(): void {
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

const query = signal(new URLSearchParams(location.search));

export type Place = Readonly<Record<string, string | undefined>>;

/** A part of the address, such as the view. */
export function readParameter(name: string): string | undefined {
  return query.value.get(name) ?? undefined;
}

export const view = computed(() => query.value.get('view') ?? 'home');

/** The address of a place: only its parts, without those that are undefined or empty. */
export function buildHref(place: Place): string {
  const named = new URLSearchParams();
  for (const [name, value] of Object.entries(place)) {
    if (value !== undefined && value !== '') named.set(name, value);
  }
  const text = named.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}

/** Another place: the back button leads back from it. */
export function go(place: Place): void {
  noteScroll();
  push(buildHref(place));
  scrollTo(0, 0);
}

/** The same place with changed parts: the back button takes the change back, but not letter by letter of what is typed. */
export function change(parts: Place): void {
  const address = buildHref({ ...Object.fromEntries(query.peek()), ...parts });
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

/** When it is drawn. */
export function bringIntoView(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
}

function read(): void {
  query.value = new URLSearchParams(location.search);
}

addEventListener('popstate', () => {
  typedIn = undefined;
  read();
  restoreScroll();
});
