// Something that a button asks of the service: one at a time. What failed is kept to be shown.
import { useState } from 'preact/hooks';
import { type CallOptions, type OrderAnalytics, OrderAnalyticsError } from '../../client/src/index.ts';
import { noteWaiting, service } from './service.ts';

export interface Sending {
  readonly isSending: boolean;
  /** Undefined as long as nothing failed. */
  readonly problem: unknown;
  readonly send: (work: (client: OrderAnalytics, call: CallOptions) => Promise<void>) => void;
}

export function useSending(): Sending {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  return {
    isSending,
    problem,
    send: (work) => {
      const client = service.value;
      if (client === undefined || isSending) return;
      setSending(true);
      setProblem(undefined);
      work(client, { onWait: noteWaiting })
        // Without a valid key, another one is asked for; the reader then sends it once more.
        .catch((error: unknown) => setProblem(isOfTheKey(error) ? undefined : error))
        .finally(() => setSending(false));
    },
  };
}

export function isOfTheKey(problem: unknown): boolean {
  return problem instanceof OrderAnalyticsError && problem.status === 401;
}
