// The storage cap as arithmetic over sharded counters: the cap is dealt out to the shards, so that no shard's
// condition can let the sum pass it, and imports that run side by side rarely meet at one counter.

export const COUNTER_SHARDS = 16;

/** Rows that shard `index` may count; the limits of all shards sum to the cap. */
export function shardLimit(cap: number, index: number): number {
  return Math.floor(cap / COUNTER_SHARDS) + (index < cap % COUNTER_SHARDS ? 1 : 0);
}

/** Rows to add to one counter, on condition that it stays within its limit; a negative number returns rows. */
export interface CounterDraw {
  readonly shard: number;
  readonly rows: number;
}

/** Free rows over all shards. `counters`: rows counted per shard, 0 where a shard has no counter yet. */
export function countFreeRows(cap: number, counters: readonly number[]): number {
  let free = 0;
  for (let shard = 0; shard < COUNTER_SHARDS; shard++) {
    free += Math.max(0, shardLimit(cap, shard) - (counters[shard] ?? 0));
  }
  return free;
}

/**
 * Rows of a group of datasets, at most: all stored rows, less those that are counted for other groups. Rows that nobody
 * counted by group may be of any. What was deleted of them makes a group's count negative: then it says nothing of other
 * groups. Counts that cannot be true say nothing at all.
 */
export function computeMostGroupRows(stored: number, byGroup: readonly number[], group: number): number {
  const counted = byGroup.reduce((sum, rows) => sum + rows, 0);
  if (counted > stored) return stored;
  return byGroup.reduce((most, rows, other) => (other === group ? most : most - Math.max(0, rows)), stored);
}

/**
 * Takes `rows` from the shards, from `home` onwards. Requests no more than freeRows returns. A negative number goes to
 * `home`: only the sum of the counters matters.
 */
export function drawRows(
  cap: number,
  counters: readonly number[],
  home: number,
  rows: number,
): CounterDraw[] {
  if (rows < 0) return [{ shard: home, rows }];
  const draws: CounterDraw[] = [];
  let left = rows;
  for (let step = 0; step < COUNTER_SHARDS && left > 0; step++) {
    const shard = (home + step) % COUNTER_SHARDS;
    const taken = Math.min(left, Math.max(0, shardLimit(cap, shard) - (counters[shard] ?? 0)));
    if (taken > 0) draws.push({ shard, rows: taken });
    left -= taken;
  }
  return draws;
}
