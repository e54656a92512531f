// Erases data derived from erased orders: reports of an erased dataset, reports about an erased customer, and
// the customer's entries in files beside reports, such as the list of its customers. Other figures of
// finished reports are aggregates and stay.

import type { Erasure } from '../../analysis/erasure/erasure.ts';
import { getCompanionFormat } from '../../analysis/report-types/analyses.ts';
import { hasCustomers } from '../../contract/report-types/report-types.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import {
  type ExportItem,
  type ExportStore,
  isRunning,
  listFileNames,
  type ReportExportItem,
  toExportRef,
  toOrdersSource,
} from '../exports/exports.ts';
import type { DatasetRef } from '../orders/orders.ts';
import {
  type RecommendationStore,
  shouldServeRecommendations,
  toVersionRef,
} from '../recommendations/recommendations.ts';
import { type CustomerLists, LIST_STAGES } from '../reports/customer-lists.ts';
import type { DeliveryLog } from '../reports/deliveries.ts';
import { eraseFromList, isAnyListed } from '../reports/lists/erase-from-list.ts';
import type { PartitionFiles } from '../reports/partition-files.ts';
import type { ProductProfileFiles } from '../reports/product-profile-files.ts';
import { BODY_STAGES, type ReportBodies } from '../reports/report-bodies.ts';
import { readCompanion, writeCompanion } from '../reports/report-body.ts';
import { isWrittenLate, type ReportItem } from '../reports/report-item.ts';
import type { ReportSlotStore } from '../reports/report-slots.ts';
import type { ReportStore } from '../reports/reports.ts';
import type { RuleSets } from '../reports/rule-sets.ts';
import { toErasureKey } from '../tables/service-table.ts';
import { hasCustomerCondition } from './names-customer.ts';

// Erases the files of exports: all of an erased report, and those that contain an erased customer.

export interface EraseExportsDeps {
  readonly lists: CustomerLists;
  readonly exports: Pick<ExportStore, 'list' | 'remove'>;
  readonly exportFiles: Pick<ExportFiles, 'keepOnly'>;
  readonly clock: () => number;
}

/** `all`: the report is erased with all its exports. Returns false while one of them is being written. */
export async function eraseExports(
  deps: EraseExportsDeps,
  report: ReportItem,
  { all, erasures }: { readonly all: boolean; readonly erasures: readonly Erasure[] },
): Promise<boolean> {
  if (!all && !hasCustomers(report.report_type)) return true;
  const exports = await deps.exports.list(report.account_id, report.report_id);
  const found = exports.filter((item) => 'report_id' in item);
  const concerned = all ? found : found.filter(({ what }) => what === 'customers');
  if (concerned.some((item) => isRunning(item, deps.clock()))) return false;
  for (const item of concerned) {
    if (all || (await hasErased(deps, report, item, erasures))) await remove(deps, item);
    // Removes the file of a killed run, which may have read the report before the erasure.
    else await deps.exportFiles.keepOnly(toExportRef(item), listFileNames(item));
  }
  return true;
}

/**
 * The customers of a file equal those of the stored list, which loses them only after the file has been
 * deleted.
 */
async function hasErased(
  { lists }: EraseExportsDeps,
  { account_id: accountId, report_id: reportId }: ReportItem,
  { erased_until = '' }: ReportExportItem,
  erasures: readonly Erasure[],
): Promise<boolean> {
  const members = erasures.flatMap(({ erasureId, customer }) =>
    customer !== undefined && erasureId > erased_until ? [BigInt(customer.member)] : [],
  );
  return members.length > 0 && isAnyListed(lists, { accountId, reportId }, new Set(members));
}

/** Deletes the item last: a retry finds the files while they exist. */
async function remove(
  { exports, exportFiles }: Pick<EraseExportsDeps, 'exports' | 'exportFiles'>,
  item: ExportItem,
): Promise<void> {
  await exportFiles.keepOnly(toExportRef(item), []);
  await exports.remove(item);
}

export interface EraseOrderExportsDeps extends Pick<EraseExportsDeps, 'exports' | 'exportFiles' | 'clock'> {
  readonly partitionFiles: Pick<PartitionFiles, 'removeAll'>;
}

/**
 * Erases the files with orders that were read before the erasures. Returns false while one is being written: its run
 * leaves the customers out, and notes the erasures that it covers.
 */
export async function eraseOrderExports(
  deps: EraseOrderExportsDeps,
  { accountId, datasetId }: DatasetRef,
  erasures: readonly Erasure[],
): Promise<boolean> {
  const found = await deps.exports.list(accountId, toOrdersSource(datasetId));
  let isDone = true;
  for (const item of found) {
    if (isRunning(item, deps.clock())) {
      isDone = false;
      continue;
    }
    const { erased_until = '' } = item;
    // Orders that a killed run had sorted.
    await deps.partitionFiles.removeAll({ accountId, reportId: item.export_id });
    if (erasures.some(({ erasureId }) => erased_until < erasureId)) await remove(deps, item);
    else await deps.exportFiles.keepOnly(toExportRef(item), listFileNames(item));
  }
  return isDone;
}

export interface EraseReportsDeps extends EraseExportsDeps {
  readonly reports: ReportStore;
  readonly slots: Pick<ReportSlotStore, 'read' | 'free'>;
  readonly bodies: ReportBodies;
  readonly ruleSets: Pick<RuleSets, 'remove'>;
  readonly profiles: Pick<ProductProfileFiles, 'remove'>;
  readonly partitionFiles: Pick<PartitionFiles, 'removeAll'>;
  readonly deliveries: DeliveryLog;
  readonly recommendations: Pick<RecommendationStore, 'remove' | 'erasePersons'>;
}

const PAGE = 100;

/**
 * Returns false while a report that may have read erased data is being computed or exported; the caller tries
 * again later. `before`: when the orders were gone, ISO; later reports never read them.
 */
export async function eraseReports(
  deps: EraseReportsDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
  before: string,
): Promise<boolean> {
  const members = collectMembers(erasures);
  const isWhole = erasures.some(({ customer }) => customer === undefined);
  const { waiting, computing } = await deps.slots.read(dataset.accountId);
  const [queued, computed] = [new Set(waiting), new Set(computing)];
  let isDone = true;
  for await (const report of listDatasetReports(deps.reports, dataset)) {
    if (report.created_at > before) continue;
    if (report.status === 'Processing') {
      if (isWhole) await cancel(deps, report, queued);
      isDone = false;
      continue;
    }
    if (mayBeWritten(report, computed, deps.clock())) {
      isDone = false;
      continue;
    }
    if (!(await erasePartitions(deps, report))) {
      isDone = false;
      continue;
    }
    const by = erasures.find((erasure) => isAffected(erasure, dataset, report));
    if (!(await eraseExports(deps, report, { all: by !== undefined, erasures }))) {
      isDone = false;
      continue;
    }
    if (by !== undefined) await removeReport(deps, report, by);
    else if (members.size > 0) await removeCustomers(deps, report, members);
  }
  const digests = new Set(erasures.flatMap(({ customer }) => customer?.digest ?? []));
  // After the reports: those that have ended have written their versions.
  await deps.recommendations.erasePersons(dataset, digests);
  return isDone;
}

/**
 * Cancels a report. Its workflow finds it ended, after its wait or its computation, and sends its webhook. A
 * waiting report frees its place at once; a computing one keeps it until it stops, which tells the erasure
 * that it has stopped.
 */
async function cancel(
  { reports, slots, clock }: EraseReportsDeps,
  report: ReportItem,
  queued: ReadonlySet<string>,
): Promise<void> {
  await reports.fail(report, say('report_dataset_erased', {}), new Date(clock()).toISOString());
  if (queued.has(report.report_id)) await slots.free(report.account_id, [report.report_id]);
}

/** Whether a function may still write for a report that was cancelled by its owner or an erasure. */
function mayBeWritten(report: ReportItem, computed: ReadonlySet<string>, now: number): boolean {
  const [reason] = report.fail_reason_coded ?? [];
  // A cancellation by the owner frees the report's place at once.
  return (
    (reason?.code === 'report_cancelled' || computed.has(report.report_id)) && isWrittenLate(report, now)
  );
}

/** Two days until files expire, and one for S3 to delete them. */
const FILES_ARE_GONE_MS = 3 * 24 * 3_600_000;

/** Returns false while files of the report may still be written. */
async function erasePartitions(
  { partitionFiles, clock }: EraseReportsDeps,
  { account_id: accountId, report_id: reportId, partitions, updated_at }: ReportItem,
): Promise<boolean> {
  if (partitions === undefined) return true;
  const now = clock();
  if (isWrittenLate({ updated_at }, now)) return false;
  if (now - Date.parse(updated_at) < FILES_ARE_GONE_MS)
    await partitionFiles.removeAll({ accountId, reportId });
  return true;
}

function collectMembers(erasures: readonly Erasure[]): ReadonlySet<bigint> {
  return new Set(erasures.flatMap(({ customer }) => (customer ? BigInt(customer.member) : [])));
}

async function* listDatasetReports(
  reports: ReportStore,
  { accountId, datasetId }: DatasetRef,
): AsyncGenerator<ReportItem> {
  let last: string | undefined;
  for (;;) {
    const items = await reports.list(accountId, { datasetId, reportType: undefined }, PAGE, last);
    yield* items;
    last = items.at(-1)?.report_id;
    if (items.length < PAGE) return;
  }
}

/** A report belongs to its dataset; it is about a customer if its filters name the customer. */
function isAffected({ customer }: Erasure, dataset: DatasetRef, { request }: ReportItem): boolean {
  return customer === undefined || hasCustomerCondition(request, dataset, customer);
}

/** Deletes the item last: a retry finds it while anything is left. */
async function removeReport(deps: EraseReportsDeps, report: ReportItem, by: Erasure): Promise<void> {
  const { reports, bodies, lists, ruleSets, profiles, deliveries, recommendations } = deps;
  const key = { accountId: report.account_id, reportId: report.report_id };
  if (shouldServeRecommendations(report)) await recommendations.remove(toVersionRef(report));
  for (const stage of BODY_STAGES) await bodies.remove(key, stage);
  for (const stage of LIST_STAGES) await lists.remove(key, stage);
  await ruleSets.remove(key);
  await profiles.remove(key);
  await deliveries.remove(key);
  await reports.erase(report, { ...toErasureKey(report.account_id, by.erasureId) });
  // Exports of requests that found the report while it was being erased.
  await eraseExports(deps, report, { all: true, erasures: [] });
}

async function removeCustomers(
  { bodies, lists }: EraseReportsDeps,
  report: ReportItem,
  customers: ReadonlySet<bigint>,
): Promise<void> {
  const format = getCompanionFormat(report.report_type);
  const key = { accountId: report.account_id, reportId: report.report_id };
  if (hasCustomers(report.report_type)) await eraseFromList(lists, key, customers);
  if (format?.without === undefined) return;
  const companion = await readCompanion(bodies, report);
  if (companion === undefined) return;
  const left = format.without(companion, customers);
  if (left !== companion) await writeCompanion(bodies, report, left);
}
