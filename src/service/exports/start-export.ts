// Starts an export: the item and its slot in one transaction, then the workflow, named by the export. If the
// workflow cannot be started, the export ends at once.

import type { StartedWork } from '../../analysis/started-work.ts';
import {
  DatasetBeingErasedError,
  InvalidRequestError,
  NotFoundError,
  ReportNotFinishedError,
} from '../../contract/errors/errors.ts';
import { isUlid } from '../../contract/paging.ts';
import { getDefinition } from '../../contract/report-types/report-types.ts';
import type { CreateExportRequest, ExportView } from '../../contract/resources/reports/exports.ts';
import { MAX_EXPORTS_IN_PROGRESS } from '../../contract/schema/limits.ts';
import type { ExportWorkflow } from '../aws/executions.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { measure } from '../observability/metrics.ts';
import type { ReportKey } from '../reports/report-item.ts';
import type { ReportStore } from '../reports/reports.ts';
import type { ExportItem, ExportStore } from './exports.ts';
import { STOPPED, toExportView } from './read-export.ts';

export interface StartExportDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly exports: Pick<ExportStore, 'create' | 'get' | 'fail'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly workflow: Pick<ExportWorkflow, 'start'>;
  readonly newExportId: (now: number) => string;
  readonly clock: () => number;
}

export function createStartExport(deps: StartExportDeps) {
  const { reports, exports, erasures, workflow, newExportId, clock } = deps;

  async function ensureStarted(item: ExportItem): Promise<ExportView> {
    const { account_id, report_id, export_id } = item;
    try {
      if (item.status === 'Processing') await workflow.start({ account_id, report_id, export_id });
    } catch (error) {
      // The caller retries sooner than the reconciler would start it.
      await exports.fail(item, STOPPED, new Date(clock()).toISOString());
      throw error;
    }
    return toExportView(item, clock());
  }

  return async function startExport(
    key: ReportKey,
    { what, format }: CreateExportRequest,
    earlier?: StartedWork,
  ): Promise<ExportView> {
    const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (earlier?.resumes) {
      const existing = await exports.get({ ...key, exportId: earlier.id });
      if (existing !== undefined) return ensureStarted(existing);
    }
    const { report_type, dataset_id } = report;
    const exportable = getDefinition(report_type).exports;
    if (!exportable.includes(what)) {
      throw new InvalidRequestError(
        'what',
        `expected ${exportable.join(' or ')} for a report of type ${report_type}, got ${what}`,
      );
    }
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    if (report.status === 'Failed') throw new NotFoundError('The report failed: there is nothing to export.');
    const mark = await erasures.mark(key.accountId, dataset_id);
    if (mark?.active !== undefined) throw new DatasetBeingErasedError(dataset_id);
    const now = clock();
    const item: ExportItem = {
      account_id: key.accountId,
      report_id: key.reportId,
      export_id: earlier?.id ?? newExportId(now),
      dataset_id,
      report_type,
      what,
      format,
      status: 'Processing',
      created_at: new Date(now).toISOString(),
    };
    await exports.create(item, MAX_EXPORTS_IN_PROGRESS, now);
    measure('ExportsRequested');
    return ensureStarted(item);
  };
}
