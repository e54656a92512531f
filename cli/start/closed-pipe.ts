// What `start` and `demo` do when nobody reads their output any more.

/** `… | head` closes the pipe when it has seen enough. Other commands end then; the cloud still has to be stopped in its order. */
export function ignoreClosedPipe(): void {
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
