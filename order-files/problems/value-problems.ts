// What the API's schema finds wrong with a row, as a problem with a code.
import type * as v from 'valibot';
import { charactersIn, MAX_ID_BYTES } from '../../src/schema/fields.ts';
import {
  MAX_CONTACT_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_ID_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from '../../src/schema/limits.ts';
import type { RowProblem } from './row-problems.ts';

type Issue = v.BaseIssue<unknown>;

/** `column`: what the file calls the place. */
export function problemOfIssue(issue: Issue, column: string): RowProblem {
  const names = (issue.path ?? []).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  const place = names.filter((name) => name !== 'item' && name !== 'line_items');
  const field = place[0];
  if (issue.received === 'undefined') return { code: 'required', column };
  if (field === undefined) return ofLineItems(issue, column);
  if (field === 'unit_price' || field === 'quantity') return ofNumber(issue, field === 'quantity', column);
  if (field === 'order_date') return { code: 'not_iso_8601', column };
  if (field === 'custom_fields' && place.length === 1) {
    return issue.type === 'max_entries'
      ? { code: 'too_many_custom_fields', column, most: MAX_CUSTOM_FIELDS }
      : { code: 'not_custom_fields', column };
  }
  return ofText(issue, field, column);
}

function ofLineItems({ type }: Issue, column: string): RowProblem {
  if (type === 'min_length') return { code: 'no_line_items', column };
  if (type === 'array') return { code: 'not_line_items', column };
  if (type === 'object') return { code: 'not_a_line_item', column };
  return { code: 'no_product', columns: column === '' ? [] : [column] };
}

function ofNumber({ type }: Issue, isWhole: boolean, column: string): RowProblem {
  if (type === 'min_value' || type === 'max_value') {
    return { code: 'out_of_range', column, isWhole, most: isWhole ? MAX_QUANTITY : MAX_UNIT_PRICE };
  }
  return { code: isWhole ? 'not_whole' : 'no_number', column };
}

function ofText({ type, input, path }: Issue, field: string, column: string): RowProblem {
  if (type === 'check' && typeof input === 'string') {
    return input.isWellFormed()
      ? { code: 'too_many_bytes', column, most: MAX_ID_BYTES }
      : { code: 'lone_surrogate', column };
  }
  const isKey = path?.at(-1)?.origin === 'key';
  const [least, most] = isKey ? [1, MAX_CUSTOM_KEY_LENGTH] : (TEXT_LENGTHS[field] ?? [1, MAX_ID_LENGTH]);
  const got = type === 'max_length' && typeof input === 'string' ? charactersIn(input) : undefined;
  return { code: 'text_length', column, least, most, got };
}

const TEXT_LENGTHS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  customer_id: [0, MAX_ID_LENGTH],
  contact: [0, MAX_CONTACT_LENGTH],
  product_name: [0, MAX_PRODUCT_LENGTH],
  product_sku: [0, MAX_PRODUCT_LENGTH],
  custom_fields: [0, MAX_CUSTOM_VALUE_LENGTH],
};
