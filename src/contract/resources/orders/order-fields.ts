// States once which values the fields of an order and of its line items may have: the schema, the look at plain orders
// and the check of order files follow from it.
import type * as v from 'valibot';
import { isBlank, MAX_ID_BYTES } from '../../schema/fields.ts';
import {
  MAX_CONTACT_LENGTH,
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_CUSTOM_VALUE_LENGTH,
  MAX_ID_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_QUANTITY,
  MAX_UNIT_PRICE,
} from '../../schema/limits.ts';
import { parseOrderDate } from './order-date.ts';

/** Characters of a text; those without a least may be left out, for which blank text stands, too. */
export interface TextRule {
  readonly kind: 'text';
  readonly least: 0 | 1;
  readonly most: number;
  /** Length in UTF-8. */
  readonly mostBytes?: number;
}
/** A number from `-most` to `most`. */
export interface NumberRule {
  readonly kind: 'number';
  readonly isWhole: boolean;
  readonly most: number;
}
/** Texts by name, `most` of them. */
interface TextsRule {
  readonly kind: 'texts';
  readonly most: number;
  readonly key: TextRule;
  readonly value: TextRule;
}
export type FieldRule = TextRule | NumberRule | TextsRule | { readonly kind: 'date' };

const ID = { kind: 'text', most: MAX_ID_LENGTH, mostBytes: MAX_ID_BYTES } as const;
const PRODUCT = { kind: 'text', least: 0, most: MAX_PRODUCT_LENGTH } as const;

export const ORDER_FIELD_RULES = {
  order_id: { ...ID, least: 1 },
  customer_id: { ...ID, least: 0 },
  contact: { kind: 'text', least: 0, most: MAX_CONTACT_LENGTH },
  order_date: { kind: 'date' },
} as const satisfies Readonly<Record<string, FieldRule>>;

export const LINE_FIELD_RULES = {
  product_name: PRODUCT,
  product_sku: PRODUCT,
  unit_price: { kind: 'number', isWhole: false, most: MAX_UNIT_PRICE },
  quantity: { kind: 'number', isWhole: true, most: MAX_QUANTITY },
  custom_fields: {
    kind: 'texts',
    most: MAX_CUSTOM_FIELDS,
    key: { kind: 'text', least: 1, most: MAX_CUSTOM_KEY_LENGTH },
    value: { kind: 'text', least: 0, most: MAX_CUSTOM_VALUE_LENGTH },
  },
} as const satisfies Readonly<Record<string, FieldRule>>;

/**
 * Orders as nearly all are sent: no unknown member, no null, nothing to transform or to refuse. One look at each value
 * tells that `schema` would return them as they are; all others go through it, which says what is wrong.
 */
export function unlessPlain<S extends v.GenericSchema>(schema: S, isPlain: (value: unknown) => boolean): S {
  return {
    ...schema,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      isPlain(dataset.value) ? { typed: true, value: dataset.value } : schema['~run'](dataset, config),
  };
}

type Check = (value: unknown) => boolean;

const LINE_CHECKS = createChecks(LINE_FIELD_RULES);
const ORDER_CHECKS = createChecks(ORDER_FIELD_RULES).set(
  'line_items',
  (lines) => Array.isArray(lines) && lines.every(isPlainLine),
);

export function isPlainLine(line: unknown): boolean {
  return isObject(line) && hasPlainMembers(line, LINE_CHECKS);
}

export function isPlainOrder(order: unknown): boolean {
  if (!isObject(order) || order.order_id === undefined || order.line_items === undefined) return false;
  return hasPlainMembers(order, ORDER_CHECKS);
}

/** Checks a field of the order itself, not of a line item. */
export function isPlainValue(field: keyof typeof ORDER_FIELD_RULES, value: unknown): boolean {
  return ORDER_CHECKS.get(field)?.(value) === true;
}

function createChecks(rules: Readonly<Record<string, FieldRule>>): Map<string, Check> {
  return new Map(Object.entries(rules).map(([field, rule]) => [field, createCheck(rule)]));
}

/** Members that are undefined count as omitted. */
function hasPlainMembers(
  values: Readonly<Record<string, unknown>>,
  checks: ReadonlyMap<string, Check>,
): boolean {
  for (const field in values) {
    const check = checks.get(field);
    const value = values[field];
    if (check === undefined || (value !== undefined && !check(value))) return false;
  }
  return true;
}

function createCheck(rule: FieldRule): Check {
  switch (rule.kind) {
    case 'date':
      return (value) => typeof value === 'string' && parseOrderDate(value) !== undefined;
    case 'number':
      return rule.isWhole
        ? (value) => Number.isInteger(value) && Math.abs(Number(value)) <= rule.most
        : (value) => typeof value === 'number' && Math.abs(value) <= rule.most;
    case 'texts':
      return (value) => isObject(value) && areTexts(value, rule);
    case 'text': {
      const { most } = rule;
      if (rule.least > 0) return (value) => typeof value === 'string' && isText(value, most);
      return (value) => typeof value === 'string' && !isBlank(value) && isText(value, most);
    }
  }
}

function areTexts(fields: Readonly<Record<string, unknown>>, { most, key, value }: TextsRule): boolean {
  let left = most;
  for (const name in fields) {
    const text = fields[name];
    // The schema drops members that could change a prototype.
    if (name === '__proto__' || name === 'prototype' || name === 'constructor') return false;
    if (--left < 0 || !isText(name, key.most)) return false;
    if (typeof text !== 'string' || isBlank(text) || !isText(text, value.most)) return false;
  }
  return true;
}

/** Text of so few UTF-16 units has no more characters; that of an id has no more bytes than one may have, either. */
function isText(text: string, most: number): boolean {
  return text.length > 0 && text.length <= most && text.isWellFormed();
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
