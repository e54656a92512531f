// Files with one basket per line: .dat (separated by spaces) or .csv (separated by commas), optionally gzipped.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BasketColumns } from '../../../src/core/baskets/basket-columns.ts';
import { type MadeUpOrder, productNumber } from './made-up-orders.ts';

const WRITTEN_AT_ONCE = 1_000_000;

/** Baskets of distinct products, each worth 1. */
export function basketsOfLists(lists: readonly (readonly string[])[]): BasketColumns {
  const indexes = new Map<string, number>();
  const start = [0];
  const product: number[] = [];
  for (const list of lists) {
    for (const name of list) if (!indexes.has(name)) indexes.set(name, indexes.size);
    const items = list.flatMap((name) => indexes.get(name) ?? []).sort((a, b) => a - b);
    for (const item of items) product.push(item);
    start.push(product.length);
  }
  return {
    basketCount: lists.length,
    start: Uint32Array.from(start),
    product: Uint32Array.from(product),
    values: [new Float64Array(product.length).fill(1)],
    scale: 0,
    products: [...indexes.keys()],
  };
}

/** Duplicate items of a basket count once; every item has a value of 1. */
export function readBasketFile(file: string): BasketColumns {
  const raw = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
  const separator = /\.csv(\.gz)?$/.test(file) ? ',' : ' ';
  const indexes = new Map<string, number>();
  const start = [0];
  const product: number[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const items = new Set<number>();
    for (const part of text.slice(from, end).split(separator)) {
      const name = part.trim();
      if (name === '') continue;
      const known = indexes.get(name) ?? indexes.size;
      indexes.set(name, known);
      items.add(known);
    }
    if (items.size > 0) {
      for (const item of [...items].sort((a, b) => a - b)) product.push(item);
      start.push(product.length);
    }
    from = end + 1;
  }
  return {
    basketCount: start.length - 1,
    start: Uint32Array.from(start),
    product: Uint32Array.from(product),
    values: [new Float64Array(product.length).fill(1)],
    scale: 0,
    products: [...indexes.keys()],
  };
}

/** What a report has in its baskets: each product that was bought, once. */
export function writeBaskets(file: string, orders: Iterable<MadeUpOrder>): void {
  const to = openSync(file, 'w');
  let text = '';
  for (const { lines } of orders) {
    const bought = lines.filter(({ quantity }) => quantity > 0);
    if (bought.length === 0) continue;
    text += `${[...new Set(bought.map(productNumber))].join(' ')}\n`;
    if (text.length < WRITTEN_AT_ONCE) continue;
    writeSync(to, text);
    text = '';
  }
  writeSync(to, text);
  closeSync(to);
}
