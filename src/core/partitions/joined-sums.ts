// Sums over all partitions of what each of them has one of.
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import { moneyIn } from './money-columns.ts';

/** `count` integers per partition, added one by one. */
export function summedNumbers(found: readonly UnpackedColumns[], name: string, count: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    found.reduce((sum, columns) => sum + columns.numbers(name)[at], 0),
  );
}

export function leastNumber(found: readonly UnpackedColumns[], name: string): number {
  return found.reduce(
    (least, columns) => Math.min(least, columns.numbers(name)[0]),
    Number.POSITIVE_INFINITY,
  );
}

/** `count` sums of money per partition, added one by one. */
export function summedMoney(
  found: readonly UnpackedColumns[],
  name: string,
  count: number,
  scale: number,
): MoneySums {
  const sums = new MoneySums(count, scale);
  for (const columns of found) {
    const unitsAt = moneyIn(columns, name);
    for (let at = 0; at < count; at++) sums.add(at, unitsAt(at));
  }
  return sums;
}

/** Numbers with how often each occurs, of two columns: `values` and `times`. */
export function summedTimes(
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
