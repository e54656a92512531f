// Placement hashes: which shard an order lives in, which part of a wide order a line lives in. They decide where
// stored data is found again, so they may never change.
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

/** Which of its shard's partitions an order belongs to. `lanes`: how many there are. */
export function getLane(orderId: string, lanes: number): number {
  return Math.floor(hash32(orderId) / SHARD_COUNT) % lanes;
}
