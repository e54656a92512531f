// Follows the jobs in progress live: the service holds each read until something changes, so that following takes few
// requests of the account's limit.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { OrderAnalytics } from '../../../packages/client/src/index.ts';
import type { Texts } from '../texts/languages.ts';
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

/** Progress by the job's id. */
export const progressOf = signal<Readonly<Record<string, JobProgress>>>({});

/** Each followed job holds a connection, of which a browser has six per origin. */
const MOST_FOLLOWED = 3;

/** Reports of one dataset end at about the same time: the lists are read once for all of them. */
const END_TOGETHER_MS = 500;

/** Calls `onEnd` when one of the jobs has ended. The others are followed without another request. */
export function useFollowed(jobs: readonly Job[], onEnd: (job: Job) => void): void {
  const client = service.value;
  const following = useRef(new Map<string, AbortController>());
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const followed = jobs.slice(0, MOST_FOLLOWED);
  const names = followed.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  useEffect(
    () => () => {
      for (const controller of following.current.values()) controller.abort();
      following.current.clear();
    },
    [client],
  );
  // `names` identifies the followed jobs.
  useEffect(() => {
    if (client === undefined) return;
    for (const [id, controller] of following.current) {
      if (followed.some((job) => job.id === id)) continue;
      controller.abort();
      following.current.delete(id);
    }
    for (const job of followed) {
      if (following.current.has(job.id)) continue;
      const controller = new AbortController();
      following.current.set(job.id, controller);
      const { signal } = controller;
      const end = (): void => {
        if (!signal.aborted) waitUntilEnded(job, signal);
      };
      // Failures need no handling: reading the lists again shows them.
      follow(client, job, signal).then(end, end);
    }
  }, [client, names]);
  const pending = useRef<Job | undefined>(undefined);
  const waitUntilEnded = (job: Job, signal: AbortSignal): void => {
    const isFirst = pending.current === undefined;
    // An import changes more than a report does.
    if (isFirst || job.kind !== 'report') pending.current = job;
    if (!isFirst) return;
    setTimeout(() => {
      const { current } = pending;
      pending.current = undefined;
      if (current !== undefined && !signal.aborted) latest.current(current);
    }, END_TOGETHER_MS);
  };
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
