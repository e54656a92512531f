import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COUNTER_SHARDS, drawRows, freeRows, shardLimit } from '../../../src/core/ingest/row-capacity.ts';

it('deals the whole cap out to the shards', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (cap) => {
      const limits = Array.from({ length: COUNTER_SHARDS }, (_, shard) => shardLimit(cap, shard));
      expect(limits.reduce((sum, limit) => sum + limit, 0)).toBe(cap);
    }),
  );
});

it('draws what is asked for as long as it is free, and never past a limit', () => {
  const counters = fc.array(fc.nat({ max: 20 }), { minLength: COUNTER_SHARDS, maxLength: COUNTER_SHARDS });
  fc.assert(
    fc.property(
      fc.nat({ max: 300 }),
      counters,
      fc.nat({ max: 15 }),
      fc.nat({ max: 300 }),
      (cap, counted, home, asked) => {
        const rows = Math.min(asked, freeRows(cap, counted));
        const draws = drawRows(cap, counted, home, rows);
        expect(draws.reduce((sum, draw) => sum + draw.rows, 0)).toBe(rows);
        for (const draw of draws) {
          expect((counted[draw.shard] ?? 0) + draw.rows).toBeLessThanOrEqual(shardLimit(cap, draw.shard));
        }
      },
    ),
  );
});

it('gives rows back to the home shard', () => {
  expect(drawRows(160, [], 3, -2)).toEqual([{ shard: 3, rows: -2 }]);
  const counters = Array.from({ length: COUNTER_SHARDS }, (_, shard) => (shard === 3 ? -2 : 10));
  expect(freeRows(160, counters)).toBe(12);
});
