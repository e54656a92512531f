// A client that repeats a request with the same Idempotency-Key until it is accepted, and checks each refusal.
import { ulid } from 'ulid';
import type { ScaledCloud } from './scaled-cloud.ts';

const PAUSE_MS = 100;
const MAX_TRIES = 300;

export interface RetryingClient {
  /** The final response. */
  post(path: string, body: object): Promise<Record<string, unknown>>;
  get(path: string): Promise<Record<string, unknown>>;
  /** Problems found in refusals. */
  readonly wrong: string[];
  /** Requests that were refused or got no response. */
  refusals(): number;
}

export function createRetryingClient(
  cloud: ScaledCloud,
  { accountId, apiKey }: { accountId: string; apiKey: string },
): RetryingClient {
  const wrong: string[] = [];
  let refusals = 0;

  /** Undefined if the request must be sent again. */
  async function attempt(path: string, init: RequestInit): Promise<Record<string, unknown> | undefined> {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${apiKey}`);
    const response = await fetch(`${cloud.baseUrl}${path}`, { ...init, headers });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    refusals++;
    const { request_id }: { request_id?: unknown } = JSON.parse(text);
    if (typeof request_id !== 'string') wrong.push(`${response.status} without a request_id: ${text}`);
    if (response.status < 500 && response.status !== 409) wrong.push(`answered ${response.status}: ${text}`);
    return undefined;
  }

  async function untilTaken(path: string, init: RequestInit, again: () => Promise<void>) {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const answer = await attempt(path, init);
      if (answer !== undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await again();
    }
    throw new Error(`${path} was refused ${MAX_TRIES} times`);
  }

  return {
    wrong,
    refusals: () => refusals,
    get: (path) => untilTaken(path, {}, async () => undefined),
    post(path, body) {
      const key = ulid();
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const init = { method: 'POST', body: JSON.stringify(body), headers };
      return untilTaken(path, init, () => cloud.passMinute(accountId, key));
    },
  };
}
