// Handles signals to stop. Ctrl-C in a terminal reaches every process of its group: the service gets the signal itself,
// and again from each launcher above it. These count as one request to stop; a later one is another.

/** A launcher passes a signal on within milliseconds, on a busy machine within a second. */
const ONE_REQUEST_MS = 2_000;

/** Calls `stop` once and ends with code 0. A second request, seconds later, ends at once with code 1. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > ONE_REQUEST_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal());
}
