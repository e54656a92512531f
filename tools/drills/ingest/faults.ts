// Injects faults into the SDK: counts the calls of work inside `runInProcess`, and lets those fail that a plan names. A
// killed process never gets the response of the call at which it was killed, and makes no other call.

import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { drawBelow, type Random } from '../../harness/random/random.ts';

// Serializes the calls of one run into turns: one at a time, the next one drawn by the seed from those that wait. The
// seed determines the interleaving, so a run can be repeated.
export interface Turns {
  /** `process`: the process that makes the call. `isLast`: the call is made after all others that wait for a turn. */
  take<T>(call: () => Promise<T>, process?: object, isLast?: boolean): Promise<T>;
  /** Starts a process: the next turn is drawn once the process has requested one or has ended. */
  begin(process: object): void;
  end(process: object): void;
}

/**
 * The longest time that a turn waits for processes that compress a body or await a receiver; a process that awaits
 * another one requests nothing.
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
   * Resolves when every process that can continue has requested a turn: waits between attempts are no longer than this
   * in a drill.
   */
  async function awaitAllTurns(): Promise<void> {
    await setImmediate();
    await setTimeout(1);
    await setImmediate();
    const listAsked = () => new Set(waiting.map(({ process }) => process));
    const patience = performance.now() + MOST_PATIENCE_MS;
    while (!processes.isSubsetOf(listAsked()) && performance.now() < patience) await setTimeout(1);
  }

  async function go(): Promise<void> {
    isGoing = true;
    while (waiting.length > 0) {
      await awaitAllTurns();
      const others = waiting.filter(({ isLast }) => !isLast);
      const drawn = others.length > 0 ? others : waiting;
      const turn = drawn[drawBelow(random, drawn.length)];
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

// Partially processed batches: BatchGetItem with unprocessed keys, SendMessageBatch with refused entries.
const batchGet = v.object({
  RequestItems: v.record(v.string(), v.looseObject({ Keys: v.array(v.record(v.string(), v.unknown())) })),
});
const sendBatch = v.object({ Entries: v.array(v.looseObject({ Id: v.string() })) });

/** Leaves each table's keys after a random position unprocessed; the first one is always read. */
async function runPartBatchGet<A extends { input: object }, R extends { output: object }>(
  args: A,
  next: (args: A) => Promise<R>,
  random: Random,
): Promise<R> {
  const wanted = Object.entries(v.parse(batchGet, args.input).RequestItems).map(
    ([table, { Keys, ...rest }]) => {
      const cut = 1 + drawBelow(random, Keys.length);
      return { table, now: { ...rest, Keys: Keys.slice(0, cut) }, later: { ...rest, Keys: Keys.slice(cut) } };
    },
  );
  const RequestItems = Object.fromEntries(wanted.map(({ table, now }) => [table, now]));
  const left = wanted.filter(({ later }) => later.Keys.length > 0);
  const UnprocessedKeys = Object.fromEntries(left.map(({ table, later }) => [table, later]));
  const result = await next({ ...args, input: { ...args.input, RequestItems } });
  return { ...result, output: { ...result.output, UnprocessedKeys } };
}

/** Refuses some entries. `claimed`: they are queued anyway. */
async function runPartSend<A extends { input: object }, R extends { output: object }>(
  args: A,
  next: (args: A) => Promise<R>,
  random: Random,
  claimed: boolean,
): Promise<R> {
  const { Entries: entries } = v.parse(sendBatch, args.input);
  // SQS refuses an empty batch: at least one entry passes.
  const taken = 1 + drawBelow(random, entries.length);
  const Entries = claimed ? entries : entries.slice(0, taken);
  const Failed = entries
    .slice(claimed ? taken - 1 : taken)
    .map(({ Id }) => ({ Id, Code: 'InternalError', Message: 'injected', SenderFault: false }));
  const result = await next({ ...args, input: { ...args.input, Entries } });
  return { ...result, output: { ...result.output, Failed } };
}

export interface SdkCall {
  /** The number of the call within its process, from 1. */
  readonly number: number;
  /** The SDK's name, e.g. TransactWriteItemsCommand. */
  readonly command: string;
  /** The expression of an update. */
  readonly update: string;
}

/** `before`: the call is not made. `after`: it is made, but its response is lost. */
export type When = 'before' | 'after';

export type Fault =
  | { readonly kind: 'die'; readonly when: When }
  | { readonly kind: 'error'; readonly when: When; readonly error: Error }
  /**
   * The process stalls until no other one has anything left to do; then it makes the call. `until`: it also waits for
   * this.
   */
  | { readonly kind: 'stall'; readonly until?: (() => Promise<void>) | undefined }
  /** Part of a batch is processed; `claimed`: all of it is, although the response reports part. */
  | { readonly kind: 'part'; readonly random: Random; readonly claimed: boolean };

export type Plan = (call: SdkCall) => Fault | undefined;
export const NO_FAULTS: Plan = () => undefined;

interface Scope {
  readonly turns: Turns;
  readonly process?: { readonly plan: Plan; calls: number; isDead: boolean; readonly die: () => void };
}
const scopes = new AsyncLocalStorage<Scope>();

/** Runs work whose calls are serialized into turns. */
export function runInTurns<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
  return scopes.run({ turns }, work);
}

/** Makes a call outside the turns and without faults. */
export function runOutOfTurn<T>(look: () => Promise<T>): Promise<T> {
  return scopes.exit(look);
}

/** Runs the work as a simulated process. Resolves with undefined if it was killed. */
export async function runInProcess<T>(
  plan: Plan,
  work: () => Promise<T>,
): Promise<{ answer: T } | undefined> {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error('a process must run inside inTurns');
  const { promise: death, resolve: die } = Promise.withResolvers<undefined>();
  const process = { plan, calls: 0, isDead: false, die: () => die(undefined) };
  scope.turns.begin(process);
  try {
    const alive = scopes.run({ ...scope, process }, async () => ({ answer: await work() }));
    return await Promise.race([death, alive]);
  } finally {
    scope.turns.end(process);
  }
}

/** Makes the call in its turn, with the planned fault; for the `initialize` step of a client's middleware. */
export async function injectFault<A extends { input: object }, R extends { output: object }>(
  command: string,
  args: A,
  next: (args: A) => Promise<R>,
): Promise<R> {
  const scope = scopes.getStore();
  if (scope === undefined) return next(args);
  const { turns, process } = scope;
  let stall: Extract<Fault, { kind: 'stall' }> | undefined;
  const first = await turns.take(async () => {
    if (process === undefined) return next(args);
    if (process.isDead) return undefined;
    process.calls++;
    const fault = process.plan({ number: process.calls, command, update: getUpdate(args.input) });
    if (fault === undefined) return next(args);
    if (fault.kind === 'stall') {
      stall = fault;
      return undefined;
    }
    if (fault.kind === 'part') return doPart(command, args, next, fault);
    if (fault.when === 'after') await next(args);
    if (fault.kind === 'error') throw fault.error;
    process.isDead = true;
    process.die();
    return undefined;
  }, process);
  const result = stall === undefined ? first : await resume(stall);
  // The process was killed: it makes no further calls.
  return result ?? new Promise<never>(() => {});

  async function resume({ until }: Extract<Fault, { kind: 'stall' }>): Promise<R | undefined> {
    if (process !== undefined && until !== undefined) {
      // No turn has to wait for its next call meanwhile.
      turns.end(process);
      await until();
      turns.begin(process);
    }
    return turns.take(async () => (process?.isDead ? undefined : next(args)), process, true);
  }
}

function getUpdate(input: object): string {
  return 'UpdateExpression' in input ? String(input.UpdateExpression) : '';
}

function doPart<A extends { input: object }, R extends { output: object }>(
  command: string,
  args: A,
  next: (args: A) => Promise<R>,
  fault: Extract<Fault, { kind: 'part' }>,
): Promise<R> {
  if (command === 'BatchGetItemCommand') return runPartBatchGet(args, next, fault.random);
  if (command === 'SendMessageBatchCommand') return runPartSend(args, next, fault.random, fault.claimed);
  return next(args);
}

export function planDeath(number: number, when: When): Plan {
  return (call) => (call.number === number ? { kind: 'die', when } : undefined);
}

/** Stalls before the chosen calls. */
export function stallAt(isChosen: (call: SdkCall) => boolean, until?: () => Promise<void>): Plan {
  return (call) => (isChosen(call) ? { kind: 'stall', until } : undefined);
}

const $metadata = {};
/** Throttling errors of a table, of the service, and of the account. */
export const DYNAMODB_THROTTLES: readonly (() => Error)[] = [
  () => new ProvisionedThroughputExceededException({ message: 'injected', $metadata }),
  () => new ThrottlingException({ message: 'injected', $metadata }),
  () => new RequestLimitExceeded({ message: 'injected', $metadata }),
];
const ENGINE_ERRORS: readonly (() => Error)[] = [
  () => new ProvisionedThroughputExceededException({ message: 'injected', $metadata }),
  () => Object.assign(new Error('injected'), { name: 'TimeoutError' }),
];
const TRANSACTION_ERRORS: readonly (() => Error)[] = [
  ...ENGINE_ERRORS,
  ...['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].map(
    (Code) => () =>
      new TransactionCanceledException({
        message: 'injected',
        $metadata,
        CancellationReasons: [{ Code: 'None' }, { Code }],
      }),
  ),
];

/**
 * Makes every call fail with this probability: throttled, cancelled, timed out before or after the work, partially
 * processed, or the process is killed.
 */
export function planRandomFaults(random: Random, rate: number): Plan {
  return ({ command }) => {
    if (random() >= rate) return undefined;
    const when = random() < 0.5 ? 'before' : 'after';
    if (random() < 0.1) return { kind: 'die', when };
    if (command === 'BatchGetItemCommand' && random() < 0.6) return { kind: 'part', random, claimed: false };
    const errors = command === 'TransactWriteItemsCommand' ? TRANSACTION_ERRORS : ENGINE_ERRORS;
    const error = errors[drawBelow(random, errors.length)]?.() ?? new Error('injected');
    // A refused call was not made; only a time-out leaves that open.
    return { kind: 'error', when: error.name === 'TimeoutError' ? when : 'before', error };
  };
}
