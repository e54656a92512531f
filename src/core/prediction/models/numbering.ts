// Numbers numbered in the order in which they first appear, without an object for each: millions of purchase histories are.

/** At most half of the slots are taken. */
const LEAST_SLOTS = 2_048;

/** An open-addressing table with linear probing. NaN is no value. */
export class Numbering {
  count = 0;
  private found = new Float64Array(LEAST_SLOTS / 2);
  /** One more than the number of a value; 0 where there is none. */
  private slots = new Uint32Array(LEAST_SLOTS);

  of(value: number): number {
    if (2 * this.count >= this.slots.length) this.grow();
    const slot = this.slotOf(value);
    const known = this.slots[slot];
    if (known > 0) return known - 1;
    this.found[this.count++] = value;
    this.slots[slot] = this.count;
    return this.count - 1;
  }

  /** By number. Shares its memory with this table. */
  get values(): Float64Array {
    return this.found.subarray(0, this.count);
  }

  /** Of the value, or the free one that it is to take. */
  private slotOf(value: number): number {
    const { slots, found } = this;
    const mask = slots.length - 1;
    let slot = hashOf(value) & mask;
    while (slots[slot] > 0 && found[slots[slot] - 1] !== value) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { values } = this;
    this.found = new Float64Array(2 * this.found.length);
    this.found.set(values);
    this.slots = new Uint32Array(2 * this.slots.length);
    for (let at = 0; at < this.count; at++) this.slots[this.slotOf(this.found[at])] = at + 1;
  }
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function hashOf(value: number): number {
  // Adding 0 makes 0 of −0, which is equal to it.
  double[0] = value + 0;
  let hash = Math.imul(halves[0], 0x85ebca6b) ^ Math.imul(halves[1], 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
