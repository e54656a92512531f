// Exact sums of money as columns of what partitions find.
import type { Column, UnpackedColumns } from '../extract/packed-columns.ts';
import type { Units } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';

/** To be packed with others: numbers, or digits where one of the sums is no safe integer. */
export function moneyColumns(name: string, sums: MoneySums): Record<string, Column> {
  const safe = sums.safeUnits(sums.length);
  if (safe !== undefined) return { [name]: { kind: 'numbers', values: safe } };
  const numbers = new Float64Array(sums.length);
  for (let at = 0; at < numbers.length; at++) {
    const units = sums.unitsAt(at);
    if (typeof units === 'bigint') return { [digitsOf(name)]: { kind: 'texts', values: allDigits(sums) } };
    numbers[at] = units;
  }
  return { [name]: { kind: 'numbers', values: numbers } };
}

/** What `moneyColumns` was given: the units of sum `at`. */
export function moneyIn(columns: UnpackedColumns, name: string): (at: number) => Units {
  if (columns.has(name)) {
    const numbers = columns.numbers(name);
    return (at) => numbers[at];
  }
  const digits = columns.texts(digitsOf(name));
  return (at) => BigInt(digits[at]);
}

/** The same as `count` sums. */
export function moneySumsIn(columns: UnpackedColumns, name: string, count: number, scale: number): MoneySums {
  if (columns.has(name)) {
    const units = columns.numbers(name);
    return MoneySums.ofUnits(units instanceof Float64Array ? units : Float64Array.from(units), scale);
  }
  const unitsAt = moneyIn(columns, name);
  const sums = new MoneySums(count, scale);
  for (let at = 0; at < count; at++) sums.add(at, unitsAt(at));
  return sums;
}

function allDigits(sums: MoneySums): string[] {
  return Array.from({ length: sums.length }, (_, at) => String(sums.unitsAt(at)));
}

function digitsOf(name: string): string {
  return `${name} in digits`;
}
