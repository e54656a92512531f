// The API, by its published client, at the console's own origin.
import { computed, signal } from '@preact/signals';
import { OrderAnalytics, type Waiting } from '../../client/src/index.ts';
import { apiKey, isRefused } from './key.ts';

/** The console is at `{base}/console`. */
export const BASE_URL = location.origin + location.pathname.replace(/\/console\/?$/, '');

/** Why requests wait at the moment, if they do. */
export const waiting = signal<Waiting['reason'] | undefined>(undefined);

/** For the calls of the client: the page says why they take a while. */
export function noteWaiting({ reason }: Pick<Waiting, 'reason'>): void {
  waiting.value = reason;
}

/** Undefined without a key. */
export const service = computed(() =>
  apiKey.value === undefined
    ? undefined
    : new OrderAnalytics({ baseUrl: BASE_URL, apiKey: apiKey.value, fetch: watched(apiKey.value) }),
);

/** Notes when the key is refused, and when requests are answered again. */
function watched(key: string): typeof fetch {
  return async (...args) => {
    const response = await fetch(...args);
    if (response.status === 401 && apiKey.peek() === key) isRefused.value = true;
    if (response.status !== 429 && response.status < 500) waiting.value = undefined;
    return response;
  };
}
