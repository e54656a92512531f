// Keeps a client's requests within the remaining rate limit: after a 429 all requests wait, and no more are in flight
// than remain. A single request is always sent, since only a response can update the count.
import { pause } from './waiting.ts';

export class RateGate {
  #closedUntil = 0;
  #remaining = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  readonly #queue = new Set<() => void>();

  /** Every successful enter() needs a leave(). `onHeld` is called with the time for which the limit delays the request. */
  async enter(signal: AbortSignal | undefined, onHeld: (ms: number) => void): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const ms = this.#closedUntil - performance.now();
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
    for (const wake of this.#queue) wake();
  }

  /** From a response's X-RateLimit-Remaining; a response without it changes nothing. */
  learn(headers: Headers): void {
    const remaining = headers.get('x-ratelimit-remaining');
    this.#remaining =
      remaining !== null && /^\d+$/.test(remaining) ? Number(remaining) : Number.POSITIVE_INFINITY;
  }

  closeFor(ms: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + ms);
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#queue.delete(done);
        signal?.removeEventListener('abort', done);
        if (signal?.aborted === true) reject(signal.reason);
        else resolve();
      };
      this.#queue.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}
