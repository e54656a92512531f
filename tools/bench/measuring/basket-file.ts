// Reads files with one basket per line: .dat (separated by spaces) or .csv (separated by commas), optionally gzipped.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BasketColumns } from '../../../src/analysis/baskets/basket-columns.ts';

const [NEWLINE, BLANK, COMMA] = [10, 32, 44];

/**
 * Reads a file as bytes, which is faster in a process that has just started. Duplicate items of a basket count once;
 * every item has a value of 1.
 */
export function readBasketFile(file: string): BasketColumns {
  const raw = readFileSync(file);
  const bytes = file.endsWith('.gz') ? gunzipSync(raw) : raw;
  const separator = /\.csv(\.gz)?$/.test(file) ? COMMA : BLANK;
  const names = new NamesInBytes(bytes);
  const most = Math.ceil(bytes.length / 2);
  const product = new Uint32Array(most);
  /** For each item, the last basket that held it, from 1. */
  const lastIn = new Uint32Array(most);
  const start = [0];
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    const from = size;
    for (; at < bytes.length && bytes[at] !== NEWLINE; at++) {
      const begin = at;
      while (at < bytes.length && bytes[at] !== separator && bytes[at] !== NEWLINE) at++;
      const item = names.indexOf(begin, at);
      if (item >= 0 && lastIn[item] !== start.length) {
        lastIn[item] = start.length;
        product[size++] = item;
      }
      if (bytes[at] === NEWLINE) break;
    }
    if (size === from) continue;
    product.subarray(from, size).sort();
    start.push(size);
  }
  return {
    basketCount: start.length - 1,
    start: Uint32Array.from(start),
    product: product.slice(0, size),
    values: [new Float64Array(size).fill(1)],
    scale: 0,
    products: names.all(),
  };
}

/** Numbers names in the order of their first use: a hash table over their places in the file. */
class NamesInBytes {
  private readonly bytes: Buffer;
  /** The number of a name plus one, or 0 for a free slot. */
  private readonly table: Uint32Array;
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.table = new Uint32Array(2 ** Math.ceil(Math.log2(bytes.length + 2)));
  }

  /** Returns the number of the name in the bytes [from, to) without surrounding blanks; -1 if nothing is left. */
  indexOf(from: number, to: number): number {
    const { bytes, table } = this;
    let [begin, end] = [from, to];
    while (begin < end && (bytes[begin] ?? 0) <= BLANK) begin++;
    while (end > begin && (bytes[end - 1] ?? 0) <= BLANK) end--;
    if (begin === end) return -1;
    let hash = 0;
    for (let at = begin; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    let place = (hash ^ (hash >>> 15)) & (table.length - 1);
    for (;;) {
      const known = table[place] ?? 0;
      if (known === 0) break;
      if (this.isAt(known - 1, begin, end)) return known - 1;
      place = (place + 1) & (table.length - 1);
    }
    this.begins.push(begin);
    this.ends.push(end);
    table[place] = this.begins.length;
    return this.begins.length - 1;
  }

  all(): string[] {
    return this.begins.map((begin, name) => this.bytes.toString('utf8', begin, this.ends[name]));
  }

  private isAt(name: number, begin: number, end: number): boolean {
    const { bytes, begins, ends } = this;
    const known = begins[name] ?? 0;
    if ((ends[name] ?? 0) - known !== end - begin) return false;
    for (let at = begin; at < end; at++) if (bytes[at] !== bytes[known + at - begin]) return false;
    return true;
  }
}
