// An erasure whose workflow was never started, or ended badly, is taken up by the reconciler until it is done.
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../local/engines/dynamodb.ts';
import { createClient, until } from '../../../quality/harness/client.ts';
import { LEFT_TO_RECONCILER, wireRequestErasure } from '../../../src/erasure/wire-request.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { useOwnTarget } from '../../end-to-end/use-target.ts';

const target = useOwnTarget();
const TEN_MINUTES = 600_000;

/** Asked for ten minutes ago, by somebody who died before the workflow began, or after `runs` of it. */
async function leftBehind(runs: number) {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const table = cloud.outputs.ServiceTable ?? '';
  const erasures = createErasureStore(db, table);
  await client.push([{ order_id: '1', customer_id: 'ann', line_items: [{ product_name: 'tea' }] }], 'shop');
  const { erasure_id } = await wireRequestErasure(db, table, {
    erasures: { ...erasures, takeRun: async () => undefined },
    workflow: LEFT_TO_RECONCILER,
    clock: () => Date.now() - TEN_MINUTES,
  }).dataset(accountId, 'shop');
  const ref = { accountId, erasureId: erasure_id };
  for (let run = 0; run < runs; run++) await erasures.takeRun(ref, run);
  return {
    client,
    ref,
    erasures,
    reconcile: () => target.invoke('Reconcile', {}),
    finished: () =>
      until(async () => {
        const { body } = await client.get(`/erasures/${erasure_id}`);
        return body.status === 'completed' ? body : undefined;
      }),
  };
}

it('starts an erasure that was not started, once', async () => {
  const { reconcile, finished, erasures, ref } = await leftBehind(0);
  await Promise.all([reconcile(), reconcile(), reconcile()]);
  expect(await finished()).toMatchObject({ erased: { orders: 1, line_items: 1 } });
  expect((await erasures.get(ref))?.runs).toBe(1);
  await reconcile();
  expect((await erasures.get(ref))?.runs).toBe(1);
});

it('starts a run that was claimed but never started', async () => {
  const { reconcile, finished, erasures, ref } = await leftBehind(1);
  await reconcile();
  await finished();
  expect((await erasures.get(ref))?.runs).toBe(1);
});

it('follows a run that was stopped by another', async () => {
  const { reconcile, finished, erasures, ref } = await leftBehind(1);
  const { cloud } = target.local;
  await reconcile();
  const sfn = new SFNClient({
    endpoint: cloud.endpoints.stepFunctions,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  const machine = cloud.outputs.ErasureWorkflowArn ?? '';
  const executionArn = `${machine.replace(':stateMachine:', ':execution:')}:${ref.erasureId}-1`;
  await sfn.send(new StopExecutionCommand({ executionArn }));
  sfn.destroy();
  await reconcile();
  expect(await finished()).toMatchObject({ status: 'completed' });
  expect((await erasures.get(ref))?.runs).toBe(2);
});
