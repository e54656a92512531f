// Reads a line of NDJSON that is an order in the contract's shape: the rows that the API would store, or the first problem.
import { excerpt } from '../../../src/contract/excerpt.ts';
import { LINE_FIELD_RULES, ORDER_FIELD_RULES } from '../../../src/contract/resources/orders/order-fields.ts';
import type { SubmittedLine } from '../../../src/contract/resources/orders/submitted-order.ts';
import {
  createLevels,
  refuseUnknownFields,
  UnknownFieldError,
} from '../../../src/contract/resources/orders/unknown-fields.ts';
import { isBlank } from '../../../src/contract/schema/fields.ts';
import { MAX_CUSTOM_KEY_LENGTH, MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { createTooManyLinesError, RecordError } from '../problems/errors.ts';
import { formatJson } from '../values/bytes.ts';
import {
  findFieldProblem,
  isRecord,
  listCustomFields,
  type NameOf,
  namesProduct,
  type OrderRow,
} from './check-row.ts';
import type { JsonRecord } from './json-orders.ts';

const ORDER_KEYS = [...Object.keys(ORDER_FIELD_RULES), 'line_items'];
const LEVELS = createLevels({
  request: ['orders'],
  order: ORDER_KEYS,
  lineItem: Object.keys(LINE_FIELD_RULES),
});

/** Fields that the problem of a foreign order names. */
const SHOWN_FIELDS = 8;

/** Throws RecordError. */
export function readWholeOrder(record: JsonRecord, line: number): OrderRow[] {
  const items = record.line_items;
  if (Array.isArray(items) && items.length > MAX_LINE_ITEMS_PER_REQUEST)
    throw createTooManyLinesError(formatJson(record.order_id));
  if (record.order_id === undefined && Object.keys(record).some((key) => !ORDER_KEYS.includes(key)))
    throw new RecordError({ code: 'foreign_order', fields: Object.keys(record).slice(0, SHOWN_FIELDS) });
  refuseFields(ORDER_FIELD_RULES, record, shortenPath);
  if (!Array.isArray(items)) throw new RecordError({ code: 'not_line_items', column: 'line_items' });
  if (items.length === 0) throw new RecordError({ code: 'no_line_items', column: 'line_items' });
  const lines = items.map((item: unknown, at) => readLine(item, `line_items[${at}]`));
  refuseUnknown(record);
  const order = {
    line,
    order_id: String(record.order_id),
    customer_id: toOptionalText(record.customer_id),
    order_date: toOptionalText(record.order_date),
  };
  return lines.map((item) => ({ ...order, item }));
}

const shortenPath: NameOf = (...path) => path.map((name) => excerpt(name, MAX_CUSTOM_KEY_LENGTH)).join('.');

/** Throws RecordError. `place`: the path of the line within its order; undefined for a record of its own. */
export function readLine(line: unknown, place?: string): SubmittedLine {
  if (!isRecord(line)) throw new RecordError({ code: 'not_a_line_item', column: place ?? '' });
  refuseFields(LINE_FIELD_RULES, line, (...path) =>
    [...(place === undefined ? [] : [place]), shortenPath(...path)].join('.'),
  );
  const { unit_price, quantity, custom_fields } = line;
  const item: SubmittedLine = {
    product_name: toOptionalText(line.product_name),
    product_sku: toOptionalText(line.product_sku),
    unit_price: toOptionalNumber(unit_price),
    quantity: toOptionalNumber(quantity),
    custom_fields: isRecord(custom_fields)
      ? Object.fromEntries(
          listCustomFields(custom_fields).flatMap(([key, value]) => {
            const text = toOptionalText(value);
            return text === undefined ? [] : [[key, text]];
          }),
        )
      : undefined,
  };
  if (!namesProduct(item))
    throw new RecordError({ code: 'no_product', columns: place === undefined ? [] : [place] });
  return item;
}

function refuseFields(...[rules, values, nameOf]: Parameters<typeof findFieldProblem>): void {
  const problem = findFieldProblem(rules, values, nameOf);
  if (problem !== undefined) throw new RecordError(problem);
}

/** Blank text is the same as an omitted field. */
function toOptionalText(value: unknown): string | undefined {
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

function toOptionalNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function refuseUnknown(record: JsonRecord): void {
  try {
    refuseUnknownFields(LEVELS, { orders: [record] });
  } catch (error) {
    if (!(error instanceof UnknownFieldError)) throw error;
    const { field, meant } = error;
    throw new RecordError({ code: 'unknown_field', column: field, meant });
  }
}
