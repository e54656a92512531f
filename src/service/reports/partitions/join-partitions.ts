// The workflow's join step, called at three moments: lists the files after all shards are extracted; after a
// pass, joins the findings of the partitions into the input of the next pass or into the report; and removes
// the files after the report is computed. Repeating it gives the same result: it never changes its input.

import { unpackColumns } from '../../../analysis/extract/packed-columns.ts';
import { type AnyAnalysis, getAnalysis } from '../../../analysis/report-types/analyses.ts';
import {
  type ExtractedShard,
  getPersonsAttempt,
  getShardNumber,
  isToCollect,
  type JoinInput,
  type Lane,
  type NextExtraction,
  type NextPass,
  type Passed,
} from '../../../contract/messages/partitioned-workflow.ts';
import type { PlannedReport } from '../../../contract/messages/workflow.ts';
import type { ReportType } from '../../../contract/report-types/report-types.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import type { MergeLists } from '../../datasets/merge-lists.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { ReadModel } from '../../recommendations/read-model.ts';
import type { PartitionFiles } from '../partition-files.ts';
import type { ReportItem, ReportKey } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { loadReport } from '../steps/load-report.ts';
import { type ReadAssigned, readRenamed } from '../steps/read-assigned.ts';
import { type StoreAnalysisDeps, storeAnalysis } from '../steps/store-analysis.ts';
import { laneIndex, readKnown, toKnownPath, toLaneIndexPath } from './compute-lane.ts';
import { shardIndex, toShardIndexPath } from './extract-shard.ts';
import { readManifest, toManifestPath, writeManifest } from './manifest.ts';
import { readJson, readSealed, writeSealed } from './partition-objects.ts';
import { joinFacts, readPersons } from './persons-files.ts';
import { countLanes } from './plan-partitions.ts';
import { type SentFiles, writeSentList } from './sent-blocks.ts';

export interface JoinDeps extends StoreAnalysisDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly files: PartitionFiles;
  readonly merges: Pick<MergeLists, 'get'>;
  readonly readAssigned: ReadAssigned;
  readonly readModel: ReadModel;
  /** Default: that of the report's type. */
  readonly findAnalysis?: (type: ReportType) => AnyAnalysis;
  readonly newAttempt: () => string;
  readonly clock: () => number;
}

/** The next pass; only `parts` when the report is computed; nothing when its files are removed. */
export type Joined = PlannedReport & {
  readonly partitions?: NextPass | NextExtraction | { readonly parts: number };
};

export function createJoinPartitions(deps: JoinDeps) {
  const { reports, files, findAnalysis = getAnalysis, newAttempt, clock } = deps;

  async function listFiles(
    key: ReportKey,
    extracted: readonly ExtractedShard[],
    parts: number,
  ): Promise<NextPass> {
    const attempts = extracted.map(({ attempt }) => attempt);
    const persons = extracted.map(({ shard }) => getPersonsAttempt(shard)).at(0);
    const shards = await Promise.all(
      attempts.map((attempt) => readJson(files, key, toShardIndexPath(attempt), shardIndex)),
    );
    const attempt = newAttempt();
    const paths = shards.flatMap((shard) => [...shard.files, ...shard.wide]);
    const { whole } = await writeManifest(files, key, toManifestPath(attempt), { parts, paths, persons });
    measure('LineItemsRead', whole.lines);
    return { parts, job: { manifest: attempt, pass: 0 }, lanes: createLanes(parts, []) };
  }

  async function join(report: ReportItem, ref: PlannedReport, { parts, job, passed }: Passed) {
    const key = { accountId: report.account_id, reportId: report.report_id };
    const { reportType, settings } = resolveReport(report.request, report.currency);
    const [{ whole, persons: by }, known, lanes] = await Promise.all([
      readManifest(files, key, toManifestPath(job.manifest)),
      readKnown(files, key, job.known),
      Promise.all(passed.map(({ lane }) => readJson(files, key, toLaneIndexPath(lane.attempt), laneIndex))),
    ]);
    const started = clock();
    const computed = new Map(lanes.flat().map((each) => [each.part, each]));
    const sent: SentFiles[] = [];
    const joined = findAnalysis(reportType).join(settings, whole, known);
    for (let part = 0; part < parts; part++) {
      const each = computed.get(part);
      if (each === undefined) throw new Error(`partition ${part} of pass ${job.pass} was not computed`);
      joined.add(unpackColumns(await readSealed(files, key, each.found)));
      sent.push(each.sent);
    }
    const persons = by === undefined ? undefined : await readPersons(files, key, by);
    const end = joined.end({ assigned: await readRenamed(deps.readAssigned, report, persons) });
    const figures = { report_id: report.report_id, pass: job.pass, parts, join_ms: clock() - started };
    measure('PartitionJoinTime', figures.join_ms);
    measure('ReportPeakMemory', process.resourceUsage().maxRSS / 1_024);
    if ('analysis' in end) {
      const next = await deps.readModel(report);
      await storeAnalysis(deps, report, ref, settings, end.analysis, { persons, next });
      log('info', 'report computed in partitions', { ...figures, orders: whole.orders, lines: whole.lines });
      return { parts };
    }
    const attempt = newAttempt();
    const bytes = end.known.columns.pack();
    await writeSealed(files, key, toKnownPath(attempt), bytes);
    if (end.receives) await writeSentList(files, key, attempt, sent);
    log('info', 'partitions joined', {
      ...figures,
      next: end.known.stage,
      known_bytes: bytes.length,
    });
    const receives = end.receives === true;
    const next = {
      manifest: job.manifest,
      pass: job.pass + 1,
      known: { attempt, stage: end.known.stage },
      ...(receives && { receives }),
    };
    return { parts, job: next, lanes: createLanes(parts, passed) };
  }

  return async function joinPartitions({ partitions, ...ref }: JoinInput): Promise<Joined> {
    const report = await loadReport(reports, ref);
    const key = { accountId: report.account_id, reportId: report.report_id };
    if ('passed' in partitions) return { ...ref, partitions: await join(report, ref, partitions) };
    if ('extracted' in partitions) {
      const { extracted, parts } = partitions;
      if (!extracted.some(({ shard }) => isToCollect(shard)))
        return { ...ref, partitions: await listFiles(key, extracted, parts) };
      const attempt = newAttempt();
      await joinFacts(deps, report, extracted, attempt);
      const shards = extracted.map(({ shard }) => ({ shard: getShardNumber(shard), persons: { attempt } }));
      return { ...ref, partitions: { parts, shards } };
    }
    await files.removeAll(key);
    return ref;
  };
}

function createLanes(parts: number, passed: Passed['passed']): Lane[] {
  return Array.from({ length: countLanes(parts) }, (_, lane) => {
    const before = passed.find((other) => other.lane.lane === lane)?.lane.attempt;
    return before === undefined ? { lane } : { lane, before };
  });
}
