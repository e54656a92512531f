// Tests the conditions under which erasures are accepted, noted and booked, on a real table.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeShardLimit } from '../../../../src/analysis/ingest/row-capacity.ts';
import { createRowCounters } from '../../../../src/service/accounts/row-counters.ts';
import { transact } from '../../../../src/service/aws/transact.ts';
import { createDatasetStore } from '../../../../src/service/datasets/datasets.ts';
import { createErasureTallies } from '../../../../src/service/erasures/erasure-tallies.ts';
import {
  createErasureStore,
  type ErasureItem,
  type ErasureStore,
} from '../../../../src/service/erasures/erasures.ts';
import { createOrderStore } from '../../../../src/service/orders/orders.ts';
import { SERVICE_KEYS, toCustomerMarkKey } from '../../../../src/service/tables/service-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const createUlid = (at: number): string => encodeTime(at, 10) + ulid().slice(10);

let erasures: ErasureStore;
beforeAll(() => {
  erasures = createErasureStore(stage.db, TABLES.service);
});

function createErasure(account_id: string, at: number, rest: Partial<ErasureItem> = {}): ErasureItem {
  return {
    account_id,
    erasure_id: createUlid(at),
    kind: 'dataset',
    dataset_id: 'shop',
    created_at: new Date(NOW).toISOString(),
    runs: 0,
    shard_cursors: {},
    orders: 0,
    line_items: 0,
    reports: 0,
    dead_letters: 0,
    ...rest,
  };
}

describe('an erasure', () => {
  it('is accepted only if it is newer than everything that its dataset has accepted', async () => {
    const accountId = ulid();
    const datasets = createDatasetStore(stage.db, TABLES.service);
    await datasets.accept(accountId, 'shop', NOW);
    expect(await erasures.accept(createErasure(accountId, NOW), true)).toBe(false);
    expect(await datasets.exists(accountId, 'shop')).toBe(true);
    expect(await erasures.accept(createErasure(accountId, NOW + 1), true)).toBe(true);
    expect(await datasets.exists(accountId, 'shop')).toBe(false);
  });

  it('is accepted only if it is newer than the erasures before it', async () => {
    const accountId = ulid();
    const first = createErasure(accountId, NOW + 1);
    expect(await erasures.accept(first, false)).toBe(true);
    expect(await erasures.accept(createErasure(accountId, NOW), false)).toBe(false);
    expect(await erasures.mark(accountId, 'shop')).toMatchObject({ latest: first.erasure_id });
  });

  it('is created once', async () => {
    const item = createErasure(ulid(), NOW);
    expect(await erasures.accept(item, false)).toBe(true);
    // The mark of another dataset would allow it.
    expect(await erasures.accept({ ...item, dataset_id: 'other' }, false)).toBe(false);
  });

  it('leaves a mark of a customer for 30 days, longer than a message and its dead letter are kept', async () => {
    const item = createErasure(ulid(), NOW, { kind: 'customer', customer: { digest: 'd', member: '1' } });
    await erasures.accept(item, false);
    const Key = { ...toCustomerMarkKey(item.account_id, 'shop', 'd') };
    const { Item } = await stage.db.send(new GetCommand({ TableName: TABLES.service, Key }));
    expect(Item?.[SERVICE_KEYS.ttl]).toBe(NOW / 1_000 + 30 * 24 * 3_600);
  });

  it('keeps the ids of its person that were found first, and marks each unless a later erasure did', async () => {
    const customer = { digest: 'd', member: '1' };
    const item = createErasure(ulid(), NOW, { kind: 'customer', customer, identity: {} });
    const ref = { accountId: item.account_id, erasureId: item.erasure_id };
    await erasures.accept(item, false);
    const linked = [
      { digest: 'e', member: '2' },
      { digest: 'f', member: '3' },
    ];
    await erasures.noteLinked(ref, linked, false, item.created_at);
    await erasures.noteLinked(ref, [], true, item.created_at);
    const noted = await erasures.get(ref);
    expect(noted).toMatchObject({ linked, unlinked: false });
    const later = createErasure(item.account_id, NOW + 1, {
      kind: 'customer',
      customer: { digest: 'f', member: '3' },
    });
    await erasures.accept(later, false);
    if (noted !== undefined) await erasures.markLinked(noted);
    const marks = await erasures.customerMarks(item.account_id, 'shop', new Set(['d', 'e', 'f', 'g']));
    expect(Object.fromEntries(marks)).toEqual({
      d: item.erasure_id,
      e: item.erasure_id,
      f: later.erasure_id,
    });
  });

  it('is not created by notes on it', async () => {
    const ref = { accountId: ulid(), erasureId: ulid() };
    await erasures.noteSettled(ref, 'now');
    await erasures.count(ref, 'reports', 1);
    expect(await erasures.get(ref)).toBeUndefined();
  });

  it('has each of its runs started by one caller', async () => {
    const item = createErasure(ulid(), NOW);
    const ref = { accountId: item.account_id, erasureId: item.erasure_id };
    await erasures.accept(item, false);
    const taken: unknown[] = [];
    for (const runs of [0, 0, 1, 1, 0]) taken.push(await erasures.takeRun(ref, runs));
    expect(taken).toEqual([1, undefined, 2, undefined, undefined]);
  });
});

describe('the tally of an erasure', () => {
  const CAP = 1_600;

  /**
   * Creates an account whose first two counters hold 30 and 5 rows, and an erasure of it with a tally of each shard.
   */
  async function createTallies(lines: readonly number[]) {
    const accountId = ulid();
    const dataset = { accountId, datasetId: 'shop' };
    const item = createErasure(accountId, NOW);
    await erasures.accept(item, false);
    const orders = createOrderStore(stage.db, TABLES);
    const draw = (shard: number, rows: number) =>
      orders.commit({
        ...{
          dataset,
          importId: ulid(),
          chunk: 0,
          path: '',
          parts: [],
          maxStoredRows: CAP,
          replaces: 'nothing',
        },
        draws: [{ shard, rows }],
        receipt: { kind: 'applied', inserted: rows, updated: 0, failed: 0, over_cap: 0 },
      });
    await draw(0, 30);
    await draw(1, 5);
    const tallies = createErasureTallies(stage.db, TABLES.service);
    const add = (shard: number, rows: number) =>
      transact(stage.db, {
        tally: [tallies.add(dataset, shard, item.erasure_id, { orders: 1, lines: rows })],
      });
    for (const [shard, rows] of lines.entries()) await add(shard, rows);
    const ref = { accountId, erasureId: item.erasure_id };
    return {
      draw,
      add,
      book: () => tallies.book(dataset),
      counted: async () => {
        const found = await erasures.get(ref);
        return [found?.orders, found?.line_items];
      },
      left: () => createRowCounters(stage.db, TABLES.service).mostOfDataset(dataset),
      counters: async () => (await createRowCounters(stage.db, TABLES.service).read(accountId)).slice(0, 3),
    };
  }

  it('is counted once, and its rows are subtracted from the counters that hold them', async () => {
    const { book, counted, counters, left } = await createTallies([20, 12]);
    await book();
    await book();
    expect([await counted(), await counters()]).toEqual([
      [2, 32],
      [0, 3, 0],
    ]);
    expect(await left()).toBe(3);
  });

  it('leaves all counters at zero or above if none holds its rows', async () => {
    const { book, counted, counters } = await createTallies([40]);
    await book();
    expect([await counted(), await counters()]).toEqual([
      [1, 40],
      [0, 0, 0],
    ]);
  });

  /** Runs the change between the reads of the booking and its transaction. */
  async function bookDuring(book: () => Promise<void>, change: () => Promise<unknown>): Promise<void> {
    let isFirst = true;
    stage.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'TransactWriteItemsCommand' && isFirst) {
            isFirst = false;
            await change();
          }
          return next(args);
        },
      { step: 'initialize', name: 'between' },
    );
    await book();
    stage.client.middlewareStack.remove('between');
    expect(isFirst).toBe(false);
  }

  it('is booked again if its counter has lost rows since it was read', async () => {
    const { draw, book, counted, counters } = await createTallies([20]);
    await bookDuring(book, () => draw(0, -25));
    expect([await counted(), await counters()]).toEqual([
      [1, 20],
      [0, 0, 0],
    ]);
  });

  it('is booked again if more was deleted since it was read', async () => {
    const { add, book, counted, counters } = await createTallies([20]);
    await bookDuring(book, () => add(0, 3));
    expect([await counted(), await counters()]).toEqual([
      [2, 23],
      [7, 5, 0],
    ]);
  });
});

it('returns rows to a counter beyond a cap that was lowered', async () => {
  const accountId = ulid();
  const orders = createOrderStore(stage.db, TABLES);
  const draw = (rows: number, maxStoredRows: number) =>
    orders.commit({
      ...{
        dataset: { accountId, datasetId: 'shop' },
        importId: ulid(),
        chunk: 0,
        path: '',
        parts: [],
      },
      draws: [{ shard: 0, rows }],
      maxStoredRows,
      receipt: { kind: 'applied', inserted: rows, updated: 0, failed: 0, over_cap: 0 },
      replaces: 'nothing',
    });
  expect(await draw(computeShardLimit(1_600, 0), 1_600)).toBe('committed');
  expect([await draw(1, 16), await draw(-1, 16)]).toEqual(['counter_full', 'committed']);
});
