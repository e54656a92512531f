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

/** Counts the times when data must be read again, because older ones stand in for them. */
export const renewals = signal(0);
let renewal: ReturnType<typeof setTimeout> | undefined;

/** Beyond the limit, the page keeps what it has, and reads it again once the limit allows. */
function noteLimit(ms: number, isOld: boolean): void {
  waiting.value = 'rate_limit';
  if (!isOld) return;
  clearTimeout(renewal);
  renewal = setTimeout(() => renewals.value++, ms);
}

/** One cache per key: data read with one key are never shown with another. */
const answers = computed(() =>
  apiKey.value === undefined
    ? undefined
    : keepAnswers(watchClient(apiKey.value), { last: takeLast(apiKey.value), onLimit: noteLimit }),
);

// What the first page showed is kept for a reload of the tab, with its key.

const STORED = 'order-analytics-last';

addEventListener('pagehide', () => {
  const last = answers.peek()?.listLast();
  try {
    if (last !== undefined) sessionStorage.setItem(STORED, JSON.stringify({ key: apiKey.peek(), last }));
  } catch {
    // Storage may be disabled or full.
  }
});

function takeLast(key: string): readonly (readonly [url: string, body: string])[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    sessionStorage.removeItem(STORED);
    return stored.key === key ? stored.last : [];
  } catch {
    return [];
  }
}

/** A request waits up to a minute for the limit, and is then answered. */
const MOST_WAIT_MS = 120_000;

/** Undefined without a key. */
export const service = computed(() =>
  apiKey.value === undefined
    ? undefined
    : new OrderAnalytics({
        ...{ baseUrl: BASE_URL, apiKey: apiKey.value, fetch: answers.value?.fetch },
        requestTimeoutMs: MOST_WAIT_MS,
      }),
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
