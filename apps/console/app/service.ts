// The API, by its published client, at the console's own origin.
import { computed, signal } from '@preact/signals';
import { OrderAnalytics, type Waiting } from '../../../packages/client/src/index.ts';
import { apiKey, isRefused } from './key.ts';
import { type ChangingAnswers, keepAnswers } from './loading/kept-answers.ts';

/** The console is at `{base}/console`. */
export const BASE_URL = location.origin + location.pathname.replace(/\/console\/?$/, '');

/** Why requests wait at the moment, if they do. */
export const waiting = signal<Waiting['reason'] | undefined>(undefined);

/**
 * As the browser knows it, until the service answers a request that was sent since: a network that leads nowhere is found by a
 * request, and a service on this machine answers without any network.
 */
export const isOffline = signal(!navigator.onLine);
/** When the browser last lost its network: answers to earlier requests may still arrive. */
let lostAt = 0;
function noteNetwork(): void {
  isOffline.value = !navigator.onLine;
  if (isOffline.value) lostAt = performance.now();
  // Requests say so again if they still wait.
  else waiting.value = undefined;
}
addEventListener('online', noteNetwork);
addEventListener('offline', noteNetwork);

/** For the calls of the client: the page says why they take a while. */
export function noteWaiting({ reason }: Pick<Waiting, 'reason'>): void {
  waiting.value = reason;
}

/** By key: what was read with one is not shown with another. */
const answers = computed(() =>
  apiKey.value === undefined ? undefined : keepAnswers(watchClient(apiKey.value)),
);

/** Undefined without a key. */
export const service = computed(() =>
  apiKey.value === undefined
    ? undefined
    : new OrderAnalytics({ baseUrl: BASE_URL, apiKey: apiKey.value, fetch: answers.value?.fetch }),
);

/** What is read next comes from the service: when the reader asks for it, or what a job has changed that ended. */
export function forgetAnswers(changing?: ChangingAnswers): void {
  answers.peek()?.forget(changing);
}

/** Notes when the key is refused, and when requests are answered again. */
function watchClient(key: string): typeof fetch {
  return async (...args) => {
    const sentAt = performance.now();
    const response = await fetch(...args).catch((error: unknown) => {
      // Without any network, the browser reports no change of it.
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
