// The numbers of a file's first rows by column: quantities, amounts of money by what their names allow, discounts, and tax
// or shipping, which a total may contain.

import type { ExportField } from '../profiles/profile.ts';
import { type DecimalMark, readAmount } from '../values/numbers.ts';
import type { NamedColumn } from './column-fields.ts';
import type { Concept } from './column-words.ts';

/** Concepts that no price of goods has in its name. */
const NEVER: readonly Concept[] = [
  ...([
    'cost',
    'tax',
    'shipping',
    'margin',
    'tip',
    'weight',
    'quantity',
    'id',
    'refund',
    'returned',
  ] as const),
  ...([
    'cancelled',
    'discount',
    'percent',
    'place',
    'kind',
    'status',
    'later',
    'deadline',
    'listed',
  ] as const),
  ...(['test', 'phone', 'email', 'date', 'time', 'customer', 'store'] as const),
];
export interface Amounts {
  readonly column: NamedColumn;
  /** By row; NaN where the cell is empty or no number. */
  readonly values: Float64Array;
}

export interface AmountTable {
  readonly rows: number;
  readonly quantity: Amounts | undefined;
  /** Other quantities, such as the net weight beside the number of pieces. */
  readonly otherQuantities: readonly Amounts[];
  readonly money: readonly Amounts[];
  /** Prices before a discount, which may prove a total. */
  readonly listed: readonly Amounts[];
  readonly discounts: readonly Amounts[];
  /** Amounts that a total may contain beside the goods. */
  readonly extras: readonly Amounts[];
  /** The order of each row; undefined without a column of orders. */
  readonly orders: readonly string[] | undefined;
  readonly products: readonly string[] | undefined;
}

export interface AmountColumns {
  readonly columns: readonly NamedColumn[];
  readonly records: readonly (readonly string[])[];
  /** Positions of fields that are known; -1 or undefined for others. */
  readonly positions: Readonly<Partial<Record<ExportField, number>>>;
  /** Columns that hold something else. */
  readonly taken: ReadonlySet<number>;
}

export function createAmountTable({ columns, records, positions, taken }: AmountColumns): AmountTable {
  const mark = findMark(columns, records);
  const read = (column: NamedColumn): Amounts => ({
    column,
    values: Float64Array.from(records, (cells) => readCell(cells[column.position] ?? '', mark)),
  });
  const textsAt = (position: number | undefined): string[] | undefined =>
    position === undefined || position === -1
      ? undefined
      : records.map((cells) => cells[position]?.trim() ?? '');
  const numeric = columns.filter(({ facts }) => facts?.kind === 'number' || facts?.kind === 'whole');
  const free = numeric.filter(({ position }) => !taken.has(position));
  const quantity = numeric.find(({ position }) => position === positions.quantity);
  const has =
    (concept: Concept) =>
    ({ name }: NamedColumn) =>
      name.concepts.has(concept);
  return {
    rows: records.length,
    quantity: quantity === undefined ? undefined : read(quantity),
    otherQuantities: free.filter((one) => has('quantity')(one) && one !== quantity).map(read),
    money: free.filter(isMoney).map(read),
    listed: free.filter((one) => has('listed')(one) && has('price')(one)).map(read),
    discounts: columns.filter((one) => has('discount')(one) && isNumeric(one, records, mark)).map(read),
    extras: free.filter((one) => has('tax')(one) || has('shipping')(one)).map(read),
    orders: textsAt(positions.order_id),
    products: textsAt(
      positions.product_name === undefined || positions.product_name === -1
        ? positions.product_sku
        : positions.product_name,
    ),
  };
}

/** True for a column whose cells are numbers, also with a percent sign. */
function isNumeric(
  { position }: NamedColumn,
  records: readonly (readonly string[])[],
  mark: DecimalMark,
): boolean {
  const cells = records.map((one) => one[position]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => !Number.isNaN(readCell(cell, mark)));
}

/** A percentage is read as its hundredth. */
function readCell(cell: string, mark: DecimalMark): number {
  const text = cell.trim();
  if (text === '') return Number.NaN;
  if (text.endsWith('%')) return (readAmount(text.slice(0, -1).trim(), mark, true) ?? Number.NaN) / 100;
  return readAmount(text, mark, true) ?? Number.NaN;
}

/** The mark with which more cells of amounts are numbers. */
function findMark(columns: readonly NamedColumn[], records: readonly (readonly string[])[]): DecimalMark {
  const counts = { point: 0, comma: 0 };
  for (const { position, facts } of columns) {
    if (facts?.kind !== 'number') continue;
    for (const cells of records) {
      const digits = /([.,])\d{1,2}\D*$/.exec(cells[position] ?? '')?.[1];
      if (digits === ',') counts.comma++;
      else if (digits === '.') counts.point++;
    }
  }
  return counts.comma > counts.point ? 'comma' : 'point';
}

function isMoney(column: NamedColumn): boolean {
  if (NEVER.some((one) => column.name.concepts.has(one))) return false;
  // A column of another name can be an amount if it has decimals.
  return isNamedMoney(column) || column.facts?.kind === 'number';
}

export function isNamedMoney({ name: { concepts } }: NamedColumn): boolean {
  return ['price', 'total', 'amount', 'revenue', 'sale'].some((one) => concepts.has(one as Concept));
}

export function canBeUnitPrice({ column: { name } }: Amounts): boolean {
  const { concepts } = name;
  return concepts.has('unit') || !['total', 'sub', 'line'].some((one) => concepts.has(one as Concept));
}

export function canBeLineTotal({ column: { name } }: Amounts): boolean {
  return !name.concepts.has('unit');
}

export function canBeOrderTotal({ column: { name } }: Amounts): boolean {
  return !['unit', 'line', 'product'].some((one) => name.concepts.has(one as Concept));
}

/** 0 for an absent number. */
export function toZero(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}
