// What is shown, as the query of the address: every view has a link that can be shared. The key is never in it.
import { computed, signal } from '@preact/signals';
import { noteScroll, restoreScroll } from './scroll.ts';

const query = signal(new URLSearchParams(location.search));

export type Place = Readonly<Record<string, string | undefined>>;

/** A part of the address, such as the view. */
export function part(name: string): string | undefined {
  return query.value.get(name) ?? undefined;
}

export const view = computed(() => query.value.get('view') ?? 'home');

/** The address of a place: only its parts, without those that are undefined or empty. */
export function hrefOf(place: Place): string {
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
  push(hrefOf(place));
  scrollTo(0, 0);
}

/** The same place with changed parts: the back button takes the change back, but not letter by letter of what is typed. */
export function change(parts: Place): void {
  const address = hrefOf({ ...Object.fromEntries(query.peek()), ...parts });
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
