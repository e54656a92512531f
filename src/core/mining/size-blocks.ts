// Sizes of baskets by blocks, and within them by groups of like sizes, which take one number each.
import { LANES } from './side-kernel.ts';
import type { SizeChance } from './size-chance.ts';

/** Odds of a product in the largest baskets of a group are at most so many times those in its smallest ones. */
const RATIO = 1.05;

export interface SizeBlock {
  /** Sizes [from, end). */
  readonly from: number;
  readonly end: number;
  /** Groups [firstGroup, endGroup), a multiple of the kernel's lanes. */
  readonly firstGroup: number;
  readonly endGroup: number;
  /** Root of its baskets. */
  readonly weight: number;
  /** Of what ascends with the size, crowding takes at most this share. */
  readonly crowded: number;
}

export interface SizeBlocks {
  readonly blocks: readonly SizeBlock[];
  /** Per group: baskets, and its largest size. Groups that fill up the last vector of a block have neither. */
  readonly baskets: readonly number[];
  readonly places: readonly number[];
  /** Probabilities in the largest baskets of a group are at most so many times those in its smallest ones. */
  readonly ratio: number;
}

/** At most `most` blocks, whose odds differ by about like factors. */
export function sizeBlocks({ baskets, ofSize, crowding }: SizeChance, most: number): SizeBlocks {
  const last = ofSize.length - 1;
  const spread = Math.log(ofSize[last] / ofSize[0]) / most;
  const blockOf = (size: number) =>
    Math.min(most - 1, Math.floor(Math.log(ofSize[size] / ofSize[0]) / spread));
  const blocks: SizeBlock[] = [];
  const inGroup: number[] = [];
  const places: number[] = [];
  let ratio = 1;
  for (let from = 0; from <= last; ) {
    const firstGroup = inGroup.length;
    let end = from;
    while (end <= last && (inGroup.length < firstGroup + LANES || blockOf(end) === blockOf(from))) {
      let all = 0;
      const lowest = ofSize[end];
      for (; end <= last && ofSize[end] <= RATIO * lowest; end++) all += baskets[end];
      ratio = Math.max(ratio, ofSize[end - 1] / lowest);
      inGroup.push(all);
      places.push(end - 1);
    }
    while ((inGroup.length - firstGroup) % LANES !== 0) {
      inGroup.push(0);
      places.push(-1);
    }
    let [largest, crowded, all] = [0, 0, 0];
    for (let size = end - 1; size >= from; size--) {
      largest = Math.max(largest, crowding[size]);
      crowded += baskets[size] * largest;
      all += baskets[size];
    }
    const place = { from, end, firstGroup, endGroup: inGroup.length };
    blocks.push({ ...place, weight: Math.sqrt(all), crowded: crowded / all });
    from = end;
  }
  return { blocks, baskets: inGroup, places, ratio };
}
