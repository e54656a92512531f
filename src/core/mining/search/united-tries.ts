// Itemsets that were found in any of several partitions, as one trie in the order in which a search adds them.
import { ItemsetTrie } from '../sets/itemset-trie.ts';

/** Both have the same items at the root, whose supports are those of `a`; others have none. */
export function uniteTries(a: ItemsetTrie, b: ItemsetTrie): ItemsetTrie {
  const united = new ItemsetTrie();
  const first = a.firstChildOf(0);
  for (let item = 0; item < a.degreeOf(0); item++) united.add(0, item, a.supportOf(first + item));
  for (let item = 0; item < a.degreeOf(0); item++) {
    uniteBelow(a, first + item, b, b.firstChildOf(0) + item, united, item + 1);
  }
  return united;
}

/** 0 stands for an itemset that one of them has not: the root is below none. */
function uniteBelow(
  a: ItemsetTrie,
  nodeA: number,
  b: ItemsetTrie,
  nodeB: number,
  united: ItemsetTrie,
  node: number,
): void {
  const endA = nodeA === 0 ? 0 : a.firstChildOf(nodeA) + a.degreeOf(nodeA);
  const endB = nodeB === 0 ? 0 : b.firstChildOf(nodeB) + b.degreeOf(nodeB);
  let atA = nodeA === 0 ? 0 : a.firstChildOf(nodeA);
  let atB = nodeB === 0 ? 0 : b.firstChildOf(nodeB);
  if (atA === endA && atB === endB) return;
  const belowA: number[] = [];
  const belowB: number[] = [];
  while (atA < endA || atB < endB) {
    const itemA = atA < endA ? a.itemOf(atA) : Number.POSITIVE_INFINITY;
    const itemB = atB < endB ? b.itemOf(atB) : Number.POSITIVE_INFINITY;
    united.add(node, Math.min(itemA, itemB), 0);
    belowA.push(itemA <= itemB ? atA++ : 0);
    belowB.push(itemB <= itemA ? atB++ : 0);
  }
  const first = united.firstChildOf(node);
  for (let child = 0; child < belowA.length; child++) {
    uniteBelow(a, belowA[child], b, belowB[child], united, first + child);
  }
}
