// Tests the conditions of writes, on the real table: each is refused if what the caller has read has changed.
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import type { ErasureStep } from '../../../../src/analysis/erasure/erase-order.ts';
import { computeShardLimit } from '../../../../src/analysis/ingest/row-capacity.ts';
import { createEmptyPart, type OrderPart, ROOT_PATH } from '../../../../src/analysis/ingest/stored-order.ts';
import { createRowCounters } from '../../../../src/service/accounts/row-counters.ts';
import { createDatasetStates } from '../../../../src/service/datasets/dataset-states.ts';
import { createErasureMarks } from '../../../../src/service/erasures/erasure-marks.ts';
import { createErasableOrders, type ErasableOrders } from '../../../../src/service/orders/erasable-orders.ts';
import type {
  AppliedReceipt,
  ImportItem,
  ImportOutcome,
} from '../../../../src/service/orders/import-item.ts';
import { createImportStore, type ImportStore } from '../../../../src/service/orders/imports.ts';
import {
  type ChunkCommit,
  createOrderStore,
  type OrderStore,
} from '../../../../src/service/orders/orders.ts';
import { createReportSlots } from '../../../../src/service/reports/report-slots.ts';
import { createStageLine } from '../../../../src/service/reports/stage-line.ts';
import { toErasureMarkKey, toRowCounterKey } from '../../../../src/service/tables/service-table.ts';
import { TABLES as tables, useTables } from './use-tables.ts';

const stage = useTables();
const AT = '2026-03-01T00:00:00.000Z';
const LATER = '2026-03-02T00:00:00.000Z';
const MANY_ROWS = 1_000_000;

let imports: ImportStore;
let orders: OrderStore;
let erasable: ErasableOrders;
beforeAll(() => {
  const { db } = stage;
  imports = createImportStore(db, tables.service);
  orders = createOrderStore(db, tables);
  erasable = createErasableOrders(db, tables);
});

const createReceipt = (inserted: number, rest: Partial<AppliedReceipt> = {}): AppliedReceipt => ({
  kind: 'applied',
  inserted,
  updated: 0,
  failed: 0,
  over_cap: 0,
  ...rest,
});
const createOutcome = (inserted: number): ImportOutcome => ({
  rows: { inserted, updated: 0, failed: 0 },
  warning: [],
  failReason: [],
  errors: [],
});

async function createImport() {
  const item: ImportItem = {
    account_id: `acc_${ulid()}`,
    import_id: ulid(),
    dataset_id: 'default',
    created_at: AT,
    chunk_rows: [3],
  };
  await imports.create(item);
  const ref = { accountId: item.account_id, importId: item.import_id };
  const read = async (): Promise<ImportItem> => (await imports.get(ref)) ?? item;
  return { item, ref, read };
}

it('creates an import once', async () => {
  const { item, read } = await createImport();
  await expect(imports.create({ ...item, chunk_rows: [9] })).rejects.toThrow('conditional');
  expect((await read()).chunk_rows).toEqual([3]);
});

it('completes an import once, and only one that exists', async () => {
  const { item, ref, read } = await createImport();
  await imports.complete(item, createOutcome(3), AT);
  await imports.complete(item, createOutcome(2), LATER);
  expect(await read()).toMatchObject({ completed_at: AT, rows: { inserted: 3 } });
  const nobody = { ...ref, importId: ulid() };
  await imports.complete({ ...item, import_id: nobody.importId }, createOutcome(3), AT);
  expect(await imports.noteChunksDone(nobody, [0])).toBeUndefined();
  expect(await imports.get(nobody)).toBeUndefined();
});

it('keeps the time at which an import was first queued', async () => {
  const { ref, read } = await createImport();
  await imports.noteQueued(ref, AT);
  await imports.noteQueued(ref, LATER);
  expect((await read()).queued_at).toBe(AT);
});

it('recounts an import only if it is unchanged since its receipts were read, and complete', async () => {
  const { item, read } = await createImport();
  expect(await imports.recount(await read(), createOutcome(1))).toBe(false);
  await imports.complete(item, createOutcome(1), AT);
  const first = await read();
  expect(await imports.recount(first, createOutcome(3))).toBe(true);
  expect(await imports.recount(first, createOutcome(2))).toBe(false);
  const second = await read();
  expect(second).toMatchObject({ rows: { inserted: 3 } });
  expect(await imports.recount(second, createOutcome(2))).toBe(true);
});

it('writes a receipt once, and several of one chunk together or not at all', async () => {
  const { ref } = await createImport();
  expect(await imports.putReceipt(ref, 0, '0', createReceipt(1))).toBe(true);
  expect(await imports.putReceipt(ref, 0, '0', createReceipt(2))).toBe(false);
  const both = [
    { path: '0', receipt: createReceipt(5) },
    { path: '1', receipt: createReceipt(5) },
  ];
  expect(await imports.putReceipts(ref, 0, both)).toBe(false);
  expect(await imports.listReceipts(ref)).toEqual([createReceipt(1)]);
});

it('splits only a dead part', async () => {
  const { ref } = await createImport();
  const halves = ['0', '1'].map((path) => ({ path, receipt: createReceipt(0, { failed: 1, dead: true }) }));
  await imports.putReceipt(ref, 0, '', createReceipt(2));
  await imports.splitDead(ref, 0, '', halves);
  expect(await imports.listReceipts(ref)).toEqual([createReceipt(2)]);
  await imports.putReceipt(ref, 1, '', createReceipt(0, { failed: 2, dead: true }));
  await imports.splitDead(ref, 1, '', halves);
  expect((await imports.listReceipts(ref, 1)).map(({ kind }) => kind)).toEqual([
    'split',
    'applied',
    'applied',
  ]);
  // A half that was applied meanwhile stays applied.
  await imports.putReceipt(ref, 2, '', createReceipt(0, { failed: 2, dead: true }));
  await imports.putReceipt(ref, 2, '0', createReceipt(1));
  await imports.splitDead(ref, 2, '', halves);
  expect(await imports.getReceipt(ref, 2, '0')).toEqual(createReceipt(1));
});

const createPart = (orderId: string, version: number): OrderPart => ({
  ...createEmptyPart(orderId),
  version,
});

function createCommit(accountId: string, rest: Partial<ChunkCommit>): ChunkCommit {
  return {
    dataset: { accountId, datasetId: 'default' },
    importId: ulid(),
    chunk: 0,
    path: '',
    parts: [],
    draws: [],
    maxStoredRows: MANY_ROWS,
    receipt: createReceipt(1),
    replaces: 'nothing',
    ...rest,
  };
}

it('commits a chunk once, and a dead one only while it is dead', async () => {
  const commit = createCommit(`acc_${ulid()}`, {});
  const ref = { accountId: commit.dataset.accountId, importId: commit.importId };
  expect(await orders.commit(commit)).toBe('committed');
  expect(await orders.commit(commit)).toBe('decided_before');
  expect(await orders.commit({ ...commit, replaces: 'dead' })).toBe('decided_before');
  await imports.putReceipt(ref, 1, '', createReceipt(0, { failed: 1, dead: true }));
  const dead = { ...commit, chunk: 1, replaces: 'dead' as const };
  expect([await orders.commit(dead), await orders.commit(dead)]).toEqual(['committed', 'decided_before']);
});

it('commits an order only as the next version of what was read', async () => {
  const accountId = `acc_${ulid()}`;
  const write = (version: number) =>
    orders.commit(createCommit(accountId, { parts: [createPart('o1', version)] }));
  expect([await write(2), await write(1)]).toEqual(['conflict', 'committed']);
  expect([await write(1), await write(3), await write(2), await write(2)]).toEqual([
    'conflict',
    'conflict',
    'committed',
    'conflict',
  ]);
});

it('assumes that orders are new only after commits of new orders alone', async () => {
  const store = createOrderStore(stage.db, tables, 2);
  const accountId = `acc_${ulid()}`;
  const commitParts = async (...parts: readonly [orderId: string, version: number][]) => {
    for (const [orderId, version] of parts)
      await store.commit(createCommit(accountId, { parts: [createPart(orderId, version)] }));
    return store.assumesNew({ accountId, datasetId: 'default' });
  };
  expect(await commitParts(['o1', 1])).toBe(false);
  expect(await commitParts(['o2', 1])).toBe(true);
  expect(await commitParts(['o1', 1], ['o3', 1])).toBe(false);
  expect(await commitParts(['o4', 1])).toBe(true);
  expect(await commitParts(['o1', 2], ['o5', 1])).toBe(false);
});

it('refuses a chunk that is too large for a transaction before DynamoDB does', async () => {
  const accountId = `acc_${ulid()}`;
  const write = (parts: readonly OrderPart[]) => orders.commit(createCommit(accountId, { parts }));
  // 98 orders fit beside the receipt and a row counter.
  const parts = Array.from({ length: 99 }, (_, at) => createPart(`o${at}`, 1));
  expect([await write(parts), await write(parts.slice(1))]).toEqual(['too_large', 'committed']);
  const importId = ulid();
  const line = {
    name: 'x'.repeat(360_000),
    sku: undefined,
    unitPrice: 1,
    quantity: 1,
    customFields: undefined,
  };
  const createWidePart = (orderId: string): OrderPart => ({
    ...createPart(orderId, 1),
    lines: new Map([['n:x', { ...line, importId }]]),
  });
  const wideParts = Array.from({ length: 10 }, (_, at) => createWidePart(`wide${at}`));
  expect([await write(wideParts), await write(wideParts.slice(1))]).toEqual(['too_large', 'committed']);
});

it('draws rows from a counter only up to its limit', async () => {
  const accountId = `acc_${ulid()}`;
  const maxStoredRows = 160;
  const limit = computeShardLimit(maxStoredRows, 0);
  const draw = (rows: number) =>
    orders.commit(createCommit(accountId, { maxStoredRows, draws: [{ shard: 0, rows }] }));
  expect([await draw(limit - 1), await draw(2), await draw(1), await draw(1)]).toEqual([
    'committed',
    'counter_full',
    'committed',
    'counter_full',
  ]);
});

it('erases an order only in the version that was read', async () => {
  const accountId = `acc_${ulid()}`;
  const dataset = { accountId, datasetId: 'default' };
  for (const version of [1, 2])
    await orders.commit(createCommit(accountId, { parts: [createPart('o1', version)] }));
  const createStep = (...changes: ErasureStep['changes']): ErasureStep => ({ changes, erased: new Map() });
  const commit = (...changes: ErasureStep['changes']) =>
    erasable.commit(dataset, 0, [createStep(...changes)]);
  expect(await commit({ kind: 'delete', part: createPart('o1', 1) })).toBe(false);
  expect(await commit({ kind: 'put', part: createPart('o1', 2) })).toBe(false);
  expect(await commit({ kind: 'put', part: createPart('o1', 3) })).toBe(true);
  expect(await orders.readParts(dataset, [{ orderId: 'o1', path: ROOT_PATH }])).toMatchObject([
    { version: 3 },
  ]);
  expect(await commit({ kind: 'delete', part: createPart('o1', 3) })).toBe(true);
});

it('gives a report a slot only if the queue is unchanged since it was read', async () => {
  const slots = createReportSlots(stage.db, tables.service);
  const accountId = `acc_${ulid()}`;
  const createKey = (reportId: string) => ({ accountId, reportId });
  const readLine = async (reportId: string) =>
    (await slots.line(createKey(reportId))) ?? { computing: [], waiting: [] };
  const alone = await readLine('5');
  const behind = await readLine('4');
  expect(await slots.occupy(createKey('5'), alone)).toBe(false);
  expect(await slots.occupy(createKey('4'), behind)).toBe(true);
  expect(await slots.occupy(createKey('5'), behind)).toBe(false);
  expect(await slots.occupy(createKey('5'), { ...alone, computing: [] })).toBe(false);
  expect(await slots.line(createKey('4'))).toBeUndefined();
  expect(await slots.occupy(createKey('5'), await readLine('5'))).toBe(true);
  expect(await slots.read(accountId)).toEqual({ computing: ['4', '5'], waiting: [] });
});

it('gives a report a slot at once if one is free and no report waits', async () => {
  const slots = createReportSlots(stage.db, tables.service);
  const accountId = `acc_${ulid()}`;
  const occupyAtOnce = (reportId: string) => slots.occupyAtOnce({ accountId, reportId }, 2);
  expect(await occupyAtOnce('1')).toBe(true);
  // The answer was lost: the same report repeats the request.
  expect(await occupyAtOnce('1')).toBe(true);
  expect(await occupyAtOnce('2')).toBe(true);
  expect(await occupyAtOnce('3')).toBe(false);
  expect(await occupyAtOnce('2')).toBe(true);
  expect(await slots.line({ accountId, reportId: '3' })).toEqual({ computing: ['1', '2'], waiting: ['3'] });
  await slots.free(accountId, ['1']);
  // A slot is free, but another report waits.
  expect(await occupyAtOnce('4')).toBe(false);
  await slots.free(accountId, ['3']);
  expect(await occupyAtOnce('4')).toBe(true);
  expect(await slots.read(accountId)).toEqual({ computing: ['2', '4'], waiting: [] });
});

it('starts at most the allowed number of reports of all accounts at once, in the order of their tickets', async () => {
  const line = createStageLine(stage.db, tables.service, { pk: `acc_${ulid()}`, sk: 'report-line' });
  const createRef = (reportId: string) => ({ accountId: `acc_${reportId}`, reportId });
  expect(await line.startAtOnce(createRef('1'), 2, 10)).toBe(true);
  // The answer was lost: the same report repeats the request.
  expect(await line.startAtOnce(createRef('1'), 2, 10)).toBe(true);
  expect(await line.startAtOnce(createRef('2'), 2, 20)).toBe(true);
  expect(await line.startAtOnce(createRef('3'), 2, 30)).toBe(false);
  const third = await line.takeTicket();
  expect([third, await line.takeTicket()]).toEqual([4, 5]);
  const full = await line.read();
  expect(full).toEqual({
    computing: [createRef('1'), createRef('2')],
    tickets: 5,
    started: 3,
    startedAt: 20,
    movedAt: 20,
    paceMs: 0,
  });
  expect(await line.start(createRef('3'), third, full, 2, 40)).toBe(false);
  await line.free([createRef('1')], 50);
  // There is room, but others wait.
  expect(await line.startAtOnce(createRef('5'), 2, 60)).toBe(false);
  const seen = await line.read();
  expect(await line.start(createRef('3'), third, seen, 2, 70)).toBe(true);
  await line.free([createRef('2')], 80);
  expect(await line.start(createRef('4'), 5, seen, 2, 90)).toBe(false);
  const moved = await line.read();
  expect(moved).toMatchObject({ computing: [createRef('3')], started: 4, paceMs: 50, movedAt: 80 });
  expect(await line.start(createRef('4'), 5, moved, 2, 170)).toBe(true);
  await line.free([createRef('3')], 180);
  const quiet = await line.read();
  expect(quiet.paceMs).toBe(60);
  // Nothing has started for hours: ten minutes of them count.
  expect(await line.start(createRef('5'), await line.takeTicket(), quiet, 2, 20_000_000)).toBe(true);
  expect((await line.read()).paceMs).toBe(120_048);
});

it('lets one erasure at a time lead the work on a dataset', async () => {
  const marks = createErasureMarks(stage.db, tables.service);
  const accountId = `acc_${ulid()}`;
  const [one, other] = [
    { accountId, erasureId: 'e1' },
    { accountId, erasureId: 'e2' },
  ];
  const take = (ref: typeof one) => marks.takeLead(ref, 'default');
  expect([await take(one), await take(one), await take(other)]).toEqual([true, true, false]);
  await marks.releaseLead(other, 'default');
  expect(await take(other)).toBe(false);
  await marks.releaseLead(one, 'default');
  expect(await take(other)).toBe(true);
});

it('changes the state of a dataset with every commit that changes orders, and with every lead of an erasure', async () => {
  const states = createDatasetStates(stage.db, tables.service);
  const marks = createErasureMarks(stage.db, tables.service);
  const accountId = `acc_${ulid()}`;
  const dataset = { accountId, datasetId: 'default' };
  const seen: string[] = [];
  const readToken = async () => (await states.read(dataset)).token;
  const hasMoved = async (work: () => Promise<unknown>): Promise<boolean> => {
    const before = await readToken();
    await work();
    const after = await readToken();
    if (before !== after) seen.push(after);
    return before !== after;
  };
  const commit = (rest: Partial<ChunkCommit>) => () => orders.commit(createCommit(accountId, rest));
  const ofOther = { accountId, datasetId: 'another' };
  expect(await hasMoved(commit({ parts: [createPart('o1', 1)], draws: [{ shard: 3, rows: 1 }] }))).toBe(true);
  // Rows are replaced or withdrawn: no counter gets new rows.
  expect(await hasMoved(commit({ parts: [createPart('o1', 2)] }))).toBe(true);
  expect(await hasMoved(commit({ parts: [createPart('o1', 3)], draws: [{ shard: 3, rows: -1 }] }))).toBe(
    true,
  );
  expect(await hasMoved(commit({}))).toBe(false);
  expect(await hasMoved(commit({ parts: [createPart('o1', 3)] }))).toBe(false);
  expect(await hasMoved(commit({ dataset: ofOther, parts: [createPart('o1', 1)] }))).toBe(false);

  const erasure = { accountId, erasureId: 'e1' };
  const accepted = { ...toErasureMarkKey(accountId, 'default'), latest: 'e1' };
  const accept = new PutCommand({ TableName: tables.service, Item: accepted });
  expect(await hasMoved(() => stage.db.send(accept))).toBe(true);
  expect(await hasMoved(() => marks.takeLead(erasure, 'default'))).toBe(true);
  expect((await states.read(dataset)).isBeingErased).toBe(true);
  expect((await states.read(ofOther)).isBeingErased).toBe(false);
  await marks.releaseLead(erasure, 'default');
  expect((await states.read(dataset)).isBeingErased).toBe(false);
  expect(await hasMoved(() => marks.takeLead(erasure, 'default'))).toBe(true);
  expect(new Set(seen).size).toBe(seen.length);
});

it('adds no more rows to a counter than were drawn, whatever else its writes contain', async () => {
  const accountId = `acc_${ulid()}`;
  const draws = [{ shard: 0, rows: 5 }];
  await orders.commit(createCommit(accountId, { parts: [createPart('o1', 1)], draws, maxStoredRows: 160 }));
  // The cap was lowered below the stored rows: they can still be replaced.
  const lowered = { parts: [createPart('o1', 2)], maxStoredRows: 0 };
  expect(await orders.commit(createCommit(accountId, lowered))).toBe('committed');
  const counted = await createRowCounters(stage.db, tables.service).read(accountId);
  expect(counted.reduce((sum, rows) => sum + rows, 0)).toBe(5);
});

it('counts the rows of each dataset in the counters that the commits write anyway', async () => {
  const accountId = `acc_${ulid()}`;
  const counters = createRowCounters(stage.db, tables.service);
  const add = (datasetId: string, orderId: string, rows: number, shard: number) =>
    orders.commit(
      createCommit(accountId, {
        dataset: { accountId, datasetId },
        parts: [createPart(orderId, 1)],
        draws: [{ shard, rows }],
      }),
    );
  await add('small', 'o1', 30, 0);
  await add('large', 'o1', 5_000, 0);
  await add('large', 'o2', 600, 7);
  expect(await counters.mostOfDataset({ accountId, datasetId: 'small' })).toBe(30);
  expect(await counters.mostOfDataset({ accountId, datasetId: 'large' })).toBe(5_600);
  expect(await counters.mostOfDataset({ accountId, datasetId: 'never pushed to' })).toBe(0);
  // Rows that are older than the count by dataset may belong to any.
  const before = { ...toRowCounterKey(accountId, 3), stored_rows: 70 };
  await stage.db.send(new PutCommand({ TableName: tables.service, Item: before }));
  expect(await counters.mostOfDataset({ accountId, datasetId: 'small' })).toBe(100);
});

it('keeps a counter below the kilobyte of one write unit, with datasets of every group', async () => {
  const accountId = `acc_${ulid()}`;
  // One dataset of each group, and others that share one.
  for (let at = 0; at < 80; at++) {
    const dataset = { accountId, datasetId: `dataset-${at}` };
    const draws = [{ shard: 0, rows: 123_457 }];
    await orders.commit(
      createCommit(accountId, { dataset, parts: [createPart('o', 1)], draws, maxStoredRows: 2e8 }),
    );
  }
  const Key = toRowCounterKey(accountId, 0);
  const { Item = {} } = await stage.db.send(new GetCommand({ TableName: tables.service, Key }));
  // Counts like DynamoDB: names and texts, and for a number a byte per two digits and one more.
  const bytes = Object.entries(Item).reduce((sum, [name, value]) => {
    const ofValue =
      typeof value === 'number' ? Math.ceil(String(value).length / 2) + 1 : String(value).length;
    return sum + name.length + ofValue;
  }, 0);
  expect(Object.keys(Item).filter((name) => /^(?:rows|revision)_/.test(name))).toHaveLength(32);
  expect(bytes).toBeLessThanOrEqual(1_024);
  expect(bytes).toBeGreaterThan(900);
});
