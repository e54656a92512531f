// Distributes the storage cap over sharded counters. Each shard has a limit, so that no shard's condition lets the sum
// pass the cap, and concurrent imports rarely meet at one counter.

export const COUNTER_SHARDS = 16;

/** Rows that shard `index` may count; the limits of all shards sum to the cap. */
export function computeShardLimit(cap: number, index: number): number {
  return Math.floor(cap / COUNTER_SHARDS) + (index < cap % COUNTER_SHARDS ? 1 : 0);
}

/** Rows to add to one counter, on condition that it stays within its limit; a negative number returns rows. */
export interface CounterDraw {
  readonly shard: number;
  readonly rows: number;
}

/** Free rows over all shards. `counters`: rows counted per shard, 0 if a shard has no counter yet. */
export function countFreeRows(cap: number, counters: readonly number[]): number {
  let free = 0;
  for (let shard = 0; shard < COUNTER_SHARDS; shard++) {
    free += Math.max(0, computeShardLimit(cap, shard) - (counters[shard] ?? 0));
  }
  return free;
}

/**
 * Upper bound of the rows of a group of datasets: all stored rows, less those counted for other groups. Rows not
 * counted by group may belong to any. Deleting them makes a group's count negative: it is then no bound for other
 * groups. Impossible counts are ignored.
 */
export function computeMostGroupRows(stored: number, byGroup: readonly number[], group: number): number {
  const counted = byGroup.reduce((sum, rows) => sum + rows, 0);
  if (counted > stored) return stored;
  return byGroup.reduce((most, rows, other) => (other === group ? most : most - Math.max(0, rows)), stored);
}

/**
 * Takes `rows` from the shards, from `home` onwards. Request at most as many as `countFreeRows` returns. A negative
 * number goes to `home`: only the sum of the counters matters.
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
    const taken = Math.min(left, Math.max(0, computeShardLimit(cap, shard) - (counters[shard] ?? 0)));
    if (taken > 0) draws.push({ shard, rows: taken });
    left -= taken;
  }
  return draws;
}
