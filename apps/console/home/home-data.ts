// Loads the data of the first page: the datasets, and for one of them the reports, the imports and the newest finished
// report of each type.
import type {
  CallOptions,
  Dataset,
  EffectReport,
  ImportJob,
  OrderAnalytics,
  ReportSummary,
} from '../../../packages/client/src/index.ts';
import { isOfWholeShop, type NewestReports } from '../../../packages/report-parts/actions/find-actions.ts';
import { isCurrent } from '../../../packages/report-parts/actions/freshness.ts';
import { findDataset, listFilled } from '../app/dataset.ts';
import { isOfType, type ReportOf, type ReportType } from '../reports/report-types.ts';

const RECENT = 20;

export interface HomeData {
  /** Undefined if no dataset has orders. */
  readonly dataset: Dataset | undefined;
  readonly reports: readonly ReportSummary[];
  /** The newest of each type, which `newest` has once they have arrived. */
  readonly listed: readonly ReportSummary[];
  readonly imports: readonly ImportJob[];
  readonly newest: NewestReports;
  /** The newest report on each audience that was measured. */
  readonly effects: readonly EffectReport[];
  /** Other reports are still loading. */
  readonly isPart: boolean;
}

/**
 * `asked`: the slug of the dataset; default: the dataset with the most line items. `showPart` gets the lists, and then
 * the shop's figures, before the other reports have arrived.
 */
export async function fetchHomeData(
  client: OrderAnalytics,
  asked: string | undefined,
  call: CallOptions,
  showPart: (part: HomeData) => void,
): Promise<HomeData> {
  // Requests without dependencies go first and in parallel: on a slow line, each sequential request adds a wait.
  const [{ datasets }, { imports }, recent] = await Promise.all([
    client.datasets.list({}, call).page(),
    client.imports.list({ limit: RECENT }, call).page(),
    client.reports.list({ limit: RECENT }, call).page(),
  ]);
  const dataset = findDataset(listFilled(datasets), asked);
  const none = { dataset, reports: [], listed: [], imports, newest: {}, effects: [], isPart: false };
  if (dataset === undefined) return none;
  const { slug } = dataset;
  const own = recent.reports.filter(({ dataset_id }) => dataset_id === slug);
  // Reports of other datasets may have pushed some of this one's out.
  const hasAll = own.length === recent.reports.length || recent.next_cursor === undefined;
  const reports = hasAll
    ? own
    : (await client.reports.list({ dataset_id: slug, limit: RECENT }, call).page()).reports;
  const listed = listNewest(reports, isCurrent(dataset.contents?.last_order_date, Date.now()));
  const part = { ...none, reports, listed, isPart: true };
  showPart(part);
  const figures = fetchNewest(client, listed, 'COHORT', call);
  const [COHORT, MBA, RFM, REPLENISHMENT, effects] = await Promise.all([
    figures.then((found) => {
      if (found !== undefined) showPart({ ...part, newest: { COHORT: found } });
      return found;
    }),
    fetchNewest(client, listed, 'MBA', call),
    fetchNewest(client, listed, 'RFM', call),
    fetchNewest(client, listed, 'REPLENISHMENT', call),
    fetchEffects(client, reports, call),
  ]);
  return { ...part, newest: { COHORT, MBA, RFM, REPLENISHMENT }, effects, isPart: false };
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

/** Lists the newest finished report of each type on the whole shop. `reports`: newest first. */
function listNewest(reports: readonly ReportSummary[], isRecent: boolean): ReportSummary[] {
  const finished = reports.filter(
    ({ report_type, status, covers }) =>
      status.startsWith('Completed') &&
      isOfWholeShop(covers) &&
      report_type !== 'EFFECT' &&
      // Who is due is shown only of recent orders.
      (isRecent || report_type !== 'REPLENISHMENT'),
  );
  return finished.filter(
    ({ report_type }, at) => finished.findIndex((one) => one.report_type === report_type) === at,
  );
}

async function fetchNewest<T extends ReportType>(
  client: OrderAnalytics,
  listed: readonly ReportSummary[],
  type: T,
  call: CallOptions,
): Promise<ReportOf<T> | undefined> {
  const newest = listed.find(({ report_type }) => report_type === type);
  if (newest === undefined) return undefined;
  // Reads a body without long lists, as the report's own view does.
  const lists = type === 'RFM' || type === 'COHORT';
  const report = await client.reports.get(newest.report_id, { ...call, lists });
  return 'settings' in report && isOfType(report, type) ? report : undefined;
}
