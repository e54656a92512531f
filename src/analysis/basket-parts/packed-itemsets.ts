// Packs itemsets, and their counts, as columns.
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../extract/packed-columns.ts';
import type { CandidateCounts, CountedItemsets } from '../mining/sets/candidate-table.ts';
import { ItemsetTrie } from '../mining/sets/itemset-trie.ts';
import type { Limbs } from '../money/limbs.ts';

/** Names each column with the prefix `name`. */
export function packTrie(name: string, trie: ItemsetTrie): Record<string, PackedColumn> {
  const { size, parents, items, supports } = trie.columns();
  return {
    [`${name} parents`]: parents.subarray(0, size),
    [`${name} items`]: items.subarray(0, size),
    [`${name} supports`]: supports.subarray(0, size),
  };
}

/** Undefined if there are no columns of that name. */
export function readTrie(columns: UnpackedColumns, name: string): ItemsetTrie | undefined {
  if (!columns.has(`${name} parents`)) return undefined;
  const [parents, items, supports] = ['parents', 'items', 'supports'].map((column) =>
    Uint32Array.from(columns.integers(`${name} ${column}`)),
  );
  return ItemsetTrie.fromNodes(parents, items, supports);
}

function packLimbs(name: string, limbs: Limbs): Record<string, PackedColumn> {
  return Object.fromEntries(limbs.map((values, at) => [`${name} limb ${at}`, values]));
}

function readLimbs(columns: UnpackedColumns, name: string): ArrayLike<number>[] {
  const limbs: ArrayLike<number>[] = [];
  while (columns.has(`${name} limb ${limbs.length}`))
    limbs.push(columns.numbers(`${name} limb ${limbs.length}`));
  return limbs;
}

export function packCountedItemsets(
  name: string,
  { trie, sums }: CountedItemsets,
): Record<string, PackedColumn> {
  return { ...packTrie(name, trie), ...packLimbs(name, sums) };
}

export function readCountedItemsets(columns: UnpackedColumns, name: string): CountedItemsets | undefined {
  const trie = readTrie(columns, name);
  return trie && { trie, sums: readLimbs(columns, name).map((limb) => Float64Array.from(limb)) };
}

export function countColumns({ supports, allSupports, sums }: CandidateCounts): UnpackedColumns {
  return holdColumns({
    supports,
    ...(allSupports && { allSupports }),
    ...packLimbs('sums', sums),
  });
}

/** Counts of all partitions added up: sums of integers, exact. */
export class CountJoin {
  private readonly supports: Uint32Array;
  private allSupports: Uint32Array | undefined;
  private readonly sums: Float64Array[] = [];

  /** `size`: nodes of the candidates. */
  constructor(size: number) {
    this.supports = new Uint32Array(size);
  }

  /** `columns`: those that `countColumns` made for a partition. */
  add(columns: UnpackedColumns): void {
    addTo(this.supports, columns.integers('supports'));
    if (columns.has('allSupports')) {
      this.allSupports ??= new Uint32Array(this.supports.length);
      addTo(this.allSupports, columns.integers('allSupports'));
    }
    for (const [at, limb] of readLimbs(columns, 'sums').entries()) {
      this.sums[at] ??= new Float64Array(limb.length);
      addTo(this.sums[at], limb);
    }
  }

  counts(): CandidateCounts {
    const { supports, allSupports, sums } = this;
    return { supports, allSupports, sums };
  }
}

function addTo(sums: Uint32Array | Float64Array, terms: ArrayLike<number>): void {
  for (let at = 0; at < terms.length; at++) sums[at] += terms[at];
}
