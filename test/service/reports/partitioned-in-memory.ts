// Runs the workflow of a report in partitions on files in memory, with an analysis that lists the orders.

import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { expect } from 'vitest';
import { holdColumns, type UnpackedColumns } from '../../../src/analysis/extract/packed-columns.ts';
import { getShard } from '../../../src/analysis/ingest/hash.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import type { PartColumns } from '../../../src/analysis/partitions/part-columns.ts';
import type { AnyAnalysis } from '../../../src/analysis/report-types/analyses.ts';
import { getAnalysis } from '../../../src/analysis/report-types/analyses.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import type {
  ExtractedShard,
  NextPass,
  PassedLane,
} from '../../../src/contract/messages/partitioned-workflow.ts';
import type { PlannedReport } from '../../../src/contract/messages/workflow.ts';
import type { OrderHeader, OrderLine } from '../../../src/contract/resources/orders/row.ts';
import type { ReportProgress } from '../../../src/contract/resources/reports/progress.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import type { OrderSink, ShardOrderReader } from '../../../src/service/orders/shard-orders.ts';
import { PartitionFileError, type PartitionFiles } from '../../../src/service/reports/partition-files.ts';
import type { BodyStage } from '../../../src/service/reports/report-bodies.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createExtractState, createJoinState, createPassState } from '../../../src/service/reports/states.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const KEYS = { account_id: 'acc', report_id: 'r1' };
const PLANNED: PlannedReport = { ...KEYS, report_type: 'MBA' };
const report: ReportItem = createReportItem({
  report_id: 'r1',
  report_type: 'MBA',
  at: '2026-01-01T00:00:00.000Z',
});

/**
 * Lists the orders in three passes: the second one has only what the first one kept, and the total; the third one
 * receives what the first one sent, two blocks to each partition.
 */
const listing: AnyAnalysis = {
  daysNeeded: () => undefined,
  partitionBy: () => 'order',
  inPart({ index, orders, kept, received }, _settings, whole, known) {
    if (kept === undefined) {
      const held = orders();
      const sent = Array.from({ length: 2 * whole.parts }, (_, block) => encodeText(`${index} to ${block}`));
      return {
        found: packText(String(held.orderCount)),
        kept: packText(JSON.stringify(listOrders(held))),
        sent,
      };
    }
    expect(() => orders()).toThrow('read after it had kept a file');
    if (known?.stage === LAST_PASS) {
      const own = [index, index + whole.parts].map((block) =>
        Array.from({ length: whole.parts }, (_, part) => `${part} to ${block}`),
      );
      expect(Array.from(received(), (runs) => runs.map(decodeText))).toEqual(own);
      return { found: kept };
    }
    expect([...received()]).toEqual([]);
    expect(known && readText(known.columns)).toBe(String(whole.orders));
    return { found: packText('') };
  },
  join(settings, whole, known) {
    const found: string[] = [];
    return {
      add: (each) => found.push(readText(each)),
      end(given) {
        if (known === undefined) {
          const total = found.reduce((sum, count) => sum + Number(count), 0);
          return { known: { stage: 'count', columns: packText(String(total)) } };
        }
        if (known.stage !== LAST_PASS)
          return { known: { stage: LAST_PASS, columns: packText('') }, receives: true };
        const empty = analyseOrders(getAnalysis(report.report_type), noOrders, settings, given);
        const notes = found.flatMap((ids) => v.parse(v.array(v.string()), JSON.parse(ids)));
        return { analysis: { ...empty, body: { ...empty.body, notes: [...notes, `${whole.lines} lines`] } } };
      },
    };
  },
};
const LAST_PASS = 'the last pass';

const noOrders = createColumnsBuilder({ productIdentifier: 'name', keep: () => true }).build();
const encodeText = (of: string): Uint8Array => new TextEncoder().encode(of);
const packText = (of: string): UnpackedColumns => holdColumns({ of: encodeText(of) });
const decodeText = (of: Uint8Array): string => new TextDecoder().decode(of);
const readText = (of: UnpackedColumns): string => decodeText(of.bytes('of'));
const listOrders = ({ orderIds, lineStart }: PartColumns): string[] =>
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
export const EXPECTED = ORDERS.map(({ header, lines }) => `${header.orderId}: ${lines.length}`).sort();
export const LINES = ORDERS.reduce((sum, { lines }) => sum + lines.length, 0);

const START = { now: 0, attempts: 0 };
/** The results of the steps: files by their paths, and the notes of progress. */
export const world = { ...START, files: new Map<string, Uint8Array>(), progress: [] as number[] };

export function startOver(): void {
  world.files.clear();
  world.progress.length = 0;
  Object.assign(world, START);
}

/** A page holds two orders, and takes a second. */
const orders: ShardOrderReader = {
  async read(_dataset, shard, sink: OrderSink, { after, isLate = () => false } = {}) {
    const ofShard = ORDERS.filter(({ header }) => getShard(header.orderId) === shard);
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
      } else {
        const from = sink.lines.count;
        for (const line of lines) sink.lines.add(line);
        sink.add(header, from);
      }
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

export const body: { notes: unknown } = { notes: undefined };
const deps = {
  reports: {
    get: async () => report,
    noteProgress: async (_key: unknown, { fraction }: ReportProgress) => void world.progress.push(fraction),
  },
  orders,
  files,
  linesPerFile: 7,
  merges: { get: async () => undefined },
  readAssigned: async () => undefined,
  readModel: async () => undefined,
  findAnalysis: () => listing,
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
const join = createJoinState(deps);

/** Copies the state as the workflow carries it: only JSON is kept. */
const copyState = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

/** `slice`: the time limit of a run, in milliseconds. */
async function extract(shard: number, parts: number, slice: number): Promise<ExtractedShard> {
  const extractShard = createExtractState({ ...deps, sliceMs: slice });
  let state: unknown = { ...KEYS, parts, shard };
  for (;;) {
    const done = await extractShard(copyState(state));
    if (!done.more) return done;
    state = done;
  }
}

async function pass({ parts, job, lanes }: NextPass, slice: number): Promise<PassedLane[]> {
  const computeLane = createPassState({ ...deps, sliceMs: slice });
  return Promise.all(
    lanes.map(async (lane) => {
      let state: unknown = { ...KEYS, parts, job, lane };
      for (;;) {
        const done = await computeLane(copyState(state));
        if (!done.more) return done;
        state = done;
      }
    }),
  );
}

/** Runs the first steps; returns the answer of the join after the last shard. */
export async function begin(parts: number, slice = Number.POSITIVE_INFINITY) {
  const extracted: ExtractedShard[] = [];
  for (let shard = 0; shard < SHARD_COUNT; shard++) extracted.push(await extract(shard, parts, slice));
  return join(copyState({ ...PLANNED, partitions: { parts, extracted } }));
}

export async function compute(parts: number, slice?: number) {
  let { partitions } = await begin(parts, slice);
  while (partitions !== undefined && 'lanes' in partitions) {
    const passed = await pass(partitions, slice ?? Number.POSITIVE_INFINITY);
    ({ partitions } = await join(copyState({ ...PLANNED, partitions: { ...partitions, passed } })));
  }
  return partitions;
}
