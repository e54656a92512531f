// Joins the tries that threads built for their parts of a search, in the order in which a single search builds them.
import { ItemsetTrie, type TrieColumns } from '../sets/itemset-trie.ts';

/** A trie of some items' itemsets: what was added for items[i] ends before ends[i], where that of the next begins. */
export interface TriePart {
  readonly trie: TrieColumns;
  readonly items: Uint32Array;
  readonly ends: Uint32Array;
}

/** One trie of the parts of a search, node for node as one search would have made it. `items`: at the root. */
export function mergeParts(items: number, parts: readonly TriePart[]): ItemsetTrie {
  const rootSize = items + 1;
  const ownerOf = new Int32Array(items).fill(-1);
  const placeOf = new Uint32Array(items);
  let size = rootSize;
  for (const [owner, part] of parts.entries()) {
    size += part.trie.size - rootSize;
    for (const [place, item] of part.items.entries()) {
      ownerOf[item] = owner;
      placeOf[item] = place;
    }
  }
  const [any] = parts;
  const merged = emptyColumns(size);
  if (any !== undefined) copyNodes(any.trie, 0, rootSize, merged, 0);
  let to = rootSize;
  for (let item = 0; item < items; item++) {
    if (ownerOf[item] < 0) continue;
    const part = parts[ownerOf[item]];
    const place = placeOf[item];
    const from = place === 0 ? rootSize : part.ends[place - 1];
    const end = part.ends[place];
    const shift = to - from;
    const node = item + 1;
    merged.degrees[node] = part.trie.degrees[node];
    merged.firsts[node] = merged.degrees[node] === 0 ? 0 : part.trie.firsts[node] + shift;
    copyNodes(part.trie, from, end, merged, to);
    for (let at = to; at < to + end - from; at++) {
      if (merged.parents[at] >= rootSize) merged.parents[at] += shift;
      if (merged.degrees[at] > 0) merged.firsts[at] += shift;
    }
    to += end - from;
  }
  return ItemsetTrie.from({ ...merged, size: to });
}

function emptyColumns(size: number): TrieColumns {
  const column = (): Uint32Array<ArrayBuffer> => new Uint32Array(size);
  return {
    size,
    parents: column(),
    items: column(),
    supports: column(),
    firsts: column(),
    degrees: column(),
  };
}

function copyNodes(source: TrieColumns, from: number, end: number, target: TrieColumns, to: number): void {
  target.parents.set(source.parents.subarray(from, end), to);
  target.items.set(source.items.subarray(from, end), to);
  target.supports.set(source.supports.subarray(from, end), to);
  target.firsts.set(source.firsts.subarray(from, end), to);
  target.degrees.set(source.degrees.subarray(from, end), to);
}
