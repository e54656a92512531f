// Erases customers from the current and planned lists of an audience's destinations, and records them for the
// destinations to delete. A worker that has read the lists before finds its files replaced, and reads again.

import { type KnownBy, selectDeliverable } from '../../analysis/audiences/changes-page.ts';
import { getContact } from '../../analysis/audiences/membership.ts';
import { decodeList, encodeList, findRowsByHash, hashAt } from '../../analysis/customer-lists/list-file.ts';
import { withoutRows } from '../../analysis/customer-lists/select-rows.ts';
import {
  type CustomerList,
  forgetNextAt,
  getColumn,
  getCustomerIdAt,
} from '../../contract/customer-lists/columns.ts';
import type { AudienceRef } from '../audiences/audiences.ts';
import type { Copies } from '../destinations/copies.ts';
import {
  type DestinationItem,
  type ForgottenItem,
  toDestinationRef,
} from '../destinations/destination-item.ts';
import { KNOWN_BY } from '../destinations/destination-kind.ts';
import type { DestinationStore } from '../destinations/destinations.ts';
import type { ForgottenStore } from '../destinations/forgotten.ts';
import { type RemoveDestinationDeps, removeDestination } from '../destinations/remove-destination.ts';

export interface EraseDestinationsDeps extends RemoveDestinationDeps {
  readonly destinations: Pick<DestinationStore, 'list' | 'replaceFiles' | 'remove'>;
  readonly forgotten: Pick<ForgottenStore, 'add' | 'removeAll'>;
  readonly copies: Copies;
  readonly newFileId: (now: number) => string;
  readonly clock: () => number;
}

/** After this time, a worker that has written a file has named it or has ended, even if its clock differs. */
const WRITING_MS = 20 * 60_000;

export async function removeDestinations(deps: EraseDestinationsDeps, audience: AudienceRef): Promise<void> {
  const found = await deps.destinations.list(audience.accountId, audience.audienceId);
  for (const item of found) await removeDestination(deps, toDestinationRef(item));
}

/** `left`: the members without those of `hashes`. Returns false if the caller has to try again later. */
export async function eraseFromDestinations(
  deps: EraseDestinationsDeps,
  audience: AudienceRef,
  left: CustomerList,
  hashes: readonly bigint[],
): Promise<boolean> {
  let isDone = true;
  for (const item of await deps.destinations.list(audience.accountId, audience.audienceId))
    if (!(await eraseFrom(deps, item, left, hashes))) isDone = false;
  return isDone;
}

async function eraseFrom(
  deps: EraseDestinationsDeps,
  item: DestinationItem,
  left: CustomerList,
  hashes: readonly bigint[],
): Promise<boolean> {
  const { destinations, forgotten, copies, newFileId, clock } = deps;
  const ref = toDestinationRef(item);
  const { copy, plan } = item;
  if (!(await copies.tidy(ref, [copy?.file, plan?.file], clock() - WRITING_MS))) return false;
  const by = KNOWN_BY[item.kind];
  const stays =
    by === 'contact' ? indexOwners(selectDeliverable(left, [], by).list) : new Map<string, bigint>();
  const written: string[] = [];
  const replaced: string[] = [];

  /** The name of the file without the customers; the same if they are not in it. */
  async function eraseFromFile(file: string | undefined): Promise<string | undefined> {
    if (file === undefined) return undefined;
    const stored = await copies.find({ ...ref, file });
    if (stored === undefined) throw new FileReplacedError();
    const found = eraseEntries(decodeList(stored), by, hashes, stays);
    if (found === undefined) return file;
    for (const gone of found.gone) await forgotten.add(ref, gone, clock());
    const name = newFileId(clock());
    written.push(name);
    replaced.push(file);
    await copies.put({ ...ref, file: name }, encodeList(found.list));
    return name;
  }

  try {
    const files = {
      ...(copy && { copy: { ...copy, file: await eraseFromFile(copy.file) } }),
      ...(plan && { plan: { ...plan, file: await eraseFromFile(plan.file) } }),
    };
    const at = new Date(clock()).toISOString();
    const isReplaced = (await destinations.replaceFiles(item, files, at)) !== undefined;
    for (const file of isReplaced ? replaced : written) await copies.remove({ ...ref, file });
    return isReplaced;
  } catch (error) {
    if (error instanceof FileReplacedError) return false;
    throw error;
  }
}

class FileReplacedError extends Error {
  override readonly name = 'FileReplacedError';
}

function indexOwners({ head, columns }: CustomerList): Map<string, bigint> {
  const owners = new Map<string, bigint>();
  for (let row = 0; row < head.rows; row++)
    owners.set(getCustomerIdAt(columns, row), getOwnerAt({ columns }, row));
  return owners;
}

function getOwnerAt({ columns }: Pick<CustomerList, 'columns'>, row: number): bigint {
  const [high, low] = [getColumn(columns, 'owner_high')[row], getColumn(columns, 'owner_low')[row]];
  return (BigInt(high ?? 0) << 32n) | BigInt(low ?? 0);
}

/**
 * Undefined if none of them is in the list. `stays`: contacts that another member shares, by their remaining
 * owner.
 */
function eraseEntries(
  list: CustomerList,
  by: KnownBy,
  hashes: readonly bigint[],
  stays: ReadonlyMap<string, bigint>,
): { readonly list: CustomerList; readonly gone: readonly ForgottenItem[] } | undefined {
  const { head, columns } = list;
  const wanted = new Set(hashes);
  const rows =
    by === 'customer'
      ? findRowsByHash(columns, head, hashes)
      : Uint32Array.from(Array(head.rows).keys()).filter((row) => wanted.has(getOwnerAt(list, row)));
  if (rows.length === 0) return undefined;
  const isKept = (row: number): boolean => stays.has(getCustomerIdAt(columns, row));
  for (const row of rows.filter(isKept)) {
    const owner = stays.get(getCustomerIdAt(columns, row)) ?? 0n;
    getColumn(columns, 'owner_high')[row] = Number(owner >> 32n);
    getColumn(columns, 'owner_low')[row] = Number(owner & 0xffffffffn);
    // The next products of the erased customer; the next run sends those of the other.
    forgetNextAt(columns, row);
  }
  const leaving = rows.filter((row) => !isKept(row));
  const gone = Array.from(leaving, (row) => {
    const contact = getContact(columns, row);
    return {
      hash: hashAt(columns, row).toString(16).padStart(16, '0'),
      customer_id: getCustomerIdAt(columns, row),
      ...(contact !== null && { contact }),
    };
  });
  return { list: withoutRows(list, leaving), gone };
}
