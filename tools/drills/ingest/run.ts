// Connects one run of a drill: its own account, a clock that the drill moves, and the real handlers and flows on the
// real engines, as in the functions.
import './environment.ts';
import { ulid } from 'ulid';
import { queueArn } from '../../../apps/local-cloud/engines/queues-and-buckets.ts';
import { applyChunks } from '../../../functions/queue/apply-chunk.ts';
import { keepDeadLetters } from '../../../functions/queue/keep-dead-letter.ts';
import type { ChunkMessage } from '../../../src/contract/messages/chunk-message.ts';
import type { ErasureView } from '../../../src/contract/resources/erasures.ts';
import { parseSubmitOrders } from '../../../src/contract/resources/orders/orders.ts';
import { countRows, type SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import type { ErasureRef } from '../../../src/service/erasures/erasures.ts';
import { createRequestErasure, toErasureView } from '../../../src/service/erasures/request-erasure.ts';
import { createRunErasure } from '../../../src/service/erasures/run-erasure.ts';
import { LEFT_TO_RECONCILER } from '../../../src/service/erasures/wire-request.ts';
import { reconcile } from '../../../src/service/operations/reconcile.ts';
import { createAcceptOrders } from '../../../src/service/orders/accept-orders.ts';
import { createChunkQueue } from '../../../src/service/orders/chunk-queue.ts';
import { createDeadLetterQueue } from '../../../src/service/orders/dead-letter-queue.ts';
import { createRedrive } from '../../../src/service/orders/redrive.ts';
import { createRandom } from '../../harness/random/random.ts';
import type { Engines } from './engines.ts';
import { createTurns, runInTurns, runOutOfTurn } from './faults.ts';
import { createModel } from './model.ts';

export const DATASET = 'default';
export const MAX_DRILL_RECEIVES = 5;
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
const NO_CAP = 1_000_000;

/** An import from the drill's point of view. */
export interface Import {
  readonly importId: string;
  readonly messages: readonly ChunkMessage[];
  readonly rows: number;
}

/** One drill: `run` returns the violations found with a seed. */
export interface Drill {
  readonly name: string;
  readonly about: string;
  /** Default number of runs: smaller if a run takes long. */
  readonly runs?: number;
  /** Runs that a drill needs to cover all its cases, if the default in tests is lower. */
  readonly leastRuns?: number;
  /** Number of concurrent runs; four, unless a run needs the machine to itself. */
  readonly atOnce?: number;
  /** True if the run depends on the machine's speed: `npm test` runs no other drill beside it. */
  readonly isAlone?: boolean;
  /** `npm test` leaves the drill to the deep run. */
  readonly inDeepRun?: boolean;
  /** The time after which a run counts as hanging. */
  readonly longestMs?: number;
  run(seed: number, engines: Engines): Promise<string[]>;
}

async function wire(seed: number, engines: Engines) {
  const { stores, sqs, queues } = engines;
  const random = createRandom(seed);
  const accountId = `acc_${ulid()}`;
  let now = Date.parse('2026-03-01T00:00:00Z');
  const clock = () => now;
  const limits = { maxStoredRows: NO_CAP };
  const queueName = `drill-${accountId}`;
  const visibility = { VisibilityTimeout: 360, MessageRetentionPeriod: 345_600, DelaySeconds: 0 };
  const deadUrl = await queues.createQueue(`${queueName}-dead`, visibility);
  const queueUrl = await queues.createQueue(queueName, {
    ...visibility,
    RedrivePolicy: {
      deadLetterTargetArn: queueArn(`${queueName}-dead`),
      maxReceiveCount: MAX_DRILL_RECEIVES,
    },
  });
  const createId = (at: number): string => ulid(at, random);
  const bucket = queueName.toLowerCase().replace('_', '-');
  queues.createBucket(bucket);
  const { deadLetters } = engines.createFiles(bucket);
  const deps = { ...stores, deadLetters, clock, maxStoredRows: async () => limits.maxStoredRows };
  // One turn for all queries: otherwise the reconciler would get the most turns.
  const own = async (...query: Parameters<typeof stores.unfinished.olderThan>) =>
    (await runOutOfTurn(() => stores.unfinished.olderThan(...query))).filter((found) =>
      found.accountId.startsWith(accountId),
    );

  return {
    seed,
    random,
    accountId,
    clock,
    createId,
    stores,
    /** Restricted to this run: others run concurrently. */
    unfinished: { olderThan: own },
    bucket,
    deadLetters,
    sqs,
    queueUrl,
    deadUrl,
    limits,
    model: createModel(),
    consume: applyChunks({
      ...withoutTables(deps),
      deadLetterQueue: createDeadLetterQueue(sqs, deadUrl),
      maxReceives: MAX_DRILL_RECEIVES,
      // The drill delivers the message again at once.
      redelivery: { after: async () => {} },
    }),
    keep: keepDeadLetters(deps),
    redrive: createRedrive(withoutTables(deps)),
    /** The drill provides its workflow. */
    requestErasure: createRequestErasure({
      ...deps,
      workflow: LEFT_TO_RECONCILER,
      newErasureId: createId,
    }),
    erase: (ref: ErasureRef) =>
      createRunErasure({
        ...deps,
        ...engines.createFiles(bucket),
        orders: stores.erasableOrders,
        newFileId: createId,
      })(ref, Number.POSITIVE_INFINITY),
    async viewErasure(erasureId: string): Promise<ErasureView> {
      const item = await stores.erasures.get({ accountId, erasureId });
      if (item === undefined) throw new Error(`erasure ${erasureId} is gone`);
      return toErasureView(item);
    },
    /** Considers only this run's imports: others run concurrently. */
    reconcile: () => reconcile({ ...deps, unfinished: { olderThan: own } }),
    acceptOrders: createAcceptOrders({
      ...deps,
      queue: createChunkQueue(sqs, queueUrl),
      newImportId: createId,
    }),
    pass(ms: number): void {
      now += ms;
    },

    /**
     * Accepts a request in chunks of `perChunk` orders, with its messages in transit. `isNoted`: false if the request
     * ends after it has queued the last message, before it notes that.
     */
    async addImport(orders: readonly SubmittedOrder[], perChunk: number, isNoted = true): Promise<Import> {
      const messages: ChunkMessage[] = [];
      let importId = '';
      const accept = createAcceptOrders({
        ...deps,
        newImportId(at) {
          importId = createId(at);
          return importId;
        },
        maxChunkOrders: perChunk,
        queue: {
          async send(sent) {
            messages.push(...sent);
            if (!isNoted) throw new RequestEnded();
          },
        },
      });
      now++;
      const request = parseSubmitOrders({ orders, dataset_id: DATASET });
      await runOutOfTurn(() => accept(accountId, limits.maxStoredRows, request)).catch((error: unknown) => {
        if (!(error instanceof RequestEnded)) throw error;
      });
      return { importId, messages, rows: countRows(orders) };
    },
  };
}
/** Only a drill of tables begins one: the reconciler of another could start no refresh. */
function withoutTables<D extends { readonly openTables: unknown }>({
  openTables: _,
  ...deps
}: D): Omit<D, 'openTables'> {
  return deps;
}

/** Thrown and caught only within the drill. */
class RequestEnded extends Error {}

export type Run = Awaited<ReturnType<typeof wire>>;

export function createMessage(
  accountId: string,
  importId: string,
  chunk: number,
  orders: readonly SubmittedOrder[],
): ChunkMessage {
  return { version: 1, account_id: accountId, dataset_id: DATASET, import_id: importId, chunk, orders };
}

/** `play` returns the violations. An error that it throws is a violation too. */
export async function playInRun(
  seed: number,
  engines: Engines,
  play: (run: Run) => Promise<string[]>,
): Promise<string[]> {
  const run = await wire(seed, engines);
  try {
    return await runInTurns(createTurns(run.random), () => play(run));
  } catch (error) {
    return [`the drill stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  } finally {
    for (const url of [run.queueUrl, run.deadUrl]) await engines.deleteQueue(url);
  }
}
