// Tests the items of tables that datasets are kept as, on a real table.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createOpenTables, type OpenTableItem } from '../../../../src/service/exports/table/open-tables.ts';
import { createUnfinished } from '../../../../src/service/tables/unfinished.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const LATER = '2026-03-01T12:50:00.000Z';

async function begin() {
  const store = createOpenTables(stage.db, TABLES.service);
  const dataset = { accountId: ulid(), datasetId: 'shop' };
  const read = async (): Promise<OpenTableItem> => {
    const item = await store.get(dataset);
    if (item === undefined) throw new Error('no item');
    return item;
  };
  await store.begin(dataset, NOW);
  return { store, dataset, read };
}

async function listDue(accountId: string, before: string): Promise<string[]> {
  const due = await createUnfinished(stage.db, TABLES.service).olderThan('open-table', before);
  return due.filter((one) => one.accountId === accountId).map(({ id, since }) => `${id} ${since}`);
}

it('begins the table of a dataset once, due at once', async () => {
  const { store, dataset, read } = await begin();
  const { table_id } = await read();
  await store.takeRun(await read(), LATER);
  await createOpenTables(stage.db, TABLES.service).begin(dataset, NOW + 1);
  expect(await read()).toMatchObject({ table_id, runs: 1, erased_until: '', compared_at: 0 });
  expect(await listDue(dataset.accountId, '2026-03-01T12:50:00.001Z')).toEqual([`shop ${LATER}`]);
});

it('begins a table again that was removed, after ten minutes', async () => {
  const { store, dataset, read } = await begin();
  expect(await store.remove({ ...(await read()), runs: 7 })).toBe(false);
  expect(await store.remove(await read())).toBe(true);
  await store.begin(dataset, NOW + 599_999);
  expect(await store.get(dataset)).toBeUndefined();
  await store.begin(dataset, NOW + 600_000);
  expect(await read()).toMatchObject({ runs: 0 });
});

it('lets one caller take the next run, and a later run end all earlier ones', async () => {
  const { store, read } = await begin();
  const before = await read();
  const outcome = { state: 's', as_of: LATER, erased_until: 'E1', compared_at: NOW };
  expect(await store.takeRun(before, LATER)).toMatchObject({ runs: 1 });
  expect(await store.takeRun(before, LATER)).toBeUndefined();
  expect(await store.finish(before, outcome)).toBe(false);
  expect(await store.finish(await read(), outcome)).toBe(true);
  expect(await read()).toMatchObject({ runs: 1, ...outcome });
  await store.finish(await read(), { ...outcome, state: undefined });
  expect((await read()).state).toBeUndefined();
});

it('is due when the check is postponed to, or at once for an erasure, which has the files compared', async () => {
  const { store, dataset, read } = await begin();
  const { accountId } = dataset;
  await store.finish(await read(), { state: 's', as_of: 'x', erased_until: '', compared_at: NOW });
  await store.postpone(await read(), LATER, LATER);
  expect([await listDue(accountId, LATER), (await read()).as_of]).toEqual([[], LATER]);
  await store.postpone({ ...(await read()), runs: 7 }, '2026-03-01T00:00:00.000Z');
  expect(await listDue(accountId, LATER)).toEqual([]);
  await store.callNow(dataset, '2026-03-01T12:10:00.000Z');
  expect(await listDue(accountId, LATER)).toEqual(['shop 2026-03-01T12:10:00.000Z']);
  expect((await read()).compared_at).toBe(0);
  const other = { accountId, datasetId: 'without a table' };
  await store.callNow(other, LATER);
  expect(await store.get(other)).toBeUndefined();
});
