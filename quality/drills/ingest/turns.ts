// Serializes the calls of one run into turns: one at a time, the next one drawn by the seed from those that wait. The
// seed determines the interleaving, so a run can be repeated.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { below, type Random } from '../../harness/random/random.ts';

export interface Turns {
  /** `process`: the process that makes the call. `isLast`: while anything else waits for a turn, it goes first. */
  take<T>(call: () => Promise<T>, process?: object, isLast?: boolean): Promise<T>;
  /** A process starts: the next turn is drawn once it has requested one or has ended. */
  begin(process: object): void;
  end(process: object): void;
}

/**
 * A process may be compressing a body or waiting for a receiver; a process that waits for another one requests nothing.
 */
const MOST_PATIENCE_MS = 500;

export function createTurns(random: Random): Turns {
  const waiting: {
    readonly go: () => Promise<void>;
    readonly process: object | undefined;
    readonly isLast: boolean;
  }[] = [];
  const processes = new Set<object>();
  let isGoing = false;

  /**
   * By then, every process that can continue has requested a turn: waits between attempts are no longer than this in a
   * drill.
   */
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
      const others = waiting.filter(({ isLast }) => !isLast);
      const drawn = others.length > 0 ? others : waiting;
      const turn = drawn[below(random, drawn.length)];
      if (turn === undefined) continue;
      waiting.splice(waiting.indexOf(turn), 1);
      await turn.go();
    }
    isGoing = false;
  }

  return {
    take(call, process, isLast = false) {
      return new Promise((resolve, reject) => {
        waiting.push({ go: () => call().then(resolve, reject), process, isLast });
        if (!isGoing) void go();
      });
    },
    begin: (process) => void processes.add(process),
    end: (process) => void processes.delete(process),
  };
}
