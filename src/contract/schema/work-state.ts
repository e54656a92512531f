// One vocabulary for the state of all asynchronous work: imports, reports, exports and erasures. Their `status` has the
// words of the interface, which differ from one to another.
import * as v from 'valibot';
import { described } from './described.ts';

const STATE_OF = {
  pending: 'pending',
  processing: 'processing',
  Processing: 'processing',
  completed: 'completed',
  Completed: 'completed',
  'Completed with warnings': 'completed_with_warnings',
  failed: 'failed',
  Failed: 'failed',
} as const;

export type WorkStatus = keyof typeof STATE_OF;

export function toState<S extends WorkStatus>(status: S): (typeof STATE_OF)[S] {
  return STATE_OF[status];
}

/** State of work that can be in these states. */
export function workState<const T extends readonly (typeof STATE_OF)[WorkStatus][]>(states: T) {
  return described(
    v.picklist(states),
    'The `status` in the words that imports, reports, exports and erasures share.',
  );
}
