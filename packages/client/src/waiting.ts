// Delays that a signal ends, and signals that a time limit aborts.

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Rejects with the signal's reason when it is aborted first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The promise's outcome, or the signal's reason when it is aborted first. */
export function awaitUnlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export interface Deadline {
  /** Aborted when the time is up, or when the caller's signal is. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly clear: () => void;
}

/** As AbortSignal.any with AbortSignal.timeout, which not every supported runtime has. */
export function createDeadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const stop = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => {
      isOver = true;
      controller.abort();
    },
    Math.min(ms, MAX_TIMER_MS),
  );
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}
