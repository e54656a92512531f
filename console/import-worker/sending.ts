// Sends the orders of the chosen files: the published client's push, two requests in flight, with keys by which a push
// that is resumed does nothing twice. What was sent is noted after every request.

import { OrderAnalytics, OrderAnalyticsError, type PushProgress } from '../../client/src/index.ts';
import type { Surroundings } from '../../order-files/sources.ts';
import { reconcile } from '../../order-files/totals/reconciliation.ts';
import { sourceSummaryOf } from '../../order-files/totals/source-summary.ts';
import { demandCurrency, nameRates, type SettingsAccess } from '../../order-files/values/name-rates.ts';
import type { SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';
import type {
  Applied,
  Checkpoint,
  Chosen,
  FromWorker,
  ReadingProgress,
  SendTarget,
  WaitingFor,
} from '../import/messages.ts';
import type { Gate } from './gate.ts';
import { openReading, progressOf, ratesSource } from './reading.ts';

export interface Sending {
  readonly chosen: Chosen;
  readonly target: SendTarget;
  /** Where to begin. */
  readonly checkpoint: Checkpoint;
}

/** For the orders of one request to be applied. */
const LONGEST_MS = 3_600_000;
/** The pages of all tabs have the rest: an import of an hour refuses nobody a view. */
const SHARE_OF_LIMIT = 2 / 3;
/** Failed rows that are listed. */
const MAX_ERRORS = 100;

/** Tells where it has come to; resolves when all rows are applied. Rejects with PushError. */
export async function sendFiles(
  { chosen, target, checkpoint: noted }: Sending,
  surroundings: Surroundings,
  gate: Gate,
  tell: (message: FromWorker) => void,
): Promise<void> {
  const { baseUrl, apiKey, datasetId } = target;
  const client = new OrderAnalytics({ baseUrl, apiKey, shareOfLimit: SHARE_OF_LIMIT });
  const saved = await knownOf(client, noted);
  let checkpoint = saved;
  let badRows = 0;
  const reading = await openReading(chosen, surroundings, { onBadRow: () => void badRows++ });
  const readingProgress = (): ReadingProgress => progressOf(reading, chosen);
  let hasBegun = false;
  const ticker = setInterval(() => {
    if (!hasBegun) tell({ is: 'reading', progress: readingProgress() });
  }, 200);
  try {
    const note = ({ ordersSent, lineItemsSent, imports, waiting }: PushProgress): void => {
      checkpoint = {
        run: saved.run,
        ordersSent,
        rowsSent: saved.rowsSent + lineItemsSent,
        imports: [...saved.imports, ...imports],
      };
      tell({ is: 'sending', checkpoint, ...(waiting !== undefined && { waiting: waiting.reason }) });
    };
    const orders = gated(reading.orders, gate, async () => {
      if (hasBegun) return;
      hasBegun = true;
      await demandCurrency(settingsOf(client, datasetId), reading.currency());
      tell({ is: 'sending', checkpoint });
    });
    await client.push(orders, {
      datasetId,
      skip: saved.ordersSent,
      idempotencyKey: saved.run,
      sourceSummary: () => sourceSummaryOf(reconcile(reading.ledger, reading.currency(), badRows)),
      onProgress: note,
    });
    const source = ratesSource(chosen, reading);
    const mismatch = await nameRates(settingsOf(client, datasetId), { source, currency: reading.currency() });
    const applied = await whenApplied(client, checkpoint, (done, waiting) =>
      tell({ is: 'applying', checkpoint, done, ...(waiting !== undefined && { waiting }) }),
    );
    tell({ is: 'applied', checkpoint, applied, mismatch });
  } finally {
    clearInterval(ticker);
    reading.close();
  }
}

/** Where to begin: at the beginning for a key of another account, which does not have what was sent before. */
async function knownOf(client: OrderAnalytics, saved: Checkpoint): Promise<Checkpoint> {
  const last = saved.imports.at(-1);
  if (last === undefined) return saved;
  try {
    await client.imports.get(last);
    return saved;
  } catch (error) {
    if (!(error instanceof OrderAnalyticsError) || error.status !== 404) throw error;
    return { run: crypto.randomUUID(), ordersSent: 0, rowsSent: 0, imports: [] };
  }
}

/** Requests in flight complete while the gate is closed; no further one begins. */
async function* gated(
  orders: AsyncIterable<SubmittedOrder>,
  gate: Gate,
  onFirst: () => Promise<void>,
): AsyncGenerator<SubmittedOrder> {
  for await (const order of orders) {
    await onFirst();
    if (gate.isClosed) await gate.opened();
    yield order;
  }
}

function settingsOf(client: OrderAnalytics, datasetId: string): SettingsAccess {
  return {
    async read() {
      for await (const one of client.datasets.list()) if (one.slug === datasetId) return one;
      return undefined;
    },
    change: (changes) => client.datasets.change(datasetId, changes),
  };
}

async function whenApplied(
  client: OrderAnalytics,
  { imports }: Checkpoint,
  note: (done: number, waiting?: WaitingFor) => void,
): Promise<Applied> {
  let applied: Applied = { inserted: 0, updated: 0, failed: 0, errors: [], warnings: [] };
  for (const [index, importId] of [...new Set(imports)].entries()) {
    note(index);
    const {
      rows,
      errors = [],
      warning,
      warning_coded: coded,
    } = await client.imports.wait(importId, {
      timeoutMs: LONGEST_MS,
      onWait: ({ reason }) => note(index, reason),
    });
    applied = {
      inserted: applied.inserted + rows.inserted,
      updated: applied.updated + rows.updated,
      failed: applied.failed + rows.failed,
      errors: [...applied.errors, ...errors].slice(0, MAX_ERRORS),
      warnings:
        warning === undefined || applied.warnings.some(({ text }) => text === warning)
          ? applied.warnings
          : [...applied.warnings, { text: warning, coded }],
    };
  }
  return applied;
}
