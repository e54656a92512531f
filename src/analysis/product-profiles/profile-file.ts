// Stores profiles of products in a file in which one is found without reading the others: blocks of a few products
// each, by a hash of the product's name, and an index of the blocks at the end, so that the file is written in one
// pass.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { hash32 } from '../ingest/hash.ts';
import type { OrderSizes } from './order-sequences.ts';
import type { ProductProfile, ProductProfiles } from './product-profiles.ts';
import type { Beside, SideTotals } from './strongest-beside.ts';

/** Approximate number of products in a block. */
const PER_BLOCK = 16;
/** Most blocks: an index entry has at most 6 bytes before compression, so that the index fits in INDEX_BYTES. */
const MOST_BLOCKS = 8_192;
/** The index lies within this number of bytes at the end of the file. */
export const INDEX_BYTES = 65_536;
/** The last bytes: length of the index, and the version of the format. */
const TRAILER_BYTES = 8;
const VERSION = 1;

export interface ProfileIndex {
  /** Sizes of all orders. */
  readonly sizes: OrderSizes;
  /** Number of orders that are followed by another one of the same customer. */
  readonly pairs: number;
  readonly products: number;
  /** Bytes of each block. */
  readonly blocks: readonly number[];
}

export class ProfileFileError extends Error {
  override readonly name = 'ProfileFileError';
}

/** The file in pieces. Equal profiles give equal bytes, whatever the indexes of the items. */
export function* encodeProfileFile(profiles: ProductProfiles): Generator<Uint8Array> {
  const { items, sizes, totals } = profiles;
  const sold = profiles.sold();
  const count = Math.max(1, Math.min(MOST_BLOCKS, Math.ceil(sold.length / PER_BLOCK)));
  const blocks: number[] = [];
  for (const block of splitIntoBlocks(sold, items, count)) {
    const bytes = compressJson(block.map((item) => toFileProfile(profiles.of(item), profiles)));
    blocks.push(bytes.length);
    yield bytes;
  }
  const index: ProfileIndex = { sizes, pairs: totals.pairs, products: sold.length, blocks };
  const bytes = compressJson(index);
  if (bytes.length + TRAILER_BYTES > INDEX_BYTES)
    throw new Error(`expected an index of at most ${INDEX_BYTES} bytes, got ${bytes.length}`);
  yield bytes;
  const trailer = new DataView(new ArrayBuffer(TRAILER_BYTES));
  trailer.setUint32(0, bytes.length, true);
  trailer.setUint32(4, VERSION, true);
  yield new Uint8Array(trailer.buffer);
}

/** Items block by block, each by name. */
function splitIntoBlocks(sold: readonly number[], items: readonly string[], count: number): number[][] {
  const blocks = Array.from({ length: count }, (): number[] => []);
  for (const item of sold) blocks[hash32(items[item]) % count].push(item);
  for (const block of blocks) block.sort((a, b) => (items[a] < items[b] ? -1 : 1));
  return blocks;
}

function compressJson(value: object): Uint8Array {
  return zstdCompressSync(JSON.stringify(value));
}

/** `end`: the last INDEX_BYTES bytes of the file, or all of it. Throws ProfileFileError. */
export function readIndex(end: Uint8Array): ProfileIndex {
  if (end.length < TRAILER_BYTES) throw new ProfileFileError('the file of profiles is too short');
  const trailer = new DataView(end.buffer, end.byteOffset + end.length - TRAILER_BYTES, TRAILER_BYTES);
  const [length, version] = [trailer.getUint32(0, true), trailer.getUint32(4, true)];
  if (version !== VERSION || length + TRAILER_BYTES > end.length)
    throw new ProfileFileError(`the file of profiles has version ${version} and an index of ${length} bytes`);
  const index: ProfileIndex = decompressJson(end.subarray(-TRAILER_BYTES - length, -TRAILER_BYTES));
  return index;
}

/** The byte range of the block that would hold a product: from a byte to before another. */
export function findBlock(
  { blocks }: Pick<ProfileIndex, 'blocks'>,
  product: string,
): readonly [number, number] {
  const block = hash32(product) % blocks.length;
  const from = blocks.slice(0, block).reduce((sum, bytes) => sum + bytes, 0);
  return [from, from + blocks[block]];
}

/** Undefined if no order has the product. Throws ProfileFileError. */
export function findProfile(block: Uint8Array, product: string): FileProfile | undefined {
  const profiles: readonly FileProfile[] = decompressJson(block);
  return profiles.find((profile) => profile.product === product);
}

function decompressJson(bytes: Uint8Array) {
  try {
    return JSON.parse(zstdDecompressSync(bytes).toString('utf8'));
  } catch (cause) {
    throw new ProfileFileError('the file of profiles is damaged', { cause });
  }
}

// Defines a stored product profile, with names in place of indexes: counts alone, from which all shares follow.

export interface FileProfile {
  readonly product: string;
  readonly sizes: OrderSizes;
  readonly after: FileBeside;
  readonly before: FileBeside;
}

export interface FileBeside {
  readonly orders: number;
  readonly same: FileCounts;
  readonly others: readonly FileNeighbour[];
}

export interface FileCounts {
  readonly orders: number;
  readonly customers: number;
  /** Orders on this side that have the item, whatever the order on the other side has, among all pairs of orders. */
  readonly anywhere: number;
}

interface FileNeighbour extends FileCounts {
  readonly product: string;
}

function toFileProfile({ item, sizes, after, before }: ProductProfile, of: ProductProfiles): FileProfile {
  const { first, second } = of.totals;
  return {
    product: of.items[item],
    sizes,
    after: toFileBeside(after, of.items, second),
    before: toFileBeside(before, of.items, first),
  };
}

function toFileBeside(
  { orders, same, others }: Beside,
  items: readonly string[],
  anywhere: SideTotals['first'],
): FileBeside {
  return {
    orders,
    same: { orders: same.orders, customers: same.customers, anywhere: anywhere[same.item] },
    others: others.map(({ item, orders: count, customers }) => ({
      product: items[item],
      orders: count,
      customers,
      anywhere: anywhere[item],
    })),
  };
}
