// Caches columns of the most recently read lists in a warm instance. A list that an erasure has replaced has
// another version, so that no column of the old one is used again.

import type { StoredHead } from '../../../analysis/customer-lists/list-file.ts';
import type { ColumnArray, ColumnName } from '../../../contract/customer-lists/columns.ts';

interface KeptList {
  head: StoredHead | undefined;
  readonly columns: Map<ColumnName, ColumnArray>;
}

export interface ColumnCache {
  /** `key`: the list's owner. */
  of(key: object, version: string): KeptList;
  /** Removes the least recently used lists while the cache is too large. */
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
