// The workflow's pass step: processes each partition of a lane on its own, one after the other, and stores
// its findings and the data for later passes. If a lane takes longer than a function may run, another run
// continues it.

import * as v from 'valibot';
import { unpackColumns } from '../../../analysis/extract/packed-columns.ts';
import { joinPartColumns, type PartColumns } from '../../../analysis/partitions/part-columns.ts';
import { type AnyAnalysis, getAnalysis } from '../../../analysis/report-types/analyses.ts';
import type { Known, PartResult } from '../../../analysis/report-types/partitioned.ts';
import type { PassedLane, PassInput, PassJob } from '../../../contract/messages/partitioned-workflow.ts';
import { getDefinition, type ReportType } from '../../../contract/report-types/report-types.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { ReadModel } from '../../recommendations/read-model.ts';
import type { PartitionFiles } from '../partition-files.ts';
import type { ReportKey } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { loadReport } from '../steps/load-report.ts';
import { type ReadAssigned, readRenamed } from '../steps/read-assigned.ts';
import { type Manifest, readBlocks, readManifest, toManifestPath } from './manifest.ts';
import { readJson, readSealed, writeJson, writeSealed } from './partition-objects.ts';
import { createPartitionProgress } from './partition-progress.ts';
import { readPersons } from './persons-files.ts';
import { countLanes, listLaneParts } from './plan-partitions.ts';
import { readReceived, readSentList, sentFiles, sumBytes, writeSent } from './sent-blocks.ts';

export interface ComputeLaneDeps {
  readonly reports: Pick<ReportStore, 'get' | 'noteProgress'>;
  readonly files: Pick<PartitionFiles, 'put' | 'get'>;
  readonly readAssigned: ReadAssigned;
  readonly readModel: ReadModel;
  /** Default: that of the report's type. */
  readonly findAnalysis?: (type: ReportType) => AnyAnalysis;
  readonly newAttempt: () => string;
  readonly clock: () => number;
}

const partition = v.object({
  part: v.number(),
  found: v.string(),
  /** File kept by this pass or an earlier one. */
  kept: v.nullable(v.string()),
  /** Files sent to other partitions, in this pass or an earlier one. */
  sent: sentFiles,
});
/** The results of a run for a lane, including those of earlier runs in the same pass. */
export const laneIndex = v.array(partition);
type ComputedPart = v.InferOutput<typeof partition>;

export const toLaneIndexPath = (attempt: string): string => `${attempt}/lane`;
/** Path of the file that the join of an attempt wrote for the next pass. */
export const toKnownPath = (attempt: string): string => `${attempt}/known`;

export async function readKnown(
  files: Pick<PartitionFiles, 'get'>,
  key: ReportKey,
  known: PassJob['known'],
): Promise<Known> {
  if (known === undefined) return undefined;
  return {
    stage: known.stage,
    columns: unpackColumns(await readSealed(files, key, toKnownPath(known.attempt))),
  };
}

export function createComputeLane(deps: ComputeLaneDeps) {
  const { reports, files, findAnalysis = getAnalysis, clock } = deps;

  const indexAt = (key: ReportKey, attempt: string | undefined) =>
    attempt === undefined ? [] : readJson(files, key, toLaneIndexPath(attempt), laneIndex);

  /** The returned function throws when it is called: later passes use the kept file instead of the orders. */
  async function openOrders(key: ReportKey, manifest: Manifest, part: number): Promise<() => PartColumns> {
    const blocks = await readBlocks(files, key, manifest, part);
    return () => joinPartColumns(blocks, manifest.whole);
  }

  /** `deadline`: epoch milliseconds; no partition is started after it, except the first one of a run. */
  return async function computeLane(input: PassInput, deadline: number): Promise<PassedLane> {
    const { parts, job, lane } = input;
    const report = await loadReport(reports, input);
    const key = { accountId: report.account_id, reportId: report.report_id };
    const { reportType, settings } = resolveReport(report.request, report.currency);
    const { inPart } = findAnalysis(reportType);
    const progress = createPartitionProgress(reports, report);
    const attempt = deps.newAttempt();
    const [manifest, known, before, done, sentList] = await Promise.all([
      readManifest(files, key, toManifestPath(job.manifest)),
      readKnown(files, key, job.known),
      indexAt(key, lane.before),
      indexAt(key, lane.attempt),
      job.known === undefined || job.receives !== true ? [] : readSentList(files, key, job.known.attempt),
    ]);
    const persons =
      manifest.persons === undefined || !getDefinition(reportType).ofAudience
        ? undefined
        : await readPersons(files, key, manifest.persons);
    const assigned = await readRenamed(deps.readAssigned, report, persons);
    // Customers' orders are read in the first pass alone: later ones use what it kept.
    const next = known === undefined ? await deps.readModel(report) : undefined;
    const computed: ComputedPart[] = [...done];
    const left = listLaneParts(lane.lane, parts).slice(done.length);
    let runs = 0;
    for (const part of left) {
      if (runs++ > 0 && clock() > deadline) break;
      const started = clock();
      const earlier = before.find((other) => other.part === part);
      const keptAt = earlier?.kept ?? null;
      const kept = keptAt === null ? undefined : unpackColumns(await readSealed(files, key, keptAt));
      const orders = kept === undefined ? await openOrders(key, manifest, part) : refuseOrders;
      const blocks = await readReceived(files, key, sentList, part);
      const read = clock();
      const of = { index: part, orders, kept, received: () => blocks };
      const result = packResult(
        inPart(of, settings, manifest.whole, known, { assigned, model: next?.model }),
      );
      const inPartMs = clock() - read;
      const found = `${attempt}/found-${part}`;
      await writeSealed(files, key, found, result.found);
      const keeps = result.kept === undefined ? keptAt : `${attempt}/kept-${part}`;
      if (result.kept !== undefined && keeps !== null) await writeSealed(files, key, keeps, result.kept);
      const sent =
        result.sent === undefined
          ? (earlier?.sent ?? [])
          : await writeSent(files, key, `${attempt}/sent-${part}`, result.sent);
      computed.push({ part, found, kept: keeps, sent });
      measure('PartitionReadTime', read - started);
      measure('PartitionComputeTime', inPartMs);
      log('info', 'partition computed', {
        report_id: report.report_id,
        pass: job.pass,
        part,
        read_ms: read - started,
        compute_ms: inPartMs,
        found_bytes: result.found.length,
        kept_bytes: result.kept?.length ?? 0,
        sent_bytes: sumBytes(sent),
      });
    }
    await writeJson(files, key, toLaneIndexPath(attempt), computed);
    await progress.passed(job.pass, (lane.lane + 1) / countLanes(parts));
    measure('PartitionPeakMemory', process.resourceUsage().maxRSS / 1_024);
    return {
      ...input,
      lane: { ...lane, attempt },
      more: computed.length < listLaneParts(lane.lane, parts).length,
    };
  };
}

/** The columns that were packed can be released. */
function packResult({ found, kept, sent }: PartResult) {
  return { found: found.pack(), kept: kept?.pack(), sent };
}

function refuseOrders(): never {
  throw new Error('the orders of a partition were read after it had kept a file');
}
