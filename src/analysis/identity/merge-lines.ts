// Reads a merge list from lines of customer ids, as in a CSV file with two columns: the ids of a line are one person.
import type { MergeList } from '../../contract/schema/identity.ts';

export interface MergeLines {
  readonly merges: MergeList['merges'];
  /** Customer ids of the persons. */
  readonly ids: number;
}

/** A cell in quotes, or up to the next separator. */
const CELL = /"((?:[^"]|"")*)"|[^,;\t"]+/g;

/** Lines that share an id are one person; a line with a single id joins nothing. */
export function parseMergeLines(text: string): MergeLines {
  const groupOf = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const cells = Array.from(
      line.matchAll(CELL),
      ([cell, quoted]) => quoted?.replaceAll('""', '"') ?? cell.trim(),
    );
    const group = new Set(cells.filter(Boolean));
    if (group.size < 2) continue;
    for (const id of [...group]) for (const known of groupOf.get(id) ?? []) group.add(known);
    for (const id of group) groupOf.set(id, group);
  }
  return { merges: Array.from(new Set(groupOf.values()), (group) => [...group]), ids: groupOf.size };
}

export function formatMergeLines(merges: MergeList['merges']): string {
  const quote = (id: string): string => (/[",;\t]|^\s|\s$/.test(id) ? `"${id.replaceAll('"', '""')}"` : id);
  return merges.map((ids) => ids.map(quote).join(', ')).join('\n');
}
