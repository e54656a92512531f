// What is known between two passes of a search for itemsets, as bytes.
import { countedColumns, countedIn, trieColumns, trieIn } from '../../core/basket-parts/packed-itemsets.ts';
import type { ItemLists } from '../../core/baskets/basket-columns.ts';
import { type Column, packColumns, unpackColumns } from '../../core/extract/packed-columns.ts';
import type { CountedItemsets } from '../../core/mining/candidate-table.ts';
import type { ItemsetTrie } from '../../core/mining/itemset-trie.ts';
import type { SearchState } from '../../core/mining/search-attempts.ts';
import type { BasketFigures } from './basket-figures.ts';

/** What stays the same from the survey on, and where the search is. Plain values. */
export interface SearchHead {
  readonly figures: BasketFigures;
  readonly basketCount: number;
  /** Baskets that are searched, of these. */
  readonly searched: number;
  readonly isNarrow: boolean;
  readonly isSafe: boolean;
  readonly scale: number;
  /** Fewest baskets, as requested. */
  readonly asked: number;
  readonly state: SearchState;
}

export interface SearchKnown {
  readonly head: SearchHead;
  readonly ranks: readonly string[];
  /** By rank. */
  readonly apart: ItemLists | undefined;
  /** To be counted; undefined in a pass that searches. */
  readonly candidates: ItemsetTrie | undefined;
  /** Found by an earlier attempt, and the answer unless a better one fits. */
  readonly held: CountedItemsets | undefined;
}

export function packSearchKnown({ head, ranks, apart, candidates, held }: SearchKnown): Uint8Array {
  const apartColumns: Record<string, Column> =
    apart === undefined
      ? {}
      : {
          apartStart: { kind: 'counts', values: apart.start },
          apartOther: { kind: 'counts', values: apart.other },
        };
  return packColumns({
    head: { kind: 'texts', values: [JSON.stringify(head)] },
    ranks: { kind: 'texts', values: ranks },
    ...apartColumns,
    ...(candidates && trieColumns('candidates', candidates)),
    ...(held && countedColumns('held', held)),
  });
}

export function unpackSearchKnown(bytes: Uint8Array): SearchKnown {
  const columns = unpackColumns(bytes);
  const [text = ''] = columns.texts('head');
  const head: SearchHead = JSON.parse(text);
  return {
    head,
    ranks: columns.texts('ranks'),
    apart: columns.has('apartStart')
      ? {
          start: Uint32Array.from(columns.integers('apartStart')),
          other: Uint32Array.from(columns.integers('apartOther')),
        }
      : undefined,
    candidates: trieIn(columns, 'candidates'),
    held: countedIn(columns, 'held'),
  };
}
