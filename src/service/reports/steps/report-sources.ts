// Lists the files of a report's orders from the imports of its dataset: rows that were left out of them
// concern the reader of the report, who may never have seen the import.
import type { ReportSource } from '../../../contract/schema/report-source.ts';
import type { ErasureStore } from '../../erasures/erasures.ts';
import type { ImportSummary } from '../../orders/import-item.ts';
import type { ImportStore } from '../../orders/imports.ts';
import type { ReportItem } from '../report-item.ts';

export interface SourcesDeps {
  readonly imports: Pick<ImportStore, 'listSummaries'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
}

const PAGE = 100;
/** Imports to check, including those of other datasets: a file of a million rows is sent in 200. */
const MOST_LOOKED_AT = 1_000;
const MOST_SOURCES = 10;
/** Maximum time between two requests of one file. */
const GAP_MS = 60_000;

/** Newest first. Excludes imports after the request, and those erased with their dataset. */
export async function listSources(
  { imports, erasures }: SourcesDeps,
  { account_id: accountId, dataset_id, created_at }: ReportItem,
): Promise<ReportSource[]> {
  const erased = (await erasures.mark(accountId, dataset_id))?.whole ?? '';
  const sources: ReportSource[] = [];
  let later: ImportSummary | undefined;
  let before: string | undefined;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += PAGE) {
    const found = await imports.listSummaries(accountId, PAGE, before);
    for (const item of found) {
      if (item.import_id < erased) return sources;
      if (item.dataset_id !== dataset_id || item.created_at > created_at) continue;
      const { source_summary } = item;
      // Each request of a file has the sums so far: the last one has those of the whole file.
      const isSameFile = later !== undefined && isOneFile(item, later);
      later = item;
      if (source_summary === undefined || isSameFile) continue;
      sources.push({ import_id: item.import_id, created_at: item.created_at, source_summary });
      if (sources.length === MOST_SOURCES) return sources;
    }
    before = found.at(-1)?.import_id;
    if (found.length < PAGE) break;
  }
  return sources;
}

function isOneFile(item: ImportSummary, later: ImportSummary): boolean {
  const [own, next] = [item.source_summary, later.source_summary];
  if (own === undefined || next === undefined) return false;
  const gap = Date.parse(later.created_at) - Date.parse(item.created_at);
  return gap <= GAP_MS && own.rows_read <= next.rows_read && own.first_date === next.first_date;
}
