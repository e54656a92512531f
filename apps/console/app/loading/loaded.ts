// Loads data of the service for a view. Loaded data stay on the page while they are loaded again, even if that fails.
import { useEffect, useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../../../packages/client/src/index.ts';
import type { Job } from '../jobs.ts';
import { isOfTheKey } from '../key.ts';
import { forgetAnswers, noteWaiting, renewals, service } from '../service.ts';

export interface Loaded<T> {
  readonly value: T | undefined;
  /** Undefined unless loading failed. */
  readonly problem: unknown;
  readonly reload: () => void;
  /** Loads again after a job of the view has ended; data that it did not change come from the cache. */
  readonly jobEnded: (job: Job) => void;
}

interface Found<T> {
  readonly name: string;
  readonly value?: T;
  readonly isPart?: boolean;
  readonly problem?: unknown;
}

/** Draws an answer in a task of its own, after parsing it: both may take a while. */
function ownTask<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, 0, value));
}

/**
 * `name` identifies the data: another name loads again, and hides what was loaded before. `load` may show a part of the
 * data before the rest has arrived; it never replaces data that are on the page.
 */
export function useLoaded<T>(
  name: string,
  load: (client: OrderAnalytics, call: CallOptions, showPart: (part: T) => void) => Promise<T>,
): Loaded<T> {
  const [found, setFound] = useState<Found<T>>({ name });
  const [round, setRound] = useState(0);
  const client = service.value;
  // `load` is a new function at each call: `name` changes when its meaning does.
  useEffect(() => {
    if (client === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const call = { signal, onWait: noteWaiting };
    const showPart = (value: T): void => {
      if (signal.aborted) return;
      setFound((former) => {
        const isWhole = former.name === name && former.value !== undefined && former.isPart !== true;
        return isWhole ? former : { name, value, isPart: true };
      });
    };
    load(client, call, showPart)
      .then(ownTask)
      .then(
        (value) => {
          if (!signal.aborted) setFound({ name, value });
        },
        (problem: unknown) => {
          // Without a valid key, the page prompts for another one, and the data are loaded with it.
          if (signal.aborted || isOfTheKey(problem)) return;
          setFound((former) => (former.name === name ? { ...former, problem } : { name, problem }));
        },
      );
    return () => controller.abort(new DOMException('no longer shown', 'AbortError'));
  }, [client, name, round, renewals.value]);
  const isMissing =
    found.name !== name || found.value === undefined || found.isPart === true || found.problem !== undefined;
  useEffect(() => {
    if (!isMissing) return;
    // Requests failed or delayed data at once.
    const loadAgain = (): void => setRound((latest) => latest + 1);
    addEventListener('online', loadAgain);
    return () => removeEventListener('online', loadAgain);
  }, [isMissing]);
  const reload = (): void => {
    forgetAnswers();
    setRound((latest) => latest + 1);
  };
  const onJobEnded = ({ kind }: Job): void => {
    forgetAnswers(kind === 'report' ? 'reports' : 'all');
    setRound((latest) => latest + 1);
  };
  const current = found.name === name ? found : undefined;
  return { value: current?.value, problem: current?.problem, reload, jobEnded: onJobEnded };
}
