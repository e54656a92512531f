// Calls of one run take turns: one at a time, the next one drawn by the seed from those that wait. So a seed decides
// who overtakes whom, and a run can be repeated.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { below, type Random } from './random.ts';

export interface Turns {
  take<T>(call: () => Promise<T>): Promise<T>;
}

/** Whoever can go on has asked for a turn by then: the waits between tries are no longer than this in a drill. */
async function allHaveAsked(): Promise<void> {
  await setImmediate();
  await setTimeout(1);
  await setImmediate();
}

export function createTurns(random: Random): Turns {
  const waiting: (() => Promise<void>)[] = [];
  let isGoing = false;

  async function go(): Promise<void> {
    isGoing = true;
    while (waiting.length > 0) {
      await allHaveAsked();
      const [turn] = waiting.splice(below(random, waiting.length), 1);
      await turn?.();
    }
    isGoing = false;
  }

  return {
    take(call) {
      return new Promise((resolve, reject) => {
        waiting.push(() => call().then(resolve, reject));
        if (!isGoing) void go();
      });
    },
  };
}
