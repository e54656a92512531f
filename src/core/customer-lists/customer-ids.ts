// Ids of many customers without an object for each: what lists store of them, and what they are sorted by.
import { hashInto } from './customer-hash.ts';

export interface CustomerIds {
  readonly count: number;
  /** Halves of the hash of each, the high one first. */
  readonly hashes: Uint32Array;
  /** Id i in UTF-8 is bytes[end[i - 1] .. end[i]). */
  readonly end: Uint32Array;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

export function customerIds(ids: readonly string[]): CustomerIds {
  const hashes = new Uint32Array(2 * ids.length);
  const end = new Uint32Array(ids.length);
  let units = 0;
  for (const id of ids) units += id.length;
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  const bytes = new Uint8Array(3 * units);
  let written = 0;
  for (let i = 0; i < ids.length; i++) {
    hashInto(ids[i], hashes, 2 * i);
    written += encoder.encodeInto(ids[i], bytes.subarray(written)).written;
    end[i] = written;
  }
  return { count: ids.length, hashes, end, bytes: bytes.slice(0, written) };
}

/** The same ids in another sequence: `order` names those that come one after the other. */
export function idsInOrder(
  { end, bytes }: Pick<CustomerIds, 'end' | 'bytes'>,
  order: Uint32Array,
): Pick<CustomerIds, 'end' | 'bytes'> {
  const ordered = { end: new Uint32Array(order.length), bytes: new Uint8Array(bytes.length) };
  let written = 0;
  for (let at = 0; at < order.length; at++) {
    const id = order[at];
    // Byte by byte: ids are short.
    for (let from = id === 0 ? 0 : end[id - 1]; from < end[id]; from++)
      ordered.bytes[written++] = bytes[from];
    ordered.end[at] = written;
  }
  return ordered;
}
