// Sends the orders of the chosen files with the published client's push: two requests in flight, and idempotency keys
// that make resuming safe. Progress is stored after every request.
import {
  type ImportJob,
  OrderAnalytics,
  OrderAnalyticsError,
  type PushProgress,
  type Waiting,
} from '../../../packages/client/src/index.ts';
import type { Surroundings } from '../../../packages/order-files/sources.ts';
import {
  computeReconciliation,
  toSourceSummary,
} from '../../../packages/order-files/totals/reconciliation.ts';
import {
  demandCurrency,
  nameRates,
  type SettingsAccess,
} from '../../../packages/order-files/values/name-rates.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import type {
  Applied,
  Checkpoint,
  Chosen,
  FromWorker,
  ReadingProgress,
  SendTarget,
  WaitingFor,
} from '../import/messages.ts';
import { getProgress, getRatesSource, openReading } from './reading.ts';

export interface Sending {
  readonly chosen: Chosen;
  readonly target: SendTarget;
  /** The position to start from. */
  readonly checkpoint: Checkpoint;
}

/** Imports per request. */
const LISTED = 100;
/** Longest wait for the orders of one request to be applied. */
const LONGEST_MS = 3_600_000;
/**
 * The rest of the limit serves views of all tabs: an import of an hour blocks none of them, nor does the minute after
 * it.
 */
const SHARE_OF_LIMIT = 1 / 2;
/** Limit on listed failed rows. */
const MAX_ERRORS = 100;

/** Reports its progress; resolves when all rows are applied. Rejects with PushError. */
export async function sendFiles(
  { chosen, target, checkpoint: noted }: Sending,
  surroundings: Surroundings,
  gate: Gate,
  tell: (message: FromWorker) => void,
): Promise<void> {
  const { baseUrl, apiKey, datasetId } = target;
  const client = new OrderAnalytics({ baseUrl, apiKey, shareOfLimit: SHARE_OF_LIMIT });
  const saved = await fetchKnown(client, noted);
  let checkpoint = saved;
  let badRows = 0;
  const reading = await openReading(chosen, surroundings, { onBadRow: () => void badRows++ });
  const getReadingProgress = (): ReadingProgress => getProgress(reading, chosen);
  let hasBegun = false;
  const ticker = setInterval(() => {
    if (!hasBegun) tell({ is: 'reading', progress: getReadingProgress() });
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
    const orders = passThroughGate(reading.orders, gate, async () => {
      if (hasBegun) return;
      hasBegun = true;
      await demandCurrency(fetchSettings(client, datasetId), reading.currency());
      tell({ is: 'sending', checkpoint });
    });
    await client.push(orders, {
      datasetId,
      skip: saved.ordersSent,
      idempotencyKey: saved.run,
      sourceSummary: () =>
        toSourceSummary(computeReconciliation(reading.ledger, reading.currency(), badRows)),
      onProgress: note,
    });
    const source = getRatesSource(chosen, reading);
    const mismatch = await nameRates(fetchSettings(client, datasetId), {
      source,
      currency: reading.currency(),
    });
    const applied = await waitUntilApplied(client, checkpoint, (done, waiting) =>
      tell({ is: 'applying', checkpoint, done, ...(waiting !== undefined && { waiting }) }),
    );
    tell({ is: 'applied', checkpoint, applied, mismatch });
  } finally {
    clearInterval(ticker);
    reading.close();
  }
}

/** Finds the start: the beginning for a key of another account, which lacks what was sent before. */
async function fetchKnown(client: OrderAnalytics, saved: Checkpoint): Promise<Checkpoint> {
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

/** Requests in flight complete while the gate is closed; no further one starts. */
async function* passThroughGate(
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

function fetchSettings(client: OrderAnalytics, datasetId: string): SettingsAccess {
  return {
    async read() {
      for await (const one of client.datasets.list()) if (one.slug === datasetId) return one;
      return undefined;
    },
    change: (changes) => client.datasets.change(datasetId, changes),
  };
}

/** A list shows many imports per request: the wait follows only the middle one of those left. */
async function waitUntilApplied(
  client: OrderAnalytics,
  { imports }: Checkpoint,
  note: (done: number, waiting?: WaitingFor) => void,
): Promise<Applied> {
  const ended = new Map<string, ImportJob>();
  let left = [...new Set(imports)].sort();
  const onWait = ({ reason }: Pick<Waiting, 'reason'>): void => note(ended.size, reason);
  note(0);
  while (left.length > 0) {
    // The first imports of a file that is resumed much later may be far down the list.
    let listed = 0;
    for await (const job of client.imports.list({ limit: LISTED }, { onWait })) {
      if (job.import_id < (left[0] ?? '') || ++listed > 2 * left.length + LISTED) break;
      if (job.completed_at !== undefined && left.includes(job.import_id)) ended.set(job.import_id, job);
    }
    const isOpen = (id: string): boolean => !ended.has(id);
    const middle = left.filter(isOpen).at(Math.floor(left.filter(isOpen).length / 2));
    if (middle !== undefined)
      ended.set(middle, await client.imports.wait(middle, { timeoutMs: LONGEST_MS, onWait }));
    left = left.filter(isOpen);
    note(ended.size);
  }
  // A request that was sent again has the same import.
  return sumJobs([...new Set(imports)].flatMap((id) => ended.get(id) ?? []));
}

function sumJobs(jobs: readonly ImportJob[]): Applied {
  let applied: Applied = { inserted: 0, updated: 0, failed: 0, errors: [], warnings: [] };
  for (const { rows, errors = [], warning, warning_coded: coded } of jobs) {
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

// A gate that blocks sending while it is closed.

export class Gate {
  private opening: { readonly promise: Promise<void>; readonly open: () => void } | undefined;

  get isClosed(): boolean {
    return this.opening !== undefined;
  }

  close(): void {
    if (this.opening !== undefined) return;
    let open = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.opening = { promise, open };
  }

  open(): void {
    this.opening?.open();
    this.opening = undefined;
  }

  async opened(): Promise<void> {
    await this.opening?.promise;
  }
}
