// Recognizes lines that are whole orders, whose cells are products: lines of different lengths whose cells are texts,
// or numbers of products separated by blanks, as in the data sets of frequent itemset mining (FIMI, SPMF).

import { type Delimiter, guessDelimiter, parseRow } from '../text/csv-records.ts';
import { computeColumnFacts } from './column-facts.ts';

export const BASKET_COLUMNS = ['line', 'product'] as const;

/** Lines that are examined. */
const EXAMINED_LINES = 500;
const LEAST_LINES = 3;
/** Nearly all lines of a table have the same number of cells. */
const SAME_LENGTH = 0.8;
const NUMBERS_AND_BLANKS = /^\s*\d+(?: +\d+)*\s*$/;

export function guessBasketDelimiter(lines: readonly string[]): Delimiter | ' ' {
  const examined = listExamined(lines);
  if (examined.every((line) => NUMBERS_AND_BLANKS.test(line))) return ' ';
  return guessDelimiter(examined.join(' '));
}

export function listBasketProducts(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

export function areBaskets(lines: readonly string[]): boolean {
  const examined = listExamined(lines);
  if (examined.length < LEAST_LINES) return false;
  const delimiter = guessBasketDelimiter(examined);
  const baskets = examined.map((line) => listBasketProducts(parseRow(line, delimiter)));
  const hasSeveral = baskets.some((products) => products.length > 1);
  if (delimiter === ' ') return hasSeveral;
  const lengths = new Map<number, number>();
  for (const { length } of baskets) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  const isTable = Math.max(...lengths.values()) > SAME_LENGTH * baskets.length;
  return hasSeveral && !isTable && ['text', 'whole'].includes(computeColumnFacts(baskets.flat()).kind);
}

function listExamined(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== '').slice(0, EXAMINED_LINES);
}
