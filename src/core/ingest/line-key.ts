// The upsert key of a line within its order: its product name; for a line without one, its SKU.
import { hash32 } from './hash.ts';

/** The prefix keeps a name and a SKU of the same spelling apart. */
export function lineKey(name: string | undefined, sku: string | undefined): string {
  return name === undefined ? `s:${sku ?? ''}` : `n:${name}`;
}

/** 32 bits, the highest first, that say in which part of a wide order the line lives. */
export function lineHash(key: string): number {
  return hash32(key);
}
