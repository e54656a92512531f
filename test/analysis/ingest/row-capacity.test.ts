// Distributes a cap on rows over the shards of a counter.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  COUNTER_SHARDS,
  computeMostGroupRows,
  computeShardLimit,
  countFreeRows,
  drawRows,
} from '../../../src/analysis/ingest/row-capacity.ts';

it('computeShardLimit distributes the whole cap over the shards', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (cap) => {
      const limits = Array.from({ length: COUNTER_SHARDS }, (_, shard) => computeShardLimit(cap, shard));
      expect(limits.reduce((sum, limit) => sum + limit, 0)).toBe(cap);
    }),
  );
});

it('drawRows draws the requested rows while they are free and never exceeds the limit of a shard', () => {
  const counters = fc.array(fc.nat({ max: 20 }), { minLength: COUNTER_SHARDS, maxLength: COUNTER_SHARDS });
  fc.assert(
    fc.property(
      fc.nat({ max: 300 }),
      counters,
      fc.nat({ max: 15 }),
      fc.nat({ max: 300 }),
      (cap, counted, home, asked) => {
        const rows = Math.min(asked, countFreeRows(cap, counted));
        const draws = drawRows(cap, counted, home, rows);
        expect(draws.reduce((sum, draw) => sum + draw.rows, 0)).toBe(rows);
        for (const draw of draws) {
          expect((counted[draw.shard] ?? 0) + draw.rows).toBeLessThanOrEqual(
            computeShardLimit(cap, draw.shard),
          );
        }
      },
    ),
  );
});

it('drawRows returns rows to the home shard', () => {
  expect(drawRows(160, [], 3, -2)).toEqual([{ shard: 3, rows: -2 }]);
  const counters = Array.from({ length: COUNTER_SHARDS }, (_, shard) => (shard === 3 ? -2 : 10));
  expect(countFreeRows(160, counters)).toBe(12);
});

it('computeMostGroupRows returns at least the rows of a group, and exactly those if all were counted by group', () => {
  const GROUPS = 4;
  const rows = fc.nat({ max: 50 });
  const groups = fc.array(rows, { minLength: GROUPS, maxLength: GROUPS });
  const changes = fc.array(fc.tuple(fc.nat({ max: GROUPS - 1 }), fc.integer({ min: -60, max: 60 })));
  fc.assert(
    fc.property(fc.oneof(groups, fc.constant([0, 0, 0, 0])), changes, (uncounted, changed) => {
      const held = [...uncounted];
      const byGroup = held.map(() => 0);
      for (const [group, change] of changed) {
        // A deletion takes at most the rows of the group.
        const by = Math.max(change, -(held[group] ?? 0));
        held[group] = (held[group] ?? 0) + by;
        byGroup[group] = (byGroup[group] ?? 0) + by;
      }
      const stored = held.reduce((sum, own) => sum + own, 0);
      const isCounted = uncounted.every((own) => own === 0);
      for (const [group, own] of held.entries()) {
        const most = computeMostGroupRows(stored, byGroup, group);
        expect(most).toBeGreaterThanOrEqual(own);
        expect(most).toBeLessThanOrEqual(isCounted ? own : stored);
      }
    }),
  );
});

it('computeMostGroupRows returns all stored rows if the counts by group exceed them', () => {
  expect(computeMostGroupRows(100, [80, 30], 0)).toBe(100);
  expect(computeMostGroupRows(100, [80, 20], 0)).toBe(80);
});
