// Requests that are sent after a while unless they are taken back, by a thread that does nothing else: whoever asks for one may
// be computing by then. The thread starts with the first of them and waits for the next ones.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { SignedRequest } from '../stores/aws/signed-request.ts';

/** To the thread; without a request, the one of that id is taken back. */
export interface LateMessage {
  readonly id: number;
  readonly late?: { readonly request: SignedRequest; readonly ms: number };
}

/** Next to a bundle, or in the source tree. */
const WORKER_FILE = [
  new URL('./late-requests-worker.mjs', import.meta.url),
  new URL('./worker.ts', import.meta.url),
].find((file) => existsSync(file));

/** `onFailure`: of a request that could not be sent, or was refused. */
export function createLateRequests(onFailure: (reason: string) => void) {
  let thread: Worker | undefined;
  let last = 0;

  function started(file: URL): Worker {
    const worker = new Worker(file);
    // It keeps no process alive, and the next request gets another one if this one dies.
    worker.unref();
    worker.on('message', onFailure);
    worker.on('error', ({ message }) => onFailure(message));
    worker.on('exit', () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  }

  /** Sends it in `ms` milliseconds. Returns what takes it back. */
  return function sendLater(request: SignedRequest, ms: number): () => void {
    if (WORKER_FILE === undefined) return () => undefined;
    thread ??= started(WORKER_FILE);
    const to = thread;
    const id = ++last;
    const post = (message: LateMessage): void => to.postMessage(message);
    post({ id, late: { request, ms } });
    return () => post({ id });
  };
}
