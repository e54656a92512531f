// What a request hears of the plan's storage cap when its orders are accepted.
import { expect, it } from 'vitest';
import { shardLimit } from '../../src/core/ingest/row-capacity.ts';
import { createAcceptOrders } from '../../src/ingest/accept-orders.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { importInMemory, importItem, NO_DATABASE } from './stores-in-memory.ts';

const CAP = 160;

/** Two rows are pushed to an account with room for so many. */
async function warningWith(room: number): Promise<string | undefined> {
  const counters = Array.from({ length: 16 }, (_, shard) => shardLimit(CAP, shard));
  counters[0] = (counters[0] ?? 0) - room;
  const accept = createAcceptOrders({
    imports: importInMemory(importItem()).imports,
    datasets: { ...createDatasetStore(NO_DATABASE, ''), accept: async () => 1 },
    rowCounters: { read: async () => counters },
    queue: { send: async () => {} },
    newImportId: () => '01M00000000000000000000001',
    clock: () => 0,
  });
  const line_items = [{ product_name: 'tea' }, { product_name: 'milk' }];
  const { warning } = await accept('acc', CAP, {
    orders: [{ order_id: '1', line_items }],
    dataset_id: 'shop',
  });
  return warning;
}

it('warns of the storage cap unless all rows of the request fit below it', async () => {
  expect(await warningWith(0)).toContain("The plan's storage cap is reached");
  expect(await warningWith(1)).toContain('The plan has room for 1 more row:');
  expect([await warningWith(2), await warningWith(3)]).toEqual([undefined, undefined]);
});
