// Customers of two reports are the same where these hashes of their ids are. Stored: it may never change.

/** 64 bits: two of a million customers share one with a probability of 3 in 10^8. */
export function hash64(text: string): bigint {
  const lanes = new Uint32Array(2);
  hashInto(text, lanes, 0);
  return (BigInt(lanes[0]) << 32n) | BigInt(lanes[1]);
}

/**
 * The same as two halves, at lanes[at] the high one: without an object per text. Two 32-bit lanes over the code units,
 * mixed as murmur3 does.
 */
export function hashInto(text: string, lanes: Uint32Array, at: number): void {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca6b);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ unit, 0xc2b2ae35);
    b = (b << 17) | (b >>> 15);
  }
  a = mixed(a ^ text.length);
  b = mixed(b ^ a);
  lanes[at] = mixed(a + b);
  lanes[at + 1] = b;
}

function mixed(lane: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
