// Checks the table of a dataset when it is due: starts a refresh if its orders have changed since the last one, or if
// the files were not compared for a day.
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

/** `started`: refreshes of this call. Returns for how long the table was out of step, ms, if it starts a refresh. */
export async function checkTable(
  { openTables, states, exportWorkflow, tableHours }: CheckTableDeps,
  dataset: DatasetRef,
  now: number,
  started: number,
): Promise<number | undefined> {
  const item = await openTables.get(dataset);
  if (item === undefined) return undefined;
  const status = item.runs === 0 ? 'SUCCEEDED' : await exportWorkflow.status(item.table_id, item.runs);
  const next = new Date(now + tableHours * HOUR_MS - CHECKED_BEFORE_MS).toISOString();
  if (status === 'RUNNING') {
    await openTables.postpone(item, next);
    return undefined;
  }
  const { token, isBeingErased } = await states.read(dataset);
  const isCompared = now - item.compared_at < COMPARED_EVERY_MS;
  if (isCompared && token === item.state && !isBeingErased) {
    await openTables.postpone(item, next, new Date(now).toISOString());
    return undefined;
  }
  if (started >= MAX_STARTED) return undefined;
  const taken = await openTables.takeRun(item, next);
  if (taken === undefined) return undefined;
  await exportWorkflow.start(toTableInput(taken));
  return token === item.state ? 0 : now - Date.parse(item.as_of ?? new Date(now).toISOString());
}

function toTableInput({ account_id, dataset_id, table_id, runs }: OpenTableItem) {
  return { account_id, dataset_id, export_id: table_id, table_run: runs };
}
