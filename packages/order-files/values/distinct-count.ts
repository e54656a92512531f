// Counts different texts in 8 bytes each: a set of 53-bit hashes. Among ten million texts, two share a hash with a
// probability of 0.6 %, and the count is then one short.
import { MAX_SCALE, roundTo, toUnits } from '../../../src/analysis/money/decimal.ts';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';

const FIRST_SLOTS = 1 << 12;

export class DistinctCount {
  size = 0;
  private slots = new Float64Array(FIRST_SLOTS);

  /** True when the text is new. */
  add(text: string): boolean {
    const isNew = insert(this.slots, hashText(text));
    // Three quarters full at most: a look-up then visits a few slots.
    if (isNew && ++this.size * 4 > this.slots.length * 3) this.grow();
    return isNew;
  }

  has(text: string): boolean {
    return this.slots[findSlot(this.slots, hashText(text))] !== 0;
  }

  private grow(): void {
    const slots = new Float64Array(this.slots.length * 2);
    for (const hash of this.slots) if (hash !== 0) insert(slots, hash);
    this.slots = slots;
  }
}

function insert(slots: Float64Array, hash: number): boolean {
  const at = findSlot(slots, hash);
  const isNew = slots[at] === 0;
  slots[at] = hash;
  return isNew;
}

/** Finds the slot of a hash, or a free one: linear probing; 0 marks a free slot. */
function findSlot(slots: Float64Array, hash: number): number {
  const mask = slots.length - 1;
  for (let at = hash & mask; ; at = (at + 1) & mask) {
    const found = slots[at];
    if (found === hash || found === 0) return at;
  }
}

/** Two 32-bit multiplicative hashes over UTF-16 units, mixed as murmur3 does; never 0. */
function hashText(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    low = Math.imul(low ^ unit, 0xc2b2ae35);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 2 ** 32 * (high & 0x1fffff) + (low >>> 0) + 1;
}

// A sum of money, exact in the decimals that a price may have, in any order of its terms.

/** Some currencies have 3 decimals. */
const DECIMALS = 4;

export class ExactSum {
  private readonly sums = new MoneySums(1, MAX_SCALE);

  add(amount: number): void {
    this.sums.add(0, toUnits(amount, MAX_SCALE));
  }

  /** Rounded to 4 decimals. */
  get value(): number {
    return roundTo(this.sums.amountAt(0), DECIMALS);
  }
}
