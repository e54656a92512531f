// Prefer: wait=20 (RFC 7240): the answer is held back until the work is finished or the time is up, so that a client
// need not poll.

/** The gateway gives a request 30 s. */
const MAX_WAIT_SECONDS = 20;
const POLL_MS = 400;
/** For a client that asks again by itself. */
export const POLL_AFTER_SECONDS = 1;

export interface Waiting {
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const realWaiting: Waiting = {
  clock: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Seconds, at most 20; 0 without the preference. */
export function preferredWait(prefer: string | undefined): number {
  const found = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '');
  return Math.min(MAX_WAIT_SECONDS, Number(found?.[1] ?? 0));
}

/** Reads until the work is finished or the wait is over; gives what was read last. */
export async function readUntil<T>(
  read: () => Promise<T>,
  isFinished: (value: T) => boolean,
  waitSeconds: number,
  { clock, sleep }: Waiting,
): Promise<T> {
  const ends = clock() + waitSeconds * 1_000;
  let value = await read();
  while (!isFinished(value) && clock() + POLL_MS <= ends) {
    await sleep(POLL_MS);
    value = await read();
  }
  return value;
}

/** `Retry-After` for work that goes on, and what was done about the preference. */
export function waitHeaders(isFinished: boolean, waitSeconds: number): Record<string, string> {
  return {
    ...(waitSeconds > 0 && { 'Preference-Applied': `wait=${waitSeconds}` }),
    ...(!isFinished && { 'Retry-After': String(POLL_AFTER_SECONDS) }),
  };
}
