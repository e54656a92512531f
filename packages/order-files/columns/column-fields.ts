// Decides from the name and the cells of a column which field of an order it can be: certainly, where every word of the
// name is known and fits the field, or possibly, which has to be confirmed.

import { type CellKind, type ColumnFacts, computeColumnFacts } from './column-facts.ts';
import { type ColumnName, type Concept, readColumnName } from './column-words.ts';

export const NAMED_FIELDS = [
  ...(['order_id', 'customer_id', 'order_date', 'product_name', 'product_sku'] as const),
  ...(['unit_price', 'quantity', 'line_total', 'currency', 'status'] as const),
] as const;
export type NamedField = (typeof NAMED_FIELDS)[number];

export function isNamedField(field: string): field is NamedField {
  return NAMED_FIELDS.some((one) => one === field);
}

export interface FieldCandidate {
  readonly column: string;
  readonly position: number;
  /** Higher is likelier; from `SURE` on, the column needs no confirmation. */
  readonly score: number;
}

/** The score from which a column is taken for a field without a question. */
export const SURE = 10;

interface FieldSign {
  /** The name needs one of these concepts; the first ones are the likeliest. */
  readonly of: readonly Concept[];
  /** Concepts that a name of the field may have as well, and that make it likelier. */
  readonly with: readonly Concept[];
  /** Concepts that a name of the field may have as well. */
  readonly may?: readonly Concept[];
  /** The kinds of cells that the field can have. */
  readonly kinds: readonly CellKind[];
  /** The kind of cells that suggests the field without any word. */
  readonly byCells?: CellKind;
}

const CODES: readonly CellKind[] = ['text', 'whole', 'mixed', 'number'];
const AMOUNTS: readonly CellKind[] = ['number', 'whole'];

/** Concepts that are not listed contradict the field: a cost, a tax or a quantity is never a price. */
const SIGNS: Readonly<Record<NamedField, FieldSign>> = {
  order_id: {
    of: ['order', 'invoice', 'transaction', 'basket', 'receipt', 'sale'],
    with: ['id'],
    may: ['name', 'store', 'code'],
    kinds: CODES,
  },
  customer_id: {
    of: ['customer', 'email'],
    with: ['id', 'email'],
    may: ['order', 'code'],
    kinds: [...CODES, 'email'],
  },
  order_date: {
    of: ['date', 'time'],
    with: ['order', 'invoice', 'sale', 'placed', 'transaction', 'receipt', 'time', 'date'],
    may: ['payment'],
    kinds: ['date', 'whole', 'number'],
    byCells: 'date',
  },
  product_name: {
    of: ['product', 'description', 'name'],
    with: ['name', 'product', 'description'],
    may: ['sku', 'line'],
    kinds: ['text', 'mixed', 'whole'],
    byCells: 'text',
  },
  product_sku: {
    of: ['sku', 'product', 'code'],
    with: ['id', 'sku', 'product', 'code'],
    may: ['variant'],
    kinds: CODES,
  },
  unit_price: {
    of: ['price'],
    with: ['unit', 'product', 'sale'],
    kinds: AMOUNTS,
  },
  quantity: {
    of: ['quantity'],
    with: ['product', 'placed', 'order', 'sale', 'unit'],
    may: ['weight'],
    kinds: AMOUNTS,
  },
  line_total: {
    of: ['total', 'amount', 'price'],
    with: ['line', 'product', 'total'],
    may: ['amount', 'price', 'sub'],
    kinds: AMOUNTS,
  },
  currency: { of: ['currency'], with: ['id', 'order', 'code'], kinds: ['text', 'mixed'] },
  status: { of: ['status'], with: ['order', 'payment', 'sale'], kinds: ['text', 'mixed', 'whole'] },
};

/** A field whose name needs several concepts at once. */
const NEEDS: Partial<Record<NamedField, (concepts: ReadonlySet<Concept>) => boolean>> = {
  // A purchase's column is its number only if the name says so.
  order_id: (found) => !found.has('sale') || found.has('id') || found.has('order'),
  product_sku: (found) => found.has('sku') || found.has('id'),
  product_name: (found) => found.has('product') || found.has('description') || found.has('name'),
  line_total: (found) =>
    (found.has('line') || found.has('product')) && (found.has('total') || found.has('amount')),
};

export interface NamedColumn {
  readonly column: string;
  readonly position: number;
  readonly name: ColumnName;
  readonly facts: ColumnFacts | undefined;
}

/** `records`: cells below the header, as many as are known. */
export function nameColumns(
  header: readonly string[],
  records: readonly (readonly string[])[],
): readonly NamedColumn[] {
  return header.map((column, position) => ({
    column,
    position,
    name: readColumnName(column),
    facts:
      records.length === 0 ? undefined : computeColumnFacts(records.map((cells) => cells[position] ?? '')),
  }));
}

/** Lists the columns that each field can be, the likeliest first. */
export function listCandidates(
  columns: readonly NamedColumn[],
): Readonly<Record<NamedField, readonly FieldCandidate[]>> {
  const found = NAMED_FIELDS.map((field) => {
    const candidates = columns.flatMap(({ column, position, name, facts }): FieldCandidate[] => {
      const score = column === '' ? 0 : scoreColumn(field, name, facts);
      return score > 0 ? [{ column, position, score }] : [];
    });
    return [field, candidates.sort((a, b) => b.score - a.score)] as const;
  });
  return Object.fromEntries(found) as Record<NamedField, FieldCandidate[]>;
}

/** Returns 0 for a column that cannot be the field. */
function scoreColumn(field: NamedField, { concepts, unknown }: ColumnName, facts?: ColumnFacts): number {
  const { of, with: helps, may = [], kinds, byCells } = SIGNS[field];
  const isUnknownKind = facts === undefined || facts.kind === 'empty';
  const isKind = isUnknownKind || facts.kind === 'mixed' || kinds.includes(facts.kind);
  const rank = of.findIndex((one) => concepts.has(one));
  const contradicts = [...concepts].some(
    (one) => !of.includes(one) && !helps.includes(one) && !may.includes(one),
  );
  if (field === 'order_date' && hasShortNumbers(facts)) return 0;
  // A name is no id: two customers can share it.
  if (isKind && field === 'customer_id' && concepts.has('customer') && concepts.has('name')) return 3;
  // `Stück` is a number of pieces if its cells are numbers.
  const isUnit = concepts.has('unit') && concepts.size === 1 && unknown === 0;
  if (field === 'quantity' && isUnit && facts?.kind === 'whole') return SURE;
  // A row's own number is that of an order if nothing else is.
  if (field === 'order_id' && concepts.has('id') && concepts.size === 1 && unknown === 0) return 1;
  if (field === 'order_id' && !concepts.has('id') && isCount(facts)) return 0;
  const fits = rank !== -1 && !contradicts && NEEDS[field]?.(concepts) !== false;
  // Cells of another kind are wrong in a column that is named for the field, unless a column with fitting cells is, too;
  // of others they say that it is another one.
  if (!isKind) return fits && unknown === 0 ? SURE : 0;
  if (fits) {
    const helped = helps.filter((one) => one !== of[rank] && concepts.has(one)).length;
    return (unknown === 0 ? SURE + 1 : 2) + helped - rank / 10 - unknown / 2;
  }
  if (byCells !== undefined && facts?.kind === byCells && !contradicts) return 1 - unknown / 100;
  // Without a product, its category can stand for it.
  return field === 'product_name' && concepts.has('product') && concepts.has('kind') ? 0.9 : 0;
}

/** The cells of a column that count repeat a few numbers: "Orders" can be the number of orders. */
const FEWEST_CELLS = 20;
const MOST_COUNTS = 0.05;

function isCount(facts: ColumnFacts | undefined): boolean {
  return (
    facts?.kind === 'whole' && facts.filled >= FEWEST_CELLS && facts.distinct <= MOST_COUNTS * facts.filled
  );
}

/** Digits of the shortest number that is a date: the days of a spreadsheet, such as 46082. */
const SHORTEST_DATE = 5;

function hasShortNumbers(facts: ColumnFacts | undefined): boolean {
  if (facts?.kind !== 'whole' && facts?.kind !== 'number') return false;
  return facts.samples.every((cell) => cell.replaceAll(/\D/g, '').length < SHORTEST_DATE);
}

/** Chooses one column for each of these fields, none twice; omits fields without a candidate of this score. */
export function assignColumns(
  fields: readonly NamedField[],
  candidates: Readonly<Record<NamedField, readonly FieldCandidate[]>>,
  leastScore: number,
  taken: Iterable<number> = [],
): Partial<Record<NamedField, FieldCandidate>> {
  const used = new Set(taken);
  const assigned: Partial<Record<NamedField, FieldCandidate>> = {};
  const all = fields.flatMap((field) => candidates[field].map((candidate) => ({ field, candidate })));
  for (const { field, candidate } of all.sort((a, b) => b.candidate.score - a.candidate.score)) {
    if (candidate.score < leastScore || assigned[field] !== undefined || used.has(candidate.position))
      continue;
    assigned[field] = candidate;
    used.add(candidate.position);
  }
  return assigned;
}
