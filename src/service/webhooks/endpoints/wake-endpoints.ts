// Moves new events into the logs of their accounts, and starts the workers of endpoints with something to
// send. Runs every minute; the next run continues the work of a killed one. Accounts take turns: an account
// with thousands of events does not delay others.

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

/**
 * `deadline`: epoch milliseconds after which nothing is started. A failing account does not delay the others.
 */
export async function wakeEndpoints(deps: WakeEndpointsDeps, deadline: number): Promise<Woken> {
  const { unfinished, events, endpoints, workflow, clock } = deps;
  const failures: unknown[] = [];
  const attempt = async (what: Readonly<Record<string, string>>, step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      log('error', 'events not logged', { ...what, ...describeError(error) });
      failures.push(error);
    }
  };
  // A lagging index may omit items written this instant: the next run finds them.
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
  // Endpoints whose settings were changed, or whose start was lost before.
  for (const { accountId, id: endpointId } of await unfinished.olderThan('webhook-endpoint', now)) {
    const item = await endpoints.get({ accountId, endpointId });
    if (item?.[UNFINISHED_INDEX.partition] !== undefined) started.set(endpointId, item);
  }
  // Starting a running execution does nothing.
  for (const item of started.values())
    await attempt({ endpoint_id: item.endpoint_id }, () => workflow.start(item));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be woken`);
  return { events: taken, endpoints: started.size };
}
