// Checks what a schema cannot: that groups with common ids stay small, and that no id is both joined and kept apart.
import type { MergeList } from '../../contract/schema/identity.ts';
import { MAX_MERGED_IDS, MAX_MERGES_IDS } from '../../contract/schema/limits.ts';

export function checkMergeList({
  merges,
  separate = [],
}: MergeList): { readonly field: string; readonly message: string } | undefined {
  const total = merges.reduce((sum, { length }) => sum + length, separate.length);
  if (total > MAX_MERGES_IDS)
    return { field: 'merges', message: `expected at most ${MAX_MERGES_IDS} ids, got ${total}` };
  const apart = new Set(separate);
  const groupOf = new Map<string, Set<string>>();
  for (const [at, group] of merges.entries()) {
    const joined = new Set<string>();
    for (const id of group) {
      if (apart.has(id)) return { field: `merges[${at}]`, message: `"${id}" is in separate, too` };
      for (const known of groupOf.get(id) ?? [id]) joined.add(known);
    }
    if (joined.size > MAX_MERGED_IDS) {
      const message = `expected at most ${MAX_MERGED_IDS} ids of a person, got ${joined.size} with the groups before`;
      return { field: `merges[${at}]`, message };
    }
    for (const id of joined) groupOf.set(id, joined);
  }
  return undefined;
}
