// What a request hears of the plan's storage cap when its orders are accepted, and which import its orders become.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { shardLimit } from '../../src/core/ingest/row-capacity.ts';
import type { StartedWork } from '../../src/core/started-work.ts';
import { createAcceptOrders } from '../../src/ingest/accept-orders.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import type { ImportItem } from '../../src/stores/imports/import-item.ts';
import { importInMemory, importItem, NO_DATABASE } from './stores-in-memory.ts';

const CAP = 160;
const NEW_ID = '01M00000000000000000000001';
const FULL = Array.from({ length: 16 }, (_, shard) => shardLimit(CAP, shard));

/** Two rows are pushed. `acceptedAt`: the moment that the dataset gives them. */
function accepted(
  counters: readonly number[],
  { acceptedAt, item }: { acceptedAt: number; item: ImportItem | undefined } = {
    acceptedAt: 1,
    item: importItem(),
  },
  started?: StartedWork,
) {
  const accept = createAcceptOrders({
    imports: importInMemory(item).imports,
    datasets: { ...createDatasetStore(NO_DATABASE, ''), accept: async () => acceptedAt },
    rowCounters: { read: async () => [...counters] },
    queue: { send: async () => {} },
    newImportId: () => NEW_ID,
    clock: () => 0,
  });
  const line_items = [{ product_name: 'tea' }, { product_name: 'milk' }];
  return accept('acc', CAP, { orders: [{ order_id: '1', line_items }], dataset_id: 'shop' }, started);
}

it('warns of the storage cap unless all rows of the request fit below it', async () => {
  const warningWith = async (room: number) => {
    const [first = 0, ...others] = FULL;
    return (await accepted([first - room, ...others])).warning;
  };
  expect(await warningWith(0)).toContain("The plan's storage cap is reached");
  expect(await warningWith(1)).toContain('The plan has room for 1 more row:');
  expect([await warningWith(2), await warningWith(3)]).toEqual([undefined, undefined]);
});

it.each([
  ['keeps the import that the request began with', 1_000, false, false],
  ['takes a newer import where others were accepted since', 2_000, false, true],
  ['takes a newer import for a request that is sent again and whose import was never created', 0, true, true],
])('%s', async (_, acceptedAt, resumes, isNew) => {
  const recorded: string[] = [];
  const id = ulid(1_000);
  const started = { id, resumes, renew: async (renewed: string) => void recorded.push(renewed) };
  const { import_id } = await accepted(FULL, { acceptedAt, item: undefined }, started);
  expect([import_id, recorded]).toEqual(isNew ? [NEW_ID, [NEW_ID]] : [id, []]);
});
