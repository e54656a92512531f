// Compares RFM and cohort reports of made-up orders, by one function and in partitions: CPU time of both, each in a
// process of its own, the least of a few, and whether bodies and lists of customers are equal. Excludes generating the
// orders. npm run -s bench -- partitioned [--lines 1000000,10000000 --types RFM,COHORT --partitions N].

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type Listed, listInPieces } from '../../../src/analysis/customer-lists/build-list.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import {
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../../../src/analysis/orders/columns-builder.ts';
import { OrderCutter } from '../../../src/analysis/partitions/cut-orders.ts';
import { joinPartColumns } from '../../../src/analysis/partitions/part-columns.ts';
import {
  describeWholeDataset,
  encodePartFile,
  readPart,
  readPartFile,
  readPartHeadSize,
} from '../../../src/analysis/partitions/part-file.ts';
import { cohortAnalysis } from '../../../src/analysis/report-types/cohort/cohort.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { rfmAnalysis } from '../../../src/analysis/report-types/rfm/rfm.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import { analyseInParts } from '../../harness/in-parts.ts';
import { reportCase } from '../measuring/figures.ts';
import { createMadeUpOrders, createMadeUpShard, REPORT_SETTINGS } from '../measuring/made-up-orders.ts';

const RUNS = 3;
const LINES_PER_PARTITION = 5_000_000;
const LINES_PER_FILE = 1_000_000;
const OPTIONS: ColumnsBuilderOptions = { productIdentifier: 'name', keep: () => true };

export function benchPartitioned(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      lines: { type: 'string', default: '1000000' },
      types: { type: 'string', default: 'RFM,COHORT' },
      partitions: { type: 'string' },
      alone: { type: 'string' },
    },
  });
  for (const lines of values.lines.split(',')) {
    for (const type of values.types.split(',')) {
      if (values.alone !== undefined) {
        runAlone(values.alone, type, Number(lines), Number(values.partitions));
        continue;
      }
      const parts = values.partitions ?? String(Math.max(2, Math.ceil(Number(lines) / LINES_PER_PARTITION)));
      const runLeast = (alone: string) => {
        const more = ['--alone', alone, '--lines', lines, '--types', type, '--partitions', parts];
        const runs = Array.from({ length: RUNS }, () => {
          const program = [join(import.meta.dirname, '../main.ts'), 'partitioned', ...more];
          const { stdout } = spawnSync(process.execPath, program, {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          return v.parse(v.pipe(v.string(), v.parseJson(), aloneRun), stdout);
        });
        return runs.reduce((least, run) => (sumSeconds(run) < sumSeconds(least) ? run : least));
      };
      const [one, many] = [runLeast('one'), runLeast('many')];
      reportCase('partitioned', {
        type,
        lines: Number(lines),
        partitions: Number(parts),
        equal: one.report === many.report,
        one_function_cpu_s: { read: one.read, analyse: one.analyse },
        partitions_cpu_s: { cut: many.read, passes: many.analyse },
        ratio_of_analyses: Number((many.analyse / one.analyse).toFixed(2)),
        ratio: Number((sumSeconds(many) / sumSeconds(one)).toFixed(2)),
      });
    }
  }
}

const aloneRun = v.object({ read: v.number(), analyse: v.number(), report: v.string() });
const sumSeconds = ({ read, analyse }: v.InferOutput<typeof aloneRun>): number => read + analyse;

function runAlone(how: string, type: string, lines: number, parts: number): void {
  const generate = () => {
    for (const _ of createMadeUpOrders(lines));
  };
  // The first call compiles the code.
  generate();
  const generating = measureCpu(generate);
  const { used, result } = how === 'one' ? runOneFunction(lines, type) : runPartitions(lines, type, parts);
  console.log(
    JSON.stringify({
      read: round(used.read - generating.seconds),
      analyse: round(used.analyse),
      report: computeDigest(result),
    }),
  );
}

function runOneFunction(count: number, type: string) {
  const builder = createColumnsBuilder(OPTIONS);
  const read = measureCpu((): OrderColumns => {
    for (const { header, lines } of createMadeUpOrders(count)) builder.add(header, lines);
    return builder.build();
  });
  const analysed = measureCpu(() =>
    type === 'RFM'
      ? withList(analyseOrders(rfmAnalysis, read.result, REPORT_SETTINGS))
      : withList(analyseOrders(cohortAnalysis, read.result, cohortDefinition.settings(REPORT_SETTINGS, {}))),
  );
  return { used: { read: read.seconds, analyse: analysed.seconds }, result: analysed.result };
}

function runPartitions(count: number, type: string, parts: number) {
  const read = measureCpu(() => {
    const files: Uint8Array[] = [];
    const write = (cutter: OrderCutter) => files.push(encodePartFile(cutter.take()));
    for (let shard = 0; shard < SHARD_COUNT; shard++) {
      const cutter = new OrderCutter({ ...OPTIONS, parts, by: 'customer', shard });
      for (const { header, lines } of createMadeUpShard(count, shard)) {
        cutter.add(header, lines);
        if (cutter.lines >= LINES_PER_FILE) write(cutter);
      }
      write(cutter);
    }
    return files;
  });
  const heads = read.result.map((file) => readPartFile(file.subarray(0, readPartHeadSize(file))));
  const whole = describeWholeDataset(
    heads.map(({ head }) => head),
    parts,
  );
  const ordersOf = Array.from({ length: parts }, (_, part) => () => {
    const blocks = heads.map(({ sections }, at) => {
      const [place, file] = [sections[part], read.result[at]];
      if (place === undefined || file === undefined) throw new Error(`partition ${part} is missing`);
      return readPart(file.subarray(place.at, place.at + place.bytes), place, part);
    });
    return joinPartColumns(blocks, whole);
  });
  const analysed = measureCpu(() =>
    type === 'RFM'
      ? withList(analyseInParts(rfmAnalysis, ordersOf, REPORT_SETTINGS, whole))
      : withList(
          analyseInParts(cohortAnalysis, ordersOf, cohortDefinition.settings(REPORT_SETTINGS, {}), whole),
        ),
  );
  return { used: { read: read.seconds, analyse: analysed.seconds }, result: analysed.result };
}

/**
 * Returns all that is stored of a report. Its list of customers is created last, by one function and after partitions
 * alike.
 */
function withList({
  body,
  customers,
}: {
  readonly body: object;
  readonly customers?: (() => Listed) | undefined;
}) {
  return { body, list: customers === undefined ? [] : [...listInPieces(customers())] };
}

function computeDigest({ body, list }: ReturnType<typeof withList>): string {
  const hash = createHash('sha256').update(JSON.stringify(body));
  for (const piece of list) hash.update(piece);
  return hash.digest('hex');
}

function measureCpu<T>(run: () => T): { readonly seconds: number; readonly result: T } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, result };
}

function round(seconds: number): number {
  return Number(seconds.toFixed(2));
}
