// Which column of a file is which field of an order: told by flags, or guessed from the header and explained, so that
// an operator sees the guess before a million rows go by it.
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_KEY_LENGTH } from '../../src/schema/limits.ts';
import { OrderFileError } from './errors.ts';
import {
  COMMON_NAMES,
  EXPORTERS,
  type Exporter,
  ORDER_FIELDS,
  type OrderField,
  plainName,
} from './exporters.ts';

/** Fields that the operator named a column for. */
export type ColumnChoice = Partial<Record<OrderField, string>>;
/** `key`: the custom field's name in the order. */
export interface CustomChoice {
  readonly key: string;
  readonly column: string;
}

export interface FieldExplanation {
  readonly field: string;
  /** The header's own spelling; undefined when the field stays absent. */
  readonly column: string | undefined;
  readonly why: string;
}

export interface ColumnMap {
  readonly header: readonly string[];
  /** Positions in the header; -1 when the file has no such column. */
  readonly positions: Readonly<Record<OrderField, number>>;
  readonly custom: readonly { readonly key: string; readonly position: number }[];
  readonly explanation: readonly FieldExplanation[];
}

/** Keys that an object of its own must not carry. */
const RESERVED_KEYS = ['__proto__', 'constructor', 'prototype'];

/** `order_id=InvoiceNo,product_name=Description`. */
export function parseColumnsFlag(text: string): ColumnChoice {
  const choice: ColumnChoice = {};
  for (const { key, column } of pairs(text)) {
    const field = ORDER_FIELDS.find((known) => known === key);
    if (field === undefined || column === undefined) {
      throw new OrderFileError(
        undefined,
        `expected field=column with a field of ${ORDER_FIELDS.join(', ')}; got ${JSON.stringify(key)}`,
      );
    }
    choice[field] = column;
  }
  return choice;
}

/** `Country,Shipping Method`, or `country=Country` to give the custom field a name of its own. */
export function parseCustomFlag(text: string): CustomChoice[] {
  return pairs(text).map(({ key, column }) => ({ key, column: column ?? key }));
}

function pairs(text: string): { key: string; column: string | undefined }[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const at = part.indexOf('=');
    return at === -1
      ? { key: part.trim(), column: undefined }
      : { key: part.slice(0, at).trim(), column: part.slice(at + 1).trim() };
  });
}

/** Throws OrderFileError when order_id or a product has no column, or a column that was asked for is not there. */
export function mapColumns(
  source: string,
  header: readonly string[],
  choice: ColumnChoice = {},
  custom: readonly CustomChoice[] = [],
): ColumnMap {
  const plain = header.map(plainName);
  const has = (name: string): boolean => plain.includes(name);
  const exporter = EXPORTERS.find(({ signature }) => signature.every(has));
  const taken = new Set<number>();
  const positions = new Map<OrderField, number>();
  const reasons = new Map<OrderField, string>();
  for (const field of ORDER_FIELDS) {
    const column = choice[field];
    if (column === undefined) continue;
    const position = positionOf(source, header, column, `${field}=`);
    positions.set(field, position);
    reasons.set(field, 'as told');
    taken.add(position);
  }
  for (const field of ORDER_FIELDS) {
    if (positions.has(field)) continue;
    const names = exporter?.columns[field] ?? COMMON_NAMES[field];
    const name = names.find((one) => has(one) && !taken.has(plain.indexOf(one)));
    const position = name === undefined ? -1 : plain.indexOf(name);
    positions.set(field, position);
    reasons.set(field, reasonFor(field, position, exporter));
    if (position !== -1) taken.add(position);
  }
  const positionsOf = (field: OrderField): number => positions.get(field) ?? -1;
  demandFields(source, header, positionsOf);
  const customColumns = custom.map(({ key, column }) => {
    return { key, position: positionOf(source, header, column, '--custom ') };
  });
  demandCustomKeys(source, custom);
  return {
    header,
    positions: {
      order_id: positionsOf('order_id'),
      customer_id: positionsOf('customer_id'),
      order_date: positionsOf('order_date'),
      product_name: positionsOf('product_name'),
      product_sku: positionsOf('product_sku'),
      unit_price: positionsOf('unit_price'),
      quantity: positionsOf('quantity'),
    },
    custom: customColumns,
    explanation: [
      ...ORDER_FIELDS.map((field) => ({
        field,
        column: header[positionsOf(field)],
        why: reasons.get(field) ?? '',
      })),
      ...customColumns.map(({ key, position }) => ({
        field: `custom_fields.${key}`,
        column: header[position],
        why: 'as told',
      })),
    ],
  };
}

/** One line a field, for a terminal. */
export function explainColumns({ explanation }: Pick<ColumnMap, 'explanation'>): string {
  const width = Math.max(...explanation.map(({ field }) => field.length));
  return explanation
    .map(({ field, column, why }) => {
      const from = column === undefined ? 'absent' : JSON.stringify(column);
      return `${field.padEnd(width)}  ${from} (${why})`;
    })
    .join('\n');
}

function reasonFor(field: OrderField, position: number, exporter: Exporter | undefined): string {
  if (position === -1) return exporter?.without?.[field] ?? `no column of the header is known to be ${field}`;
  return exporter?.columns[field] === undefined ? 'a common name for it' : `the header is ${exporter.name}'s`;
}

/** The header's spelling first, then without case and punctuation. */
function positionOf(source: string, header: readonly string[], column: string, flag: string): number {
  const exact = header.indexOf(column);
  const position = exact === -1 ? header.map(plainName).indexOf(plainName(column)) : exact;
  if (position !== -1) return position;
  throw new OrderFileError(source, `${flag}${column}: no such column; the header has ${listed(header)}`);
}

function demandFields(
  source: string,
  header: readonly string[],
  position: (field: OrderField) => number,
): void {
  const missing: string[] = [];
  if (position('order_id') === -1) missing.push('order_id');
  if (position('product_name') === -1 && position('product_sku') === -1) {
    missing.push('product_name or product_sku');
  }
  if (missing.length === 0) return;
  const flag = missing.map((fields) => `${fields.split(' ')[0]}=COLUMN`).join(',');
  throw new OrderFileError(
    source,
    `no column found for ${missing.join(', nor for ')}; the header has ${listed(header)}. Name it with --columns ${flag}`,
  );
}

function demandCustomKeys(source: string, custom: readonly CustomChoice[]): void {
  if (custom.length > MAX_CUSTOM_FIELDS) {
    throw new OrderFileError(
      source,
      `expected at most ${MAX_CUSTOM_FIELDS} custom fields, got ${custom.length}`,
    );
  }
  for (const { key } of custom) {
    if (key.length >= 1 && key.length <= MAX_CUSTOM_KEY_LENGTH && !RESERVED_KEYS.includes(key)) continue;
    throw new OrderFileError(
      source,
      `--custom ${key}: expected a name of 1 to ${MAX_CUSTOM_KEY_LENGTH} characters, other than ${RESERVED_KEYS.join(', ')}; NAME=COLUMN gives it another`,
    );
  }
}

function listed(header: readonly string[]): string {
  return header.map((column) => JSON.stringify(column)).join(', ');
}
