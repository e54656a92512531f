// Columns of baskets from literal lists and from public files.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { BasketColumns } from '../../../src/analysis/baskets/basket-columns.ts';

/** `value`: a product's value in a basket; default 1. */
export function toBaskets(
  lists: readonly (readonly string[])[],
  value: (product: string) => number = () => 1,
): BasketColumns {
  const index = new Map<string, number>();
  const start = [0];
  const product: number[] = [];
  for (const list of lists) {
    const items = [...new Set(list)].map((name) => {
      const known = index.get(name) ?? index.size;
      index.set(name, known);
      return known;
    });
    product.push(...items.sort((a, b) => a - b));
    start.push(product.length);
  }
  const products = [...index.keys()];
  return {
    basketCount: lists.length,
    start: Uint32Array.from(start),
    product: Uint32Array.from(product),
    values: [Float64Array.from(product, (item) => value(products[item] ?? ''))],
    scale: 0,
    products,
  };
}

export function readBaskets(file: string, separator: string): BasketColumns {
  return toBaskets(readLists(file, separator));
}

/** One basket a line. */
export function readLists(file: string, separator: string): string[][] {
  const raw = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(separator).filter((item) => item.trim() !== ''));
}
