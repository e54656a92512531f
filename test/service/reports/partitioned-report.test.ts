// The steps of a report in partitions, on files in memory: what they hand to each other, and what they refuse.

import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { STATE_VERSION } from '../../../src/contract/messages/format-versions.ts';
import type { ExtractedShard } from '../../../src/contract/messages/partitioned-workflow.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import { PartitionFileError, type PartitionFiles } from '../../../src/service/reports/partition-files.ts';
import {
  laneCount,
  partitionsFor,
  partsOfLane,
} from '../../../src/service/reports/partitions/plan-partitions.ts';
import { joinState, passState } from '../../../src/service/reports/states.ts';
import {
  begin,
  body,
  carried,
  compute,
  deps,
  EXPECTED,
  extract,
  files,
  join,
  KEYS,
  LINES,
  PLANNED,
  pass,
  startOver,
  world,
} from './partitioned-in-memory.ts';

beforeAll(() => {
  // The log lines of hundreds of runs.
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

  it('is the same when its functions stop as soon as they may', async () => {
    await compute(3);
    const atOnce = body.notes;
    const attempts = world.attempts;
    startOver();
    await compute(3, 0);
    expect(body.notes).toEqual(atOnce);
    expect(world.attempts).toBeGreaterThan(attempts + SHARD_COUNT);
  });

  it('goes on in the lane where the run before stopped', async () => {
    const { partitions } = await begin(50);
    if (partitions === undefined || !('lanes' in partitions)) throw new Error('expected a pass');
    const before = world.attempts;
    const passed = await pass(partitions, -1);
    expect(passed).toHaveLength(40);
    expect(world.attempts - before).toBe(50);
  });

  it('is the same when every run is followed by another one that nobody waits for', async () => {
    await compute(3);
    const once = body.notes;
    world.files.clear();
    const extracted: ExtractedShard[] = [];
    for (let shard = 0; shard < SHARD_COUNT; shard++) {
      extracted.push(await extract(shard, 3, Number.POSITIVE_INFINITY));
      await extract(shard, 3, Number.POSITIVE_INFINITY);
    }
    const state = { ...PLANNED, partitions: { parts: 3, extracted } };
    let { partitions } = await join(carried(state));
    await join(carried(state));
    while (partitions !== undefined && 'lanes' in partitions) {
      const passed = await pass(partitions, Number.POSITIVE_INFINITY);
      await pass(partitions, Number.POSITIVE_INFINITY);
      const next = carried({ ...PLANNED, partitions: { ...partitions, passed } });
      await join(next);
      ({ partitions } = await join(next));
    }
    expect(body.notes).toEqual(once);
  });

  it('leaves no file when all is done, and does not mind that they are gone', async () => {
    const partitions = await compute(2);
    expect(world.files.size).toBeGreaterThan(SHARD_COUNT);
    const state = carried({ ...PLANNED, partitions });
    expect(await join(state)).toEqual({ ...PLANNED, version: STATE_VERSION });
    expect(world.files.size).toBe(0);
    expect(await join(state)).toEqual({ ...PLANNED, version: STATE_VERSION });
  });

  it('is further with every note of its progress, and never complete before its end', async () => {
    await compute(1);
    const { progress } = world;
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(0)).toBeCloseTo(0.6 / SHARD_COUNT);
    expect(progress.at(-1)).toBeLessThan(1);
    expect(progress.at(-1)).toBeGreaterThan(0.6);
  });

  it('bounds the lines of a file', async () => {
    await begin(1);
    const indexes = [...world.files.keys()].filter((path) => path.endsWith('/shard'));
    expect(indexes).toHaveLength(SHARD_COUNT);
    expect([...world.files.keys()].filter((path) => path.includes('/orders-')).length).toBeGreaterThan(40);
  });
});

describe('a file of a report in partitions', () => {
  const spoilt: [string, (file: Uint8Array) => Uint8Array | undefined][] = [
    ['missing', () => undefined],
    ['cut short', (file) => file.slice(0, file.length - 1)],
    ['empty', () => new Uint8Array()],
    ['changed', (file) => file.map((byte, at) => (at === file.length - 1 ? byte ^ 1 : byte))],
    ['of an old version', (file) => file.map((byte, at) => (at === 4 ? byte + 1 : byte))],
    ['of another kind', () => new TextEncoder().encode('{"what": "is this? Some JSON, with enough bytes"}')],
  ];
  const kinds = [
    '/shard',
    '/orders-0',
    '/manifest',
    '/lane',
    '/found-0',
    '/kept-0',
    '/known',
    '/sent',
    '/sent-1-0',
  ];

  it.each(spoilt)('that is %s fails the report, and is named', async (_what, spoil) => {
    for (const kind of kinds) {
      world.files.clear();
      const seen = new Set<string>();
      const get: PartitionFiles['get'] = async (key, path, range) => {
        const file = world.files.get(path);
        if (path.endsWith(kind) && file !== undefined && !seen.has(path)) {
          seen.add(path);
          const other = spoil(file);
          if (other === undefined) world.files.delete(path);
          else world.files.set(path, other);
        }
        return files.get(key, path, range);
      };
      const own = { ...deps, files: { ...files, get } };
      const failure = await computeWith(own).catch((error: unknown) => error);
      expect(failure, kind).toBeInstanceOf(PartitionFileError);
      expect(failure, kind).toHaveProperty('message', expect.stringContaining(kind));
    }
  });

  async function computeWith(own: typeof deps): Promise<void> {
    const steps = {
      lane: passState({ ...own, sliceMs: Number.POSITIVE_INFINITY }),
      join: joinState(own),
    };
    const extracted: ExtractedShard[] = [];
    for (let shard = 0; shard < SHARD_COUNT; shard++)
      extracted.push(await extract(shard, 2, Number.POSITIVE_INFINITY));
    let { partitions } = await steps.join({ ...PLANNED, partitions: { parts: 2, extracted } });
    while (partitions !== undefined && 'lanes' in partitions) {
      const { job, lanes, parts } = partitions;
      const passed = await Promise.all(lanes.map((lane) => steps.lane({ ...KEYS, parts, job, lane })));
      ({ partitions } = await steps.join({ ...PLANNED, partitions: { parts, job, passed } }));
    }
  }
});

describe('partitions', () => {
  it('are in one lane each, and at most 40 lanes', () => {
    for (const parts of [1, 2, 39, 40, 41, 999, 1_000]) {
      const lanes = Array.from({ length: laneCount(parts) }, (_, lane) => partsOfLane(lane, parts));
      expect(lanes.length).toBeLessThanOrEqual(40);
      expect(lanes.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: parts }, (_, part) => part));
      expect(Math.max(...lanes.map(({ length }) => length))).toBe(Math.ceil(parts / laneCount(parts)));
    }
  });

  it('hold no more lines than asked for, as long as a thousand are enough', () => {
    const counts = [0, 1, 100, 101, 100_000, 200_000].map((lines) => partitionsFor(lines, 100));
    expect(counts).toEqual([1, 1, 1, 2, 1_000, 1_000]);
  });
});
