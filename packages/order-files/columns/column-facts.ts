// Computes facts about the cells of a column, whatever its name: guesses rest on them, and `inspect` shows them.
import { readAmount } from '../values/numbers.ts';
import { DATE_FORMATS, type DateFormat, readOrderDate } from '../values/order-dates.ts';

/** `mixed`: no other kind fits nearly all cells. */
export type CellKind = 'empty' | 'whole' | 'number' | 'date' | 'email' | 'text' | 'mixed';

export interface ColumnFacts {
  readonly kind: CellKind;
  /** Cells with a value. */
  readonly filled: number;
  readonly cells: number;
  /** Different values. */
  readonly distinct: number;
  /** The first different ones. */
  readonly samples: readonly string[];
}

const NEARLY_ALL = 0.9;
const MOST_SAMPLES = 3;
/** Formats that fit numbers of any length: the operator has to choose them. */
const UNTOLD: readonly DateFormat[] = ['epoch-seconds', 'epoch-ms'];

export function computeColumnFacts(cells: readonly string[]): ColumnFacts {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const different = new Set(values);
  return {
    kind: classifyCells(values),
    filled: values.length,
    cells: cells.length,
    distinct: different.size,
    samples: [...different].slice(0, MOST_SAMPLES),
  };
}

function classifyCells(values: readonly string[]): CellKind {
  if (values.length === 0) return 'empty';
  const isNearlyAll = (is: (cell: string) => boolean): boolean =>
    values.filter(is).length >= NEARLY_ALL * values.length;
  if (isNearlyAll((cell) => /^-?\d+$/.test(cell))) return 'whole';
  if (isNearlyAll(isAmount)) return 'number';
  if (isNearlyAll(isDate)) return 'date';
  if (isNearlyAll((cell) => /^\S+@\S+\.\S+$/.test(cell))) return 'email';
  return isNearlyAll((cell) => /\p{L}/u.test(cell) && !isAmount(cell) && !isDate(cell)) ? 'text' : 'mixed';
}

function isAmount(cell: string): boolean {
  return readAmount(cell, 'point', true) !== undefined || readAmount(cell, 'comma', true) !== undefined;
}

function isDate(cell: string): boolean {
  return DATE_FORMATS.some((format) => !UNTOLD.includes(format) && readOrderDate(cell, format) !== undefined);
}

const PART_WITH_COUNT = /^\d+\s*[x×*]\s*\S|\S\s*[x×*]\s*\d+$|\(\s*[x×]?\s*\d+\s*\)|\b(?:qty|quantity)\b/i;
const LISTS = 0.3;

/**
 * Finds the cells' list of the products of a whole order, such as `2 x Tea; 1 x Milk`; undefined where there is none.
 */
export function findListedProducts(cells: readonly string[]): string | undefined {
  const values = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const lists = values.filter(isList);
  return lists.length >= 2 && lists.length >= LISTS * values.length ? lists[0] : undefined;
}

function isList(cell: string): boolean {
  if (/^\[\s*\{/.test(cell)) return true;
  const parts = cell.split(/[;|\n]|,\s/).map((part) => part.trim());
  return parts.length > 1 && parts.filter((part) => PART_WITH_COUNT.test(part)).length > 1;
}

// Recognizes columns of e-mail addresses by their name.

/**
 * True if the column's name says that it holds customers' addresses, rather than their consent or the shop's address.
 */
export function isContactColumn(column: string): boolean {
  return (
    isEmailColumn(column) &&
    !/seller|vendor|shop|store|market|subscri|verified|opt|consent|status|sent/i.test(column)
  );
}

/** True if the column's name says that it holds addresses: only then is case dropped. */
export function isEmailColumn(column: string | undefined): boolean {
  return column !== undefined && /e-?mail/i.test(column);
}
