// Columns that a warm instance keeps, of the lists that were read last. A list that an erasure has replaced has another
// version, so that nothing of the old one is used again.

import type { StoredHead } from '../../../analysis/customer-lists/list-file.ts';
import type { ColumnArray, ColumnName } from '../../../contract/customer-lists/columns.ts';

interface KeptList {
  head: StoredHead | undefined;
  readonly columns: Map<ColumnName, ColumnArray>;
}

export interface ColumnCache {
  /** `key`: what the list belongs to. */
  of(key: object, version: string): KeptList;
  /** Forgets the lists that were not read for the longest time, as long as there is too much. */
  trim(): void;
}

export function createColumnCache(maxBytes: number): ColumnCache {
  // Ordered by last use.
  const lists = new Map<string, { readonly version: string; readonly kept: KeptList }>();
  return {
    of(key, version) {
      const name = JSON.stringify(key);
      const found = lists.get(name);
      lists.delete(name);
      const entry =
        found?.version === version ? found : { version, kept: { head: undefined, columns: new Map() } };
      lists.set(name, entry);
      return entry.kept;
    },
    trim() {
      let bytes = 0;
      for (const [name, { kept }] of [...lists].reverse()) {
        for (const { byteLength } of kept.columns.values()) bytes += byteLength;
        if (bytes > maxBytes) lists.delete(name);
      }
    },
  };
}
