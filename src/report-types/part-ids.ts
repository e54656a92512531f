// Ids of the customers that a partition found, for the list and the companion of the whole report.
import type { CustomerIds } from '../core/customer-lists/customer-ids.ts';
import { customerIds } from '../core/customer-lists/customer-ids.ts';
import type { Column } from '../core/extract/packed-columns.ts';
import type { JoinedRows } from '../core/partitions/joined-rows.ts';

/** To be packed with other columns of the same rows. */
export function idColumns(ids: readonly string[]): Record<string, Column> {
  const { hashes, end, bytes } = customerIds(ids);
  return {
    id_hashes: { kind: 'counts', values: hashes },
    id_lengths: { kind: 'counts', values: end.map((last, id) => last - (end[id - 1] ?? 0)) },
    id_bytes: { kind: 'bytes', values: bytes },
  };
}

export function joinedIds(rows: JoinedRows): CustomerIds {
  return { count: rows.count, hashes: rows.counts('id_hashes', 2), ...rows.bytes('id_lengths', 'id_bytes') };
}
