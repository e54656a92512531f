// Proposes fields for columns without names, by the kinds of their cells and by which column decides another: an order
// has one date, a product's number has one product.

import type { ExportField } from '../profiles/profile.ts';
import type { NamedColumn, NamedField } from './column-fields.ts';
import { composeColumns } from './column-flags.ts';

/** The name of a column in a file without a header. */
export function nameUnnamed(position: number): string {
  return `column ${position + 1}`;
}

export function areUnnamed(columns: readonly NamedColumn[]): boolean {
  return columns.every(({ column, position }) => column === nameUnnamed(position));
}

/** Half of the quantities are at most this. */
const USUAL_QUANTITY = 20;
/** The share of rows that may differ from others of their order. */
const FEW = 0.02;

/** `asked`: the fields without a column. */
export function guessUnnamedFields(
  asked: readonly NamedField[],
  columns: readonly NamedColumn[],
  positions: Readonly<Partial<Record<ExportField, number>>>,
  records: readonly (readonly string[])[],
): Partial<Record<NamedField, string>> {
  const used = new Set(Object.values(positions));
  const free = new Set(
    columns.filter(({ facts, position }) => (facts?.kind ?? 'empty') !== 'empty' && !used.has(position)),
  );
  const guesses: Partial<Record<NamedField, string>> = {};
  const take = (field: NamedField, found: NamedColumn | undefined): NamedColumn | undefined => {
    if (found === undefined || !asked.includes(field)) return columns[positions[field] ?? -1];
    free.delete(found);
    guesses[field] = found.column;
    return found;
  };
  const listKinds = (...kinds: readonly string[]): NamedColumn[] =>
    [...free].filter(({ facts }) => kinds.includes(facts?.kind ?? ''));
  const pickMost = (found: readonly NamedColumn[]): NamedColumn | undefined =>
    found.toSorted((a, b) => countDistinct(b) - countDistinct(a))[0];
  const decides = (one: NamedColumn, other: NamedColumn | undefined): boolean =>
    other === undefined || isFunction(records, one.position, other.position);

  const date = take('order_date', listKinds('date')[0]);
  const product = take('product_name', pickMost(listKinds('text')) ?? listKinds('mixed').at(-1));
  const codes = listKinds('whole', 'mixed');
  const sku = codes.find((one) => countDistinct(one) > 1 && isRepeated(one) && decides(one, product));
  const recurring = codes.filter(isRepeated);
  const repeated = recurring.length === 1 ? recurring : recurring.filter((one) => one !== sku);
  const order =
    pickMost(repeated.filter((one) => decides(one, date) && !isQuantity(one, records))) ??
    (date === undefined ? repeated[0] : undefined) ??
    codes.find((one) => !isRepeated(one));
  if (order !== undefined) take('order_id', order);
  else if (date !== undefined) {
    // A customer buys on several days.
    const customer = take('customer_id', listKinds('email')[0] ?? repeated[0]);
    if (asked.includes('order_id') && customer !== undefined)
      guesses.order_id = composeColumns([customer.column, date.column]);
  }
  if (sku !== undefined && sku !== order && product !== undefined) take('product_sku', sku);
  take(
    'quantity',
    listKinds('whole').find((one) => isQuantity(one, records)),
  );
  if (order !== undefined && guesses.customer_id === undefined) {
    const known = listKinds('whole', 'mixed').filter((one) => countDistinct(one) > 1 && decides(order, one));
    take('customer_id', listKinds('email')[0] ?? known[0]);
  }
  return guesses;
}

function countDistinct({ facts }: NamedColumn): number {
  return facts?.distinct ?? 0;
}

function isRepeated({ facts }: NamedColumn): boolean {
  return facts !== undefined && facts.distinct < facts.filled;
}

/** True if most numbers are small. */
function isQuantity({ position, facts }: NamedColumn, records: readonly (readonly string[])[]): boolean {
  if (facts?.kind !== 'whole') return false;
  const sizes = records.map((cells) => Math.abs(Number(cells[position]))).sort((a, b) => a - b);
  return (sizes[Math.floor(sizes.length / 2)] ?? 0) <= USUAL_QUANTITY;
}

/** True if nearly all rows with the same value of one column have the same value of the other. */
function isFunction(records: readonly (readonly string[])[], from: number, to: number): boolean {
  const values = new Map<string, string>();
  const others = records.filter((cells) => {
    const [key = '', value = ''] = [cells[from]?.trim(), cells[to]?.trim()];
    const known = values.get(key);
    if (known === undefined) values.set(key, value);
    return known !== undefined && known !== value;
  });
  return others.length <= FEW * records.length;
}
