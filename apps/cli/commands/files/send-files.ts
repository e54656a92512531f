// Sends order files for backfill and push: reads batches, keeps a checkpoint, and prints the totals.
import { randomUUID } from 'node:crypto';
import { batchOrders } from '../../../../packages/client/src/pushing/batch-orders.ts';
import { type SummedBatch, withSummaries } from '../../../../packages/client/src/pushing/push.ts';
import { sendBatches } from '../../../../packages/client/src/pushing/send-batches.ts';
import { toSourceSummary } from '../../../../packages/order-files/totals/reconciliation.ts';
import {
  demandCurrency,
  nameRates,
  type SettingsAccess,
} from '../../../../packages/order-files/values/name-rates.ts';
import type { ImportJob } from '../../../../src/contract/resources/orders/orders.ts';
import type { SubmittedOrder } from '../../../../src/contract/resources/orders/submitted-order.ts';
import type { SourceSummary } from '../../../../src/contract/schema/source-summary.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { FileRefusal, runInterruptibly } from '../../failure.ts';
import { formatCommand } from '../../try-again.ts';
import type { CliCommand } from '../cli-command.ts';
import { type Context, waitUnlessAborted } from '../context.ts';
import { CheckpointFile, type CheckpointState, describeReading, NOTHING_SENT } from './checkpoint.ts';
import { type Progress, showReading, startProgress } from './file-progress.ts';
import { openOrderFiles } from './open-order-files.ts';
import { addOrderFileOptions, type OrderFileFlags } from './order-file-options.ts';

const POLL_MS = 500;
const MAX_ERRORS = 20;

export interface SendFlags extends OrderFileFlags {
  readonly dataset: string;
  readonly dryRun: boolean;
  readonly checkpoint?: string;
  readonly wait: boolean;
}

export interface SendRoute {
  /** Identifies the checkpoint, together with the files. */
  readonly target: object;
  readonly inFlight: number;
  /** Returns the import's id. `key` stays the same for a batch that a resumed run sends again. */
  readonly send: (batch: SummedBatch<SubmittedOrder, SourceSummary>, key: string) => Promise<string>;
  readonly readImport: (importId: string) => Promise<ImportJob>;
  readonly dataset: SettingsAccess;
}

export function addSendOptions(command: CliCommand): CliCommand {
  return addOrderFileOptions(command)
    .option('--dataset <slug>', 'dataset to write to', 'default')
    .option('--dry-run', 'only check the files: bad rows are listed by line', false)
    .option('--checkpoint <file>', 'file that records progress; run the same command again to resume')
    .option('--no-wait', "don't wait until the rows are applied");
}

export async function runSend(
  context: Context,
  files: readonly string[],
  flags: SendFlags,
  route: () => Promise<SendRoute>,
): Promise<void> {
  if (flags.dryRun) return checkOnly(context, files, flags);
  let state: CheckpointState = NOTHING_SENT;
  const describePosition = (): string => {
    const sent = `after ${formatCount(state.orders_sent, 'order')} were sent`;
    return flags.checkpoint === undefined
      ? `${sent}; run again to resume: rows sent twice are stored once (--checkpoint FILE skips them)`
      : `${sent}; run again to resume`;
  };
  return runInterruptibly(describePosition, (signal) =>
    sendWhole(context, files, flags, { route, signal, note: (reached) => (state = reached) }),
  );
}

async function sendWhole(
  context: Context,
  files: readonly string[],
  flags: SendFlags,
  {
    route,
    signal,
    note,
  }: {
    readonly route: () => Promise<SendRoute>;
    readonly signal: AbortSignal;
    readonly note: (reached: CheckpointState) => void;
  },
): Promise<void> {
  const { target, inFlight, send, readImport, dataset } = await route();
  const { reading, badRows, figures, reconcile, ratesSource, settings } = await openOrderFiles(
    files,
    flags,
    'sent',
    {
      signal,
    },
  );
  const checkpoint =
    flags.checkpoint === undefined
      ? undefined
      : new CheckpointFile(flags.checkpoint, describeReading(files, { ...settings, ...target }));
  let state = checkpoint?.load() ?? NOTHING_SENT;
  note(state);
  const run = state.run ?? randomUUID();
  if (state.orders_sent > 0) {
    console.error(`resuming after ${state.orders_sent} orders (${state.rows_sent} rows) sent before`);
  }
  /** Checked once before anything is sent: amounts in two currencies are never added. */
  let demanded: Promise<void> | undefined;
  const began = performance.now();
  let progress: Progress | undefined = startProgress('reading');
  let sendingBegan = false;
  const ticker = setInterval(() => {
    const { bytes, totalBytes, rows } = reading.progress();
    if (sendingBegan) progress?.update(state.rows_sent, rows, state.rows_sent);
    else progress?.update(bytes, totalBytes, rows);
  }, 200);
  try {
    const batches = batchOrders(reading.orders, { skip: state.orders_sent });
    await sendBatches(
      withSummaries(batches, () => toSourceSummary(figures())),
      {
        concurrency: inFlight,
        signal,
        send: async (batch) => {
          demanded ??= demandCurrency(dataset, reading.currency());
          await demanded;
          if (!sendingBegan) {
            sendingBegan = true;
            checkpoint?.save({ ...state, run });
            // The last line of an order may be at the end of the files, so all rows are read before the first batch is
            // sent.
            const { bytes, rows } = reading.progress();
            progress?.update(bytes, bytes, rows);
            progress?.stop();
            progress = startProgress('sending');
          }
          return send(batch, `${run}-${batch.ordersBefore}`);
        },
        onSent: (batch, importId) => {
          state = {
            run,
            orders_sent: batch.ordersBefore + batch.orders.length,
            rows_sent: state.rows_sent + batch.lineItems,
            imports: [...state.imports, importId],
          };
          checkpoint?.save(state);
          note(state);
        },
      },
    );
    progress.update(state.rows_sent, state.rows_sent, state.rows_sent);
  } finally {
    clearInterval(ticker);
    progress.stop();
    reading.close();
  }
  const reconciliation = reconcile();
  if (state.orders_sent === 0) {
    throw new FileRefusal(
      `nothing to send: none of the ${formatCount(reconciliation.rows_read, 'row')} belongs to an order that counts; the omissions and their reasons are above`,
      1,
    );
  }
  const mismatch = await nameRates(dataset, { source: ratesSource(), currency: reading.currency() });
  if (mismatch !== undefined) {
    console.error(`The dataset is in ${mismatch.dataset}, but these prices are in ${mismatch.prices}.`);
  }
  const sentMs = performance.now() - began;
  const applied = flags.wait
    ? await waitForAll(state.imports, state.rows_sent, readImport, signal)
    : undefined;
  checkpoint?.remove();
  const seconds = (performance.now() - began) / 1_000;
  context.print(
    {
      rows_sent: state.rows_sent,
      orders_sent: state.orders_sent,
      bad_rows: badRows(),
      reconciliation,
      imports: state.imports,
      sent_seconds: Number((sentMs / 1_000).toFixed(3)),
      seconds: Number(seconds.toFixed(3)),
      ...(applied !== undefined && { applied }),
    },
    [
      `${state.rows_sent} rows of ${state.orders_sent} orders sent in ${(sentMs / 1_000).toFixed(1)} s, ${badRows()} bad rows left out.`,
      ...(applied === undefined
        ? [`${state.imports.length} imports are being applied.`]
        : [
            `Applied after ${seconds.toFixed(1)} s: ${applied.inserted} inserted, ${applied.updated} updated, ${applied.failed} failed.`,
            ...applied.errors.map(
              (error) =>
                `  ${error.order_id} ${error.product_name ?? error.product_sku ?? ''}: ${error.reason}`,
            ),
          ]),
    ].join('\n'),
  );
  if ((applied?.failed ?? 0) > 0) process.exitCode = 1;
  if (!context.isJson()) console.error(describeNextSteps(flags));
}

/** Suggests commands that the dataset can answer now. */
function describeNextSteps({ dataset }: SendFlags): string {
  const formatStep = (template: string): string =>
    `  ${formatCommand(['report', 'create', '--template', template, '--dataset', dataset])}`;
  return `Next, a report on it:\n${formatStep('standard_mba')}\n${formatStep('standard_rfm')}`;
}

/** Waits until the imports are finished, and adds up their row counts. */
async function waitForAll(
  imports: readonly string[],
  rows: number,
  read: SendRoute['readImport'],
  signal: AbortSignal,
) {
  const progress = startProgress('applying');
  const totals = { total: 0, inserted: 0, updated: 0, failed: 0 };
  /** A sample of the rows that failed. */
  const errors: NonNullable<ImportJob['errors']>[number][] = [];
  try {
    for (const importId of imports) {
      let job = await read(importId);
      for (; job.status !== 'completed' && job.status !== 'failed'; job = await read(importId))
        await waitUnlessAborted(POLL_MS, signal);
      for (const count of ['total', 'inserted', 'updated', 'failed'] as const)
        totals[count] += job.rows[count];
      errors.push(...(job.errors ?? []).slice(0, MAX_ERRORS - errors.length));
      progress.update(totals.total, rows, totals.total);
    }
    return { ...totals, errors };
  } finally {
    progress.stop();
  }
}

async function checkOnly(context: Context, files: readonly string[], flags: SendFlags): Promise<void> {
  const { reading, reconcile } = await openOrderFiles(files, { ...flags, badRows: 'skip' }, 'sent');
  const { rows, badRows } = await reading.check().finally(showReading(reading));
  const reconciliation = reconcile();
  context.print(
    { rows, bad_rows: badRows, reconciliation },
    `${rows} valid rows, ${badRows} bad rows. Nothing was sent.`,
  );
  if (badRows > 0) process.exitCode ??= 1;
}
