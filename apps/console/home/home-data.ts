// Loads the data of the first page: the datasets, and for one of them the reports, the imports and the newest finished
// report of each type.
import type {
  CallOptions,
  Dataset,
  EffectReport,
  FinishedReport,
  ImportJob,
  OrderAnalytics,
  ReportSummary,
} from '../../../packages/client/src/index.ts';
import { isOfWholeShop, type NewestReports } from '../../../packages/report-parts/actions/find-actions.ts';
import { isCurrent } from '../../../packages/report-parts/actions/freshness.ts';
import { findDataset, listFilled } from '../app/dataset.ts';
import { isOfType } from '../reports/report-types.ts';

const RECENT = 20;

export interface HomeData {
  /** Undefined if no dataset has orders. */
  readonly dataset: Dataset | undefined;
  readonly reports: readonly ReportSummary[];
  readonly imports: readonly ImportJob[];
  readonly newest: NewestReports;
  /** The newest report on each audience that was measured. */
  readonly effects: readonly EffectReport[];
}

/** `asked`: the slug of the dataset; default: the dataset with the most line items. */
export async function fetchHomeData(
  client: OrderAnalytics,
  asked: string | undefined,
  call: CallOptions,
): Promise<HomeData> {
  // Requests without dependencies go first and in parallel: on a slow line, each sequential request adds a wait.
  const [{ datasets }, { imports }, recent] = await Promise.all([
    client.datasets.list({}, call).page(),
    client.imports.list({ limit: RECENT }, call).page(),
    client.reports.list({ limit: RECENT }, call).page(),
  ]);
  const dataset = findDataset(listFilled(datasets), asked);
  if (dataset === undefined) return { dataset, reports: [], imports, newest: {}, effects: [] };
  const { slug } = dataset;
  const own = recent.reports.filter(({ dataset_id }) => dataset_id === slug);
  // Reports of other datasets may have pushed some of this one's out.
  const hasAll = own.length === recent.reports.length || recent.next_cursor === undefined;
  const reports = hasAll
    ? own
    : (await client.reports.list({ dataset_id: slug, limit: RECENT }, call).page()).reports;
  const [newest, effects] = await Promise.all([
    fetchNewest(client, reports, isCurrent(dataset.contents?.last_order_date, Date.now()), call),
    fetchEffects(client, reports, call),
  ]);
  return { dataset, reports, imports, newest, effects };
}

/** Limit on audiences that the first page shows. */
const MOST_EFFECTS = 3;

/** `reports`: newest first; reports on an audience have its name. */
async function fetchEffects(
  client: OrderAnalytics,
  reports: readonly ReportSummary[],
  call: CallOptions,
): Promise<EffectReport[]> {
  const finished = reports.filter(
    ({ report_type, status }) => report_type === 'EFFECT' && status.startsWith('Completed'),
  );
  const newest = finished.filter(({ name }, at) => finished.findIndex((one) => one.name === name) === at);
  const found = await Promise.all(
    newest.slice(0, MOST_EFFECTS).map(({ report_id }) => client.reports.get(report_id, call)),
  );
  return found.flatMap((report) =>
    'settings' in report && report.report_type === 'EFFECT' && report.effect !== null ? [report] : [],
  );
}

/** Selects reports on the whole shop. `reports`: newest first. */
async function fetchNewest(
  client: OrderAnalytics,
  reports: readonly ReportSummary[],
  isRecent: boolean,
  call: CallOptions,
): Promise<NewestReports> {
  const types = [...new Set(reports.map(({ report_type }) => report_type))].filter(
    // Who is due is shown only of recent orders.
    (type) => type !== 'EFFECT' && (isRecent || type !== 'REPLENISHMENT'),
  );
  const found = await Promise.all(types.map((type) => fetchNewestOfType(client, reports, type, call)));
  return {
    MBA: found.find((report) => isOfType(report, 'MBA')),
    RFM: found.find((report) => isOfType(report, 'RFM')),
    COHORT: found.find((report) => isOfType(report, 'COHORT')),
    REPLENISHMENT: found.find((report) => isOfType(report, 'REPLENISHMENT')),
  };
}

async function fetchNewestOfType(
  client: OrderAnalytics,
  reports: readonly ReportSummary[],
  type: ReportSummary['report_type'],
  call: CallOptions,
): Promise<FinishedReport | undefined> {
  const newest = reports.find(
    ({ report_type, status, covers }) =>
      report_type === type && status.startsWith('Completed') && isOfWholeShop(covers),
  );
  if (newest === undefined) return undefined;
  // Reads a body without long lists, as the report's own view does.
  const lists = type === 'RFM' || type === 'COHORT';
  const report = await client.reports.get(newest.report_id, { ...call, lists });
  return 'settings' in report ? report : undefined;
}
