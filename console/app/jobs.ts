// What is in progress, followed live: the service holds each read until something changes, so that this takes few
// requests of the account's limit.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OrderAnalytics } from '../../client/src/index.ts';
import type { Texts } from '../texts/en/common.ts';
import { service } from './service.ts';

export interface Job {
  readonly kind: 'import' | 'report' | 'erasure';
  readonly id: string;
}

export interface JobProgress {
  readonly phase: keyof Texts['phase'];
  readonly fraction: number;
  readonly place?: number | undefined;
}

/** By the job's id. */
export const progressOf = signal<Readonly<Record<string, JobProgress>>>({});

/** Each holds a connection, of which a browser has six for an origin. */
const MOST_FOLLOWED = 3;

/** Calls `onEnd` when one of the jobs has ended. */
export function useFollowed(jobs: readonly Job[], onEnd: () => void): void {
  const client = service.value;
  const followed = jobs.slice(0, MOST_FOLLOWED);
  const names = followed.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  // `names` says which jobs are followed.
  useEffect(() => {
    if (client === undefined || followed.length === 0) return;
    const controller = new AbortController();
    const ended = followed.map((job) => follow(client, job, controller.signal));
    Promise.race(ended).then(
      () => {
        if (!controller.signal.aborted) onEnd();
      },
      // Whatever failed: reading the lists again shows it.
      () => {
        if (!controller.signal.aborted) onEnd();
      },
    );
    return () => controller.abort();
  }, [client, names]);
}

function follow(client: OrderAnalytics, { kind, id }: Job, signal: AbortSignal): Promise<unknown> {
  const note = (progress: JobProgress | null): void => {
    if (progress !== null) progressOf.value = { ...progressOf.peek(), [id]: progress };
  };
  const options = { signal, timeoutMs: 3_600_000 };
  const onProgress = ({ progress = null }: { readonly progress?: JobProgress | null }): void =>
    note(progress);
  if (kind === 'import') return client.imports.wait(id, { ...options, onProgress });
  if (kind === 'report') return client.reports.wait(id, { ...options, onProgress });
  return client.erasures.wait(id, { ...options, onProgress });
}
