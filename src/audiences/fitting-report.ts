// Reports that a condition can be answered from: those that were requested with the same settings.
import type { CreateReportRequest } from '../contract/resources/reports/reports.ts';
import { resolveReport } from '../report-types/resolve.ts';
import { newReport } from '../reporting/requests/new-report.ts';
import type { DatasetItem } from '../stores/datasets/datasets.ts';
import type { ReportItem } from '../stores/reports/report-item.ts';
import type { ReportStore } from '../stores/reports/reports.ts';
import type { Condition } from './conditions.ts';

/** Days that a condition counts, since the last order for example, change once a day. */
const FRESH_MS = 24 * 3_600_000;
/** The newest of its type that are looked at. */
const LOOKED_AT = 50;

interface Search {
  readonly reports: Pick<ReportStore, 'list'>;
  readonly accountId: string;
  readonly datasetId: string;
  readonly dataset: DatasetItem | undefined;
}

/**
 * A report, finished or in progress, that would not be another if it were requested now: nothing was accepted for the dataset
 * since, and it waited for the imports before it. Undefined: there is none.
 */
export async function freshReport(
  search: Search,
  { reportType, request }: Condition,
  now: number,
): Promise<ReportItem | undefined> {
  const wanted = newReport({ accountId: search.accountId, keyHash: '' }, request, {
    id: '',
    now,
    dataset: search.dataset,
  });
  const found = await newest(search, reportType);
  return found.find(
    (report) =>
      report.status !== 'Failed' &&
      Date.parse(report.created_at) > now - FRESH_MS &&
      report.last_accepted === wanted.last_accepted &&
      report.currency === wanted.currency &&
      report.rates_source === wanted.rates_source &&
      settingsOf(report.request, true) === settingsOf(wanted.request, true),
  );
}

/** The newest that has finished, whatever its age. */
export async function latestReport(
  search: Search,
  { reportType, request }: Condition,
): Promise<ReportItem | undefined> {
  const { request: wanted } = newReport({ accountId: search.accountId, keyHash: '' }, request, {
    id: '',
    now: 0,
    dataset: search.dataset,
  });
  const found = await newest(search, reportType);
  return found.find(
    ({ status, request: own }) =>
      status !== 'Failed' && status !== 'Processing' && settingsOf(own, false) === settingsOf(wanted, false),
  );
}

function newest({ reports, accountId, datasetId }: Search, reportType: Condition['reportType']) {
  return reports.list(accountId, { datasetId, reportType }, LOOKED_AT, undefined);
}

/** What decides about the customers of a report, with defaults filled in: not what it is called and what it is for. */
function settingsOf(request: CreateReportRequest, withWait: boolean): string {
  const { reportType, settings } = resolveReport(request);
  const words = { template: undefined, context: undefined, businessContext: undefined };
  const waits = withWait && request.wait_for_imports === true;
  return JSON.stringify([reportType, { ...settings, ...words }, waits]);
}
