// Starts the comparison of connected shops that are due, oldest first. Runs every minute; the next run
// continues after the deadline.
import type { PullWorkflow } from '../aws/executions.ts';
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import type { Unfinished } from '../tables/unfinished.ts';
import type { ConnectionStore } from './connection-item.ts';

export interface WakeConnectionsDeps {
  readonly unfinished: Pick<Unfinished, 'olderThan'>;
  readonly connections: Pick<ConnectionStore, 'get' | 'wake'>;
  readonly workflow: Pick<PullWorkflow, 'start'>;
  readonly clock: () => number;
}

/** Returns the number of started connections. A failing one does not delay the others. */
export async function wakeConnections(deps: WakeConnectionsDeps, deadline: number): Promise<number> {
  const { unfinished, connections, workflow, clock } = deps;
  const failures: unknown[] = [];
  let started = 0;
  const now = new Date(clock()).toISOString();
  for (const { accountId, id: sourceId } of await unfinished.olderThan('connection-due', now)) {
    if (clock() >= deadline) break;
    try {
      const found = await connections.get({ accountId, sourceId });
      const item = found && (await connections.wake(found, now));
      // If this start is lost, the reconciler repeats it.
      if (item !== undefined) await workflow.start(item);
      started += Number(item !== undefined);
    } catch (error) {
      log('error', 'connection not woken', { source_id: sourceId, ...describeError(error) });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be woken`);
  return started;
}
