// Orders as nearly all are sent: no unknown member, no null, nothing to transform or to refuse. One look at each value tells
// that their schema would return them as they are; all others go through the schema, which says what is wrong.
import type * as v from 'valibot';
import { isBlank } from '../../../schema/fields.ts';
import {
  MAX_CONTACT_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_ID_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from '../../../schema/limits.ts';
import { parseOrderDate } from './order-date.ts';

/** The schema, which a value that `isPlain` passes as it is. */
export function unlessPlain<S extends v.GenericSchema>(schema: S, isPlain: (value: unknown) => boolean): S {
  return {
    ...schema,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      isPlain(dataset.value) ? { typed: true, value: dataset.value } : schema['~run'](dataset, config),
  };
}

export function isPlainLine(line: unknown): boolean {
  if (!isObject(line)) return false;
  let known = 0;
  const { product_name, product_sku, unit_price, quantity, custom_fields } = line;
  if (product_name !== undefined) {
    if (!isNamed(product_name, MAX_PRODUCT_LENGTH)) return false;
    known++;
  }
  if (product_sku !== undefined) {
    if (!isNamed(product_sku, MAX_PRODUCT_LENGTH)) return false;
    known++;
  }
  if (unit_price !== undefined) {
    if (typeof unit_price !== 'number' || !(Math.abs(unit_price) <= MAX_UNIT_PRICE)) return false;
    known++;
  }
  if (quantity !== undefined) {
    if (!Number.isInteger(quantity) || !(Math.abs(Number(quantity)) <= MAX_QUANTITY)) return false;
    known++;
  }
  if (custom_fields !== undefined) {
    if (!areCustomFields(custom_fields)) return false;
    known++;
  }
  return membersOf(line) === known;
}

export function isPlainOrder(order: unknown): boolean {
  if (!isObject(order)) return false;
  let known = 2;
  const { order_id, customer_id, contact, order_date, line_items } = order;
  if (!isText(order_id, MAX_ID_LENGTH) || !Array.isArray(line_items)) return false;
  if (customer_id !== undefined) {
    if (!isNamed(customer_id, MAX_ID_LENGTH)) return false;
    known++;
  }
  if (contact !== undefined) {
    if (!isNamed(contact, MAX_CONTACT_LENGTH)) return false;
    known++;
  }
  if (order_date !== undefined) {
    if (typeof order_date !== 'string' || parseOrderDate(order_date) === undefined) return false;
    known++;
  }
  if (membersOf(order) !== known) return false;
  for (const line of line_items) if (!isPlainLine(line)) return false;
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As text(max, 1): of so few UTF-16 units, there are no more characters. */
function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= max && value.isWellFormed();
}

/** Blank text is dropped by the schema. */
function isNamed(value: unknown, max: number): boolean {
  return typeof value === 'string' && !isBlank(value) && isText(value, max);
}

function areCustomFields(fields: unknown): boolean {
  if (!isObject(fields)) return false;
  let left = MAX_CUSTOM_FIELDS;
  for (const key in fields) {
    const value = fields[key];
    // The schema drops members that could change a prototype.
    if (key === '__proto__' || key === 'prototype' || key === 'constructor') return false;
    if (--left < 0 || !isText(key, MAX_CUSTOM_KEY_LENGTH)) return false;
    if (value !== '' && !isText(value, MAX_CUSTOM_VALUE_LENGTH)) return false;
  }
  return true;
}

function membersOf(value: object): number {
  let members = 0;
  for (const _ in value) members++;
  return members;
}
