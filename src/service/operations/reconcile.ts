// Restarts or fails work that stopped before it was complete: a crash between any two steps leaves an import,
// report, export, run of an audience or erasure unfinished, and nothing else would resume it. Every step here
// is safe while the work is still running.
import { formatReason } from '../../contract/sentences/import-reasons.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { AudienceStore } from '../audiences/audiences.ts';
import type {
  AudienceWorkflow,
  DeliveryWorkflow,
  ErasureWorkflow,
  EventWorkflow,
  ExportWorkflow,
  PullWorkflow,
  ReportWorkflow,
} from '../aws/executions.ts';
import type { ConnectionItem, ConnectionStore } from '../connections/connection-item.ts';
import type { DestinationItem } from '../destinations/destination-item.ts';
import type { DestinationStore } from '../destinations/destinations.ts';
import type { ErasureRef, ErasureStore } from '../erasures/erasures.ts';
import { type ExportStore, isRunning } from '../exports/exports.ts';
import { STOPPED } from '../exports/read-export.ts';
import { toExportInput } from '../exports/start-export.ts';
import { type CheckTableDeps, checkTable } from '../exports/table/check-table.ts';
import type { LeasedItem } from '../leased-items.ts';
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import type { ImportItem } from '../orders/import-item.ts';
import type { ImportStore } from '../orders/imports.ts';
import { completeIfDone, failLostChunk } from '../orders/settle-chunk.ts';
import { getRun } from '../reports/report-item.ts';
import type { ReportStore } from '../reports/reports.ts';
import { UNFINISHED_INDEX, type UnfinishedKind } from '../tables/service-table.ts';
import { END_OF_TIME, type Unfinished, type UnfinishedRef } from '../tables/unfinished.ts';
import type { EndpointItem, EndpointStore } from '../webhooks/endpoints.ts';

export interface ReconcileDeps extends CheckTableDeps {
  readonly imports: ImportStore;
  readonly reports: ReportStore;
  readonly workflow: ReportWorkflow;
  readonly exports: Pick<ExportStore, 'get' | 'fail'>;
  readonly exportWorkflow: ExportWorkflow;
  readonly audiences: Pick<AudienceStore, 'run' | 'fail'>;
  readonly audienceWorkflow: AudienceWorkflow;
  readonly destinations: Pick<DestinationStore, 'get' | 'takeRun'>;
  readonly deliveryWorkflow: DeliveryWorkflow;
  readonly endpoints: Pick<EndpointStore, 'get' | 'takeRun'>;
  readonly eventWorkflow: EventWorkflow;
  readonly connections: Pick<ConnectionStore, 'get' | 'takeRun'>;
  readonly pullWorkflow: PullWorkflow;
  readonly erasures: ErasureStore;
  readonly erasureWorkflow: ErasureWorkflow;
  readonly unfinished: Unfinished;
  readonly clock: () => number;
}

/** A request lives for 30 s: an import that is not queued after this time never will be. */
export const UNQUEUED_AFTER_MS = 2 * 60_000;
/** A message and its dead letter live for at most 14 days each. */
const LOST_AFTER_MS = 29 * 24 * 3_600_000;
/** A message is delivered nine times within 50 minutes at most. */
const UNPLACED_AFTER_MS = 60 * 60_000;
const REPORT_AFTER_MS = 60_000;
const EXPORT_AFTER_MS = 60_000;
const AUDIENCE_AFTER_MS = 60_000;
const DESTINATION_AFTER_MS = 60_000;
const ENDPOINT_AFTER_MS = 60_000;
const CONNECTION_AFTER_MS = 60_000;
/** Events enter their accounts' logs every minute. */
const EVENT_AFTER_MS = 5 * 60_000;
const ERASURE_AFTER_MS = 60_000;

/** The number of items checked. */
export interface ReconcileCounts {
  readonly imports: number;
  readonly reports: number;
  readonly exports: number;
  readonly audience_runs: number;
  readonly destinations: number;
  readonly endpoints: number;
  readonly connections: number;
  readonly events: number;
  readonly erasures: number;
  readonly tables: number;
  /** Seconds since the table that is furthest behind its orders was in step. */
  readonly table_age_s: number;
  /**
   * Age of the oldest item, in seconds, without tables, and without destinations, webhook endpoints and shops:
   * one may be down for days.
   */
  readonly oldest_s: number;
}

/** Kinds of items that wait for systems of others, or that are listed by the time of their next check. */
const AGELESS: ReadonlySet<UnfinishedKind> = new Set([
  'destination',
  'webhook-endpoint',
  'connection',
  'open-table',
]);

/**
 * A failing item does not delay the others: its error is logged, and thrown at the end. `endedBefore`: an ISO
 * timestamp; requests and executions that began before it ended with the local cloud that ran them. In this
 * case no age is required, and later work gets an execution that waits until it is due.
 */
export async function reconcile(deps: ReconcileDeps, endedBefore?: string): Promise<ReconcileCounts> {
  const now = deps.clock();
  const failures: unknown[] = [];
  let oldest = now;
  const tables = { started: 0, age: 0 };
  const walk = async (
    kind: UnfinishedKind,
    afterMs: number,
    step: (ref: UnfinishedRef) => Promise<void>,
  ): Promise<number> => {
    const old = new Date(now - afterMs).toISOString();
    // An import may belong to a request in progress, which leaves no trace. Executions can be looked up by
    // name.
    const resumed = kind === 'import' ? endedBefore : endedBefore && END_OF_TIME;
    const before = resumed !== undefined && resumed > old ? resumed : old;
    const found = await deps.unfinished.olderThan(kind, before);
    for (const ref of found) {
      if (!AGELESS.has(kind)) oldest = Math.min(oldest, Date.parse(ref.since));
      try {
        await step(ref);
      } catch (error) {
        log('error', 'not reconciled', { kind, id: ref.id, ...describeError(error) });
        failures.push(error);
      }
    }
    return found.length;
  };
  const looked = {
    imports: await walk('import', UNQUEUED_AFTER_MS, async ({ accountId, id }) => {
      const item = await deps.imports.get({ accountId, importId: id });
      if (item !== undefined) await reconcileImport(deps, item, now);
    }),
    reports: await walk('report', REPORT_AFTER_MS, ({ accountId, id }) =>
      reconcileReport(deps, accountId, id),
    ),
    exports: await walk('export', EXPORT_AFTER_MS, ({ accountId, id }) =>
      reconcileExport(deps, accountId, id),
    ),
    audience_runs: await walk('audience-run', AUDIENCE_AFTER_MS, ({ accountId, id }) =>
      reconcileAudienceRun(deps, accountId, id),
    ),
    destinations: await walk('destination', DESTINATION_AFTER_MS, ({ accountId, id }) =>
      reconcileDestination(deps, accountId, id),
    ),
    endpoints: await walk('webhook-endpoint', ENDPOINT_AFTER_MS, async ({ accountId, id }) =>
      reconcileReceiver<EndpointItem>(
        await deps.endpoints.get({ accountId, endpointId: id }),
        deps.endpoints,
        deps.eventWorkflow,
      ),
    ),
    connections: await walk('connection', CONNECTION_AFTER_MS, async ({ accountId, id }) =>
      reconcileReceiver<ConnectionItem>(
        await deps.connections.get({ accountId, sourceId: id }),
        deps.connections,
        deps.pullWorkflow,
      ),
    ),
    // The next minute's run logs them: here they are only counted.
    events: await walk('event', EVENT_AFTER_MS, async () => undefined),
    erasures: await walk('erasure', ERASURE_AFTER_MS, ({ accountId, id }) =>
      reconcileErasure(deps, { accountId, erasureId: id }, endedBefore),
    ),
    tables: await walk('open-table', 0, async ({ accountId, id }) => {
      const dataset = { accountId, datasetId: id };
      const { hasStarted, behindMs } = await checkTable(deps, dataset, now, tables.started);
      if (hasStarted) tables.started++;
      tables.age = Math.max(tables.age, behindMs);
    }),
  };
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be reconciled`);
  return {
    ...looked,
    table_age_s: Math.round(tables.age / 1_000),
    oldest_s: Math.round((now - oldest) / 1_000),
  };
}

async function reconcileImport(deps: ReconcileDeps, item: ImportItem, now: number): Promise<void> {
  const open = [...item.chunk_rows.keys()].filter((chunk) => item.done?.has(chunk) !== true);
  const reason = explainLoss(item, open, now);
  if (reason !== undefined) for (const chunk of open) await failLostChunk(deps, item, chunk, reason);
  // If all chunks are done, the worker that finished the last one crashed before it completed the import.
  if (open.length === 0) await completeIfDone(deps, item);
}

/** Why chunks of an import will not be applied; undefined while they may be. */
function explainLoss(
  { created_at, queued_at, unplaced, letter_at }: ImportItem,
  open: readonly number[],
  now: number,
): string | undefined {
  if (now - Date.parse(created_at) > LOST_AFTER_MS) return formatReason('chunk_lost');
  if (queued_at === undefined) return formatReason('chunk_not_queued');
  if (unplaced === undefined || letter_at === undefined || open.length > unplaced.size) return undefined;
  if (now - Date.parse(letter_at) <= UNPLACED_AFTER_MS) return undefined;
  return formatReason('chunk_unnamed');
}

async function reconcileReport(deps: ReconcileDeps, accountId: string, reportId: string): Promise<void> {
  const report = await deps.reports.get({ accountId, reportId });
  // The index lags behind the table: it may still list finished items.
  if (report?.[UNFINISHED_INDEX.partition] === undefined) return;
  const ref = { account_id: accountId, report_id: reportId };
  const status = await deps.workflow.status(reportId, getRun(report));
  if (status === 'RUNNING') return;
  if (status === undefined) return deps.workflow.start(ref, getRun(report));
  if (report.status === 'Processing') {
    await deps.reports.fail(report, say('report_stopped', {}), new Date(deps.clock()).toISOString());
  }
  if (report.request.webhook_url === undefined) return;
  // The webhook was neither delivered nor abandoned: another workflow run continues its schedule.
  const run = await deps.reports.takeRun(report);
  if (run !== undefined) await deps.workflow.start(ref, run);
}

/** `id`: of the source and the export. The client must request a stopped export again. */
async function reconcileExport(deps: ReconcileDeps, accountId: string, id: string): Promise<void> {
  const [source = '', exportId = ''] = id.split('#');
  const item = await deps.exports.get({ accountId, source, exportId });
  if (item?.status !== 'Processing') return;
  const status = await deps.exportWorkflow.status(exportId);
  if (status === 'RUNNING') return;
  // An export that counts as failed by its age is not restarted.
  if (status === undefined && isRunning(item, deps.clock()))
    return deps.exportWorkflow.start(toExportInput(item));
  await deps.exports.fail(item, STOPPED, new Date(deps.clock()).toISOString());
}

/** `id`: of the audience and the run. The next run replaces a stopped one, and finds the same members. */
async function reconcileAudienceRun(deps: ReconcileDeps, accountId: string, id: string): Promise<void> {
  const [audienceId = '', runId = ''] = id.split('#');
  const ref = { accountId, audienceId, runId };
  const run = await deps.audiences.run(ref);
  if (run?.status !== 'Processing') return;
  const status = await deps.audienceWorkflow.status(runId);
  if (status === 'RUNNING') return;
  if (status === undefined) return deps.audienceWorkflow.start(ref);
  await deps.audiences.fail(run, say('audience_run_stopped', {}), new Date(deps.clock()).toISOString());
}

/** `id`: of the audience and the destination. */
async function reconcileDestination(deps: ReconcileDeps, accountId: string, id: string): Promise<void> {
  const [audienceId = '', destinationId = ''] = id.split('#');
  const item = await deps.destinations.get({ accountId, audienceId, destinationId });
  await reconcileReceiver<DestinationItem>(item, deps.destinations, deps.deliveryWorkflow);
}

/** Any execution sends what is due, or stops retrying. */
async function reconcileReceiver<Item extends LeasedItem>(
  item: Item | undefined,
  { takeRun }: { takeRun(item: Item): Promise<number | undefined> },
  workflow: {
    status(item: Item): Promise<string | undefined>;
    start(item: Item): Promise<void>;
  },
): Promise<void> {
  if (item?.[UNFINISHED_INDEX.partition] === undefined) return;
  const status = await workflow.status(item);
  if (status === 'RUNNING') return;
  if (status === undefined) return workflow.start(item);
  const runs = await takeRun(item);
  if (runs !== undefined) await workflow.start({ ...item, runs });
}

/** An erasure is never abandoned: another run follows a failed one. */
async function reconcileErasure(
  deps: ReconcileDeps,
  ref: ErasureRef,
  endedBefore: string | undefined,
): Promise<void> {
  const item = await deps.erasures.get(ref);
  if (item === undefined || item.completed_at !== undefined) return;
  const status = item.runs === 0 ? undefined : await deps.erasureWorkflow.status(ref.erasureId, item.runs);
  if (status === 'RUNNING') return;
  const hasSettled =
    item.settled_at !== undefined || (endedBefore !== undefined && item.created_at < endedBefore);
  // A run number that was reserved but never started is started under its own number.
  if (status === undefined && item.runs > 0) return deps.erasureWorkflow.start(ref, item.runs, hasSettled);
  const run = await deps.erasures.takeRun(ref, item.runs);
  if (run !== undefined) await deps.erasureWorkflow.start(ref, run, hasSettled);
}
