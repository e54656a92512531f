// Explains why the columns of a header are not those of order lines: lists all missing fields at once with candidate
// columns, or reports that a row is a whole order.
import type { FileProblem } from '../problems/file-problems.ts';
import type { ExportField } from '../profiles/profile.ts';
import { findListedProducts } from './column-facts.ts';
import { assignColumns, listCandidates, type NamedColumn, type NamedField } from './column-fields.ts';
import { composeColumns } from './column-flags.ts';
import { areUnnamed, guessUnnamedFields } from './unnamed-columns.ts';

type Positions = Readonly<Record<ExportField, number>>;
const AMOUNTS = ['unit_price', 'line_total', 'products_total'] as const;
type Records = readonly (readonly string[])[];

const OPTIONAL = ['customer_id', 'order_date', 'quantity', 'currency', 'status'] as const;

/** Minimum rows for which different ids prove that each row is a whole order. */
const LEAST_ROWS = 3;

/** `records`: cells below the header, read only if needed. Returns undefined for a valid header. */
export function findColumnProblem(
  columns: readonly NamedColumn[],
  positions: Positions,
  demandPrices: boolean,
  records: () => Records,
): FileProblem | undefined {
  const lacksOrder = positions.order_id === -1;
  const lacksProduct = positions.product_name === -1 && positions.product_sku === -1;
  const lacksPrice = demandPrices && AMOUNTS.every((field) => positions[field] === -1);
  if (!(lacksOrder || lacksProduct || lacksPrice)) return undefined;
  const header = columns.map(({ column }) => column);
  const sample = records();
  const asked: NamedField[] = [
    ...(lacksOrder ? (['order_id'] as const) : []),
    ...(lacksProduct ? (['product_name'] as const) : []),
    // If a header's names are unknown, these columns are missing, too.
    ...OPTIONAL.filter((field) => positions[field] === -1),
  ];
  const taken = Object.values(positions).filter((position) => position !== -1);
  const assigned = Object.entries(assignColumns(asked, listCandidates(columns), 0.5, taken));
  const guesses: Partial<Record<NamedField, string>> = areUnnamed(columns)
    ? guessUnnamedFields(asked, columns, positions, sample)
    : Object.fromEntries(assigned.map(([field, { column }]) => [field, column]));
  const hasProduct = !lacksProduct || guesses.product_name !== undefined;
  if (lacksOrder && hasProduct && guesses.order_id === undefined) {
    const [customer, date] = (['customer_id', 'order_date'] as const).map(
      (field) => header[positions[field]] ?? guesses[field],
    );
    // What a customer bought on a day is an order.
    if (customer !== undefined && date !== undefined) guesses.order_id = composeColumns([customer, date]);
  }
  if (lacksProduct) {
    const listed = findListedColumn(header, sample);
    const id = lacksOrder ? header.indexOf(guesses.order_id ?? '') : positions.order_id;
    if (listed !== undefined || (guesses.product_name === undefined && areDifferent(sample, id)))
      return { code: 'rows_are_orders', listed };
  }
  if (!lacksOrder && !lacksProduct) return { code: 'missing_prices', header, guesses };
  const missing = [
    ...(lacksOrder ? ['order_id'] : []),
    ...(lacksProduct ? ['product_name or product_sku'] : []),
    ...(lacksPrice ? ['unit_price or line_total'] : []),
  ];
  return { code: 'missing_columns', missing, header, guesses };
}

/** Finds out whether the cells of an existing product column list the products of whole orders. */
export function findProductProblem(
  header: readonly string[],
  { order_id, product_name }: Positions,
  records: Records,
): FileProblem | undefined {
  const example = findListedProducts(records.map((cells) => cells[product_name] ?? ''));
  if (example === undefined || !areDifferent(records, order_id)) return undefined;
  return { code: 'rows_are_orders', listed: { column: header[product_name] ?? '', example } };
}

function findListedColumn(header: readonly string[], records: Records) {
  for (const [position, column] of header.entries()) {
    const example = findListedProducts(records.map((cells) => cells[position] ?? ''));
    if (example !== undefined) return { column, example };
  }
  return undefined;
}

/** True if every row is another order. */
function areDifferent(records: Records, position: number): boolean {
  if (position === -1) return false;
  const ids = records.map((cells) => cells[position]?.trim() ?? '').filter((id) => id !== '');
  return ids.length >= LEAST_ROWS && new Set(ids).size === ids.length;
}
