// Holds the API key, from the address, which drops it at once, or from the form. A link never replaces the current key.
// The key stays in this tab's memory and session storage, and is sent to the console's own origin only.
import { computed, signal } from '@preact/signals';
import { OrderAnalyticsError } from '../../../packages/client/src/index.ts';

const STORED = 'order-analytics-key';

export const apiKey = signal<string | undefined>(readStoredKey());
/** The key of a link while another key is in use: unused until somebody agrees. */
export const offeredKey = signal<string | undefined>(undefined);
/** With this key, the service refuses everything except GET. */
export const isReadOnly = computed(() => apiKey.value?.startsWith('afn_ro_') === true);
/** This key also manages the keys of its account. */
export const isAdmin = computed(() => apiKey.value?.startsWith('afn_adm_') === true);
/** Whether the service refused the key of the request. */
export function isOfTheKey(problem: unknown): boolean {
  return problem instanceof OrderAnalyticsError && problem.status === 401;
}

/** The service answered 401: the page stays as it is until another key is entered. */
export const isRefused = signal(false);

/**
 * Takes the key of a link such as `…/console#key=afn_…`. The entry of the history is replaced by one without the key. A
 * key that differs from the current one is only offered.
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
    // Storage may be disabled: the key is then in memory only.
  }
}

export function forgetKey(): void {
  apiKey.value = undefined;
  isRefused.value = false;
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Storage may be disabled.
  }
}

function readStoredKey(): string | undefined {
  try {
    return sessionStorage.getItem(STORED) ?? undefined;
  } catch {
    return undefined;
  }
}
