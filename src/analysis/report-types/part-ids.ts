// Ids of the customers that a partition found, how they are reached and what they bought, for the list and the companion of the whole report.
import type { CustomerIds, PackedTexts } from '../customer-lists/customer-ids.ts';
import type { Column } from '../extract/packed-columns.ts';
import type { JoinedRows } from '../partitions/joined-rows.ts';

/** To be packed with other columns of the same rows. */
export function idColumns(ids: CustomerIds): Record<string, Column> {
  const nobodys = { end: new Uint32Array(ids.count), bytes: new Uint8Array(0) };
  return {
    id_hashes: ids.hashes,
    ...textColumns('id', ids),
    ...textColumns('contact', ids.contacts ?? nobodys),
    ...textColumns('purchases', ids.purchases ?? nobodys),
  };
}

function textColumns(name: string, { end, bytes }: PackedTexts): Record<string, Column> {
  return {
    [`${name}_lengths`]: sizesOf(end),
    [`${name}_bytes`]: bytes,
  };
}

function sizesOf(end: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(end.length);
  let last = 0;
  let at = 0;
  for (const one of end) {
    sizes[at++] = one - last;
    last = one;
  }
  return sizes;
}

export function joinedIds(rows: JoinedRows): CustomerIds {
  const textsOf = (name: string) => rows.bytes(`${name}_lengths`, `${name}_bytes`);
  return {
    ...{ count: rows.count, hashes: rows.counts('id_hashes', 2), ...textsOf('id') },
    ...(rows.hasBytes('contact_bytes') && { contacts: textsOf('contact') }),
    ...(rows.hasBytes('purchases_bytes') && { purchases: textsOf('purchases') }),
  };
}
