// Keeps a client's requests within the remaining rate limit: after a 429 all requests wait, and no more are in flight
// than remain. A single request is always sent, since only a response can update the count. A client that leaves a part
// of the limit to others waits for its own requests to leave the service's window, and slows down while the others use
// theirs.
import { pause } from './waiting.ts';

/** The service counts the requests of so long. */
const WINDOW_MS = 60_000;
/** With a share set: the part of the limit that stays free for other clients, even if they exceed their share. */
const RESERVE = 0.25;
/** Wait between requests that would use the reserve: only a response shows whether the limit has recovered. */
const SLOW_MS = 10_000;

export class RateGate {
  readonly #share: number;
  #limit = Number.POSITIVE_INFINITY;
  /** When own requests of the last window were answered: the service counted them before. Only with a share. */
  #answered: number[] = [];
  #closedUntil = 0;
  #learnedAt = 0;
  #remaining = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  readonly #queue = new Set<() => void>();

  /** `share`: of the limit, 0 to 1. */
  constructor(share = 1) {
    this.#share = share;
  }

  /**
   * Every successful enter() needs a leave(). `onHeld` is called with the time for which the limit delays the request.
   */
  async enter(signal: AbortSignal | undefined, onHeld: (ms: number) => void): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const ms = Math.max(
        this.#closedUntil - performance.now(),
        this.#untilOwnLeave(),
        this.#untilReserveIsFree(),
      );
      if (ms > 0) {
        onHeld(ms);
        // Timers may be a millisecond early.
        await pause(Math.ceil(ms) + 1, signal);
      } else if (this.#inFlight > 0 && this.#inFlight >= this.#remaining) {
        await this.#change(signal);
      } else {
        this.#inFlight++;
        return;
      }
    }
  }

  leave(): void {
    this.#inFlight--;
    if (this.#share < 1) this.#answered.push(performance.now());
    for (const wake of this.#queue) wake();
  }

  /** From a response's X-RateLimit-Remaining; a response without it changes nothing. */
  learn(headers: Headers): void {
    const limit = headers.get('x-ratelimit-limit');
    if (limit !== null && /^\d+$/.test(limit)) this.#limit = Number(limit);
    const remaining = headers.get('x-ratelimit-remaining');
    this.#learnedAt = performance.now();
    this.#remaining =
      remaining !== null && /^\d+$/.test(remaining) ? Number(remaining) : Number.POSITIVE_INFINITY;
  }

  closeFor(ms: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + ms);
  }

  /** 0 if there is room for one more in this client's share. */
  #untilOwnLeave(): number {
    if (this.#share === 1) return 0;
    this.#answered = this.#answered.filter((at) => at + WINDOW_MS > performance.now());
    const most = Math.max(1, Math.floor(this.#limit * this.#share));
    const tooMany = this.#answered.length + this.#inFlight + 1 - most;
    const last = this.#answered[tooMany - 1];
    return last === undefined ? 0 : last + WINDOW_MS - performance.now();
  }

  /** 0 if one more leaves the reserve to others. */
  #untilReserveIsFree(): number {
    if (this.#share === 1 || this.#remaining === Number.POSITIVE_INFINITY) return 0;
    if (this.#remaining - this.#inFlight > this.#limit * RESERVE) return 0;
    return this.#learnedAt + SLOW_MS - performance.now();
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#queue.delete(settle);
        signal?.removeEventListener('abort', settle);
        if (signal?.aborted === true) reject(signal.reason);
        else resolve();
      };
      this.#queue.add(settle);
      signal?.addEventListener('abort', settle, { once: true });
    });
  }
}
