// How long the local Step Functions knows executions that have ended.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { KeptResults } from '../../local/engines/redrive.ts';
import { createExecutions } from '../../local/workflows/executions.ts';
import type { Attempt } from '../../local/workflows/state-machine.ts';

const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:Work';
const arnOf = (name: string): string => `arn:aws:states:us-east-1:000000000000:execution:Work:${name}`;

/** Executions end when `end` is called with their name, with a failure if `fails`. */
function open(keptEnded: number) {
  const ends = new Map<string, { succeed: () => void; fail: () => void }>();
  const executions = createExecutions(() => undefined, keptEnded);
  executions.addMachine(MACHINE, {
    notRedrivable: undefined,
    begin({ name }): Attempt {
      const result = new Promise((resolve, reject) =>
        ends.set(name, { succeed: () => resolve(null), fail: () => reject(new Error('none')) }),
      );
      const ended = Promise.resolve({ state: 'Work', input: {} });
      return { over: new AbortController(), kept: new KeptResults(), result, ended, abort: () => undefined };
    },
  });
  const call = (action: string, body: object) => executions.answer(action, body);
  return {
    start: (name: string) => call('StartExecution', { stateMachineArn: MACHINE, name }),
    call,
    async end(name: string, how: 'succeed' | 'fail' = 'succeed') {
      ends.get(name)?.[how]();
      await turn();
    },
    known: async () => {
      const list = await call('ListExecutions', { stateMachineArn: MACHINE });
      return JSON.stringify(list).match(/(?<="name":")\w+/g);
    },
  };
}

it('forgets the executions that ended first, and none that runs', async () => {
  const { start, end, call, known } = open(2);
  for (const name of ['long', 'a', 'b', 'c']) await start(name);
  for (const name of ['c', 'a', 'b']) await end(name);
  expect(await known()).toEqual(['b', 'a', 'long']);
  await expect(call('DescribeExecution', { executionArn: arnOf('c') })).rejects.toMatchObject({
    type: 'ExecutionDoesNotExist',
  });
  await end('long');
  expect(await known()).toEqual(['b', 'long']);
});

it('counts a redriven execution as running until it ends again', async () => {
  const { start, end, call, known } = open(1);
  for (const name of ['a', 'b', 'c']) await start(name);
  await end('a', 'fail');
  await call('RedriveExecution', { executionArn: arnOf('a') });
  await end('b');
  await end('c');
  expect(await known()).toEqual(['c', 'a']);
  await end('a');
  expect(await known()).toEqual(['a']);
});
