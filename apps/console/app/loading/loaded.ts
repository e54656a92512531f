// Data of the service for a view. What was loaded stays on the page while it is loaded again, and when that fails.
import { useEffect, useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../../../packages/client/src/index.ts';
import type { Job } from '../jobs.ts';
import { isOfTheKey } from '../key.ts';
import { forgetAnswers, noteWaiting, service } from '../service.ts';

export interface Loaded<T> {
  readonly value: T | undefined;
  /** Undefined as long as nothing failed. */
  readonly problem: unknown;
  readonly reload: () => void;
  /** The same after a job of the view has ended: what it did not change is not asked for again. */
  readonly jobEnded: (job: Job) => void;
}

/** What is drawn of an answer is a task of its own, beside reading it: both may take a while. */
function ownTask<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, 0, value));
}

/** `name` says what is loaded: under another name, it is loaded again, and what was loaded before is not shown. */
export function useLoaded<T>(
  name: string,
  load: (client: OrderAnalytics, call: CallOptions) => Promise<T>,
): Loaded<T> {
  const [found, setFound] = useState<{ name: string; value?: T; problem?: unknown }>({ name });
  const [round, setRound] = useState(0);
  const client = service.value;
  // `load` is another function at each call: `name` says when it means something else.
  useEffect(() => {
    if (client === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const call = { signal, onWait: noteWaiting };
    load(client, call)
      .then(ownTask)
      .then(
        (value) => {
          if (!signal.aborted) setFound({ name, value });
        },
        (problem: unknown) => {
          // Without a valid key, another one is asked for, and the data are loaded with it.
          if (signal.aborted || isOfTheKey(problem)) return;
          setFound((former) => (former.name === name ? { ...former, problem } : { name, problem }));
        },
      );
    return () => controller.abort(new DOMException('no longer shown', 'AbortError'));
  }, [client, name, round]);
  const isMissing = found.name !== name || found.value === undefined || found.problem !== undefined;
  useEffect(() => {
    if (!isMissing) return;
    // What failed, or waits for its next attempt, is asked for at once.
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
