// The API key: taken from the address, from which it leaves at once, or from the form. A link never replaces one in use. It is in this tab's memory and
// session storage, and is sent to the console's own origin only.
import { computed, signal } from '@preact/signals';
import { OrderAnalyticsError } from '../../../packages/client/src/index.ts';

const STORED = 'order-analytics-key';

export const apiKey = signal<string | undefined>(readStoredKey());
/** Of a link, while another key is in use: nothing is done with it before somebody has agreed. */
export const offeredKey = signal<string | undefined>(undefined);
/** The service refuses everything with it that is not a GET. */
export const isReadOnly = computed(() => apiKey.value?.startsWith('afn_ro_') === true);
/** It manages the keys of its account, too. */
export const isAdmin = computed(() => apiKey.value?.startsWith('afn_adm_') === true);
/** Whether the service refused the key that a request was sent with. */
export function isOfTheKey(problem: unknown): boolean {
  return problem instanceof OrderAnalyticsError && problem.status === 401;
}

/** The service answered 401: what is on the page stays until there is another key. */
export const isRefused = signal(false);

/**
 * The key of a link such as `…/console#key=afn_…`.
 * The entry of the history is replaced by one without the key. Another key than the one in use is only offered.
 */
export function takeKeyFromAddress(): void {
  const found = new URLSearchParams(location.hash.slice(1)).get('key');
  if (found === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const offered = found.trim();
  if (apiKey.value === undefined) setKey(offered);
  else if (offered !== '' && offered !== apiKey.value) offeredKey.value = offered;
}

export function setKey(text: string): void {
  const given = text.trim();
  if (given === '') return;
  apiKey.value = given;
  offeredKey.value = undefined;
  isRefused.value = false;
  try {
    sessionStorage.setItem(STORED, given);
  } catch {
    // Storage may be switched off: the key is then in memory only.
  }
}

export function forgetKey(): void {
  apiKey.value = undefined;
  isRefused.value = false;
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // See above.
  }
}

function readStoredKey(): string | undefined {
  try {
    return sessionStorage.getItem(STORED) ?? undefined;
  } catch {
    return undefined;
  }
}
