// Packs the ids, contacts, purchases and next products of the customers that a partition found, for the list and the
// companion of the whole report.
import type { CustomerIds, PackedTexts } from '../customer-lists/customer-ids.ts';
import type { PackedColumn } from '../extract/packed-columns.ts';
import type { JoinedRows } from '../partitions/joined-rows.ts';

/** Columns to pack with others of the same rows. */
export function packIds(ids: CustomerIds): Record<string, PackedColumn> {
  const nobodys = { end: new Uint32Array(ids.count), bytes: new Uint8Array(0) };
  return {
    id_hashes: ids.hashes,
    ...packTextColumns('id', ids),
    ...packTextColumns('contact', ids.contacts ?? nobodys),
    ...packTextColumns('purchases', ids.purchases ?? nobodys),
    ...packTextColumns('next', ids.next ?? nobodys),
  };
}

function packTextColumns(name: string, { end, bytes }: PackedTexts): Record<string, PackedColumn> {
  return {
    [`${name}_lengths`]: toLengths(end),
    [`${name}_bytes`]: bytes,
  };
}

function toLengths(end: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(end.length);
  let last = 0;
  let at = 0;
  for (const one of end) {
    sizes[at++] = one - last;
    last = one;
  }
  return sizes;
}

export function joinIds(rows: JoinedRows): CustomerIds {
  const getTexts = (name: string) => rows.bytes(`${name}_lengths`, `${name}_bytes`);
  return {
    ...{ count: rows.count, hashes: rows.counts('id_hashes', 2), ...getTexts('id') },
    ...(rows.hasBytes('contact_bytes') && { contacts: getTexts('contact') }),
    ...(rows.hasBytes('purchases_bytes') && { purchases: getTexts('purchases') }),
    ...(rows.hasBytes('next_bytes') && { next: getTexts('next') }),
  };
}
