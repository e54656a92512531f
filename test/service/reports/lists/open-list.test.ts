// Tests which bytes of a stored list are read, in how many requests.

import { expect, it } from 'vitest';
import { buildList } from '../../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds } from '../../../../src/analysis/customer-lists/customer-ids.ts';
import { encodeList } from '../../../../src/analysis/customer-lists/list-file.ts';
import type { ColumnName } from '../../../../src/contract/customer-lists/columns.ts';
import { SEGMENT_NAMES } from '../../../../src/contract/report-types/rfm/segments.ts';
import { openList } from '../../../../src/service/reports/lists/open-list.ts';

const KEY = { accountId: 'acc', reportId: 'r' };
const FIRST_BYTES = 64 * 1_024;

function createFile(customers: number, groups: readonly string[] = SEGMENT_NAMES): Uint8Array {
  const ids = Array.from({ length: customers }, (_, at) => `c${at}`);
  const one = ids.map(() => 1);
  const figures = { r_score: one, f_score: one, m_score: one, recency: one, frequency: one, monetary: one };
  const days = { first_purchase: one, last_purchase: one };
  return encodeList(
    buildList({
      reportType: 'RFM',
      ids: createCustomerIds(ids),
      groups,
      figures: { group: ids.map(() => 0), ...figures, ...days },
    }),
  );
}

/** Returns the ranges that are read after the list was opened, and the columns. */
async function readColumns(file: Uint8Array, names: readonly ColumnName[]) {
  const reads: [number, number][] = [];
  const opened = await openList(
    {
      version: async () => '1',
      async read(_key, _version, from, to) {
        reads.push([from, to]);
        return file.slice(from, to);
      },
    },
    KEY,
  );
  const opening = reads.splice(0);
  const columns = await opened?.columns(names);
  return { opening, reads, columns, head: opened?.head };
}

it('reads a small list in one request', async () => {
  const { opening, reads, columns } = await readColumns(createFile(20), ['recency', 'monetary']);
  expect([opening, reads, columns?.get('monetary')?.length]).toEqual([[[0, FIRST_BYTES]], [], 20]);
});

it('reads each column beyond the first bytes once, and distant columns in separate requests', async () => {
  const file = createFile(40_000);
  const { reads, columns, head } = await readColumns(file, ['recency', 'last_purchase']);
  const getBounds = (name: ColumnName) => {
    const { offset = 0, bytes = 0 } = head?.columns.find((column) => column.name === name) ?? {};
    return [offset, offset + bytes];
  };
  expect(reads.toSorted(([a], [b]) => a - b)).toEqual(
    [getBounds('recency'), getBounds('last_purchase')].toSorted(([a = 0], [b = 0]) => a - b),
  );
  expect([...(columns?.get('last_purchase') ?? [])].every((value) => value === 1)).toBe(true);
});

it('reads adjacent columns in one request', async () => {
  const { reads } = await readColumns(createFile(40_000), ['first_purchase', 'last_purchase']);
  expect(reads).toHaveLength(1);
});

it('reads all of a head that is longer than the first bytes', async () => {
  const groups = Array.from({ length: 9_000 }, (_, at) => `group ${at}`);
  const { opening, head } = await readColumns(createFile(5, groups), []);
  expect([opening[0], opening.length, head?.groups]).toEqual([[0, FIRST_BYTES], 2, groups]);
});
