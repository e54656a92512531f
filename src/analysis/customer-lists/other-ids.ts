// Lists the other customer ids of persons beside the id that their row has, and finds a person by any of them.
import {
  type Columns,
  getColumn,
  getOtherIdsAt,
  type ListHead,
} from '../../contract/customer-lists/columns.ts';
import { hash64, type PackedTexts, packTexts } from './customer-ids.ts';
import { findFirstRow, findRowsByHash } from './list-file.ts';

/** The other ids of each person who has any, by the person's id. */
function groupOtherIds(idOf: ReadonlyMap<string, string>): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const [id, person] of idOf) {
    const known = others.get(person);
    if (known === undefined) others.set(person, [id]);
    else known.push(id);
  }
  return others;
}

/** All ids of each person who has several: their own, then the others. */
export function listPersons(idOf: ReadonlyMap<string, string>): string[][] {
  return Array.from(groupOtherIds(idOf), ([person, others]) => [person, ...others]);
}

/** Undefined if no customer has another id. `idOf`: see Persons. `sorted`: the hashes of the list's rows. */
export function packOtherIds(
  idOf: ReadonlyMap<string, string>,
  sorted: { readonly high: Uint32Array; readonly low: Uint32Array },
): PackedTexts | undefined {
  if (idOf.size === 0) return undefined;
  const others = groupOtherIds(idOf);
  const rows = sorted.high.length;
  const columns: Columns = new Map([
    ['hash_high', sorted.high],
    ['hash_low', sorted.low],
  ]);
  const texts = new Array<string>(rows).fill('');
  for (const [person, ids] of others) {
    const hash = hash64(person);
    const row = findFirstRow(columns, hash, 0, rows);
    if (row < rows && isHashAt(columns, row, hash)) texts[row] = JSON.stringify(ids.sort());
  }
  return packTexts(texts);
}

function isHashAt(columns: Columns, row: number, hash: bigint): boolean {
  const [high, low] = [getColumn(columns, 'hash_high')[row], getColumn(columns, 'hash_low')[row]];
  return ((BigInt(high) << 32n) | BigInt(low)) === hash;
}

/** Rows of persons who have this id beside that of their row, ascending. */
export function findRowsByOtherId(columns: Columns, id: string): number[] {
  const [end, bytes] = [columns.get('other_ids_end'), columns.get('other_ids_bytes')];
  if (end === undefined || !(bytes instanceof Uint8Array)) return [];
  const texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = Buffer.from(JSON.stringify(id));
  const rows: number[] = [];
  for (let at = texts.indexOf(wanted); at >= 0; at = texts.indexOf(wanted, at + 1)) {
    const row = findRowOfByte(end, at);
    // The text may also be found across two ids of a row.
    if (rows.at(-1) !== row && getOtherIdsAt(columns, row).includes(id)) rows.push(row);
  }
  return rows;
}

/** The first row whose text ends behind this byte. */
function findRowOfByte(end: ArrayLike<number>, at: number): number {
  let [from, to] = [0, end.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (end[middle] <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Rows of these customers, and of persons who have one of these ids beside that of their row, ascending. */
export function findRowsOfPersons(
  columns: Columns,
  head: Pick<ListHead, 'members' | 'rows'>,
  hashes: Iterable<bigint>,
): Uint32Array {
  const wanted = new Set(hashes);
  const own = findRowsByHash(columns, head, wanted);
  const end = columns.get('other_ids_end');
  if (wanted.size === 0 || end === undefined) return own;
  const rows = new Set(own);
  for (let row = 0; row < head.rows; row++) {
    if (end[row] === (row === 0 ? 0 : end[row - 1])) continue;
    if (getOtherIdsAt(columns, row).some((id) => wanted.has(hash64(id)))) rows.add(row);
  }
  return Uint32Array.from(rows).sort();
}
