// Ctrl-C: the work stops where it can be continued, files and terminal are left tidy, and the operator reads where it stopped.
// A second Ctrl-C ends the process at once.

/** As shells count it: 128 and the number of the signal. */
export const INTERRUPTED = 130;
const SHOW_CURSOR = '\u001b[?25h';

export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** `where`: how far it has come, once it has stopped; it ends the sentence “interrupted …”. */
export async function interruptible<T>(
  where: () => string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    if (controller.signal.aborted) {
      if (process.stderr.isTTY) process.stderr.write(SHOW_CURSOR);
      process.exit(INTERRUPTED);
    }
    controller.abort(new InterruptedError('interrupted'));
  };
  process.on('SIGINT', onInterrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? new InterruptedError(`interrupted ${where()}`) : error;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
