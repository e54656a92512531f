// Tests how an erasure has the table of a dataset refreshed, and what it waits for.
import { expect, it } from 'vitest';
import { eraseTable } from '../../../../src/service/erasures/erase-table.ts';
import type { OpenTableItem } from '../../../../src/service/exports/table/open-tables.ts';

const DONE = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const COVERED: OpenTableItem = {
  ...{ account_id: 'acc', dataset_id: 'shop', table_id: 'table', runs: 3, erased_until: '' },
  ...{ as_of: '2026-03-01T12:20:00.000Z', compared_at: DONE + 16 * MINUTE },
};

async function erase(item: OpenTableItem | undefined, minutes = 30) {
  const called: string[] = [];
  const openTables = {
    get: async () => item,
    callNow: async (_: unknown, at: string) => void called.push(at),
  };
  const clock = () => DONE + minutes * MINUTE;
  const dataset = { accountId: 'acc', datasetId: 'shop' };
  return { asOf: await eraseTable({ openTables, clock }, dataset, new Date(DONE).toISOString()), called };
}

it('waits for nothing if the dataset has no table', async () => {
  expect(await erase(undefined)).toEqual({ asOf: undefined, called: [] });
});

it('is done when a refresh has begun after every function that may have read the orders', async () => {
  expect(await erase(COVERED)).toEqual({ asOf: COVERED.as_of, called: [] });
});

it('has the table refreshed as soon as these functions have ended', async () => {
  const early = { ...COVERED, compared_at: DONE + 16 * MINUTE - 1 };
  expect(await erase(early, 15)).toEqual({ asOf: null, called: [] });
  expect(await erase(early, 16)).toEqual({ asOf: null, called: ['2026-03-01T12:16:00.000Z'] });
});
