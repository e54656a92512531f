// Wakes webhook endpoints on request, as the service does every minute: on a local cloud that tests share, where a
// minute is long.
import { SFNClient } from '@aws-sdk/client-sfn';
import { LOCAL_CREDENTIALS } from '../../apps/local-cloud/engines/dynamodb.ts';
import { ACCOUNT, parseTemplate, REGION } from '../../apps/local-cloud/template.ts';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import { createEventWorkflow } from '../../src/service/aws/executions.ts';
import { createUnfinished } from '../../src/service/tables/unfinished.ts';
import { type Woken, wakeEndpoints } from '../../src/service/webhooks/endpoints/wake-endpoints.ts';
import { createEndpointStore } from '../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../src/service/webhooks/event-log.ts';
import type { LocalSide } from './target.ts';

const TIME_MS = 30_000;

export async function createEventWaker({ cloud, db }: LocalSide): Promise<() => Promise<Woken>> {
  const { template } = await loadLocalAssembly();
  const machine = Object.entries(parseTemplate(template).Resources).find(
    ([id, { Type }]) => Type === 'AWS::StepFunctions::StateMachine' && id.includes('Events'),
  );
  const connection = { region: REGION, credentials: LOCAL_CREDENTIALS };
  const sfn = new SFNClient({ ...connection, endpoint: cloud.endpoints.stepFunctions });
  const table = cloud.outputs.ServiceTable ?? '';
  const arn = `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${machine?.[0] ?? ''}`;
  const deps = {
    unfinished: createUnfinished(db, table),
    events: createEventLog(db, table),
    endpoints: createEndpointStore(db, table),
    workflow: createEventWorkflow(sfn, arn),
    clock: Date.now,
  };
  return () => wakeEndpoints(deps, Date.now() + TIME_MS);
}
