// Ids of many customers without an object for each: what lists store of them, and what they are sorted by.
import { hashInto } from './customer-hash.ts';

/** Text i in UTF-8 is bytes[end[i - 1] .. end[i]). */
export interface PackedTexts {
  readonly end: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Ids, and what is listed with them. */
export interface IdTexts extends PackedTexts {
  /** How each is reached, empty where it is not known; absent where it is known of nobody. */
  readonly contacts?: PackedTexts | undefined;
  /** Hashes of the products that each has bought (purchases.ts); absent where they are not kept. */
  readonly purchases?: PackedTexts | undefined;
}

export interface CustomerIds extends IdTexts {
  readonly count: number;
  /** Halves of the hash of each, the high one first. */
  readonly hashes: Uint32Array;
}

const encoder = new TextEncoder();

/** `contacts`: of each, empty where it is not known. */
export function customerIds(ids: readonly string[], contacts?: readonly string[]): CustomerIds {
  const hashes = new Uint32Array(2 * ids.length);
  for (let i = 0; i < ids.length; i++) hashInto(ids[i], hashes, 2 * i);
  const isAnyKnown = contacts?.some((contact) => contact !== '') === true;
  return {
    ...{ count: ids.length, hashes, ...packedTexts(ids) },
    ...(isAnyKnown && { contacts: packedTexts(contacts) }),
  };
}

function packedTexts(texts: readonly string[]): PackedTexts {
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

/** In another sequence: `order` names the customers that come one after the other. */
export function idsInOrder(ids: IdTexts, order: Uint32Array): IdTexts {
  return {
    ...textsInOrder(ids, order),
    contacts: ids.contacts && textsInOrder(ids.contacts, order),
    purchases: ids.purchases && textsInOrder(ids.purchases, order),
  };
}

function textsInOrder({ end, bytes }: PackedTexts, order: Uint32Array): PackedTexts {
  const orderedEnd = new Uint32Array(order.length);
  const ordered = new Uint8Array(bytes.length);
  let written = 0;
  for (let at = 0; at < order.length; at++) {
    const id = order[at];
    const last = end[id];
    // Byte by byte: they are short.
    for (let from = id === 0 ? 0 : end[id - 1]; from < last; from++) ordered[written++] = bytes[from];
    orderedEnd[at] = written;
  }
  return { end: orderedEnd, bytes: ordered };
}
