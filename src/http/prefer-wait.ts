// Prefer: wait=20 (RFC 7240): holds the response until the work is finished or the time is up, so that a
// client need not poll. A held read occupies one of Lambda's concurrent executions; above the limits on held
// reads, a request is answered immediately.
import { LONGEST_HELD_READ_SECONDS } from '../contract/schema/limits.ts';
import type { HeldReads } from '../service/accounts/held-reads.ts';

/**
 * Pause between reads of a held one, as a share of the time so far, so that no response is late by more;
 * bounded by the shortest and the longest pause.
 */
const PAUSE_SHARE = 0.25;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 400];
/** Seconds, for clients that poll automatically. */
const POLL_AFTER_SECONDS = 1;
/** Seconds, for clients whose read was not held: they would otherwise poll immediately. */
const NOT_HELD_POLL_AFTER_SECONDS = 3;

export interface HeldReadDeps {
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly heldReads: HeldReads;
}

export function createHeldReadDeps(heldReads: HeldReads): HeldReadDeps {
  return { clock: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), heldReads };
}

/** Seconds, capped at the longest held read; 0 without the preference. */
export function parsePreferredWait(prefer: string | undefined): number {
  const found = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '');
  return Math.min(LONGEST_HELD_READ_SECONDS, Number(found?.[1] ?? 0));
}

export interface WaitedRead<T> {
  /** The value of the last read. */
  readonly value: T;
  /** `Retry-After` for work in progress, and `Preference-Applied`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads until the work is finished or the wait is over. A read that finds it finished on the first attempt is not held.
 */
export async function readUntil<T>(
  read: () => Promise<T>,
  isFinished: (value: T) => boolean,
  { accountId, waitSeconds }: { readonly accountId: string; readonly waitSeconds: number },
  { clock, sleep, heldReads }: HeldReadDeps,
): Promise<WaitedRead<T>> {
  const began = clock();
  const first = await read();
  const applied = { ...(waitSeconds > 0 && { 'Preference-Applied': `wait=${waitSeconds}` }) };
  if (isFinished(first)) return { value: first, headers: applied };
  const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });
  if (waitSeconds === 0) return { value: first, headers: retryAfter(POLL_AFTER_SECONDS) };
  const held = await heldReads.take(accountId, waitSeconds, began);
  if (held === undefined) return { value: first, headers: retryAfter(NOT_HELD_POLL_AFTER_SECONDS) };
  try {
    let value = first;
    let pause = FIRST_PAUSE_MS;
    let waited = 0;
    while (!isFinished(value) && clock() + pause <= began + waitSeconds * 1_000) {
      await sleep(pause);
      waited += pause;
      value = await read();
      pause = Math.min(Math.max(FIRST_PAUSE_MS, Math.ceil(PAUSE_SHARE * waited)), LONGEST_PAUSE_MS);
    }
    return { value, headers: { ...applied, ...(!isFinished(value) && retryAfter(POLL_AFTER_SECONDS)) } };
  } finally {
    await heldReads.release(held);
  }
}

// The Prefer header (RFC 7240): preferences by name.

/** `handling=strict`: the client requests an error for parameters that would otherwise be ignored. */
export function isStrictPreferred(prefer: string | undefined): boolean {
  return /(?:^|[,;\s])handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer ?? '');
}
