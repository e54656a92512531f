// Erases customers from the members of audiences and from their destinations, and deletes the audiences of an
// erased dataset. An audience whose conditions name an erased customer is deleted, like a report about one.
import { countMembers } from '../../analysis/audiences/membership.ts';
import { decodeList, encodeList, hashAt } from '../../analysis/customer-lists/list-file.ts';
import { findRowsOfPersons } from '../../analysis/customer-lists/other-ids.ts';
import { withoutRows } from '../../analysis/customer-lists/select-rows.ts';
import { computeCustomerDigest, type ErasedCustomer, type Erasure } from '../../analysis/erasure/erasure.ts';
import type { AudienceItem, AudienceStore } from '../audiences/audiences.ts';
import type { MemberFiles } from '../audiences/member-files.ts';
import type { DatasetRef } from '../orders/orders.ts';
import {
  type EraseDestinationsDeps,
  eraseFromDestinations,
  removeDestinations,
} from './erase-destinations.ts';
import { hasCustomerCondition } from './names-customer.ts';

export interface EraseAudiencesDeps extends EraseDestinationsDeps {
  readonly audiences: Pick<AudienceStore, 'list' | 'replaceMembers' | 'remove'>;
  readonly memberFiles: MemberFiles;
}

/** A function that reads customers for a run has ended after this time, and writes nothing later. */
const READING_MS = 16 * 60_000;

/** Returns false while a run may have read erased data; the caller tries again later. */
export async function eraseAudiences(
  deps: EraseAudiencesDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
): Promise<boolean> {
  const { audiences, memberFiles, clock } = deps;
  let isDone = true;
  for (const item of await audiences.list(dataset.accountId)) {
    if (item.dataset_id !== dataset.datasetId) continue;
    const ref = { accountId: item.account_id, audienceId: item.audience_id };
    if (erasures.some((erasure) => isAffected(erasure, dataset, item))) {
      await removeDestinations(deps, ref);
      await audiences.remove(ref);
      await memberFiles.keepOnly(ref, undefined);
    }
    // A run that begins to read from now on leaves out customers who are being erased.
    else if (item.reading_since !== undefined && item.reading_since > clock() - READING_MS) isDone = false;
    else if (!(await eraseMembers(deps, item, erasures))) isDone = false;
  }
  return isDone;
}

function isAffected({ erasureId, customer }: Erasure, dataset: DatasetRef, item: AudienceItem): boolean {
  if (item.activated_as > erasureId) return false;
  if (customer === undefined) return true;
  return item.conditions.some(
    ({ report, customers = {} }) =>
      hasCustomerCondition(report, dataset, customer) ||
      [customers.customer_id].flat().some((id) => id !== undefined && isSame(String(id), dataset, customer)),
  );
}

function isSame(id: string, { accountId, datasetId }: DatasetRef, { digest }: ErasedCustomer): boolean {
  return computeCustomerDigest(accountId, datasetId, id) === digest;
}

/** Returns false if the audience has changed meanwhile. */
async function eraseMembers(
  deps: EraseAudiencesDeps,
  item: AudienceItem,
  erasures: readonly Erasure[],
): Promise<boolean> {
  const { audiences, memberFiles, newFileId, clock } = deps;
  const ref = { accountId: item.account_id, audienceId: item.audience_id };
  const { members } = item;
  // Removes files of killed runs, which may have read members before the erasure.
  await memberFiles.keepOnly(ref, members?.file);
  if (members === undefined) return true;
  const hashes = erasures.flatMap(({ customer }) => (customer ? [BigInt(customer.member)] : []));
  const stored = await memberFiles.find({ ...ref, file: members.file });
  if (stored === undefined) return false;
  const list = decodeList(stored);
  const rows = findRowsOfPersons(list.columns, list.head, hashes);
  if (rows.length === 0) return true;
  const left = withoutRows(list, rows);
  // Destinations first: a repetition finds the customers to delete in the members.
  const gone = [...hashes, ...Array.from(rows, (row) => hashAt(list.columns, row))];
  if (!(await eraseFromDestinations(deps, ref, left, gone))) return false;
  const file = newFileId(clock());
  await memberFiles.put({ ...ref, file }, encodeList(left));
  const isReplaced = await audiences.replaceMembers(item, { ...members, file, ...countMembers(left) });
  await memberFiles.keepOnly(ref, isReplaced ? file : members.file);
  return isReplaced;
}
