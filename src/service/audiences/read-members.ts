// Reads the members of an audience and their changes, page by page in the order of their hashes, so that a
// page continues at the same customer even if runs and erasures change the members in between.

import { getContact, isMember } from '../../analysis/audiences/membership.ts';
import { findFirstRow, hashAt } from '../../analysis/customer-lists/list-file.ts';
import { findRowsOfPersons } from '../../analysis/customer-lists/other-ids.ts';
import {
  type Columns,
  type CustomerList,
  getColumn,
  getCustomerIdAt,
} from '../../contract/customer-lists/columns.ts';
import { NotFoundError } from '../../contract/errors/errors.ts';
import { isUlid, parseCursor, toCursor, toPageEnd } from '../../contract/paging.ts';
import { readNextFields } from '../../contract/report-types/next-products.ts';
import type {
  ListChangesQuery,
  ListChangesResponse,
  ListMembersQuery,
  ListMembersResponse,
} from '../../contract/resources/audiences.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { ListChangedError } from '../reports/customer-lists.ts';
import type { ColumnCache } from '../reports/lists/column-cache.ts';
import type { HiddenCustomers } from '../reports/lists/hidden-customers.ts';
import { openList } from '../reports/lists/open-list.ts';
import { isAudienceErased } from './audience-view.ts';
import type { AudienceItem, AudienceRef, AudienceStore } from './audiences.ts';
import type { MemberFiles } from './member-files.ts';

export interface ReadMembersDeps {
  readonly audiences: Pick<AudienceStore, 'get'>;
  readonly files: Pick<MemberFiles, 'version' | 'read'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly hidden: HiddenCustomers;
  readonly cache: ColumnCache;
}

/** Current and former members of an audience. */
export interface Membership {
  readonly asOf: string;
  readonly rows: number;
  readonly columns: Columns;
  readonly list: CustomerList;
  /** Rows of customers who are being erased. */
  readonly hidden: ReadonlySet<number>;
}

/**
 * Reads before giving up: a run replaces the file once, so more replacements in the time of a read are
 * unlikely.
 */
const MAX_READS = 4;
const HASH_FORM = /^[0-9a-f]{16}$/;

export function createReadMembers({ audiences, files, erasures, hidden, cache }: ReadMembersDeps) {
  async function open(ref: AudienceRef, item: AudienceItem): Promise<Membership | undefined> {
    if (item.members === undefined) return undefined;
    const { file, as_of: asOf } = item.members;
    // Must be read before the members; see hidden-customers.ts.
    const unseen = await hidden({ accountId: ref.accountId, datasetId: item.dataset_id });
    if (unseen.everybody) throw new NotFoundError('Audience not found.');
    const opened = await openList(files, { ...ref, file }, cache);
    if (opened === undefined) throw new ListChangedError('the members have changed');
    const { head } = opened;
    const columns = await opened.shown();
    return {
      asOf,
      rows: head.rows,
      columns,
      list: { head, columns },
      hidden: new Set(findRowsOfPersons(columns, head, unseen.customers)),
    };
  }

  /** Undefined before the first run has completed. Throws NotFoundError. */
  async function openMembership(ref: AudienceRef): Promise<Membership | undefined> {
    for (let reads = 1; ; reads++) {
      const item = isUlid(ref.audienceId) ? await audiences.get(ref) : undefined;
      if (item === undefined || isAudienceErased(item, await erasures.mark(ref.accountId, item.dataset_id)))
        throw new NotFoundError('Audience not found.');
      try {
        return await open(ref, item);
      } catch (error) {
        if (!(error instanceof ListChangedError) || reads === MAX_READS) throw error;
      }
    }
  }

  return {
    membership: openMembership,

    async members(ref: AudienceRef, query: ListMembersQuery): Promise<ListMembersResponse> {
      const after = parseCursor(query.cursor, (text) => HASH_FORM.test(text));
      const found = await openMembership(ref);
      if (found === undefined) return { members: [], ...toPageEnd(undefined) };
      const { columns } = found;
      const wanted = query.held_out ? 1 : 0;
      const page = pickPage(
        found,
        (row) => isMember(columns, row) && getColumn(columns, 'held_out')[row] === wanted,
        query.limit,
        after,
      );
      return {
        members: page.rows.map((row) => ({
          customer_id: getCustomerIdAt(columns, row),
          contact: getContact(columns, row),
          joined_at: formatTimeAt(columns, 'joined_at', row),
          held_out: query.held_out,
          ...readNextFields(found.list, row),
        })),
        ...toPageEnd(page.last === undefined ? undefined : toCursor(page.last)),
      };
    },

    async changes(ref: AudienceRef, query: ListChangesQuery): Promise<ListChangesResponse> {
      const cursor = parseCursor(query.cursor, (text) => {
        const [until = '', hash = ''] = text.split(' ');
        return HASH_FORM.test(hash) && new Date(Number(until)).getTime() === Number(until);
      });
      const [firstUntil, after] = cursor?.split(' ') ?? [];
      const found = await openMembership(ref);
      if (found === undefined) return { until: null, changes: [], ...toPageEnd(undefined) };
      const { columns } = found;
      const since = query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.since);
      // Changes by a run after the first page may appear on later pages, and are repeated in the next list.
      const until = firstUntil === undefined ? Date.parse(found.asOf) : Number(firstUntil);
      const page = pickPage(found, (row) => isChanged(columns, row, since), query.limit, after);
      return {
        until: new Date(until).toISOString(),
        changes: page.rows.map((row) => {
          const change = isMember(columns, row) ? ('joined' as const) : ('left' as const);
          return {
            customer_id: getCustomerIdAt(columns, row),
            contact: getContact(columns, row),
            change,
            at: formatTimeAt(columns, change === 'joined' ? 'joined_at' : 'left_at', row),
            ...readNextFields(found.list, row),
          };
        }),
        ...toPageEnd(page.last === undefined ? undefined : toCursor(`${until} ${page.last}`)),
      };
    },
  };
}
export type ReadMembers = ReturnType<typeof createReadMembers>;

/**
 * A customer who joined and left again since `since` counts as a change: a reader may have received them in
 * between. Without `since`, former members are omitted.
 */
function isChanged(columns: Columns, row: number, since: number): boolean {
  if (getColumn(columns, 'held_out')[row] === 1) return false;
  if (isMember(columns, row)) return (getColumn(columns, 'joined_at')[row] ?? 0) > since;
  return since !== Number.NEGATIVE_INFINITY && (getColumn(columns, 'left_at')[row] ?? 0) > since;
}

/** `after`: the last hash of the previous page. `last`: that of this page, if there are more. */
function pickPage(
  { columns, rows, hidden }: Membership,
  isWanted: (row: number) => boolean,
  limit: number,
  after: string | undefined,
): { readonly rows: readonly number[]; readonly last: string | undefined } {
  const shown: number[] = [];
  const from = after === undefined ? 0 : findFirstRow(columns, BigInt(`0x${after}`) + 1n, 0, rows);
  for (let row = from; row < rows; row++) {
    if (hidden.has(row) || !isWanted(row)) continue;
    const last = shown.at(-1);
    if (shown.length === limit && last !== undefined)
      return { rows: shown, last: hashAt(columns, last).toString(16).padStart(16, '0') };
    shown.push(row);
  }
  return { rows: shown, last: undefined };
}

function formatTimeAt(columns: Columns, name: 'joined_at' | 'left_at', row: number): string {
  return new Date(getColumn(columns, name)[row] ?? 0).toISOString();
}
