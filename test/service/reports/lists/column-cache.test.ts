// Tests which lists of customers a warm instance caches.
import { expect, it } from 'vitest';
import { createColumnCache } from '../../../../src/service/reports/lists/column-cache.ts';

const createKey = (reportId: string) => ({ accountId: 'acc', reportId });

it('keeps the columns that were used last, up to its limit', () => {
  const cache = createColumnCache(300);
  for (const reportId of ['a', 'b', 'c'])
    cache.of(createKey(reportId), '1').columns.set('group', new Uint8Array(100));
  cache.trim();
  const countKeptColumns = (reportId: string) => cache.of(createKey(reportId), '1').columns.size;
  expect([countKeptColumns('b'), countKeptColumns('c'), countKeptColumns('a')]).toEqual([1, 1, 1]);
  cache.of(createKey('d'), '1').columns.set('group', new Uint8Array(101));
  cache.trim();
  // `b` is the least recently used.
  expect([
    countKeptColumns('d'),
    countKeptColumns('a'),
    countKeptColumns('c'),
    countKeptColumns('b'),
  ]).toEqual([1, 1, 0, 0]);
});
