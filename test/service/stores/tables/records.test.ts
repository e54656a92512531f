// Tests claims, leases, times and versions that several functions write at the same time, on a real table.
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { createHeldReads } from '../../../../src/service/accounts/held-reads.ts';
import { createIdempotencyRecords } from '../../../../src/service/accounts/idempotency-records.ts';
import type { ExpectedDataset, SettingsChanges } from '../../../../src/service/datasets/dataset-settings.ts';
import { createDatasetStore } from '../../../../src/service/datasets/datasets.ts';
import { createImportStore } from '../../../../src/service/orders/imports.ts';
import { createUnfinished } from '../../../../src/service/tables/unfinished.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;

describe('an Idempotency-Key', () => {
  const createClaim = (claim: string, fingerprint = 'f') => ({ claim, fingerprint, workId: ulid() });

  it('is held for at most a minute by a request that does not end', async () => {
    const records = createIdempotencyRecords(stage.db, TABLES.service);
    const ref = { accountId: ulid(), key: 'k' };
    const readState = async (claim: string, at: number) =>
      (await records.claim(ref, createClaim(claim), NOW + at)).state;
    expect([await readState('a', 0), await readState('b', 59_999), await readState('c', 60_000)]).toEqual([
      'claimed',
      'taken',
      'claimed',
    ]);
  });

  it('returns its response for 24 hours, to any request, and is free after that', async () => {
    const records = createIdempotencyRecords(stage.db, TABLES.service);
    const ref = { accountId: ulid(), key: 'k' };
    await records.claim(ref, createClaim('a'), NOW);
    await records.complete(ref, 'a', { statusCode: 202, body: 'x' }, NOW);
    const claimAt = (ms: number, fingerprint = 'f') =>
      records.claim(ref, createClaim('b', fingerprint), NOW + ms);
    const answer = { statusCode: 202, body: 'x' };
    expect(await claimAt(24 * HOUR_MS - 1)).toEqual({ state: 'taken', fingerprint: 'f', answer });
    expect(await claimAt(24 * HOUR_MS - 1, 'another')).toEqual({ state: 'taken', fingerprint: 'f', answer });
    expect(await claimAt(24 * HOUR_MS, 'another')).toMatchObject({ state: 'claimed' });
  });

  it('is not completed by a request that has lost its claim', async () => {
    const records = createIdempotencyRecords(stage.db, TABLES.service);
    const ref = { accountId: ulid(), key: 'k' };
    await records.claim(ref, createClaim('slow'), NOW);
    await records.claim(ref, createClaim('next'), NOW + 60_000);
    await records.complete(ref, 'slow', { statusCode: 202, body: 'slow' }, NOW + 60_001);
    expect(await records.claim(ref, createClaim('third'), NOW + 60_002)).toMatchObject({ answer: undefined });
  });

  it('is claimed by one of several requests with different bodies after its claim has expired', async () => {
    const records = createIdempotencyRecords(stage.db, TABLES.service);
    const ref = { accountId: ulid(), key: 'k' };
    await records.claim(ref, createClaim('died'), NOW);
    const outcomes = await Promise.all(
      ['b', 'c', 'd', 'e'].map((name) => records.claim(ref, createClaim(name, name), NOW + 60_000)),
    );
    expect(outcomes.filter(({ state }) => state === 'claimed')).toHaveLength(1);
  });
});

describe('held reads', () => {
  const take = (limits: { perAccount: number; total: number }, accountId: string, at: number) =>
    createHeldReads(stage.db, TABLES.service, limits).take(accountId, 20, NOW + at);

  it('occupy a place until five seconds after the wait, by account and over all accounts', async () => {
    const [own, other] = [ulid(), ulid()];
    const limits = { perAccount: 1, total: 2 };
    const isTaken = async (accountId: string, at: number) =>
      (await take(limits, accountId, at)) !== undefined;
    expect([await isTaken(own, 0), await isTaken(own, 24_999)]).toEqual([true, false]);
    expect([await isTaken(other, 24_999), await isTaken(ulid(), 24_999)]).toEqual([true, false]);
    expect([await isTaken(own, 25_000), await isTaken(ulid(), 25_000)]).toEqual([true, false]);
  });

  it('never exceed their limit when many start at once', async () => {
    const later = 10 * HOUR_MS;
    const limits = { perAccount: 3, total: 100 };
    const accountId = ulid();
    const all = await Promise.all(Array.from({ length: 8 }, () => take(limits, accountId, later)));
    expect(all.filter((held) => held !== undefined).length).toBeLessThanOrEqual(3);
    expect(await take(limits, accountId, later)).toBeUndefined();
  });
});

describe('a dataset', () => {
  it('assigns ascending times to accepted imports, even at its beginning and if clocks go back', async () => {
    const datasets = createDatasetStore(stage.db, TABLES.service);
    const accountId = ulid();
    const first = await Promise.all([1, 2, 3].map(() => datasets.accept(accountId, 'shop', NOW)));
    expect(first.toSorted()).toEqual([NOW, NOW + 1, NOW + 2]);
    expect(await datasets.accept(accountId, 'shop', NOW - HOUR_MS)).toBe(NOW + 3);
    expect(await datasets.accept(accountId, 'shop', NOW + HOUR_MS)).toBe(NOW + HOUR_MS);
  });
});

it('creates nothing when it deletes the failed rows of an import that does not exist', async () => {
  const imports = createImportStore(stage.db, TABLES.service);
  const ref = { accountId: ulid(), importId: ulid() };
  await expect(imports.forgetErrors(ref)).rejects.toThrow('conditional');
  expect(await imports.get(ref)).toBeUndefined();
});

it('notes letters in an existing import, each letter without a chunk once', async () => {
  const imports = createImportStore(stage.db, TABLES.service);
  const ref = { accountId: ulid(), importId: ulid() };
  await expect(imports.noteLetter(ref, 'now', 'a')).rejects.toThrow('conditional');
  expect(await imports.get(ref)).toBeUndefined();
  await imports.create({
    account_id: ref.accountId,
    import_id: ref.importId,
    dataset_id: 'shop',
    created_at: 'before',
    chunk_rows: [1],
  });
  for (const letter of ['a', 'a', 'b', undefined]) await imports.noteLetter(ref, 'now', letter);
  expect(await imports.get(ref)).toMatchObject({ letter_at: 'now', unplaced: new Set(['a', 'b']) });
});

it('finds unfinished imports in all partitions of the index, oldest first', async () => {
  const imports = createImportStore(stage.db, TABLES.service);
  const accountId = ulid();
  const toTime = (minute: number): string => `2020-01-01T00:${10 + minute}:00.000Z`;
  const ids = Array.from({ length: 20 }, () => ulid());
  for (const [at, import_id] of ids.entries()) {
    const item = {
      account_id: accountId,
      import_id,
      dataset_id: 'shop',
      created_at: toTime(at),
      chunk_rows: [1],
    };
    await imports.create(item);
  }
  const found = await createUnfinished(stage.db, TABLES.service).olderThan('import', toTime(20));
  expect(found.filter((ref) => ref.accountId === accountId).map(({ id }) => id)).toEqual(ids);
});

describe('the contents of a dataset', () => {
  const contents = { rows: 3, orders: 2, customers: 1, firstOrderDate: NOW, lastOrderDate: undefined };

  it('are noted for a dataset with orders, by the latest count, and remain when its settings change', async () => {
    const datasets = createDatasetStore(stage.db, TABLES.service);
    const accountId = ulid();
    const readContents = async () => (await datasets.get(accountId, 'shop'))?.contents;
    await datasets.noteContents(accountId, 'shop', contents, NOW);
    expect(await datasets.get(accountId, 'shop')).toBeUndefined();
    await datasets.accept(accountId, 'shop', NOW);
    await datasets.noteContents(accountId, 'shop', contents, NOW + 2);
    await datasets.noteContents(accountId, 'shop', { ...contents, rows: 1 }, NOW + 1);
    await datasets.changeSettings(accountId, 'shop', { name: 'Shop', currency: 'EUR', time_zone: null });
    expect(await readContents()).toEqual({
      counted_at: '2026-03-01T12:00:00.002Z',
      rows: 3,
      orders: 2,
      customers: 1,
      first_order_date: '2026-03-01T12:00:00.000Z',
    });
    await datasets.noteContents(accountId, 'shop', { ...contents, rows: 4 }, NOW + 3);
    expect(await readContents()).toMatchObject({ rows: 4 });
  });
});

describe('the settings of a dataset', () => {
  it('are changed only if the dataset exists, or is unchanged since it was read', async () => {
    const datasets = createDatasetStore(stage.db, TABLES.service);
    const accountId = ulid();
    const change = (...[changes, expected]: [SettingsChanges, ExpectedDataset?]) =>
      datasets.changeSettings(accountId, 'shop', changes, expected);
    expect(await change({ currency: 'EUR' }, 'exists')).toBeUndefined();
    const created = await change({ currency: 'EUR' }, { seen: undefined });
    expect(created).toEqual({ item: { slug: 'shop', name: 'shop', currency: 'EUR' }, isNew: true });
    expect(await change({ currency: 'USD' }, { seen: undefined })).toBeUndefined();
    const renamed = await change({ name: 'Shop' }, 'exists');
    expect(renamed).toEqual({ item: { slug: 'shop', name: 'Shop', currency: 'EUR' }, isNew: false });
    expect(await change({ name: 'Late' }, { seen: created?.item })).toBeUndefined();
    const cleared = await change({ currency: null, time_zone: 'UTC' }, { seen: renamed?.item });
    expect(cleared?.item).toEqual({ slug: 'shop', name: 'Shop', time_zone: 'UTC' });
    expect(await datasets.get(accountId, 'shop')).toEqual(cleared?.item);
    expect(await change({ name: 'Late' }, { seen: renamed?.item })).toBeUndefined();
  });
});
