// Starts an export: the item and its slot in one transaction, then the workflow, named by the export. If the
// workflow cannot be started, the export ends at once.

import type { Caller } from '../../analysis/accounts/caller.ts';
import type { StartedWork } from '../../analysis/started-work.ts';
import {
  DatasetBeingErasedError,
  InvalidRequestError,
  MonthlyLimitError,
  NotFoundError,
  ReportNotFinishedError,
} from '../../contract/errors/errors.ts';
import type { ExportInput } from '../../contract/messages/workflow.ts';
import { isUlid } from '../../contract/paging.ts';
import { getDefinition } from '../../contract/report-types/report-types.ts';
import type {
  CreateOrderExportRequest,
  OrderExportView,
} from '../../contract/resources/orders/order-exports.ts';
import type { CreateExportRequest, ExportView } from '../../contract/resources/reports/exports.ts';
import { DEFAULT_DATASET } from '../../contract/schema/dataset-fields.ts';
import { MAX_EXPORTS_IN_PROGRESS } from '../../contract/schema/limits.ts';
import type { ExportWorkflow } from '../aws/executions.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { measure } from '../observability/metrics.ts';
import { parseRange } from '../orders/list-orders.ts';
import type { ReportKey } from '../reports/report-item.ts';
import type { ReportStore } from '../reports/reports.ts';
import {
  type ExportItem,
  type ExportStore,
  type OrderExportItem,
  type ReportExportItem,
  toOrdersSource,
} from './exports.ts';
import { STOPPED, toExportView, toOrderExportView } from './read-export.ts';

export interface StartWorkflowDeps {
  readonly exports: Pick<ExportStore, 'create' | 'get' | 'fail' | 'usedInMonth'>;
  readonly workflow: Pick<ExportWorkflow, 'start'>;
  readonly newExportId: (now: number) => string;
  readonly clock: () => number;
}

export function toExportInput(item: ExportItem): ExportInput {
  const { account_id, export_id } = item;
  return 'contact' in item
    ? { account_id, dataset_id: item.dataset_id, export_id }
    : { account_id, report_id: item.report_id, export_id };
}

function createEnsureStarted({ exports, workflow, clock }: StartWorkflowDeps) {
  return async (item: ExportItem): Promise<void> => {
    try {
      if (item.status === 'Processing') await workflow.start(toExportInput(item));
    } catch (error) {
      // The caller retries sooner than the reconciler would start it.
      await exports.fail(item, STOPPED, new Date(clock()).toISOString());
      throw error;
    }
  };
}

export interface StartExportDeps extends StartWorkflowDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
}

export function createStartExport(deps: StartExportDeps) {
  const { reports, exports, erasures, newExportId, clock } = deps;
  const ensureStarted = createEnsureStarted(deps);
  const startAndView = async (item: ReportExportItem): Promise<ExportView> => {
    await ensureStarted(item);
    return toExportView(item, clock());
  };

  return async function startExport(
    key: ReportKey,
    { what, format }: CreateExportRequest,
    earlier?: StartedWork,
  ): Promise<ExportView> {
    const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (earlier?.resumes) {
      const ref = { accountId: key.accountId, source: key.reportId, exportId: earlier.id };
      const existing = await exports.get(ref);
      if (existing !== undefined && 'report_id' in existing) return startAndView(existing);
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
    const item: ReportExportItem = {
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
    return startAndView(item);
  };
}

export interface StartOrderExportDeps extends StartWorkflowDeps {
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
}

/** Exports of orders count against the limits of the plan, from their request on. */
export function createStartOrderExport(deps: StartOrderExportDeps) {
  const { datasets, exports, erasures, newExportId, clock } = deps;
  const ensureStarted = createEnsureStarted(deps);
  const startAndView = async (item: OrderExportItem): Promise<OrderExportView> => {
    await ensureStarted(item);
    return toOrderExportView(item, clock());
  };

  return async function startOrderExport(
    { accountId, limits }: Pick<Caller, 'accountId' | 'limits'>,
    datasetId: string,
    { format, contact, partition_by, ...range }: CreateOrderExportRequest,
    earlier?: StartedWork,
  ): Promise<OrderExportView> {
    if (earlier?.resumes) {
      const existing = await exports.get({
        accountId,
        source: toOrdersSource(datasetId),
        exportId: earlier.id,
      });
      if (existing !== undefined && 'contact' in existing) return startAndView(existing);
    }
    const { from, to } = parseRange(range);
    if (datasetId !== DEFAULT_DATASET && (await datasets.get(accountId, datasetId)) === undefined)
      throw new NotFoundError('Dataset not found.');
    const mark = await erasures.mark(accountId, datasetId);
    if (mark?.active !== undefined) throw new DatasetBeingErasedError(datasetId);
    const now = clock();
    const month = new Date(now).toISOString().slice(0, 7);
    const { order_export_bytes: used } = await exports.usedInMonth(accountId, month);
    const { monthlyOrderExports, monthlyExportBytes } = limits;
    if (used >= monthlyExportBytes)
      throw new MonthlyLimitError(monthlyExportBytes, used, 'bytes of exported orders');
    const item: OrderExportItem = {
      account_id: accountId,
      export_id: earlier?.id ?? newExportId(now),
      dataset_id: datasetId,
      format,
      contact,
      partition_by: partition_by ?? undefined,
      from,
      to,
      status: 'Processing',
      created_at: new Date(now).toISOString(),
      usage_month: month,
      most_bytes: monthlyExportBytes - used,
    };
    await exports.create(item, MAX_EXPORTS_IN_PROGRESS, now, monthlyOrderExports);
    measure('ExportsRequested');
    return startAndView(item);
  };
}
