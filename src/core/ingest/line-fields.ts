// A line item as the newest write of each of its fields. A row that replaces writes all of them, those that it leaves out
// with their defaults; a row that merges writes those that it states. So the line is the same in whatever sequence, and
// however often, its rows are applied. Nearly all lines are of one import: only the others keep who wrote which field.
import type { OrderLine } from '../orders/row.ts';
import type { FieldStamps, StoredLine } from './stored-order.ts';
import { acceptedLine, type SubmittedLine } from './submitted-order.ts';

type LineField = keyof FieldStamps;
const LINE_FIELDS: readonly LineField[] = ['sku', 'unitPrice', 'quantity', 'customFields'];

/** `states`: undefined for all fields. */
export interface LineWrite {
  readonly line: OrderLine;
  readonly states: ReadonlySet<LineField> | undefined;
}

const BLANK = { sku: undefined, unitPrice: 0, quantity: 1, customFields: undefined };
const NEVER: FieldStamps = { sku: '', unitPrice: '', quantity: '', customFields: '' };

export function writeOf(line: SubmittedLine, merges: boolean): LineWrite {
  if (!merges) return { line: acceptedLine(line), states: undefined };
  const states = new Set<LineField>();
  if (line.product_sku !== undefined) states.add('sku');
  if (line.unit_price !== undefined) states.add('unitPrice');
  if (line.quantity !== undefined) states.add('quantity');
  if (line.custom_fields !== undefined) states.add('customFields');
  return { line: acceptedLine(line), states };
}

/** Of an equal import, the later row wins. */
export function written(
  stored: StoredLine | undefined,
  { line, states }: LineWrite,
  importId: string,
): StoredLine {
  if (states === undefined && (stored === undefined || stored.importId <= importId))
    return { ...line, importId };
  const before = stored === undefined ? NEVER : stampsOf(stored);
  const takes = (field: LineField): boolean =>
    (states === undefined || states.has(field)) && before[field] <= importId;
  return merged({ ...(stored ?? BLANK), name: line.name }, line, takes, before, importId);
}

/** Fields that were written before `floor` are as if nobody had written them. The same object if there are none. */
export function withoutOlder(stored: StoredLine, floor: string): StoredLine {
  const before = stampsOf(stored);
  const isOld = (field: LineField): boolean => before[field] !== '' && before[field] < floor;
  if (!LINE_FIELDS.some(isOld)) return stored;
  const { importId } = stored;
  return { ...merged(stored, { ...BLANK, name: stored.name }, isOld, before, ''), importId };
}

/** Whether an import before `floor` could change nothing of the line. */
export function isSettled(stored: StoredLine, floor: string): boolean {
  return LINE_FIELDS.every((field) => stampsOf(stored)[field] > floor);
}

function stampsOf({ stamps, importId }: StoredLine): FieldStamps {
  return stamps ?? { sku: importId, unitPrice: importId, quantity: importId, customFields: importId };
}

/** `stored`, with the fields that are taken from `line`. */
function merged(
  stored: OrderLine & { readonly importId?: string },
  line: OrderLine,
  takes: (field: LineField) => boolean,
  before: FieldStamps,
  stamp: string,
): StoredLine {
  const from = (field: LineField): OrderLine => (takes(field) ? line : stored);
  const stampOf = (field: LineField): string => (takes(field) ? stamp : before[field]);
  const { importId = '' } = stored;
  const newest = importId > stamp ? importId : stamp;
  const stamps: FieldStamps = {
    sku: stampOf('sku'),
    unitPrice: stampOf('unitPrice'),
    quantity: stampOf('quantity'),
    customFields: stampOf('customFields'),
  };
  return {
    name: stored.name,
    sku: from('sku').sku,
    unitPrice: from('unitPrice').unitPrice,
    quantity: from('quantity').quantity,
    customFields: from('customFields').customFields,
    importId: newest,
    ...(LINE_FIELDS.some((field) => stamps[field] !== newest) && { stamps }),
  };
}
