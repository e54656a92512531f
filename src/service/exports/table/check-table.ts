// Checks the table of a dataset when it is due: starts a refresh if its orders have changed since the last one, or if
// the files were not compared for a day.
import { decodeTime } from 'ulid';
import type { ExportWorkflow } from '../../aws/executions.ts';
import type { DatasetStates } from '../../datasets/dataset-states.ts';
import type { DatasetRef } from '../../orders/orders.ts';
import type { OpenTableItem, OpenTables } from './open-tables.ts';

export interface CheckTableDeps {
  readonly openTables: Pick<OpenTables, 'get' | 'postpone' | 'takeRun'>;
  readonly states: DatasetStates;
  readonly exportWorkflow: ExportWorkflow;
  /** Hours that a table may be behind its orders. */
  readonly tableHours: number;
}

const HOUR_MS = 60 * 60_000;
/** A table is checked so long before it may be behind: until the reconciler's call, and for the refresh. */
const CHECKED_BEFORE_MS = 10 * 60_000;
const COMPARED_EVERY_MS = 24 * HOUR_MS;
/** Refreshes that one call of the reconciler starts. The others are due since longer, and come first in the next. */
const MAX_STARTED = 25;

interface CheckedTable {
  readonly hasStarted: boolean;
  /** For how long the files have been behind the orders; 0 in step. */
  readonly behindMs: number;
}

const IN_STEP: CheckedTable = { hasStarted: false, behindMs: 0 };

/** `started`: refreshes of this call of the reconciler. */
export async function checkTable(
  { openTables, states, exportWorkflow, tableHours }: CheckTableDeps,
  dataset: DatasetRef,
  now: number,
  started: number,
): Promise<CheckedTable> {
  const item = await openTables.get(dataset);
  if (item === undefined) return IN_STEP;
  const behindMs = now - (item.as_of === undefined ? decodeTime(item.table_id) : Date.parse(item.as_of));
  const status = item.runs === 0 ? 'SUCCEEDED' : await exportWorkflow.status(item.table_id, item.runs);
  const next = new Date(now + tableHours * HOUR_MS - CHECKED_BEFORE_MS).toISOString();
  if (status === 'RUNNING') {
    await openTables.postpone(item, next);
    return { hasStarted: false, behindMs };
  }
  const { token, isBeingErased } = await states.read(dataset);
  const isCompared = now - item.compared_at < COMPARED_EVERY_MS;
  if (isCompared && token === item.state && !isBeingErased) {
    await openTables.postpone(item, next, new Date(now).toISOString());
    return IN_STEP;
  }
  if (started >= MAX_STARTED) return { hasStarted: false, behindMs };
  const taken = await openTables.takeRun(item, next);
  if (taken === undefined) return { hasStarted: false, behindMs };
  await exportWorkflow.start(toTableInput(taken));
  return { hasStarted: true, behindMs: token === item.state ? 0 : behindMs };
}

function toTableInput({ account_id, dataset_id, table_id, runs }: OpenTableItem) {
  return { account_id, dataset_id, export_id: table_id, table_run: runs };
}
