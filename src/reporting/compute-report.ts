// The workflow's compute step: the dataset into columns, columns into a report, the report into S3. Repeating it
// gives the same bytes for the same data.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MAX_REPORT_BODY_BYTES } from '../contract/limits.ts';
import type { PlannedReport } from '../contract/workflow.ts';
import { withMbaInsights } from '../core/insights/mba-insights.ts';
import { withRfmInsights } from '../core/insights/rfm-insights.ts';
import { mineRules } from '../core/mining/mine-rules.ts';
import { compileConditions } from '../core/orders/filters.ts';
import { buildMbaReport, fitRules, type MbaReportBody } from '../core/reports/mba-report.ts';
import { buildRfmReport, type RfmReportBody } from '../core/reports/rfm-report.ts';
import { log } from '../observability/log.ts';
import type { DatasetReader } from '../stores/dataset-reader.ts';
import type { BodyStage, ReportBodies } from '../stores/report-bodies.ts';
import type { ReportItem, ReportStore } from '../stores/reports.ts';
import { resolveReport } from './resolve-settings.ts';

export interface ComputeDeps {
  readonly reports: ReportStore;
  readonly reader: DatasetReader;
  readonly bodies: ReportBodies;
  /** Milliseconds, for the figures in the log. */
  readonly clock: () => number;
}

export type ReportBody = MbaReportBody | RfmReportBody;

/** What the body needs beside what was computed. `status` follows from its warnings. */
export interface Envelope {
  readonly report_id: string;
  readonly name: string;
  readonly report_type: string;
  readonly dataset_id: string;
  readonly status: 'Completed' | 'Completed with warnings';
  readonly created_at: string;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export async function loadReport(
  reports: ReportStore,
  ref: { account_id: string; report_id: string },
): Promise<ReportItem> {
  const report = await reports.get({ accountId: ref.account_id, reportId: ref.report_id });
  if (report === undefined) throw new Error(`report ${ref.report_id} does not exist`);
  return report;
}

export function createComputeReport({ reports, reader, bodies, clock }: ComputeDeps) {
  return async function computeReport(ref: PlannedReport): Promise<PlannedReport> {
    const report = await loadReport(reports, ref);
    const { settings } = resolveReport(report.request);
    const started = clock();
    const columns = await reader.read(
      { accountId: report.account_id, datasetId: report.dataset_id },
      { productIdentifier: settings.productIdentifier, keep: compileConditions(settings.conditions) },
    );
    const read = clock();
    const body =
      settings.reportType === 'MBA'
        ? buildMbaReport(columns, settings, mineRules)
        : buildRfmReport(columns, settings);
    const computed = clock();
    await putBody(bodies, report, 'computed', body);
    log('info', 'report computed', {
      report_id: report.report_id,
      orders: columns.orderCount,
      lines: columns.lineCount,
      read_ms: read - started,
      compute_ms: computed - read,
      store_ms: clock() - computed,
    });
    return ref;
  };
}

/** Adds insights and the envelope, and stores the body that clients get. Gives the report's final status. */
export function createFinishBody({ reports, bodies }: Pick<ComputeDeps, 'reports' | 'bodies'>) {
  return async function finishBody(ref: PlannedReport): Promise<PlannedReport & Pick<Envelope, 'status'>> {
    const report = await loadReport(reports, ref);
    const { settings } = resolveReport(report.request);
    const key = { accountId: report.account_id, reportId: report.report_id };
    const computed: ReportBody = JSON.parse(
      (await unpack(await bodies.get(key, 'computed'))).toString('utf8'),
    );
    const body =
      'segments' in computed
        ? withRfmInsights(computed, settings)
        : fitRules(withMbaInsights(computed, settings), MAX_REPORT_BODY_BYTES);
    const status = body.warnings.length === 0 ? 'Completed' : 'Completed with warnings';
    const envelope: Envelope = {
      report_id: report.report_id,
      name: report.name,
      report_type: report.report_type,
      dataset_id: report.dataset_id,
      status,
      created_at: report.created_at,
    };
    await putBody(bodies, report, 'final', { ...envelope, ...body });
    return { ...ref, status };
  };
}

async function putBody(
  bodies: ReportBodies,
  report: ReportItem,
  stage: BodyStage,
  body: object,
): Promise<void> {
  const key = { accountId: report.account_id, reportId: report.report_id };
  await bodies.put(key, stage, await pack(JSON.stringify(body)));
}
