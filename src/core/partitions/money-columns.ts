// Exact sums of money as columns of what partitions find.
import type { Column, UnpackedColumns } from '../extract/packed-columns.ts';
import type { Units } from '../money/decimal.ts';
import { limbsOf, unitsOfLimbs } from '../money/limbs.ts';
import type { MoneySums } from '../money/money-sums.ts';

/** To be packed with others: as `name`, or in several columns where a sum is no safe integer. */
export function moneyColumns(name: string, sums: MoneySums): Record<string, Column> {
  const small = new Float64Array(sums.length);
  for (let at = 0; at < small.length; at++) {
    const units = sums.unitsAt(at);
    if (typeof units === 'bigint') return limbColumns(name, sums);
    small[at] = units;
  }
  return { [name]: { kind: 'numbers', values: small } };
}

function limbColumns(name: string, sums: MoneySums): Record<string, Column> {
  const limbs = limbsOf(sums, sums.length);
  return Object.fromEntries(
    limbs.map((values, limb) => [limbName(name, limb), { kind: 'numbers', values } as const]),
  );
}

/** What `moneyColumns` was given: the units of sum `at`. */
export function moneyIn(columns: UnpackedColumns, name: string): (at: number) => Units {
  if (columns.has(name)) {
    const small = columns.numbers(name);
    return (at) => small[at];
  }
  const limbs: ArrayLike<number>[] = [];
  while (columns.has(limbName(name, limbs.length))) limbs.push(columns.numbers(limbName(name, limbs.length)));
  return (at) => unitsOfLimbs(limbs.map((limb) => limb[at]));
}

function limbName(name: string, limb: number): string {
  return `${name} ${limb}`;
}
