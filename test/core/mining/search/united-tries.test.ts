// Itemsets of two searches as one trie: every one of them once, in the order of a search.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uniteTries } from '../../../../src/core/mining/sets/candidate-table.ts';
import { ItemsetTrie } from '../../../../src/core/mining/sets/itemset-trie.ts';

const ITEMS = 5;

/** Each extends an itemset that is in it, too. */
function trieOf(itemsets: ReadonlySet<string>): ItemsetTrie {
  const trie = new ItemsetTrie();
  const addBelow = (node: number, name: string): void => {
    const below = name === '' ? ITEMS : Number(name.at(-1));
    for (let item = 0; item < below; item++)
      if (name === '' || itemsets.has(name + item)) trie.add(node, item, name === '' ? 10 + item : 0);
    const first = trie.firstChildOf(node);
    for (let child = first; child < first + trie.degreeOf(node); child++)
      addBelow(child, name + trie.itemOf(child));
  };
  addBelow(0, '');
  return trie;
}

const closed = fc
  .array(fc.uniqueArray(fc.nat(ITEMS - 1), { minLength: 2 }), { maxLength: 6 })
  .map((lists) => {
    const names = lists.map((items) => items.sort((a, b) => b - a).join(''));
    return new Set(names.flatMap((name) => Array.from(name, (_, length) => name.slice(0, length + 1))));
  });

it('has the itemsets of both, node for node as one search adds them', () => {
  fc.assert(
    fc.property(closed, closed, (a, b) => {
      const united = uniteTries(trieOf(a), trieOf(b));
      const expected = trieOf(new Set([...a, ...b]));
      const nodesOf = (trie: ItemsetTrie) =>
        Array.from({ length: trie.size }, (_, node) => [
          trie.parentOf(node),
          trie.itemOf(node),
          trie.supportOf(node),
          trie.degreeOf(node),
          trie.firstChildOf(node),
        ]);
      expect(nodesOf(united)).toEqual(nodesOf(expected));
    }),
  );
});
