// Measures a report in partitions as the workflow computes it, at full size: each run of a state is a process of its
// own with the memory of a function, two of them at once, on made-up orders instead of the table and a folder instead
// of the bucket. Leaves out what S3, DynamoDB and Lambda add. Prints CPU time, the longest run and the peak memory of
// each state. npm run -s bench -- partitioned-workflow [--lines N --partitions N --request JSON].

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import {
  type ExtractedShard,
  extractedShard,
  type PassedLane,
  passedLane,
} from '../../../src/contract/messages/partitioned-workflow.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import type { ShardOrderReader } from '../../../src/service/orders/shard-orders.ts';
import type { PartitionFiles } from '../../../src/service/reports/partition-files.ts';
import { countPartitions } from '../../../src/service/reports/partitions/plan-partitions.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createExtractState, createJoinState, createPassState } from '../../../src/service/reports/states.ts';
import { createReportItem } from '../../harness/report-item.ts';
import { reportCase } from '../measuring/figures.ts';
import { createMadeUpShard } from '../measuring/made-up-orders.ts';

// Runs one state of a report in partitions in this process: made-up orders instead of the table, a folder instead of
// the bucket.
const LINES_PER_FILE = 2_000_000;
/** The number of orders of about a page of the table. */
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

/** Subtracts the CPU time of making up the orders. */
export async function runState({ state, dir, lines, request }: StateCase, input: unknown): Promise<StateRun> {
  let off = 0;
  const orders: ShardOrderReader = {
    async read(_dataset, shard, sink) {
      const before = process.cpuUsage();
      for (const _ of createMadeUpShard(lines, shard));
      off = computeSecondsSince(before);
      let count = 0;
      for (const { header, lines: ofOrder } of createMadeUpShard(lines, shard)) {
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
    reports: { get: async () => createReport(request), noteProgress: async () => undefined },
    orders,
    files: createFiles(join(dir, 'files')),
    linesPerFile: LINES_PER_FILE,
    merges: { get: async () => undefined },
    readAssigned: async () => undefined,
    readModel: async () => undefined,
    newAttempt: randomUUID,
    clock: Date.now,
    bodies: { put: async () => undefined },
    recommendations: { write: async () => undefined },
    lists: {
      async put(_key: unknown, _stage: unknown, file: Iterable<unknown>) {
        // Yields between parts, like an upload.
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
    cpu_s: computeSecondsSince(before) - 2 * off,
    wall_s: (performance.now() - started) / 1_000 - off,
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  };

  function run(): Promise<unknown> {
    switch (state) {
      case 'extract':
        return createExtractState({ ...deps, sliceMs: Number.POSITIVE_INFINITY })(input);
      case 'pass':
        return createPassState({ ...deps, sliceMs: SLICE_MS })(input);
      case 'join':
        return createJoinState(deps)(input);
      default:
        throw new Error(`expected extract, pass or join, got ${state}`);
    }
  }
}

function createReport(given: unknown): ReportItem {
  const request = v.parse(createReportRequest, given);
  const at = '2026-01-01T00:00:00.000Z';
  return createReportItem({ report_id: 'r', report_type: resolveReport(request).reportType, at, request });
}

function createFiles(folder: string): PartitionFiles {
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

function computeSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const LINES_PER_PARTITION = 5_000_000;
const AT_ONCE = 2;
/** The memory for objects that Node may use out of 3,008 MB; typed arrays are separate. */
const OBJECTS_MB = 2_700;
const REF = { account_id: 'acc', report_id: 'r', report_type: 'MBA' as const };

const nextPass = v.object({
  partitions: v.object({
    job: v.optional(v.record(v.string(), v.unknown())),
    lanes: v.optional(v.array(v.record(v.string(), v.unknown()))),
  }),
});

export async function benchPartitionedWorkflow(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '10000000' },
      partitions: { type: 'string' },
      request: { type: 'string', default: '{"report_type":"MBA","params":{"min_support":0.001}}' },
      state: { type: 'string' },
      dir: { type: 'string' },
      run: { type: 'string' },
    },
  });
  const { state, dir, run } = values;
  if (state !== undefined && dir !== undefined && run !== undefined) {
    const { lines, request } = values;
    const input: unknown = JSON.parse(readFileSync(`${run}.in`, 'utf8'));
    const result = await runState({ state, dir, lines: Number(lines), request: JSON.parse(request) }, input);
    writeFileSync(`${run}.out`, JSON.stringify(result));
    return;
  }
  const lines = Number(values.lines);
  const parts = Number(values.partitions ?? countPartitions(lines, LINES_PER_PARTITION));
  const folder = mkdtempSync(join(tmpdir(), 'partitioned-'));
  try {
    await compute(folder, { lines, parts, request: values.request });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Asked {
  readonly lines: number;
  readonly parts: number;
  readonly request: string;
}

async function compute(dir: string, { lines, parts, request }: Asked): Promise<void> {
  const runs: { readonly state: string; readonly run: StateRun }[] = [];
  const ref = { account_id: REF.account_id, report_id: REF.report_id };
  let started = 0;

  async function start(state: string, label: string, input: object): Promise<unknown> {
    const run = join(dir, `run-${started++}`);
    writeFileSync(`${run}.in`, JSON.stringify(input));
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${OBJECTS_MB}`,
        join(import.meta.dirname, '../main.ts'),
        'partitioned-workflow',
        ...['--state', state, '--dir', dir, '--run', run, '--lines', String(lines), '--request', request],
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const code = await new Promise((resolve) => child.on('exit', resolve));
    if (code !== 0) throw new Error(`${label} ended with ${code}`);
    const done = v.parse(stateRun, JSON.parse(readFileSync(`${run}.out`, 'utf8')));
    runs.push({ state: label, run: done });
    return done.output;
  }

  const began = performance.now();
  const shards = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);
  const extracted = await runTwoAtOnce(shards, async (shard): Promise<ExtractedShard> => {
    return v.parse(extractedShard, await start('extract', 'extract', { ...ref, parts, shard }));
  });
  let next = v.parse(
    nextPass,
    await start('join', 'list files', { ...REF, partitions: { parts, extracted } }),
  );
  for (let pass = 0; next.partitions.lanes !== undefined; pass++) {
    const { job, lanes } = next.partitions;
    const passed = await runTwoAtOnce(lanes, async (lane): Promise<PassedLane> => {
      let done: PassedLane | undefined;
      let input: object = { ...ref, parts, job, lane };
      do {
        done = v.parse(passedLane, await start('pass', `pass ${pass}`, input));
        input = done;
      } while (done.more);
      return done;
    });
    const state = { ...REF, partitions: { parts, job, passed } };
    next = v.parse(nextPass, await start('join', `join ${pass}`, state));
  }
  const wall = (performance.now() - began) / 1_000;
  for (const [state, of] of Map.groupBy(runs, (one) => one.state)) {
    const seconds = of.map(({ run }) => run.cpu_s);
    reportCase('partitioned-workflow', {
      lines,
      partitions: parts,
      state,
      runs: of.length,
      cpu_s: roundSeconds(seconds.reduce((sum, one) => sum + one, 0)),
      longest_run_s: roundSeconds(Math.max(...of.map(({ run }) => run.wall_s))),
      peak_memory_mb: Math.max(...of.map(({ run }) => run.peak_mb)),
    });
  }
  const cpu = runs.reduce((sum, { run }) => sum + run.cpu_s, 0);
  reportCase('partitioned-workflow', {
    lines,
    partitions: parts,
    wall_s: roundSeconds(wall),
    cpu_s: roundSeconds(cpu),
  });
}

async function runTwoAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const pending = items.entries();
  const runWorker = async (): Promise<void> => {
    for (const [at, item] of pending) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker));
  return results;
}

function roundSeconds(seconds: number): number {
  return Number(seconds.toFixed(2));
}
