// Packs exact sums of money as columns of a partition's results, and sums figures over all partitions.
import type { PackedColumn, UnpackedColumns } from '../extract/packed-columns.ts';
import type { MoneyUnits } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';

/** Columns to pack with others: numbers, or digits if one of the sums is not a safe integer. */
export function packMoney(name: string, sums: MoneySums): Record<string, PackedColumn> {
  const safe = sums.safeUnits(sums.length);
  if (safe !== undefined) return { [name]: safe };
  const numbers = new Float64Array(sums.length);
  for (let at = 0; at < numbers.length; at++) {
    const units = sums.unitsAt(at);
    if (typeof units === 'bigint') return { [toDigitsName(name)]: listDigits(sums) };
    numbers[at] = units;
  }
  return { [name]: numbers };
}

/** Reads the columns of `packMoney`: returns the units of the sum at an index. */
export function readMoneyUnits(columns: UnpackedColumns, name: string): (at: number) => MoneyUnits {
  if (columns.has(name)) {
    const numbers = columns.numbers(name);
    return (at) => numbers[at];
  }
  const digits = columns.texts(toDigitsName(name));
  return (at) => BigInt(digits[at]);
}

/** Reads `count` sums as MoneySums. */
export function readMoneySums(
  columns: UnpackedColumns,
  name: string,
  count: number,
  scale: number,
): MoneySums {
  if (columns.has(name)) {
    const units = columns.numbers(name);
    return MoneySums.ofUnits(units instanceof Float64Array ? units : Float64Array.from(units), scale);
  }
  const unitsAt = readMoneyUnits(columns, name);
  const sums = new MoneySums(count, scale);
  for (let at = 0; at < count; at++) sums.add(at, unitsAt(at));
  return sums;
}

function listDigits(sums: MoneySums): string[] {
  return Array.from({ length: sums.length }, (_, at) => String(sums.unitsAt(at)));
}

function toDigitsName(name: string): string {
  return `${name} in digits`;
}

/** `count` integers per partition, added one by one. */
export function sumNumbers(found: readonly UnpackedColumns[], name: string, count: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    found.reduce((sum, columns) => sum + columns.numbers(name)[at], 0),
  );
}

export function findLeastNumber(found: readonly UnpackedColumns[], name: string): number {
  return found.reduce(
    (least, columns) => Math.min(least, columns.numbers(name)[0]),
    Number.POSITIVE_INFINITY,
  );
}

/** `count` sums of money per partition, added one by one. */
export function sumMoneyColumns(
  found: readonly UnpackedColumns[],
  name: string,
  count: number,
  scale: number,
): MoneySums {
  const sums = new MoneySums(count, scale);
  for (const columns of found) {
    const unitsAt = readMoneyUnits(columns, name);
    for (let at = 0; at < count; at++) sums.add(at, unitsAt(at));
  }
  return sums;
}

/** Adds up numbers of occurrence, from two columns: `values` and `times`. */
export function sumTimes(
  found: readonly UnpackedColumns[],
  values: string,
  times: string,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const columns of found) {
    const [value, count] = [columns.numbers(values), columns.numbers(times)];
    for (let at = 0; at < value.length; at++) sums.set(value[at], (sums.get(value[at]) ?? 0) + count[at]);
  }
  return sums;
}
