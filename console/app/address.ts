// What is shown, as the query of the address: every view has a link that can be shared. The key is never in it.
import { computed, signal } from '@preact/signals';

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
  history.pushState(null, '', hrefOf(place));
  read();
  scrollTo(0, 0);
}

/** The same place with changed parts. Settings of a view, such as its search, replace the entry of the history. */
export function change(parts: Place): void {
  history.replaceState(null, '', hrefOf({ ...Object.fromEntries(query.peek()), ...parts }));
  read();
}

function read(): void {
  query.value = new URLSearchParams(location.search);
}

addEventListener('popstate', read);
