// Where the next page of a list starts: after a customer, who is named by hash and value so that the page is right also
// when customers were erased in between. A cursor belongs to its report and query.
import { cursorOf, idOfCursor } from '../contract/paging.ts';
import type { ListCustomersQuery } from '../contract/resources/reports/report-customers.ts';
import { type CustomerList, columnOf } from '../core/customer-lists/columns.ts';
import { hash64 } from '../core/customer-lists/customer-hash.ts';
import type { Position, RowOrder } from '../core/customer-lists/list-page.ts';
import { hashAt } from '../core/customer-lists/row-of-hash.ts';
import { InvalidRequestError } from '../core/errors.ts';

/** What was asked for, as a short text. The limit may differ from page to page. */
export function bindingOf(reportId: string, { cursor: _, limit: __, ...query }: ListCustomersQuery): string {
  return hash64(JSON.stringify([reportId, query])).toString(36);
}

export function cursorAfter(
  { columns }: CustomerList,
  { column }: RowOrder,
  row: number,
  binding: string,
): string {
  const value = columnOf(columns, column)[row];
  const shown = value === undefined || Number.isNaN(value) ? 'null' : String(value);
  return cursorOf([binding, shown, hashAt(columns, row).toString(36)].join(' '));
}

/** Throws InvalidRequestError for a cursor of another query, or of no list. */
export function positionOf(cursor: string | undefined, binding: string): Position | undefined {
  const id = idOfCursor(cursor, (text) =>
    /^[0-9a-z]{1,13} (null|-?[0-9.e+-]{1,30}) [0-9a-z]{1,13}$/.test(text),
  );
  if (id === undefined) return undefined;
  const [bound, value = '', hash = ''] = id.split(' ');
  if (bound !== binding) {
    throw new InvalidRequestError('cursor', 'expected the next_cursor of a response to the same query');
  }
  return { value: value === 'null' ? null : Number(value), hash: hashOf(hash) };
}

/** Of base 36, which BigInt itself does not read. */
function hashOf(text: string): bigint {
  let hash = 0n;
  for (const digit of text) hash = hash * 36n + BigInt(Number.parseInt(digit, 36));
  return hash;
}
