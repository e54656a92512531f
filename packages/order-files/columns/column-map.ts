// Maps columns of a file to fields of an order: set by flags, or guessed from the header and explained, so that the
// operator can check a guess before a million rows depend on it.

import { OrderFileError } from '../problems/errors.ts';
import { PLAIN } from '../profiles/plain.ts';
import {
  EXPORT_FIELDS,
  type ExportField,
  ORDER_FIELDS,
  type OrderField,
  type Profile,
  toPlainName,
} from '../profiles/profile.ts';
import { chooseProfile, findOrderListExporter } from '../profiles/profiles.ts';
import { isContactColumn, isEmailColumn } from './column-facts.ts';
import { type ColumnChoice, type CustomChoice, demandCustomKeys } from './column-flags.ts';
import { findColumnProblem } from './column-problems.ts';

export interface FieldExplanation {
  readonly field: string;
  /** The header's own spelling; undefined when the field stays absent. */
  readonly column: string | undefined;
  readonly why: string;
}

export interface ColumnMap {
  readonly profile: Profile;
  /** The file's own columns, then those of lines that stand within a record. */
  readonly header: readonly string[];
  /** How many of these columns are the file's own. */
  readonly width: number;
  /** Positions in the header; -1 when the file has no such column. */
  readonly positions: Readonly<Record<ExportField, number>>;
  readonly custom: readonly { readonly key: string; readonly position: number }[];
  readonly explanation: readonly FieldExplanation[];
}

export interface ColumnOptions {
  readonly choice?: ColumnChoice | undefined;
  readonly custom?: readonly CustomChoice[] | undefined;
  /** A profile's id; by default the header decides. */
  readonly from?: string | undefined;
  /** Refuses a header without a column of prices. */
  readonly demandPrices?: boolean | undefined;
  /** Cells below the header, on which a refusal bases its guesses. */
  readonly records?: (() => readonly (readonly string[])[]) | undefined;
}

/** Throws OrderFileError when no column holds order_id or a product, or when a requested column is missing. */
export function mapColumns(
  source: string,
  ownHeader: readonly string[],
  { choice = {}, custom = [], from, demandPrices = false, records = () => [] }: ColumnOptions = {},
): ColumnMap {
  const profile = chooseProfile(ownHeader, from);
  const exporter = profile.id === PLAIN.id ? findOrderListExporter(ownHeader) : undefined;
  // Columns that an operator chose can still make order lines of it.
  if (exporter !== undefined && choice.product_name === undefined && choice.product_sku === undefined) {
    throw new OrderFileError(source, { code: 'order_list', exporter });
  }
  const header = [...ownHeader, ...(profile.lines?.columns ?? [])];
  const plain = header.map(toPlainName);
  const taken = new Set<number>();
  const positions = { ...NO_POSITIONS };
  const reasons = new Map<ExportField, string>();
  for (const field of EXPORT_FIELDS) {
    const column = choice[field];
    if (column === undefined) continue;
    reasons.set(field, 'set by --columns');
    if (column === '') continue;
    positions[field] = findPosition(source, header, column, field);
    // A column of addresses may hold another field as well.
    if (field !== 'contact') taken.add(positions[field]);
  }
  for (const field of EXPORT_FIELDS) {
    if (choice[field] !== undefined) continue;
    const names = profile.columns[field] ?? (isOrderField(field) ? PLAIN.columns[field] : undefined) ?? [];
    const name = names.find((one) => plain.includes(one) && !taken.has(plain.indexOf(one)));
    const named = name === undefined ? -1 : plain.indexOf(name);
    const position =
      field === 'contact' && named === -1 ? findContactColumn(header, positions, taken) : named;
    positions[field] = position;
    reasons.set(field, explainPosition(field, position, profile));
    if (position !== -1) taken.add(position);
  }
  const problem = findColumnProblem(header, positions, demandPrices, records);
  if (problem !== undefined) throw new OrderFileError(source, problem);
  const customColumns = custom.map(({ key, column }) => {
    return { key, position: findPosition(source, header, column, 'custom') };
  });
  demandCustomKeys(source, custom);
  const explained = EXPORT_FIELDS.filter((field) => isOrderField(field) || positions[field] !== -1);
  return {
    profile,
    header,
    width: ownHeader.length,
    positions,
    custom: customColumns,
    explanation: [
      ...explained.map((field) => ({
        field,
        column: header[positions[field]],
        why: reasons.get(field) ?? '',
      })),
      ...customColumns.map(({ key, position }) => ({
        field: `custom_fields.${key}`,
        column: header[position],
        why: 'set by --columns',
      })),
    ],
  };
}

const NO_POSITIONS = Object.fromEntries(EXPORT_FIELDS.map((field) => [field, -1])) as Record<
  ExportField,
  number
>;

/**
 * Finds the column of e-mail addresses, unless the customers' ids are such addresses; without customers, nobody can be
 * reached.
 */
function findContactColumn(
  header: readonly string[],
  { customer_id: id }: Readonly<Record<ExportField, number>>,
  taken: ReadonlySet<number>,
): number {
  if (id === -1 || isEmailColumn(header[id])) return -1;
  return header.findIndex((name, at) => isContactColumn(name) && !taken.has(at));
}

function isOrderField(field: ExportField): field is OrderField {
  return ORDER_FIELDS.some((one) => one === field);
}

/** Explains the columns, one line per field, for a terminal. */
export function explainColumns({ explanation }: Pick<ColumnMap, 'explanation'>): string {
  const width = Math.max(...explanation.map(({ field }) => field.length));
  return explanation
    .map(({ field, column, why }) => {
      const from = column === undefined ? 'absent' : JSON.stringify(column);
      return `${field.padEnd(width)}  ${from} (${why})`;
    })
    .join('\n');
}

function explainPosition(field: ExportField, position: number, { id, title, columns }: Profile): string {
  if (position !== -1) {
    if (field === 'contact')
      return 'e-mail addresses, kept for lists of customers; --columns contact= leaves them out';
    return id === PLAIN.id || columns[field] === undefined ? 'a common name for it' : `as ${title} has it`;
  }
  if (columns[field]?.length !== 0) return `no column of the header is known to be ${field}`;
  return field === 'unit_price' ? 'the price of the line, divided by the quantity' : `${title} has none`;
}

/** Tries the header's spelling first, then ignores case and punctuation. */
function findPosition(source: string, header: readonly string[], column: string, field: string): number {
  const exact = header.indexOf(column);
  const position = exact === -1 ? header.map(toPlainName).indexOf(toPlainName(column)) : exact;
  if (position !== -1) return position;
  throw new OrderFileError(source, { code: 'unknown_column', field, column, header });
}
