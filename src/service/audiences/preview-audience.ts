// Counts the customers who meet conditions, and those of them who are in other audiences. Stores nothing.

import { getContact, isMember, restrictRows } from '../../analysis/audiences/membership.ts';
import { NotFoundError } from '../../contract/errors/errors.ts';
import { isUlid } from '../../contract/paging.ts';
import type { PreviewAudienceRequest, PreviewAudienceResponse } from '../../contract/resources/audiences.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import type { CustomerLists } from '../reports/customer-lists.ts';
import type { HiddenCustomers } from '../reports/lists/hidden-customers.ts';
import type { ReportStore } from '../reports/reports.ts';
import { requireDataset } from '../reports/requests/require-dataset.ts';
import { checkConditions } from './conditions.ts';
import type { ReadMembers } from './read-members.ts';
import { findLatestReport, NoListError, selectCustomers } from './select-customers.ts';

export interface PreviewAudienceDeps {
  readonly reports: Pick<ReportStore, 'list'>;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly lists: Pick<CustomerLists, 'version' | 'read'>;
  readonly hidden: HiddenCustomers;
  readonly membership: ReadMembers['membership'];
}

export function createPreviewAudience({ reports, datasets, lists, hidden, membership }: PreviewAudienceDeps) {
  /** Throws NotFoundError and InvalidRequestError. */
  return async function previewAudience(
    accountId: string,
    { dataset_id: datasetId, conditions: sent, overlap_with = [] }: PreviewAudienceRequest,
  ): Promise<PreviewAudienceResponse> {
    const conditions = checkConditions(datasetId, sent);
    const dataset = await requireDataset(datasets, accountId, datasetId);
    const search = { reports, accountId, datasetId, dataset };
    const found = await Promise.all(conditions.map((condition) => findLatestReport(search, condition)));
    const ids = found.flatMap((report) => (report === undefined ? [] : [report.report_id]));
    if (ids.length < conditions.length)
      throw new NotFoundError('No finished report fits each condition: request it with POST /reports.');
    // Must be read before the lists; see hidden-customers.ts.
    const unseen = await hidden({ accountId, datasetId });
    if (unseen.everybody) throw new NotFoundError('The dataset is being erased.');
    const selected = await selectCustomers(lists, accountId, conditions, ids, unseen.customers).catch(
      (error: unknown) => {
        throw error instanceof NoListError
          ? new NotFoundError('The report has no list of customers: request it again.')
          : error;
      },
    );
    const overlaps: PreviewAudienceResponse['overlaps'] = [];
    for (const audienceId of overlap_with) {
      if (!isUlid(audienceId)) throw new NotFoundError('Audience not found.');
      const others = await membership({ accountId, audienceId });
      const rows =
        others === undefined
          ? new Uint32Array()
          : Uint32Array.from(Array(others.rows).keys()).filter(
              (row) => isMember(others.columns, row) && !others.hidden.has(row),
            );
      const common =
        others === undefined
          ? 0
          : restrictRows(selected, { columns: others.columns, rows }, true).rows.length;
      overlaps.push({ audience_id: audienceId, customers: rows.length, common });
    }
    let withContact = 0;
    for (const row of selected.rows) if (getContact(selected.columns, row) !== null) withContact++;
    return { report_ids: ids, customers: selected.rows.length, with_contact: withContact, overlaps };
  };
}
