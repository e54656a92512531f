// Packs ids of many customers without an object for each: the form in which lists store and sort them.

/** Text i in UTF-8 is bytes[end[i - 1] .. end[i]). */
export interface PackedTexts {
  readonly end: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Ids, and the values listed with them. */
export interface IdTexts extends PackedTexts {
  /** Contact of each customer, empty if unknown; absent if no customer has one. */
  readonly contacts?: PackedTexts | undefined;
  /** Hashes of the products that each customer has bought (purchases.ts); absent if they are not kept. */
  readonly purchases?: PackedTexts | undefined;
  /** What each customer buys next (next-products.ts); absent in a list without. */
  readonly next?: PackedTexts | undefined;
}

export interface CustomerIds extends IdTexts {
  readonly count: number;
  /** Halves of the hash of each id, the high one first. */
  readonly hashes: Uint32Array;
}

const encoder = new TextEncoder();

/** `contacts`: per customer, empty if unknown. */
export function createCustomerIds(ids: readonly string[], contacts?: readonly string[]): CustomerIds {
  const hashes = new Uint32Array(2 * ids.length);
  for (let i = 0; i < ids.length; i++) hashInto(ids[i], hashes, 2 * i);
  const isAnyKnown = contacts?.some((contact) => contact !== '') === true;
  return {
    ...{ count: ids.length, hashes, ...packTexts(ids) },
    ...(isAnyKnown && { contacts: packTexts(contacts) }),
  };
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const end = new Uint32Array(texts.length);
  let units = 0;
  for (const text of texts) units += text.length;
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  const bytes = new Uint8Array(3 * units);
  let written = 0;
  for (let i = 0; i < texts.length; i++) {
    written += encoder.encodeInto(texts[i], bytes.subarray(written)).written;
    end[i] = written;
  }
  return { end, bytes: bytes.slice(0, written) };
}

/** Reorders the ids: `order` lists customers in the new sequence. */
export function reorderIds(ids: IdTexts, order: Uint32Array): IdTexts {
  return {
    ...reorderTexts(ids, order),
    contacts: ids.contacts && reorderTexts(ids.contacts, order),
    purchases: ids.purchases && reorderTexts(ids.purchases, order),
    next: ids.next && reorderTexts(ids.next, order),
  };
}

function reorderTexts({ end, bytes }: PackedTexts, order: Uint32Array): PackedTexts {
  const orderedEnd = new Uint32Array(order.length);
  const ordered = new Uint8Array(bytes.length);
  let written = 0;
  for (let at = 0; at < order.length; at++) {
    const id = order[at];
    const last = end[id];
    // Copy byte by byte: ids are short.
    for (let from = id === 0 ? 0 : end[id - 1]; from < last; from++) ordered[written++] = bytes[from];
    orderedEnd[at] = written;
  }
  return { end: orderedEnd, bytes: ordered };
}

// Computes the hash by which customers of two reports are matched. Hashes are stored: the function may never change.

/** 64 bits: among a million customers, two share one with a probability of 3 in 10^8. */
export function hash64(text: string): bigint {
  const lanes = new Uint32Array(2);
  hashInto(text, lanes, 0);
  return (BigInt(lanes[0]) << 32n) | BigInt(lanes[1]);
}

/**
 * Writes the same hash as two halves, the high one at lanes[at], without creating an object per text. Two 32-bit lanes
 * over the code units, mixed as in murmur3.
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
  a = mixHash(a ^ text.length);
  b = mixHash(b ^ a);
  lanes[at] = mixHash(a + b);
  lanes[at + 1] = b;
}

function mixHash(lane: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Ascending; equal hashes stay in the order given. */
interface SortedHashes {
  /** Indexes of the customers. */
  readonly order: Uint32Array;
  /** Halves of their hashes, in that order. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** A report's list and its companion share this order, which takes a second to compute for millions of customers. */
const known = new WeakMap<Uint32Array, SortedHashes>();

/** `lanes`: the result of `hashInto` for consecutive customers; must not change any more. */
export function getSortedHashes(lanes: Uint32Array): SortedHashes {
  const sorted = known.get(lanes) ?? sortHashes(lanes);
  known.set(lanes, sorted);
  return sorted;
}

function sortHashes(lanes: Uint32Array): SortedHashes {
  const count = lanes.length / 2;
  const order = orderByHash(lanes, count);
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    high[at] = lanes[2 * order[at]];
    low[at] = lanes[2 * order[at] + 1];
  }
  return { order, high, low };
}

const RADIX = 1 << 16;

/**
 * Indexes of customers, ascending by hash: a radix sort of the high half, then the few ties in order of the low one.
 */
function orderByHash(lanes: Uint32Array, count: number): Uint32Array {
  let order = new Uint32Array(count);
  for (let c = 0; c < count; c++) order[c] = c;
  for (const shift of [0, 16]) {
    const start = new Uint32Array(RADIX + 1);
    for (let c = 0; c < count; c++) start[((lanes[2 * c] >>> shift) & 0xffff) + 1]++;
    for (let digit = 0; digit < RADIX; digit++) start[digit + 1] += start[digit];
    const sorted = new Uint32Array(count);
    for (const c of order) sorted[start[(lanes[2 * c] >>> shift) & 0xffff]++] = c;
    order = sorted;
  }
  for (let at = 1; at < count; at++) {
    const c = order[at];
    let to = at;
    for (; to > 0 && lanes[2 * order[to - 1]] === lanes[2 * c]; to--) {
      if (lanes[2 * order[to - 1] + 1] <= lanes[2 * c + 1]) break;
      order[to] = order[to - 1];
    }
    order[to] = c;
  }
  return order;
}
