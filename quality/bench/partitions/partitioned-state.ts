// One run of a state of a report in partitions, in this process: made-up orders in place of the table, a folder in place of
// the bucket.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as v from 'valibot';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';
import { extractState, joinState, passState } from '../../../src/reporting/states.ts';
import type { ShardOrders } from '../../../src/stores/orders/shard-orders.ts';
import type { PartitionFiles } from '../../../src/stores/reports/partition-files.ts';
import type { ReportItem } from '../../../src/stores/reports/report-item.ts';
import { reportItem } from '../../harness/report-item.ts';
import { madeUpShard } from '../measuring/made-up-orders.ts';

const LINES_PER_FILE = 2_000_000;
/** Orders of about a page of the table. */
const PAGE = 4_000;
/** As in functions/report/pass.ts. */
const SLICE_MS = 6 * 60_000;

export const stateRun = v.object({
  output: v.unknown(),
  cpu_s: v.number(),
  wall_s: v.number(),
  peak_mb: v.number(),
});
export type StateRun = v.InferOutput<typeof stateRun>;

export interface StateCase {
  readonly state: string;
  readonly dir: string;
  readonly lines: number;
  readonly request: unknown;
}

/** The CPU time of making up the orders is taken off. */
export async function runState({ state, dir, lines, request }: StateCase, input: unknown): Promise<StateRun> {
  let off = 0;
  const orders: ShardOrders = {
    async read(_dataset, shard, sink) {
      const before = process.cpuUsage();
      for (const _ of madeUpShard(lines, shard));
      off = secondsSince(before);
      let count = 0;
      for (const { header, lines: ofOrder } of madeUpShard(lines, shard)) {
        if (sink.wants(header)) {
          const from = sink.lines.count;
          for (const line of ofOrder) sink.lines.add(line);
          sink.add(header, from);
        }
        if (++count % PAGE === 0) await sink.endPage?.();
      }
      return undefined;
    },
  };
  const deps = {
    reports: { get: async () => reportOf(request), noteProgress: async () => undefined },
    orders,
    files: filesIn(join(dir, 'files')),
    linesPerFile: LINES_PER_FILE,
    readAssigned: async () => undefined,
    newAttempt: randomUUID,
    clock: Date.now,
    bodies: { put: async () => undefined },
    recommendations: { write: async () => undefined },
    lists: {
      async put(_key: unknown, _stage: unknown, file: Iterable<unknown>) {
        // As an upload does, part by part.
        for (const _ of file) await setImmediate();
      },
    },
    ruleSets: { put: async (_key: unknown, pieces: Iterable<Uint8Array>) => void [...pieces].length },
    profiles: { put: async (_key: unknown, pieces: Iterable<Uint8Array>) => void [...pieces].length },
  };
  const started = performance.now();
  const before = process.cpuUsage();
  const output = await run();
  return {
    output,
    cpu_s: secondsSince(before) - 2 * off,
    wall_s: (performance.now() - started) / 1_000 - off,
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  };

  function run(): Promise<unknown> {
    switch (state) {
      case 'extract':
        return extractState({ ...deps, sliceMs: Number.POSITIVE_INFINITY })(input);
      case 'pass':
        return passState({ ...deps, sliceMs: SLICE_MS })(input);
      case 'join':
        return joinState(deps)(input);
      default:
        throw new Error(`expected extract, pass or join, got ${state}`);
    }
  }
}

function reportOf(given: unknown): ReportItem {
  const request = v.parse(createReportRequest, given);
  const at = '2026-01-01T00:00:00.000Z';
  return reportItem({ report_id: 'r', report_type: resolveReport(request).reportType, at, request });
}

function filesIn(folder: string): PartitionFiles {
  return {
    async put(_report, path, bytes) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    },
    async get(_report, path, range) {
      if (range === undefined) return readFileSync(join(folder, path));
      const file = openSync(join(folder, path), 'r');
      const bytes = new Uint8Array(range.bytes);
      const read = readSync(file, bytes, 0, range.bytes, range.at);
      closeSync(file);
      return bytes.subarray(0, read);
    },
    async removeAll() {
      rmSync(folder, { recursive: true });
    },
  };
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
