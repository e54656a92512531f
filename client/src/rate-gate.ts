// Keeps a client's requests within what the service said is left of the minute: after a refusal all of them wait, and
// never are more in flight than remain. A lone request always goes through, since only an answer tells more.
import { pause } from './waiting.ts';

export class RateGate {
  #closedUntil = 0;
  #remaining = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  readonly #queue = new Set<() => void>();

  /** Every enter() that succeeded needs a leave(). `onHeld`: is told when and how long the limit holds it back. */
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

  /** By X-RateLimit-Remaining of an answer; one without it says nothing. */
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
