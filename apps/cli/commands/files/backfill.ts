// `backfill`: writes years of orders straight into the ingest queue, past the API's rate limit.

import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { monotonicFactory } from 'ulid';
import { createAccountStore } from '../../../../src/service/accounts/accounts.ts';
import { createRowCounters } from '../../../../src/service/accounts/row-counters.ts';
import { isBusy } from '../../../../src/service/aws/dynamodb-errors.ts';
import { createDatasetStore } from '../../../../src/service/datasets/datasets.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { createAcceptOrders } from '../../../../src/service/orders/accept-orders.ts';
import { createChunkQueue } from '../../../../src/service/orders/chunk-queue.ts';
import { toImportView } from '../../../../src/service/orders/import-view.ts';
import { createImportStore } from '../../../../src/service/orders/imports.ts';
import { CHUNKS_PER_BATCH } from '../../../../src/service/orders/redelivery.ts';
import { type Context, parseWholeNumber, wait } from '../context.ts';
import { addSendOptions, runSend, type SendFlags, type SendRoute } from './send-files.ts';

interface BackfillFlags extends SendFlags {
  readonly account: string;
  readonly maxQueueDepth: number;
}

/** Imports that are written to the queue at the same time. */
const IN_FLIGHT = 4;

export function addBackfillCommand(context: Context): void {
  const command = context.program
    .command('backfill')
    .description('write order files straight into the ingest queue, past the rate limit of the API')
    .argument(
      '<files...>',
      'CSV, JSON, .xlsx, .ods, Parquet, also zipped; paths, - for standard input, s3://bucket/key',
    )
    .requiredOption('--account <id>', 'account to write to')
    .option('--max-queue-depth <n>', 'wait while the queue holds this many chunks', parseWholeNumber, 500)
    .addHelpText(
      'after',
      `
Examples:
  npm run -s cli -- backfill orders.csv.gz --account acc_01… --dry-run
  npm run -s cli -- backfill 2024.csv 2025.csv --account acc_01… --dataset history --checkpoint backfill.json
  zcat dump.gz | npm run -s cli -- backfill - --account acc_01… --columns order_id=nr,product_name=artikel --decimal comma`,
    );
  addSendOptions(command).action((files: string[], flags: BackfillFlags) =>
    runSend(context, files, flags, () => queueRoute(context, flags)),
  );
}

async function queueRoute(
  context: Context,
  { account, dataset, maxQueueDepth }: BackfillFlags,
): Promise<SendRoute> {
  const { db, sqs, serviceTable, ingestQueueUrl, ingestConcurrency } = await context.deployment();
  if ((await createAccountStore(db, serviceTable).getAccount(account)) === undefined) {
    throw new OperationError(`account ${account} does not exist: create one with accounts create`);
  }
  const imports = createImportStore(db, serviceTable);
  const newImportId = monotonicFactory();
  const datasets = createDatasetStore(db, serviceTable);
  const acceptOrders = createAcceptOrders({
    imports,
    datasets,
    rowCounters: createRowCounters(db, serviceTable),
    queue: createChunkQueue(sqs, ingestQueueUrl),
    newImportId,
    clock: Date.now,
  });
  const queueRoom = createQueueRoom(sqs, ingestQueueUrl, {
    maxDepth: maxQueueDepth,
    atWork: ingestConcurrency * CHUNKS_PER_BATCH,
    wait,
    onRefused: (chunks) =>
      console.error(`DynamoDB is throttling ${chunks} chunks: sending continues when they are applied`),
  });
  return {
    target: { stage: context.stage(), account, dataset },
    inFlight: IN_FLIGHT,
    async send({ orders, summary }) {
      await queueRoom();
      // The consumer enforces the storage cap; here it would only warn.
      const request = {
        orders: orders.map((order) => ({ ...order, line_items: [...order.line_items] })),
        dataset_id: dataset,
        source_summary: summary,
      };
      let id = newImportId();
      const { import_id } = await untilAdmitted(
        // A resumed attempt writes the same import: it finds what an earlier attempt has written and queued.
        (resumes) =>
          acceptOrders(account, Number.MAX_SAFE_INTEGER, request, {
            id,
            resumes,
            renew: async (other) => {
              id = other;
            },
          }),
        { wait, onWait: () => console.error('DynamoDB is throttling this run: the batch is sent again') },
      );
      return import_id;
    },
    dataset: {
      read: () => datasets.get(account, dataset),
      change: (changes) => datasets.changeSettings(account, dataset, changes),
    },
    async readImport(importId) {
      const item = await imports.get({ accountId: account, importId });
      if (item === undefined) throw new OperationError(`import ${importId} is gone`);
      return toImportView(imports, item);
    },
  };
}

// Applies back-pressure: waits while the ingest queue holds more chunks than its consumers will soon have applied, and
// while DynamoDB refuses chunks. A refused chunk returns to the queue after some seconds, and counts as received until
// then: more received chunks than the consumers can work on mean that the table is throttled.

const POLL_MS = 500;
/** The longest pause between checks while chunks are refused; the table scales up meanwhile. */
const LONGEST_POLL_MS = 5_000;

interface QueueRoomOptions {
  /** Chunks queued or being applied at which the backfill stops adding more. */
  readonly maxDepth: number;
  /** Chunks that the consumers can work on at the same time. */
  readonly atWork: number;
  readonly wait: (ms: number) => Promise<void>;
  /** Called once for each period of refused chunks. */
  readonly onRefused: (chunks: number) => void;
}

export function createQueueRoom(sqs: SQSClient, queueUrl: string, options: QueueRoomOptions) {
  async function look() {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    const received = Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0);
    return {
      depth: Number(Attributes.ApproximateNumberOfMessages ?? 0) + received,
      refused: Math.max(0, received - options.atWork),
    };
  }
  return async function queueRoom(): Promise<void> {
    let pollMs = POLL_MS;
    for (let wasRefused = false; ; ) {
      const { depth, refused } = await look();
      if (depth < options.maxDepth && refused === 0) return;
      if (refused > 0) {
        if (!wasRefused) options.onRefused(refused);
        wasRefused = true;
        pollMs = Math.min(LONGEST_POLL_MS, 2 * pollMs);
      }
      await options.wait(pollMs);
    }
  };
}

// Sends a backfill's batch again, after a wait, while DynamoDB refuses its writes.

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The attempts take four minutes in total: a table that throttles for longer needs its operator. */
const ATTEMPTS = 13;

/** `send` receives whether an earlier attempt was made. */
export async function untilAdmitted<T>(
  send: (isRepeated: boolean) => Promise<T>,
  { wait, onWait }: { wait: (ms: number) => Promise<void>; onWait: () => void },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(attempt > 1);
    } catch (error) {
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
      onWait();
      await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }
}
