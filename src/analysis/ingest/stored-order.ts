// Encodes an order for storage: one item, or a tree of parts if it is too wide for one. Lines are one compact JSON
// string, so that a report decodes an order with a single JSON.parse.
import type { OrderLine } from '../../contract/resources/orders/row.ts';
import { hashLineKey, toLineIdentity } from './line-key.ts';

/** The import that last wrote each field of a line; empty for a field that no import wrote. */
export interface FieldStamps {
  readonly sku: string;
  readonly unitPrice: string;
  readonly quantity: string;
  readonly customFields: string;
}

/** A line and the import that last wrote it. */
export interface StoredLine extends OrderLine {
  readonly importId: string;
  /** Present if fields come from several imports. */
  readonly stamps?: FieldStamps;
}

/** A line that an import has removed. */
export interface RemovedLine extends Pick<OrderLine, 'name' | 'sku'> {
  readonly importId: string;
}

/** An order-level value and the import that last wrote it. */
export interface Stamped<T> {
  readonly value: T;
  readonly importId: string;
}

/**
 * One part of an order. `path` is '0' for the root and one more bit for each split: '00' and '01' are the root's
 * children. A part that was split keeps no lines; they live in its children by the bits of their key's hash.
 */
export interface OrderPart {
  readonly orderId: string;
  readonly path: string;
  /** Incremented by every write; 0 for a part that is not stored yet. */
  readonly version: number;
  readonly split: boolean;
  /** Order-level values are in the root. */
  readonly customerId: Stamped<string> | undefined;
  /** Epoch milliseconds, UTC. */
  readonly orderDate: Stamped<number> | undefined;
  /** The customer's contact. */
  readonly contact?: Stamped<string> | undefined;
  /** The newest import that listed all rows of the order: rows of older imports are no longer added. */
  readonly completeAs?: string | undefined;
  /** Lines by line key. */
  readonly lines: ReadonlyMap<string, StoredLine>;
  /** Removed lines by line key; undefined if there are none. */
  readonly removed?: ReadonlyMap<string, RemovedLine> | undefined;
}

export const ROOT_PATH = '0';

export function createEmptyPart(orderId: string, path: string = ROOT_PATH): OrderPart {
  return {
    orderId,
    path,
    version: 0,
    split: false,
    customerId: undefined,
    orderDate: undefined,
    lines: new Map(),
  };
}

/** The child of a split part that holds a line: the path grows by the next bit of the key's hash. */
export function getChildPath(path: string, key: string): string {
  const depth = path.length - ROOT_PATH.length;
  return path + ((hashLineKey(key) >>> (31 - depth)) & 1);
}

/**
 * [name | null, sku | null, unit price, quantity, index into imports, custom fields?, indexes of the imports that wrote
 * sku, unit price, quantity and custom fields, -1 for none?]
 */
export type PackedLine = [
  string | null,
  string | null,
  number,
  number,
  number,
  Record<string, string>?,
  [number, number, number, number]?,
];

/** [name | null, sku | null, index into imports] */
type PackedRemoval = [string | null, string | null, number];

/** The attributes of a stored part beside its keys. Imports are named once; all other values refer to them by index. */
export interface PackedPart {
  readonly version: number;
  readonly imports: readonly string[];
  /** JSON array of PackedLine, ascending by line key. Absent from a part that was split. */
  readonly lines?: string;
  readonly customer_id?: string;
  readonly customer_import?: number;
  /** Epoch milliseconds, UTC. */
  readonly order_date?: number;
  readonly date_import?: number;
  readonly contact?: string;
  readonly contact_import?: number;
  readonly complete_import?: number;
  /** JSON array of PackedRemoval, ascending by line key. */
  readonly removed?: string;
}

/** Lines are sorted by key: equal lines give equal bytes, and reports read them in one canonical order. */
export function packOrderPart(part: OrderPart): PackedPart {
  const imports: string[] = [];
  const indexOf = new Map<string, number>();
  const refer = (importId: string): number => {
    let index = indexOf.get(importId);
    if (index === undefined) {
      index = imports.push(importId) - 1;
      indexOf.set(importId, index);
    }
    return index;
  };
  const lines = [...part.lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]): PackedLine => {
      const packed: PackedLine = [
        line.name ?? null,
        line.sku ?? null,
        line.unitPrice,
        line.quantity,
        refer(line.importId),
      ];
      if (line.customFields !== undefined) packed.push({ ...line.customFields });
      else if (line.stamps !== undefined) packed.push({});
      if (line.stamps !== undefined) {
        const { sku, unitPrice, quantity, customFields } = line.stamps;
        const stamp = (importId: string): number => (importId === '' ? -1 : refer(importId));
        packed.push([stamp(sku), stamp(unitPrice), stamp(quantity), stamp(customFields)]);
      }
      return packed;
    });
  const removed = [...(part.removed ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, sku, importId }]): PackedRemoval => [name ?? null, sku ?? null, refer(importId)]);
  return {
    version: part.version,
    imports,
    ...(!part.split && { lines: JSON.stringify(lines) }),
    ...(part.customerId && {
      customer_id: part.customerId.value,
      customer_import: refer(part.customerId.importId),
    }),
    ...(part.orderDate && { order_date: part.orderDate.value, date_import: refer(part.orderDate.importId) }),
    ...(part.contact && { contact: part.contact.value, contact_import: refer(part.contact.importId) }),
    ...(part.completeAs !== undefined && { complete_import: refer(part.completeAs) }),
    ...(removed.length > 0 && { removed: JSON.stringify(removed) }),
  };
}

/** JSON writes a UTF-16 unit in at most 6 bytes: a control character or a lone surrogate. */
const MOST_BYTES_PER_UNIT = 6;
/** UTF-16 units for the numbers, brackets, quotes and commas of a line or of a custom field. */
const UNITS_PER_LINE = 16;
const UNITS_PER_FIELD = 1;

/** UTF-16 units for the imports of a line's fields. */
const UNITS_OF_STAMPS = 24;

/** An upper bound of the packed size of the part's lines in bytes, without packing them. */
export function estimateMostBytes({ lines, removed }: Pick<OrderPart, 'lines' | 'removed'>): number {
  let units = 1;
  for (const { name, sku } of removed?.values() ?? [])
    units += UNITS_PER_LINE + (name?.length ?? 0) + (sku?.length ?? 0);
  for (const { name, sku, customFields, stamps } of lines.values()) {
    units += UNITS_PER_LINE + (name?.length ?? 0) + (sku?.length ?? 0) + (stamps ? UNITS_OF_STAMPS : 0);
    for (const field in customFields) {
      units += UNITS_PER_FIELD + field.length + (customFields[field]?.length ?? 0);
    }
  }
  return units * MOST_BYTES_PER_UNIT;
}

export function unpackPart(orderId: string, path: string, packed: PackedPart): OrderPart {
  const getImport = (index: number | undefined): string => packed.imports[index ?? -1] ?? '';
  const lines = new Map<string, StoredLine>();
  for (const one of parseLines(packed.lines)) {
    const { name, sku, unitPrice, quantity, customFields } = toOrderLine(one);
    const [, , , , importIndex, , stamps] = one;
    const importId = getImport(importIndex);
    const values = { name, sku, unitPrice, quantity, customFields, importId };
    const line: StoredLine =
      stamps === undefined ? values : { ...values, stamps: toStamps(stamps.map(getImport)) };
    lines.set(toLineIdentity(line.name, line.sku), line);
  }
  const removed = new Map<string, RemovedLine>();
  for (const [name, sku, importIndex] of parseRemovals(packed.removed)) {
    const line = { name: name ?? undefined, sku: sku ?? undefined };
    removed.set(toLineIdentity(line.name, line.sku), { ...line, importId: getImport(importIndex) });
  }
  const { version, customer_id, order_date, contact, complete_import } = packed;
  return {
    orderId,
    path,
    version,
    split: packed.lines === undefined,
    customerId:
      customer_id === undefined
        ? undefined
        : { value: customer_id, importId: getImport(packed.customer_import) },
    orderDate:
      order_date === undefined ? undefined : { value: order_date, importId: getImport(packed.date_import) },
    ...(contact !== undefined && {
      contact: { value: contact, importId: getImport(packed.contact_import) },
    }),
    completeAs: complete_import === undefined ? undefined : getImport(complete_import),
    lines,
    ...(removed.size > 0 && { removed }),
  };
}

function toStamps([
  sku = '',
  unitPrice = '',
  quantity = '',
  customFields = '',
]: readonly string[]): FieldStamps {
  return { sku, unitPrice, quantity, customFields };
}

function parseRemovals(removed: string | undefined): PackedRemoval[] {
  return removed === undefined ? [] : JSON.parse(removed);
}

/** A line without its imports. If it has stamps, missing custom fields are an empty object. */
export function toOrderLine([name, sku, unitPrice, quantity, , fields, stamps]: PackedLine): OrderLine {
  const customFields = stamps !== undefined && Object.keys(fields ?? {}).length === 0 ? undefined : fields;
  return { name: name ?? undefined, sku: sku ?? undefined, unitPrice, quantity, customFields };
}

/** Returns the packed lines: reports read hundreds of millions, and a part's map would cost 60 % more. */
export function parseLines(lines: string | undefined): PackedLine[] {
  return lines === undefined ? [] : JSON.parse(lines);
}
