// Takes the events that were born into the logs of their accounts, and starts the workers of the endpoints that have something to send.
// It runs every minute; whatever a run leaves undone when it is killed, the next one finds. Accounts take turns: one that has thousands
// of events delays no other's.

import type { EventWorkflow } from '../../aws/executions.ts';
import { describeError } from '../../observability/describe-error.ts';
import { log } from '../../observability/log.ts';
import { UNFINISHED_INDEX } from '../../tables/service-table.ts';
import type { Unfinished } from '../../tables/unfinished.ts';
import type { EndpointItem, EndpointStore } from '../endpoints.ts';
import type { EventLog } from '../event-log.ts';

export interface WakeEndpointsDeps {
  readonly unfinished: Pick<Unfinished, 'olderThan'>;
  readonly events: Pick<EventLog, 'take'>;
  readonly endpoints: Pick<EndpointStore, 'get' | 'list'>;
  readonly workflow: Pick<EventWorkflow, 'start'>;
  readonly clock: () => number;
}

export interface Woken {
  readonly events: number;
  readonly endpoints: number;
}

/** `deadline`: epoch milliseconds after which nothing is started. An account that fails does not hold up the others. */
export async function wakeEndpoints(deps: WakeEndpointsDeps, deadline: number): Promise<Woken> {
  const { unfinished, events, endpoints, workflow, clock } = deps;
  const failures: unknown[] = [];
  const attempt = async (what: Readonly<Record<string, string>>, step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      log('error', 'events not taken', { ...what, ...describeError(error) });
      failures.push(error);
    }
  };
  // An index that lags may leave out what was written this instant: the next run finds it.
  const now = new Date(clock() + 1).toISOString();
  let taken = 0;
  const started = new Map<string, EndpointItem>();
  let turn = [...new Set((await unfinished.olderThan('event', now)).map(({ accountId }) => accountId))];
  while (turn.length > 0 && clock() < deadline) {
    const left: string[] = [];
    for (const accountId of turn)
      await attempt({ account_id: accountId }, async () => {
        const active = (await endpoints.list(accountId)).filter(({ paused }) => paused === undefined);
        const count = await events.take(accountId, active, clock());
        taken += count ?? 0;
        if (count !== 0) for (const item of active) started.set(item.endpoint_id, item);
        if (count !== 0) left.push(accountId);
      });
    turn = left;
  }
  // Those whose settings were changed, or whose start was lost before.
  for (const { accountId, id: endpointId } of await unfinished.olderThan('webhook-endpoint', now)) {
    const item = await endpoints.get({ accountId, endpointId });
    if (item?.[UNFINISHED_INDEX.partition] !== undefined) started.set(endpointId, item);
  }
  // Starting one that runs does nothing.
  for (const item of started.values())
    await attempt({ endpoint_id: item.endpoint_id }, () => workflow.start(item));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be woken`);
  return { events: taken, endpoints: started.size };
}
