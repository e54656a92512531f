// Reaches into fauxqs for two features that it does not export: its queues, so that messages reach functions without
// HTTP and JSON; and one database write for all messages of a request instead of one each. Answered writes are stored,
// as before.
import type { FauxqsServer } from 'fauxqs';
import { bringNextForward, type WaitingMessages } from './fair-queue.ts';

/** A message as ReceiveMessage returns it. */
export interface ReceivedMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly MD5OfBody: string;
  readonly Body: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<Record<string, MessageAttribute>>;
}

export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64. */
  readonly BinaryValue?: string;
}

/** A queue in this process. */
export interface LocalQueue {
  /** Works as ReceiveMessage. Returns none as soon as the signal is aborted. */
  receive(atMost: number, waitSeconds: number, signal: AbortSignal): Promise<readonly ReceivedMessage[]>;
  /** Works as DeleteMessageBatch. */
  remove(receiptHandles: readonly string[]): void;
}

interface Persistence {
  transaction(write: () => void): void;
}

interface Queue extends WaitingMessages {
  readonly persistence?: Persistence;
  pollTimer?: NodeJS.Timeout | undefined;
  startPollTimerIfNeeded(): void;
  /** Makes messages visible whose delay or visibility timeout is over. */
  processTimers(): void;
  dequeue(maxCount: number, ...rest: readonly unknown[]): unknown;
  deleteMessage(receiptHandle: string): boolean;
  waitForMessages(seconds: number): Promise<void>;
}

interface Store {
  readonly persistence?: Persistence;
  getQueueByName(name: string): Queue | undefined;
  inspectQueue(name: string): unknown;
}

type Handler = (body: unknown, store: Store, ...rest: readonly unknown[]) => unknown;

interface Inside {
  readonly SqsQueue: { readonly prototype: Queue };
  readonly SqsStore: { readonly prototype: Store };
  readonly SqsRouter: { readonly prototype: { register(action: string, handler: Handler): void } };
  readonly receiveMessage: (body: object, store: Store) => Promise<{ readonly Messages?: ReceivedMessage[] }>;
}

const MODULES = ['sqsStore.js', 'sqsRouter.js', 'actions/receiveMessage.js'];
const EXPORTS = ['SqsQueue', 'SqsStore', 'SqsRouter', 'receiveMessage'];
/** Delays and visibility timeouts are whole seconds; the engine checks them every 20 ms, even while idle. */
const LOOK_EVERY_MS = 200;
const WRITES_SEVERAL: ReadonlySet<string> = new Set(['SendMessageBatch', 'DeleteMessageBatch']);
const stores = new WeakMap<object, Store>();
let inside: Promise<Inside> | undefined;

/** Changes the engine for this process, once, before it starts. */
export function openInside(): Promise<Inside> {
  inside ??= patchQueues();
  return inside;
}

export async function queueIn(server: FauxqsServer, name: string): Promise<LocalQueue> {
  const { receiveMessage } = await openInside();
  const store = stores.get(server.inspectQueue(name) ?? {});
  const queue = store?.getQueueByName(name);
  if (store === undefined || queue === undefined) throw new Error(`there is no queue ${name}`);
  const receiveAvailable = async (MaxNumberOfMessages: number): Promise<readonly ReceivedMessage[]> => {
    const asked = { QueueUrl: `/${name}`, MaxNumberOfMessages, WaitTimeSeconds: 0 };
    const names = { MessageSystemAttributeNames: ['All'], MessageAttributeNames: ['All'] };
    return (await receiveMessage({ ...asked, ...names }, store)).Messages ?? [];
  };
  return {
    async receive(atMost, waitSeconds, signal) {
      if (queue.messages.length === 0 && waitSeconds > 0)
        await awaitUnlessAborted(queue.waitForMessages(waitSeconds), signal);
      return signal.aborted ? [] : receiveAvailable(atMost);
    },
    remove(receiptHandles) {
      runInOneWrite(queue.persistence, () => {
        for (const handle of receiptHandles) queue.deleteMessage(handle);
      });
    },
  };
}

async function patchQueues(): Promise<Inside> {
  const modules = await Promise.all(
    MODULES.map((file) => import(new URL(`./sqs/${file}`, import.meta.resolve('fauxqs')).href)),
  );
  const found: unknown = Object.assign({}, ...modules);
  if (!isInside(found))
    throw new Error('this version of fauxqs does not fit apps/local-cloud/engines/queues-inside.ts');
  const { SqsQueue, SqsStore, SqsRouter } = found;
  const { dequeue } = SqsQueue.prototype;
  SqsQueue.prototype.dequeue = function (maxCount, ...rest) {
    // At shutdown, the database closes before the waiting receives end.
    if (this.messages.length === 0) return dequeue.call(this, maxCount, ...rest);
    if (!this.isFifo()) bringNextForward(this, maxCount);
    return runInOneWrite(this.persistence, () => dequeue.call(this, maxCount, ...rest));
  };
  SqsQueue.prototype.startPollTimerIfNeeded = function () {
    this.pollTimer ??= setInterval(() => this.processTimers(), LOOK_EVERY_MS);
  };
  const { register } = SqsRouter.prototype;
  SqsRouter.prototype.register = function (action, handler) {
    const handleInOneWrite: Handler = (body, store, ...rest) =>
      runInOneWrite(store.persistence, () => handler(body, store, ...rest));
    register.call(this, action, WRITES_SEVERAL.has(action) ? handleInOneWrite : handler);
  };
  const { inspectQueue } = SqsStore.prototype;
  SqsStore.prototype.inspectQueue = function (name) {
    const inspected = inspectQueue.call(this, name);
    if (typeof inspected === 'object' && inspected !== null) stores.set(inspected, this);
    return inspected;
  };
  return found;
}

function isInside(found: unknown): found is Inside {
  return typeof found === 'object' && found !== null && EXPORTS.every((name) => name in found);
}

/**
 * `run` is synchronous. If the database refuses its writes, the changes in memory stay: messages are then delivered
 * again.
 */
function runInOneWrite<R>(persistence: Persistence | undefined, run: () => R): R {
  let outcome: { readonly value: R } | undefined;
  const write = (): void => {
    outcome = { value: run() };
  };
  if (persistence === undefined) write();
  else persistence.transaction(write);
  if (outcome === undefined) throw new Error('the queues wrote nothing');
  return outcome.value;
}

async function awaitUnlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  signal.addEventListener('abort', end);
  if (!signal.aborted) await Promise.race([work, promise]);
  signal.removeEventListener('abort', end);
}
