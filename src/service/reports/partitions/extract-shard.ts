// The workflow's extract step: cuts one shard's orders into partitions, as files. Needs the memory of one
// file. If a shard takes longer than a function may run, another run continues where this one stopped.

import * as v from 'valibot';
import { CodedLines } from '../../../analysis/orders/coded-lines.ts';
import { type CutOptions, OrderCutter } from '../../../analysis/partitions/cut-orders.ts';
import { encodePartFile } from '../../../analysis/partitions/part-file.ts';
import { type AnyAnalysis, getAnalysis } from '../../../analysis/report-types/analyses.ts';
import { getAskedColumns } from '../../../analysis/report-types/columns-asked.ts';
import {
  type ExtractedShard,
  type ExtractInput,
  getPersonsAttempt,
  getShardNumber,
  isToCollect,
} from '../../../contract/messages/partitioned-workflow.ts';
import type { ReportType } from '../../../contract/report-types/report-types.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { ShardOrderReader } from '../../orders/shard-orders.ts';
import type { PartitionFiles } from '../partition-files.ts';
import type { ReportStore } from '../reports.ts';
import { loadReport } from '../steps/load-report.ts';
import { readJson, writeJson } from './partition-objects.ts';
import { createPartitionProgress } from './partition-progress.ts';
import { collectFacts, readPersons } from './persons-files.ts';

export interface ExtractShardDeps {
  readonly reports: Pick<ReportStore, 'get' | 'noteProgress'>;
  readonly orders: ShardOrderReader;
  readonly files: Pick<PartitionFiles, 'put' | 'get'>;
  /** Line items of a file: bounds the memory. */
  readonly linesPerFile: number;
  /** Default: that of the report's type. */
  readonly findAnalysis?: (type: ReportType) => AnyAnalysis;
  readonly newAttempt: () => string;
  readonly clock: () => number;
}

/** The results of a run for a shard, including those of earlier runs. */
export const shardIndex = v.object({
  files: v.array(v.string()),
  /** Files of orders that are stored in parts: they follow all others of their shard. */
  wide: v.array(v.string()),
  /** Sort key after which the shard continues; null at its end. */
  after: v.nullable(v.string()),
  next: v.number(),
  nextWide: v.number(),
});
type ShardIndex = v.InferOutput<typeof shardIndex>;

const NOTHING: ShardIndex = { files: [], wide: [], after: null, next: 0, nextWide: 0 };

export const toShardIndexPath = (attempt: string): string => `${attempt}/shard`;

export function createExtractShard(deps: ExtractShardDeps) {
  const { reports, orders, files, linesPerFile, findAnalysis = getAnalysis, clock } = deps;

  /** `deadline`: epoch milliseconds; orders being read at that time are still written. */
  return async function extractShard(input: ExtractInput, deadline: number): Promise<ExtractedShard> {
    if (isToCollect(input.shard)) return collectFacts(deps, input, deadline);
    const { parts } = input;
    const shard = getShardNumber(input.shard);
    const started = clock();
    const report = await loadReport(reports, input);
    const key = { accountId: report.account_id, reportId: report.report_id };
    const { reportType, settings } = resolveReport(report.request);
    const before =
      input.attempt === undefined
        ? NOTHING
        : await readJson(files, key, toShardIndexPath(input.attempt), shardIndex);
    const attempt = deps.newAttempt();
    const persons = getPersonsAttempt(input.shard);
    const { idOf } = (persons !== undefined && (await readPersons(files, key, persons))) || {};
    const options: CutOptions = {
      ...getAskedColumns(reportType, settings),
      toPerson: idOf && ((id) => idOf.get(id) ?? id),
      parts,
      by: findAnalysis(reportType).partitionBy(settings),
      shard,
    };
    const usual = createPartFiles(new OrderCutter({ ...options, from: before.next }), `${attempt}/orders`);
    const wide = createPartFiles(new OrderCutter({ ...options, from: before.nextWide }), `${attempt}/wide`);

    /** Writes a file for each partition with enough lines, or, at the end, for each with any. */
    function createPartFiles(cutter: OrderCutter, name: string) {
      const paths: string[] = [];
      let lines = 0;
      return {
        cutter,
        paths,
        lines: () => lines,
        async write(): Promise<void> {
          lines += cutter.lines;
          const path = `${name}-${paths.length}`;
          paths.push(path);
          await files.put(key, path, encodePartFile(cutter.take()));
        },
      };
    }

    const dataset = { accountId: report.account_id, datasetId: report.dataset_id };
    const coded = new CodedLines();
    const after = await orders.read(
      dataset,
      shard,
      {
        wants: (header) => usual.cutter.takes(header),
        lines: coded,
        add(header, from) {
          usual.cutter.addCoded(header, coded, from);
          coded.count = 0;
        },
        close: (header, lines) => wide.cutter.addWide(header, lines),
        async endPage() {
          for (const part of [usual, wide]) if (part.cutter.lines >= linesPerFile) await part.write();
        },
      },
      { after: before.after ?? undefined, isLate: () => clock() > deadline },
    );
    // Written even without an order: it has the places of customers outside the range, and the newest date of
    // the whole.
    await usual.write();
    if (wide.cutter.lines > 0) await wide.write();
    await writeJson(files, key, toShardIndexPath(attempt), {
      files: [...before.files, ...usual.paths],
      wide: [...before.wide, ...wide.paths],
      after: after ?? null,
      next: usual.cutter.next,
      nextWide: wide.cutter.next,
    });
    await createPartitionProgress(reports, report).extracted(shard);
    const lines = usual.lines() + wide.lines();
    measure('LineItemsExtracted', lines);
    measure('PartitionExtractTime', clock() - started);
    measure('PartitionPeakMemory', process.resourceUsage().maxRSS / 1_024);
    log('info', 'shard extracted', { report_id: report.report_id, shard, lines, ms: clock() - started });
    return { ...input, attempt, more: after !== undefined };
  };
}
