// Computes placement hashes: the shard of an order and the part of a wide order that holds a line. They locate stored
// data, so they may never change.
import { SHARD_COUNT } from '../../contract/schema/limits.ts';

/** FNV-1a over UTF-16 code units, finished with murmur3's mixer so that high and low bits are equally good. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function getShard(orderId: string): number {
  return hash32(orderId) % SHARD_COUNT;
}

/** The lane of an order within its shard. `lanes`: their number. */
export function getLane(orderId: string, lanes: number): number {
  return Math.floor(hash32(orderId) / SHARD_COUNT) % lanes;
}
