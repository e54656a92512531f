// Tests the steps of a report in partitions on files in memory.

import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import {
  countLanes,
  countPartitions,
  listLaneParts,
} from '../../../src/service/reports/partitions/plan-partitions.ts';
import { begin, body, compute, EXPECTED, LINES, startOver, world } from './partitioned-in-memory.ts';

beforeAll(() => {
  // Hides the log lines of hundreds of runs.
  const quiet = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  return () => quiet.mockRestore();
});
beforeEach(startOver);

describe('a report in partitions', () => {
  it.each([1, 2, 7, 50])('has every order once, in %i partitions', async (parts) => {
    expect(await compute(parts)).toEqual({ parts });
    const [lines, ...found] = [...v.parse(v.array(v.string()), body.notes)].reverse();
    expect(found.sort()).toEqual(EXPECTED);
    expect(lines).toBe(`${LINES} lines`);
  });

  it('is the same if its functions stop as soon as possible', async () => {
    await compute(3);
    const atOnce = body.notes;
    const attempts = world.attempts;
    startOver();
    await compute(3, 0);
    expect(body.notes).toEqual(atOnce);
    expect(world.attempts).toBeGreaterThan(attempts + SHARD_COUNT);
  });

  it('notes its progress in ascending order, and never as complete before its end', async () => {
    await compute(1);
    const { progress } = world;
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(0)).toBeCloseTo(0.6 / SHARD_COUNT);
    expect(progress.at(-1)).toBeLessThan(1);
    expect(progress.at(-1)).toBeGreaterThan(0.6);
  });

  it('stores the orders of a shard in files with a limited number of lines', async () => {
    await begin(1);
    const indexes = [...world.files.keys()].filter((path) => path.endsWith('/shard'));
    expect(indexes).toHaveLength(SHARD_COUNT);
    expect([...world.files.keys()].filter((path) => path.includes('/orders-')).length).toBeGreaterThan(40);
  });
});

describe('partitions', () => {
  it('are divided among at most 40 lanes, each into one', () => {
    for (const parts of [1, 2, 39, 40, 41, 999, 1_000]) {
      const lanes = Array.from({ length: countLanes(parts) }, (_, lane) => listLaneParts(lane, parts));
      expect(lanes.length).toBeLessThanOrEqual(40);
      expect(lanes.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: parts }, (_, part) => part));
      expect(Math.max(...lanes.map(({ length }) => length))).toBe(Math.ceil(parts / countLanes(parts)));
    }
  });

  it('hold no more lines than requested, as long as a thousand partitions are enough', () => {
    const counts = [0, 1, 100, 101, 100_000, 200_000].map((lines) => countPartitions(lines, 100));
    expect(counts).toEqual([1, 1, 1, 2, 1_000, 1_000]);
  });
});
