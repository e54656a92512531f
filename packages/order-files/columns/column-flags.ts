// Parses --columns and --custom, with which the operator assigns columns of a file to fields.
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_KEY_LENGTH } from '../../../src/contract/schema/limits.ts';
import { OrderFileError } from '../problems/errors.ts';
import { EXPORT_FIELDS, type ExportField } from '../profiles/profile.ts';

/** Columns by field; an empty name means that the file has no such column. */
export type ColumnChoice = Partial<Record<ExportField, string>>;
/** `key`: the custom field's name in the order. */
export interface CustomChoice {
  readonly key: string;
  readonly column: string;
}

/** Separates the columns of which an id is composed: `Receipt+Date+Till`. */
export const COMPOSED_BY = '+';

export function composeColumns(columns: readonly string[]): string {
  return columns.join(COMPOSED_BY);
}

/** Keys that an object of its own must not carry. */
const RESERVED_KEYS = ['__proto__', 'constructor', 'prototype'];

/** `order_id=InvoiceNo,product_name=Description,product_sku=`: the last one means that the file has no SKU. */
export function parseColumnsFlag(text: string): ColumnChoice {
  const choice: ColumnChoice = {};
  for (const { key, column } of parsePairs(text, BEFORE_FIELD)) {
    const field = EXPORT_FIELDS.find((known) => known === key);
    if (field === undefined || column === undefined) {
      throw new OrderFileError(undefined, {
        code: 'unreadable',
        reason: `expected field=column with a field of ${EXPORT_FIELDS.join(', ')}; got ${JSON.stringify(key)}`,
      });
    }
    choice[field] = column;
  }
  return choice;
}

/** `Country,Shipping Method`, or `country=Country` to give the custom field a name of its own. */
export function parseCustomFlag(text: string): CustomChoice[] {
  return parsePairs(text, ',').map(({ key, column }) => ({ key, column: column ?? key }));
}

/** A comma before a field or the end: a column's name may have commas. */
const BEFORE_FIELD = /,(?=\s*(?:\w+\s*=|,|$))/;

function parsePairs(text: string, separator: RegExp | string): { key: string; column: string | undefined }[] {
  const parts = text.split(separator).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const at = part.indexOf('=');
    return at === -1
      ? { key: part.trim(), column: undefined }
      : { key: part.slice(0, at).trim(), column: part.slice(at + 1).trim() };
  });
}

/** Throws OrderFileError for names that the contract refuses. */
export function demandCustomKeys(source: string, custom: readonly CustomChoice[]): void {
  if (custom.length > MAX_CUSTOM_FIELDS) {
    throw new OrderFileError(source, {
      code: 'too_many_custom_fields',
      most: MAX_CUSTOM_FIELDS,
      got: custom.length,
    });
  }
  for (const { key } of custom) {
    if (key.length >= 1 && key.length <= MAX_CUSTOM_KEY_LENGTH && !RESERVED_KEYS.includes(key)) continue;
    throw new OrderFileError(source, {
      code: 'custom_field_name',
      name: key,
      most: MAX_CUSTOM_KEY_LENGTH,
      reserved: RESERVED_KEYS,
    });
  }
}
