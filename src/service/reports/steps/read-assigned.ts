// Reads the assigned customers of the audience that a report is about from its stored members: runs and
// erasures replace the file, but everyone assigned before the report was requested stays the same.

import { decodeList } from '../../../analysis/customer-lists/list-file.ts';
import { findRowsOfPersons } from '../../../analysis/customer-lists/other-ids.ts';
import { withoutRows } from '../../../analysis/customer-lists/select-rows.ts';
import { type Assigned, renameAssigned, selectAssigned } from '../../../analysis/effect/assigned.ts';
import type { Persons } from '../../../analysis/identity/link-persons.ts';
import type { AudienceStore } from '../../audiences/audiences.ts';
import type { MemberFiles } from '../../audiences/member-files.ts';
import { ListChangedError } from '../customer-lists.ts';
import type { HiddenCustomers } from '../lists/hidden-customers.ts';
import type { ReportItem } from '../report-item.ts';

export interface AssignedDeps {
  readonly audiences: Pick<AudienceStore, 'get'>;
  readonly members: Pick<MemberFiles, 'find'>;
  readonly hidden: HiddenCustomers;
}

/**
 * Reads before giving up: runs replace the file once, so more replacements in the time of a read are
 * unlikely.
 */
const MAX_READS = 4;

/** Undefined for a report without an audience, or if the audience has no members yet or was deleted. */
export type ReadAssigned = (report: ReportItem) => Promise<Assigned | undefined>;

export function createReadAssigned({ audiences, members, hidden }: AssignedDeps): ReadAssigned {
  return async function readAssigned({ account_id: accountId, dataset_id: datasetId, created_at, request }) {
    const audienceId = request.params?.audience_id;
    if (audienceId === undefined) return undefined;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const item = await audiences.get({ accountId, audienceId });
      if (item?.members === undefined || item.dataset_id !== datasetId) return undefined;
      // Must be read before the members; see hidden-customers.ts.
      const unseen = await hidden({ accountId, datasetId });
      if (unseen.everybody) return undefined;
      const stored = await members.find({ accountId, audienceId, file: item.members.file });
      if (stored === undefined) continue;
      const list = decodeList(stored);
      const seen = withoutRows(list, findRowsOfPersons(list.columns, list.head, unseen.customers));
      return selectAssigned(seen, Date.parse(created_at));
    }
    throw new ListChangedError('the members have changed');
  };
}

/** The assigned customers as the persons of a report's orders. `persons`: undefined without identity rules. */
export async function readRenamed(
  readAssigned: ReadAssigned,
  report: ReportItem,
  persons: Pick<Persons, 'idOf'> | undefined,
): Promise<Assigned | undefined> {
  const assigned = await readAssigned(report);
  return assigned && persons ? renameAssigned(assigned, persons.idOf) : assigned;
}
