// Calls the API through its published client, at the console's own origin.
import { computed, signal } from '@preact/signals';
import { OrderAnalytics, type Waiting } from '../../../packages/client/src/index.ts';
import { apiKey, isRefused } from './key.ts';
import { type ChangingAnswers, keepAnswers } from './loading/kept-answers.ts';

/** The console is at `{base}/console`. */
export const BASE_URL = location.origin + location.pathname.replace(/\/console\/?$/, '');

/** The reason why requests wait at the moment, if they do. */
export const waiting = signal<Waiting['reason'] | undefined>(undefined);

/**
 * Starts with the browser's state and follows the service's answers: only a request finds a network that leads nowhere,
 * and a service on this machine answers without any network.
 */
export const isOffline = signal(!navigator.onLine);
/** Time at which the browser last lost its network: answers to earlier requests may still arrive. */
let lostAt = 0;
function noteNetwork(): void {
  isOffline.value = !navigator.onLine;
  if (isOffline.value) lostAt = performance.now();
  // Requests that still wait set it again.
  else waiting.value = undefined;
}
addEventListener('online', noteNetwork);
addEventListener('offline', noteNetwork);

/** For calls of the client: the page shows why they take a while. */
export function noteWaiting({ reason }: Pick<Waiting, 'reason'>): void {
  waiting.value = reason;
}

/** One cache per key: data read with one key are never shown with another. */
const answers = computed(() =>
  apiKey.value === undefined ? undefined : keepAnswers(watchClient(apiKey.value)),
);

/** Undefined without a key. */
export const service = computed(() =>
  apiKey.value === undefined
    ? undefined
    : new OrderAnalytics({ baseUrl: BASE_URL, apiKey: apiKey.value, fetch: answers.value?.fetch }),
);

/** Makes the next reads come from the service: when the reader reloads, or a job has changed the data. */
export function forgetAnswers(changing?: ChangingAnswers): void {
  answers.peek()?.forget(changing);
}

/** Detects a refused key, and when requests are answered again. */
function watchClient(key: string): typeof fetch {
  return async (...args) => {
    const sentAt = performance.now();
    const response = await fetch(...args).catch((error: unknown) => {
      // Without any network, the browser reports no change of its state.
      if (!navigator.onLine && !isAbort(error)) isOffline.value = true;
      throw error;
    });
    if (sentAt >= lostAt) isOffline.value = false;
    if (response.status === 401 && apiKey.peek() === key) isRefused.value = true;
    if (response.status !== 429 && response.status < 500) waiting.value = undefined;
    return response;
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
