// Some of the itemsets of a trie, with the paths that lead to them.
import type { ItemsetTrie } from './itemset-trie.ts';

/** Per node of the trie: whether it is in the selection, and whether it or one below it is. */
export interface NodeSelection {
  readonly isIn: Uint8Array;
  readonly leadsIn: Uint8Array;
}

export function selectNodes(trie: ItemsetTrie, isIn: (node: number) => boolean): NodeSelection {
  const selection = { isIn: new Uint8Array(trie.size), leadsIn: new Uint8Array(trie.size) };
  // Parents come before their children: backwards, a node's own children have been seen.
  for (let node = trie.size - 1; node > 0; node--) {
    if (isIn(node)) {
      selection.isIn[node] = 1;
      selection.leadsIn[node] = 1;
    }
    if (selection.leadsIn[node] === 1) selection.leadsIn[trie.parentOf(node)] = 1;
  }
  return selection;
}
