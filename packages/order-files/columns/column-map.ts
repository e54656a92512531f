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
import { hasDecimalIds } from '../text/tidy-texts.ts';
import type { DateFormat } from '../values/order-dates.ts';
import { type AmountFindings, type AmountReading, findAmounts } from './amount-columns.ts';
import type { Agreement, Equation } from './amount-equations.ts';
import { computeColumnFacts, isContactColumn, isEmailColumn } from './column-facts.ts';
import {
  assignColumns,
  isNamedField,
  listCandidates,
  type NamedColumn,
  nameColumns,
  SURE,
} from './column-fields.ts';
import { COMPOSED_BY, type ColumnChoice, type CustomChoice, demandCustomKeys } from './column-flags.ts';
import { findColumnProblem } from './column-problems.ts';

export interface FieldExplanation {
  readonly field: string;
  /** The header's own spelling; undefined when the field stays absent. */
  readonly column: string | undefined;
  readonly why: Reason;
  /** How dates are read; undefined for other fields. */
  readonly format?: DateFormat | undefined;
}

/** Why a column is that of a field, or none is: explain-columns.ts has a sentence for each. */
export type Reason =
  | {
      readonly code:
        | 'chosen'
        | 'contact'
        | 'common_name'
        | 'no_column'
        | 'line_price'
        | 'basket'
        | 'whole_order';
    }
  | { readonly code: 'exporter' | 'not_exported'; readonly title: string }
  | ({ readonly code: 'equation' } & Agreement);

export interface ColumnMap {
  readonly profile: Profile;
  /** The file's own columns, then the composed id of the order, then those of lines that stand within a record. */
  readonly header: readonly string[];
  /** How many of these columns are the file's own. */
  readonly width: number;
  /** Positions in the header; -1 when the file has no such column. */
  readonly positions: Readonly<Record<ExportField, number>>;
  readonly custom: readonly { readonly key: string; readonly position: number }[];
  /** The columns that make the id of the order together; none if it has a column of its own. */
  readonly orderIdParts: readonly OrderIdPart[];
  /** An equation of the amounts that held in the first rows; undefined where no columns state one amount twice. */
  readonly equation: Equation | undefined;
  /** Positions of discounts and extras that the amounts contain: no field reads them. */
  readonly contained: readonly number[];
  /** The readings between which the equation decided. */
  readonly readings: readonly AmountReading[];
  /** True if the numbers of `line_discount_rate` are percentages: 15 rather than 0.15. */
  readonly hasPercents: boolean;
  /** Positions of ids that have decimals, so that `3.0` is not 3. */
  readonly decimalIds: ReadonlySet<number>;
  /** True if the column of customers has their names. */
  readonly hasCustomerNames: boolean;
  readonly explanation: readonly FieldExplanation[];
}

export interface OrderIdPart {
  readonly position: number;
  /** True for a column of dates, of which the day counts. */
  readonly isDate: boolean;
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
  const parts = findOrderIdParts(source, ownHeader, choice.order_id);
  const composed = parts.length === 0 || choice.order_id === undefined ? [] : [choice.order_id];
  const header = [...ownHeader, ...composed, ...(profile.lines?.columns ?? [])];
  const plain = header.map(toPlainName);
  const taken = new Set<number>();
  const positions = { ...NO_POSITIONS };
  const reasons = new Map<ExportField, Reason>();
  for (const field of EXPORT_FIELDS) {
    const column = choice[field];
    if (column === undefined) continue;
    reasons.set(field, { code: 'chosen' });
    if (column === '') continue;
    positions[field] = findPosition(source, header, column, field);
    // A column of addresses may hold another field as well.
    if (field !== 'contact') taken.add(positions[field]);
  }
  const isPlain = profile.id === PLAIN.id;
  for (const field of EXPORT_FIELDS) {
    const names = profile.columns[field];
    if (choice[field] !== undefined || names === undefined) continue;
    const name = names.find((one) => plain.includes(one) && !taken.has(plain.indexOf(one)));
    positions[field] = name === undefined ? -1 : plain.indexOf(name);
    if (positions[field] !== -1) taken.add(positions[field]);
  }
  const sample = isPlain ? addComposedIds(records(), parts, header.length) : [];
  const named = nameColumns(header, sample).filter(
    ({ position }) => composed.length === 0 || position !== ownHeader.length,
  );
  const open = EXPORT_FIELDS.filter(isNamedField).filter(
    (field) =>
      choice[field] === undefined && profile.columns[field] === undefined && (isPlain || isOrderField(field)),
  );
  const assigned = assignColumns(open, listCandidates(named), SURE, taken);
  for (const field of open) {
    positions[field] = assigned[field]?.position ?? -1;
    if (positions[field] !== -1) taken.add(positions[field]);
  }
  if (open.includes('product_name') && isProductLine(named, positions)) positions.product_name = -1;
  if (choice.contact === undefined && positions.contact === -1) {
    positions.contact = findContactColumn(header, positions, taken);
    if (positions.contact !== -1) taken.add(positions.contact);
  }
  for (const field of EXPORT_FIELDS)
    if (choice[field] === undefined) reasons.set(field, explainPosition(field, positions[field], profile));
  const amounts = findOpenAmounts(isPlain, choice, { columns: named, records: sample, positions, taken });
  const [reading] = amounts.readings;
  if (amounts.readings.length === 1 && reading !== undefined) {
    for (const [field, column] of Object.entries(reading.columns) as [ExportField, string][]) {
      positions[field] = header.indexOf(column);
      if (column === '' || reading.agreement === undefined) continue;
      reasons.set(field, { code: 'equation', ...reading.agreement });
    }
  }
  const problem =
    findColumnProblem(
      named,
      positions,
      demandPrices && amounts.readings.length === 0,
      sample.length > 0 ? () => sample : records,
    ) ??
    (demandPrices && amounts.readings.length > 1
      ? ({ code: 'amount_readings', readings: amounts.readings } as const)
      : undefined);
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
    orderIdParts: parts.map((position) => ({
      position,
      isDate: position === positions.order_date || isDateColumn(position, records),
    })),
    equation: amounts.equation,
    contained: amounts.contained,
    readings: amounts.alternatives,
    hasPercents: hasPercents(positions.line_discount_rate, records),
    decimalIds: new Set(
      [positions.order_id, positions.customer_id, positions.product_sku].filter((position) =>
        hasDecimalIds(sample.map((cells) => cells[position] ?? '')),
      ),
    ),
    hasCustomerNames: named[positions.customer_id]?.name.concepts.has('name') === true,
    explanation: [
      ...explained.map((field) => ({
        field,
        column: header[positions[field]],
        why: reasons.get(field) ?? { code: 'no_column' as const },
      })),
      ...customColumns.map(({ key, position }) => ({
        field: `custom_fields.${key}`,
        column: header[position],
        why: { code: 'chosen' as const },
      })),
    ],
  };
}

/** True if the name of the product is that of a product line: a group of many products with codes of their own. */
function isProductLine(
  columns: readonly NamedColumn[],
  { product_name, product_sku }: Readonly<Record<ExportField, number>>,
): boolean {
  const [line, code] = [columns[product_name], columns[product_sku]];
  if (line === undefined || code === undefined || !line.name.concepts.has('line')) return false;
  return 2 * (line.facts?.distinct ?? 0) < (code.facts?.distinct ?? 0);
}

/** Columns of amounts, of which the operator can name one. */
const AMOUNT_FIELDS = [
  'unit_price',
  'line_total',
  'products_total',
  'order_total',
  'line_total_with_tax',
] as const;

/** The amounts of a file of no known exporter, unless the operator named their columns. */
function findOpenAmounts(
  isPlain: boolean,
  choice: ColumnChoice,
  { columns, records, positions, taken }: Parameters<typeof findAmounts>[0],
): AmountFindings {
  if (!isPlain || AMOUNT_FIELDS.some((field) => (choice[field] ?? '') !== ''))
    return { readings: [], alternatives: [], equation: undefined, contained: [] };
  const others = new Set(taken);
  for (const field of AMOUNT_FIELDS) others.delete(positions[field] ?? -1);
  return findAmounts({ columns, records, positions, taken: others });
}

/** A share is at most 1, a percentage above it. */
function hasPercents(position: number, records: () => readonly (readonly string[])[]): boolean {
  if (position === -1) return false;
  return records().some((cells) => Number(cells[position]?.replace(',', '.')) > 1);
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

function explainPosition(field: ExportField, position: number, { id, title, columns }: Profile): Reason {
  if (position !== -1) {
    if (field === 'contact') return { code: 'contact' };
    return id === PLAIN.id || columns[field] === undefined
      ? { code: 'common_name' }
      : { code: 'exporter', title };
  }
  if (columns[field]?.length !== 0) return { code: 'no_column' };
  return field === 'unit_price' ? { code: 'line_price' } : { code: 'not_exported', title };
}

/** Returns the columns that make the id together; none for the name of one column. Throws OrderFileError. */
function findOrderIdParts(source: string, header: readonly string[], column = ''): readonly number[] {
  if (!column.includes(COMPOSED_BY) || header.includes(column)) return [];
  const names = column.split(COMPOSED_BY).map((name) => name.trim());
  return names.map((name) => findPosition(source, header, name, 'order_id'));
}

/** Adds the composed ids to records of a file's own columns; the time of a date is left out. */
function addComposedIds(
  records: readonly (readonly string[])[],
  parts: readonly number[],
  width: number,
): readonly (readonly string[])[] {
  if (parts.length === 0) return records;
  return records.map((cells) => [
    ...cells.slice(0, width - 1),
    parts.map((position) => cells[position]?.trim().split(/[T ]\d/)[0]).join(' '),
  ]);
}

function isDateColumn(position: number, records: () => readonly (readonly string[])[]): boolean {
  return computeColumnFacts(records().map((cells) => cells[position] ?? '')).kind === 'date';
}

/** Tries the header's spelling first, then ignores case and punctuation. */
function findPosition(source: string, header: readonly string[], column: string, field: string): number {
  const exact = header.indexOf(column);
  const position = exact === -1 ? header.map(toPlainName).indexOf(toPlainName(column)) : exact;
  if (position !== -1) return position;
  throw new OrderFileError(source, { code: 'unknown_column', field, column, header });
}
