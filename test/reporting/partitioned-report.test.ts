// The steps of a report in partitions, on files in memory: what they hand to each other, and what they refuse.
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ExtractedShard,
  extractInput,
  joinInput,
  type NextPass,
  type PassedLane,
  passInput,
} from '../../src/contract/partitioned-workflow.ts';
import type { ReportProgress } from '../../src/contract/progress.ts';
import type { PlannedReport } from '../../src/contract/workflow.ts';
import { SHARD_COUNT, shardOf } from '../../src/core/ingest/hash.ts';
import { frequentItemsets } from '../../src/core/mining/frequent-itemsets.ts';
import { createColumnsBuilder } from '../../src/core/orders/columns-builder.ts';
import type { OrderHeader, OrderLine } from '../../src/core/orders/row.ts';
import type { PartColumns } from '../../src/core/partitions/part-columns.ts';
import { type AnyPartitioned, recordOf } from '../../src/report-types/report-types.ts';
import { createComputeLane } from '../../src/reporting/compute-lane.ts';
import { createExtractShard } from '../../src/reporting/extract-shard.ts';
import { createJoinPartitions } from '../../src/reporting/join-partitions.ts';
import { laneCount, partitionsFor, partsOfLane } from '../../src/reporting/lanes.ts';
import { PartitionFileError, type PartitionFiles } from '../../src/stores/partition-files.ts';
import type { BodyStage } from '../../src/stores/report-bodies.ts';
import type { ReportItem } from '../../src/stores/report-item.ts';
import type { OrderSink, ShardOrders } from '../../src/stores/shard-orders.ts';

const KEYS = { account_id: 'acc', report_id: 'r1' };
const PLANNED: PlannedReport = { ...KEYS, report_type: 'MBA' };
const report: ReportItem = {
  account_id: 'acc',
  report_id: 'r1',
  name: 'r',
  report_type: 'MBA',
  dataset_id: 'default',
  status: 'Processing',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  usage_month: '2026-01',
  key_hash: 'x',
  request: { report_type: 'MBA', dataset_id: 'default' },
};

/**
 * Finds which orders there are, in three passes: the second one has only what the first one kept, and knows the total; the
 * third one receives what the first one sent, two blocks to each partition.
 */
const listing: AnyPartitioned = {
  partitionBy: () => 'order',
  inPart({ index, orders, kept, received }, _settings, whole, known) {
    if (kept === undefined) {
      const columns = orders();
      const sent = Array.from({ length: 2 * whole.parts }, (_, block) => bytes(`${index} to ${block}`));
      return {
        found: bytes(String(columns.orderCount)),
        kept: bytes(JSON.stringify(ordersIn(columns))),
        sent,
      };
    }
    expect(() => orders()).toThrow('not read again');
    if (text(known) === LAST_PASS) {
      const own = [index, index + whole.parts].map((block) =>
        Array.from({ length: whole.parts }, (_, part) => `${part} to ${block}`),
      );
      expect(Array.from(received(), (runs) => runs.map(text))).toEqual(own);
      return { found: kept };
    }
    expect([...received()]).toEqual([]);
    expect(text(known)).toBe(String(whole.orders));
    return { found: bytes('') };
  },
  join(settings, whole, known) {
    const found: string[] = [];
    return {
      add: (each) => found.push(text(each)),
      end(given) {
        if (known === undefined) {
          const total = found.reduce((sum, count) => sum + Number(count), 0);
          return { known: bytes(String(total)) };
        }
        if (text(known) !== LAST_PASS) return { known: bytes(LAST_PASS), receives: true };
        const empty = recordOf(report.report_type).analyse(noOrders, settings, given);
        const notes = found.flatMap((ids) => v.parse(v.array(v.string()), JSON.parse(ids)));
        return { analysis: { ...empty, body: { ...empty.body, notes: [...notes, `${whole.lines} lines`] } } };
      },
    };
  },
};
const LAST_PASS = 'the last pass';

const noOrders = createColumnsBuilder({ productIdentifier: 'name', keep: () => true }).build();
const bytes = (of: string): Uint8Array => new TextEncoder().encode(of);
const text = (of: Uint8Array | undefined): string => new TextDecoder().decode(of);
const ordersIn = ({ orderIds, lineStart }: PartColumns): string[] =>
  orderIds.map((id, order) => `${id}: ${(lineStart[order + 1] ?? 0) - (lineStart[order] ?? 0)}`);

interface Order {
  readonly header: OrderHeader;
  readonly lines: OrderLine[];
  readonly isWide: boolean;
}
const tea: OrderLine = { name: 'Tea', sku: 'T', unitPrice: 2, quantity: 1, customFields: undefined };
const ORDERS: readonly Order[] = Array.from({ length: 200 }, (_, i) => ({
  header: { orderId: `o${i}`, customerId: `c${i % 30}`, orderDate: i * 86_400_000 },
  lines: Array.from({ length: 1 + (i % 4) }, () => tea),
  isWide: i % 10 === 0,
}));
const EXPECTED = ORDERS.map(({ header, lines }) => `${header.orderId}: ${lines.length}`).sort();
const LINES = ORDERS.reduce((sum, { lines }) => sum + lines.length, 0);

let world: { files: Map<string, Uint8Array>; now: number; attempts: number; progress: number[] };
beforeEach(() => {
  world = { files: new Map(), now: 0, attempts: 0, progress: [] };
});

/** A page is two orders, and takes a second. */
const orders: ShardOrders = {
  async read(_dataset, shard, sink: OrderSink, { after, isLate = () => false } = {}) {
    const ofShard = ORDERS.filter(({ header }) => shardOf(header.orderId) === shard);
    const from = after === undefined ? 0 : 1 + ofShard.findIndex(({ header }) => header.orderId === after);
    for (const [at, { header, lines, isWide }] of ofShard.slice(from).entries()) {
      if (at > 0 && at % 2 === 0) {
        await sink.endPage?.();
        if (isLate()) return ofShard[from + at - 1]?.header.orderId;
      }
      world.now += 500;
      if (!sink.wants(header)) continue;
      if (isWide) {
        sink.open?.(header);
        sink.close(header, lines);
      } else sink.add(header, lines);
    }
    await sink.endPage?.();
    return undefined;
  },
};

const files: PartitionFiles = {
  async put(_report, path, file) {
    expect(world.files.has(path)).toBe(false);
    world.files.set(path, Uint8Array.from(file));
  },
  async get(_report, path, range) {
    const file = world.files.get(path);
    if (file === undefined) throw new PartitionFileError(`${path} is missing`);
    return range === undefined ? file : file.slice(range.at, range.at + range.bytes);
  },
  async removeAll() {
    world.files.clear();
  },
};

const body: { notes: unknown } = { notes: undefined };
const deps = {
  reports: {
    get: async () => report,
    noteProgress: async (_key: unknown, { fraction }: ReportProgress) => void world.progress.push(fraction),
  },
  orders,
  files,
  linesPerFile: 7,
  findItemsets: frequentItemsets,
  analysisOf: () => listing,
  newAttempt: () => `attempt-${++world.attempts}`,
  clock: () => world.now,
  bodies: {
    async put(_key: unknown, stage: BodyStage, gzipped: Uint8Array) {
      if (stage === 'computed') body.notes = JSON.parse(gunzipSync(gzipped).toString()).notes;
    },
  },
  recommendations: { write: async () => undefined },
  lists: { put: async () => undefined },
  ruleSets: { put: async () => undefined },
  profiles: { put: async () => undefined },
};
const extractShard = createExtractShard(deps);
const computeLane = createComputeLane(deps);
const join = createJoinPartitions(deps);

/** As it travels through the workflow's state: what a schema does not know is lost, and what is not JSON, too. */
const carried = <S extends v.GenericSchema>(schema: S, state: unknown): v.InferOutput<S> =>
  v.parse(schema, JSON.parse(JSON.stringify(state)));

/** `slice`: how long a run may take, in milliseconds. */
async function extract(shard: number, parts: number, slice: number): Promise<ExtractedShard> {
  let state: unknown = { ...KEYS, parts, shard };
  for (;;) {
    const done = await extractShard(carried(extractInput, state), world.now + slice);
    if (!done.more) return done;
    state = done;
  }
}

async function pass({ parts, job, lanes }: NextPass, slice: number): Promise<PassedLane[]> {
  return Promise.all(
    lanes.map(async (lane) => {
      let state: unknown = { ...KEYS, parts, job, lane };
      for (;;) {
        const done = await computeLane(carried(passInput, state), world.now + slice);
        if (!done.more) return done;
        state = done;
      }
    }),
  );
}

/** What the join after the last shard answers. */
async function begin(parts: number, slice = Number.POSITIVE_INFINITY) {
  const extracted: ExtractedShard[] = [];
  for (let shard = 0; shard < SHARD_COUNT; shard++) extracted.push(await extract(shard, parts, slice));
  return join(carried(joinInput, { ...PLANNED, partitions: { parts, extracted } }));
}

async function compute(parts: number, slice?: number) {
  let { partitions } = await begin(parts, slice);
  while (partitions !== undefined && 'lanes' in partitions) {
    const passed = await pass(partitions, slice ?? Number.POSITIVE_INFINITY);
    ({ partitions } = await join(carried(joinInput, { ...PLANNED, partitions: { ...partitions, passed } })));
  }
  return partitions;
}

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
    world = { ...world, files: new Map(), attempts: 0 };
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
    let { partitions } = await join(carried(joinInput, state));
    await join(carried(joinInput, state));
    while (partitions !== undefined && 'lanes' in partitions) {
      const passed = await pass(partitions, Number.POSITIVE_INFINITY);
      await pass(partitions, Number.POSITIVE_INFINITY);
      const next = carried(joinInput, { ...PLANNED, partitions: { ...partitions, passed } });
      await join(next);
      ({ partitions } = await join(next));
    }
    expect(body.notes).toEqual(once);
  });

  it('leaves no file when all is done, and does not mind that they are gone', async () => {
    const partitions = await compute(2);
    expect(world.files.size).toBeGreaterThan(SHARD_COUNT);
    const state = carried(joinInput, { ...PLANNED, partitions });
    expect(await join(state)).toEqual(PLANNED);
    expect(world.files.size).toBe(0);
    expect(await join(state)).toEqual(PLANNED);
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
    const steps = { lane: createComputeLane(own), join: createJoinPartitions(own) };
    const extracted: ExtractedShard[] = [];
    for (let shard = 0; shard < SHARD_COUNT; shard++)
      extracted.push(await extract(shard, 2, Number.POSITIVE_INFINITY));
    let { partitions } = await steps.join({ ...PLANNED, partitions: { parts: 2, extracted } });
    while (partitions !== undefined && 'lanes' in partitions) {
      const { job, lanes, parts } = partitions;
      const passed = await Promise.all(
        lanes.map((lane) => steps.lane({ ...KEYS, parts, job, lane }, Number.POSITIVE_INFINITY)),
      );
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
