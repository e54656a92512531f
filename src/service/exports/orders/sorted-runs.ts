// Sorts the orders of a dataset of any size in bounded memory: runs of sorted orders in the bucket, merged block
// by block. A run is a list of blocks, each a stretch of lines of JSON, an order a line, compressed; a file
// holds several blocks. A place in the sequence is the key of an order, from which a merge can begin.
import { crc32 } from 'node:zlib';
import * as v from 'valibot';
import { compressSection, decodeSection } from '../../../analysis/extract/sections.ts';
import type { OrderRecord } from '../../../analysis/tables/order-lines.ts';
import type { OrderHeader } from '../../../contract/resources/orders/row.ts';
import { compareKeys } from '../../orders/shard-pages.ts';
import type { ByteRange } from '../../reports/partition-files.ts';

/** Characters of a block: a merge holds one block of each run. */
const BLOCK_CHARACTERS = 1_000_000;
/** Bytes at which a file of blocks is written. */
const FILE_BYTES = 8_000_000;
/** Lines at which a merge hands over its orders. */
const BATCH_LINES = 2_000;

/** Where an order comes in the sequence: by date, those without one last, then by id, then by part. */
export const orderKey = v.object({ date: v.nullable(v.number()), orderId: v.string(), path: v.string() });
export type OrderPlace = v.InferOutput<typeof orderKey>;

export function comparePlaces(a: OrderPlace, b: OrderPlace): number {
  if (a.date !== b.date) return a.date === null ? 1 : b.date === null ? -1 : a.date - b.date;
  return compareKeys(a.orderId, b.orderId) || compareKeys(a.path, b.path);
}

export const sortedRun = v.array(
  v.object({
    file: v.string(),
    at: v.number(),
    bytes: v.number(),
    rawBytes: v.number(),
    checksum: v.number(),
    /** The place of its first order. */
    first: orderKey,
  }),
);
export type SortedRun = v.InferOutput<typeof sortedRun>;
type Block = SortedRun[number];

/** An order as a line of JSON, with its place. */
export interface EncodedOrder {
  readonly place: OrderPlace;
  readonly text: string;
}

/** `lines`: as they are stored, which is JSON. */
export function encodeOrder(
  { orderId, orderDate, customerId, contact }: OrderHeader,
  path: string,
  { lines, imports }: { readonly lines: string; readonly imports: readonly string[] },
): EncodedOrder {
  const date = orderDate ?? null;
  const head = JSON.stringify([date, orderId, path, customerId, contact, imports]);
  return { place: { date, orderId, path }, text: `${head.slice(0, -1)},${lines}]` };
}

function decodeOrder(text: string): OrderRecord {
  const [date, orderId, path, customerId, contact, imports, lines] = JSON.parse(text);
  return { date, orderId, path, customerId, contact, imports, lines };
}

/** `name`: begins the names of its files. The orders must be added in sequence. */
export function createRunWriter(put: (file: string, bytes: Uint8Array) => Promise<void>, name: string) {
  const run: SortedRun = [];
  const encoder = new TextEncoder();
  let texts: string[] = [];
  let characters = 0;
  let first: OrderPlace | undefined;
  let pieces: Uint8Array[] = [];
  let size = 0;
  let files = 0;

  function closeBlock(): void {
    if (first === undefined) return;
    const { bytes, rawBytes } = compressSection(encoder.encode(texts.join('\n')));
    const file = `${name}-${files}`;
    run.push({ file, at: size, bytes: bytes.length, rawBytes, checksum: crc32(bytes), first });
    pieces.push(bytes);
    size += bytes.length;
    texts = [];
    characters = 0;
    first = undefined;
  }

  async function writeFile(): Promise<void> {
    if (size === 0) return;
    await put(`${name}-${files}`, Buffer.concat(pieces, size));
    files++;
    pieces = [];
    size = 0;
  }

  return {
    async add({ place, text }: EncodedOrder): Promise<void> {
      first ??= place;
      texts.push(text);
      characters += text.length;
      if (characters < BLOCK_CHARACTERS) return;
      closeBlock();
      if (size >= FILE_BYTES) await writeFile();
    },
    async end(): Promise<SortedRun> {
      closeBlock();
      await writeFile();
      return run;
    },
  };
}

type ReadBlock = (file: string, range: ByteRange) => Promise<Uint8Array>;

/** One run of a merge: its next order, and the block after this one, which is already on its way. */
class RunReader {
  readonly #run: SortedRun;
  readonly #read: ReadBlock;
  readonly #decoder = new TextDecoder();
  #coming: Promise<Uint8Array> | undefined;
  #block: number;
  #texts: readonly string[] = [];
  #at = 0;
  text = '';
  head: OrderRecord | undefined;

  constructor(run: SortedRun, read: ReadBlock, from: OrderPlace | undefined) {
    this.#run = run;
    this.#read = read;
    const after = from === undefined ? 0 : run.findIndex(({ first }) => comparePlaces(first, from) > 0);
    this.#block = Math.max(0, (after === -1 ? run.length : after) - 1);
    this.#coming = this.#request(this.#run[this.#block]);
  }

  #request(block: Block | undefined): Promise<Uint8Array> | undefined {
    const coming = block && this.#read(block.file, block);
    // A failure is thrown where the block is awaited.
    coming?.catch(() => undefined);
    return coming;
  }

  /** Steps to the next order; false if that needs `load`. */
  step(): boolean {
    const text = this.#texts[this.#at];
    if (text === undefined) return false;
    this.#at++;
    this.text = text;
    this.head = decodeOrder(text);
    return true;
  }

  /** Reads the next block and steps to its first order; at the end, there is no `head`. */
  async load(): Promise<void> {
    const block = this.#run[this.#block];
    if (block === undefined || this.#coming === undefined) {
      this.head = undefined;
      return;
    }
    const bytes = await this.#coming;
    this.#coming = this.#request(this.#run[this.#block + 1]);
    this.#texts = this.#decoder.decode(decodeSection(bytes, block, this.#block++)).split('\n');
    this.#at = 0;
    this.step();
  }
}

export interface MergedOrder extends EncodedOrder {
  readonly order: OrderRecord;
}

/** Yields the orders of all runs in sequence, in batches. `from`: the first place; default: the beginning. */
export async function* mergeRuns(
  runs: readonly SortedRun[],
  read: ReadBlock,
  from?: OrderPlace,
): AsyncGenerator<readonly MergedOrder[]> {
  const readers = runs.map((run) => new RunReader(run, read, from));
  for (const reader of readers) {
    await reader.load();
    while (from !== undefined && reader.head !== undefined && comparePlaces(reader.head, from) < 0)
      if (!reader.step()) await reader.load();
  }
  const heap: RunReader[] = readers
    .filter(({ head }) => head !== undefined)
    .sort((a, b) => (a.head && b.head ? comparePlaces(a.head, b.head) : 0));
  let batch: MergedOrder[] = [];
  let lines = 0;
  for (let reader = heap[0]; reader?.head !== undefined; reader = heap[0]) {
    const { head: order, text } = reader;
    batch.push({ place: order, text, order });
    lines += order.lines.length;
    if (!reader.step()) await reader.load();
    if (reader.head === undefined) {
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) heap[0] = last;
    }
    siftDown(heap);
    if (lines < BATCH_LINES) continue;
    yield batch;
    batch = [];
    lines = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Moves the first reader of a heap down to its place. */
function siftDown(heap: RunReader[]): void {
  const moved = heap[0];
  if (moved?.head === undefined) return;
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const isRight = isBefore(heap[left + 1], heap[left]);
    const child = isRight ? left + 1 : left;
    const next = heap[child];
    if (next === undefined || !isBefore(next, moved)) return;
    heap[at] = next;
    heap[child] = moved;
    at = child;
  }
}

function isBefore(a: RunReader | undefined, b: RunReader | undefined): boolean {
  return a?.head !== undefined && b?.head !== undefined && comparePlaces(a.head, b.head) < 0;
}
