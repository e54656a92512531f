// GET /datasets: lists the caller's datasets by slug; `default` is always listed, even before it has data.
// GET /datasets/{slug}: returns one. GET /usage: returns what the caller stores and has requested, beside its
// limits.
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { cutPageOfAll, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { datasetPath, listDatasetsQuery } from '../../../src/contract/resources/datasets.ts';
import { DEFAULT_DATASET, datasetSlug } from '../../../src/contract/schema/dataset-fields.ts';
import { REQUESTS_PER_WINDOW } from '../../../src/contract/schema/limits.ts';
import { type Answer, type ApiEvent, answerJson, type EndpointHandler } from '../../../src/http/call.ts';
import { findDatasetView, toDatasetView } from '../../../src/http/dataset-view.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { type AccountStore, createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createRowCounters, type RowCounters } from '../../../src/service/accounts/row-counters.ts';
import { createDatasetShards, type DatasetShards } from '../../../src/service/datasets/dataset-shards.ts';
import { createDatasetStore, type DatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createExportStore, type ExportStore } from '../../../src/service/exports/exports.ts';
import { createReportStore, type ReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

interface DatasetDeps {
  readonly datasets: Pick<DatasetStore, 'get' | 'list'>;
  readonly shards: Pick<DatasetShards, 'of' | 'list'>;
}

export function listDatasets({ datasets, shards }: DatasetDeps): EndpointHandler {
  return async ({ caller, query, sealed }) => {
    const { limit, cursor } = parseRequest(listDatasetsQuery, query);
    const after = parseCursor(cursor, (slug) => v.is(datasetSlug, slug));
    const [items, chosen] = await Promise.all([
      datasets.list(caller.accountId),
      shards.list(caller.accountId),
    ]);
    const stored = items.map((item) => toDatasetView(item, chosen.get(item.slug)));
    const hasDefault = stored.some(({ slug }) => slug === DEFAULT_DATASET);
    const unwritten = [findDatasetView(DEFAULT_DATASET, undefined, chosen.get(DEFAULT_DATASET))].filter(
      (view) => view !== undefined,
    );
    const all = hasDefault ? stored : [...unwritten, ...stored].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const { shown, next } = cutPageOfAll(all, { limit, after }, ({ slug }) => slug);
    return answerJson(200, { datasets: shown, ...sealed(next) });
  };
}

export function getDataset({ datasets, shards }: DatasetDeps): EndpointHandler {
  return async ({ caller: { accountId }, path }) => {
    const { slug } = parseRequest(datasetPath, path);
    const found = findDatasetView(
      slug,
      ...(await Promise.all([datasets.get(accountId, slug), shards.of({ accountId, datasetId: slug })])),
    );
    if (found === undefined) throw new NotFoundError('Dataset not found.');
    return answerJson(200, found);
  };
}

export interface UsageDeps {
  readonly accounts: Pick<AccountStore, 'getAccount'>;
  readonly datasets: Pick<DatasetStore, 'list'>;
  readonly reports: Pick<ReportStore, 'usedInMonth'>;
  readonly exports: Pick<ExportStore, 'usedInMonth'>;
  readonly rows: Pick<RowCounters, 'read'>;
  readonly clock: () => number;
}

export function getUsage({ accounts, datasets, reports, exports, rows, clock }: UsageDeps): EndpointHandler {
  return async ({ caller: { accountId, limits } }) => {
    const month = new Date(clock()).toISOString().slice(0, 7);
    const [account, found, requested, exported, counters] = await Promise.all([
      accounts.getAccount(accountId),
      datasets.list(accountId),
      reports.usedInMonth(accountId, month),
      exports.usedInMonth(accountId, month),
      rows.read(accountId),
    ]);
    if (account === undefined) throw new Error(`there is no account ${accountId} after admission`);
    return answerJson(200, {
      account: { account_id: accountId, name: account.name },
      plan: account.plan,
      month,
      stored_rows: { used: counters.reduce((sum, stored) => sum + stored, 0), limit: limits.maxStoredRows },
      monthly_reports: { used: requested, limit: limits.monthlyReports },
      monthly_order_exports: { used: exported.order_exports, limit: limits.monthlyOrderExports },
      monthly_export_bytes: { used: exported.order_export_bytes, limit: limits.monthlyExportBytes },
      requests_per_minute: { limit: account.overrides.requestsPerMinute ?? REQUESTS_PER_WINDOW },
      datasets: { count: found.length },
    });
  };
}

const { admission, db, table } = wireEndpoint(ENVIRONMENT.listDatasets);
const datasets = createDatasetStore(db, table);
const deps = { datasets, shards: createDatasetShards(db, table) };
const list = defineEndpoint(admission, { body: 'none', query: listDatasetsQuery }, listDatasets(deps));
const get = defineEndpoint(admission, { body: 'none' }, getDataset(deps));
const usage = defineEndpoint(
  admission,
  { body: 'none' },
  getUsage({
    accounts: createAccountStore(db, table),
    datasets,
    reports: createReportStore(db, table),
    exports: createExportStore(db, table),
    rows: createRowCounters(db, table),
    clock: Date.now,
  }),
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.pathParameters?.slug !== undefined) return get(event, context);
  return event.rawPath.endsWith('/usage') ? usage(event, context) : list(event, context);
}
