// Calls of one run take turns: one at a time, the next one drawn by the seed from those that wait. So a seed decides
// who overtakes whom, and a run can be repeated.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { below, type Random } from '../../harness/random.ts';

export interface Turns {
  /** `process`: which of those that have begun makes the call. */
  take<T>(call: () => Promise<T>, process?: object): Promise<T>;
  /** A process begins: the next turn is drawn once it has asked for one, or has ended. */
  begin(process: object): void;
  end(process: object): void;
}

/** A process may be packing a body or waiting for a receiver; one that waits for another process asks for nothing. */
const MOST_PATIENCE_MS = 500;

export function createTurns(random: Random): Turns {
  const waiting: { readonly go: () => Promise<void>; readonly process: object | undefined }[] = [];
  const processes = new Set<object>();
  let isGoing = false;

  /** Whoever can go on has asked for a turn by then: the waits between tries are no longer than this in a drill. */
  async function allHaveAsked(): Promise<void> {
    await setImmediate();
    await setTimeout(1);
    await setImmediate();
    const asked = () => new Set(waiting.map(({ process }) => process));
    const patience = performance.now() + MOST_PATIENCE_MS;
    while (!processes.isSubsetOf(asked()) && performance.now() < patience) await setTimeout(1);
  }

  async function go(): Promise<void> {
    isGoing = true;
    while (waiting.length > 0) {
      await allHaveAsked();
      const [turn] = waiting.splice(below(random, waiting.length), 1);
      await turn?.go();
    }
    isGoing = false;
  }

  return {
    take(call, process) {
      return new Promise((resolve, reject) => {
        waiting.push({ go: () => call().then(resolve, reject), process });
        if (!isGoing) void go();
      });
    },
    begin: (process) => void processes.add(process),
    end: (process) => void processes.delete(process),
  };
}
