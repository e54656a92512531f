// Fields of pushed orders that are ignored: unknown names, and blank texts. Exports have columns of
// their own, but a misspelt `price` would give every order the value 0: the response and the import name them, and what
// was probably meant.
import * as v from 'valibot';
import { InvalidRequestError } from '../../errors/errors.ts';
import { excerpt } from '../../excerpt.ts';
import { described, optionally } from '../../schema/described.ts';
import { count, isBlank } from '../../schema/fields.ts';
import { MAX_CUSTOM_KEY_LENGTH } from '../../schema/limits.ts';
import { findNearestName, normalizeName } from '../../schema/nearest.ts';

/** Optional texts of orders and line items. The id of an order is required. */
const OPTIONAL_TEXTS: ReadonlySet<string> = new Set([
  'customer_id',
  'contact',
  'order_date',
  'product_name',
  'product_sku',
]);

/** Different fields that are named. */
export const MAX_FIELD_WARNINGS = 20;

const fieldWarning = v.object({
  field: described(v.string(), 'The field that was ignored, or was blank, `[]` for any place in a list.', {
    examples: ['orders[].line_items[].price'],
  }),
  rows: described(count, 'Rows that it concerns.', { examples: [120] }),
  did_you_mean: optionally(v.string(), 'The field that was probably meant; missing where none is near.', {
    examples: ['orders[].line_items[].unit_price'],
  }),
  message: described(v.string(), 'The same as a sentence. For people: it may change.'),
});
export type FieldWarning = v.InferOutput<typeof fieldWarning>;

export const fieldWarnings = v.pipe(v.array(fieldWarning), v.maxLength(MAX_FIELD_WARNINGS));

export class UnknownFieldError extends InvalidRequestError {
  /** The field's path. */
  readonly field: string;
  /** The field that was probably meant. */
  readonly meant: string | undefined;

  constructor(field: string, meant: string | undefined) {
    super(field, `unknown field${meant === undefined ? '' : `, did you mean ${meant}?`}`);
    this.field = field;
    this.meant = meant;
  }
}

interface Level {
  readonly prefix: string;
  readonly known: ReadonlySet<string>;
  /** Other words for a field, without case and separators. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Fields that the request, an order and a line item accept. */
export interface KnownFields {
  readonly request: readonly string[];
  readonly order: readonly string[];
  readonly lineItem: readonly string[];
}

interface Levels {
  readonly request: Level;
  readonly order: Level;
  readonly lineItem: Level;
}

export function createLevels({ request, order, lineItem }: KnownFields): Levels {
  return {
    request: createLevel('', request, { dataset: 'dataset_id', slug: 'dataset_id', data: 'orders' }),
    order: createLevel('orders[].', order, {
      customer: 'customer_id',
      client: 'customer_id',
      user: 'customer_id',
      email: 'customer_id',
      date: 'order_date',
      createdat: 'order_date',
      timestamp: 'order_date',
      id: 'order_id',
      ordernumber: 'order_id',
      items: 'line_items',
      lines: 'line_items',
      products: 'line_items',
    }),
    lineItem: createLevel('orders[].line_items[].', lineItem, {
      sku: 'product_sku',
      name: 'product_name',
      product: 'product_name',
      title: 'product_name',
      item: 'product_name',
      price: 'unit_price',
      cost: 'unit_price',
      qty: 'quantity',
      count: 'quantity',
      units: 'quantity',
      custom: 'custom_fields',
      attributes: 'custom_fields',
      properties: 'custom_fields',
    }),
  };
}

function createLevel(prefix: string, known: readonly string[], aliases: Level['aliases']): Level {
  return { prefix, known: new Set(known), aliases };
}

/** The values of custom fields, whose names are the client's. */
const CUSTOM_VALUES = createLevel('orders[].line_items[].custom_fields.', [], {});

interface Found {
  readonly level: Level;
  readonly name: string;
  readonly isKnown: boolean;
  rows: number;
}

interface OrderShape {
  readonly line_items: readonly object[];
}

function hasLines(order: unknown): order is OrderShape {
  return (
    typeof order === 'object' && order !== null && 'line_items' in order && Array.isArray(order.line_items)
  );
}

/** The first different fields, and how many others there are. */
export interface IgnoredFields {
  readonly warnings: readonly FieldWarning[];
  readonly more: number;
}

/** `body`: a request that its schema accepts. Throws UnknownFieldError for the first unknown field. */
export function refuseUnknownFields(levels: Levels, body: unknown): void {
  const refuse = (at: Level, value: object, path: string): void => {
    for (const name in value) {
      if (!at.known.has(name))
        throw new UnknownFieldError(`${path}${shortenName(name)}`, guessField(levels, at, name));
    }
  };
  const { request, orders } = openBody(body);
  for (const [i, order] of orders.entries()) {
    refuse(levels.order, order, `orders[${i}].`);
    for (const [j, line] of order.line_items.entries())
      refuse(levels.lineItem, line, `orders[${i}].line_items[${j}].`);
  }
  refuse(levels.request, request, '');
}

/** `body`: a request that its schema accepts. */
export function listIgnoredFields(levels: Levels, body: unknown): IgnoredFields {
  const found = new Map<string, Found>();
  const more = new Map<Level, Set<string>>();
  const note = (at: Level, name: string, isKnown: boolean, rows: number): void => {
    const key = at.prefix + name;
    const before = found.get(key);
    if (before !== undefined) before.rows += rows;
    else if (found.size < MAX_FIELD_WARNINGS) found.set(key, { level: at, name, isKnown, rows });
    else more.set(at, (more.get(at) ?? new Set()).add(name));
  };
  const look = (at: Level, value: object, rows: number): void => {
    for (const name in value) {
      const isKnown = at.known.has(name);
      if (!isKnown || (OPTIONAL_TEXTS.has(name) && isBlankText(value, name))) note(at, name, isKnown, rows);
    }
  };
  const noteBlankValues = (fields: unknown): void => {
    if (typeof fields !== 'object' || fields === null) return;
    for (const name in fields) if (isBlankText(fields, name)) note(CUSTOM_VALUES, name, true, 1);
  };
  const { request, orders } = openBody(body);
  let total = 0;
  for (const order of orders) {
    const rows = Math.max(1, order.line_items.length);
    total += rows;
    look(levels.order, order, rows);
    for (const line of order.line_items) {
      look(levels.lineItem, line, 1);
      if ('custom_fields' in line) noteBlankValues(line.custom_fields);
    }
  }
  look(levels.request, request, total);
  return {
    warnings: [...found.values()].map((one) => toWarning(levels, one)),
    more: [...more.values()].reduce((sum, names) => sum + names.size, 0),
  };
}

function openBody(body: unknown): { readonly request: object; readonly orders: readonly OrderShape[] } {
  const request = typeof body === 'object' && body !== null ? body : {};
  const orders: unknown = 'orders' in request ? request.orders : undefined;
  return { request, orders: Array.isArray(orders) ? orders.filter(hasLines) : [] };
}

function toWarning(levels: Levels, { level: at, name, isKnown, rows }: Found): FieldWarning {
  const shown = `${at.prefix}${shortenName(name)}`;
  if (isKnown) {
    const message = `${shown} is blank and counts as omitted (${rows} ${rows === 1 ? 'row' : 'rows'}).`;
    return { field: shown, rows, message };
  }
  const meant = guessField(levels, at, name);
  return {
    field: shown,
    rows,
    ...(meant !== undefined && { did_you_mean: meant }),
    message: `${shown} is not a field of the API and was ignored (${rows} ${rows === 1 ? 'row' : 'rows'}).${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  };
}

/** Returns the field's path with `[]`: of the same level, or of another one that has it by that name. */
function guessField(levels: Levels, at: Level, name: string): string | undefined {
  const alias = Object.hasOwn(at.aliases, normalizeName(name)) ? at.aliases[normalizeName(name)] : undefined;
  const here = alias ?? findNearestName(name, [...at.known]);
  if (here !== undefined) return at.prefix + here;
  const elsewhere = Object.values(levels).find(({ known }) => known.has(name));
  return elsewhere && elsewhere.prefix + name;
}

function isBlankText(value: object, name: string): boolean {
  const text: unknown = Reflect.get(value, name);
  return typeof text === 'string' && isBlank(text);
}

function shortenName(name: string): string {
  return excerpt(name, MAX_CUSTOM_KEY_LENGTH);
}
