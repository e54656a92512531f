// Literal cases of every operator on every kind of field.
import { describe, expect, test } from 'vitest';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import { findConditionProblem } from '../../../src/contract/settings/conditions.ts';
import type { Condition } from '../../../src/contract/settings/settings.ts';
import { createHeader, createLine } from './literal-orders.ts';

const order = createHeader({ id: '007', customer: 'Ada', date: '2024-01-01' });
const row = createLine('Blue Mug', 2.5, 4, {
  customFields: { Colour: 'Navy', size: ' 12.5 ', hex: '0x10', blank: '' },
});
const bare = createLine('x', 1, 1, { name: undefined, sku: 'S-1' });

const passing: Condition[] = [
  { field: 'product_name', operator: 'equals', value: 'blue mug' },
  { field: 'product_name', operator: 'not_equals', value: 'mug' },
  { field: 'product_name', operator: 'contains', value: 'E M' },
  { field: 'product_name', operator: 'not_contains', value: 'red' },
  { field: 'customer_id', operator: 'equals', value: 'ADA' },
  { field: 'order_id', operator: 'equals', value: '007' },
  { field: 'order_id', operator: 'not_equals', value: 7 },
  { field: 'line_item_value', operator: 'equals', value: 10 },
  { field: 'line_item_value', operator: 'not_equals', value: 2.5 },
  { field: 'line_item_value', operator: 'greater_than', value: 9.99 },
  { field: 'line_item_value', operator: 'less_than', value: 10.01 },
  { field: 'line_item_value', operator: 'between', value: 10, valueTo: 11 },
  { field: 'line_item_value', operator: 'between', value: 9, valueTo: 10 },
  { field: 'quantity', operator: 'equals', value: 4 },
  { field: 'quantity', operator: 'between', value: 4, valueTo: 4 },
  { field: 'custom:Colour', operator: 'equals', value: 'navy' },
  { field: 'custom:Colour', operator: 'contains', value: 'AV' },
  { field: 'custom:colour', operator: 'not_equals', value: 'navy' },
  { field: 'custom:size', operator: 'equals', value: 12.5 },
  { field: 'custom:size', operator: 'greater_than', value: 12 },
  { field: 'custom:size', operator: 'less_than', value: 13 },
  { field: 'custom:size', operator: 'between', value: 12.5, valueTo: 12.5 },
  { field: 'custom:toString', operator: 'not_contains', value: 'native' },
];

const failing: Condition[] = [
  { field: 'product_name', operator: 'equals', value: 'mug' },
  { field: 'product_name', operator: 'not_equals', value: 'BLUE MUG' },
  { field: 'product_name', operator: 'contains', value: 'red' },
  { field: 'product_name', operator: 'not_contains', value: 'MUG' },
  { field: 'order_id', operator: 'equals', value: 7 },
  { field: 'line_item_value', operator: 'greater_than', value: 10 },
  { field: 'line_item_value', operator: 'less_than', value: 10 },
  { field: 'line_item_value', operator: 'between', value: 10.01, valueTo: 11 },
  { field: 'quantity', operator: 'not_equals', value: 4 },
  { field: 'custom:Colour', operator: 'greater_than', value: 0 },
  { field: 'custom:Colour', operator: 'less_than', value: 0 },
  { field: 'custom:blank', operator: 'less_than', value: 1 },
  { field: 'custom:hex', operator: 'greater_than', value: 1 },
  { field: 'custom:colour', operator: 'equals', value: 'navy' },
  { field: 'custom:toString', operator: 'contains', value: 'native' },
];

test('compileConditions compares exact row values: 3 × 0.1 equals 0.3', () => {
  const cents = createLine('x', 0.1, 3);
  expect(
    compileConditions([{ field: 'line_item_value', operator: 'equals', value: 0.3 }])(order, cents),
  ).toBe(true);
  expect(
    compileConditions([{ field: 'line_item_value', operator: 'greater_than', value: 0.3 }])(order, cents),
  ).toBe(false);
  const dear = createLine('x', 999_999_999_999.99, 1_000);
  const value = 999_999_999_999_990;
  expect(compileConditions([{ field: 'line_item_value', operator: 'equals', value }])(order, dear)).toBe(
    true,
  );
});

describe('a row of an order', () => {
  test.each(passing)('passes $field $operator $value', (condition) => {
    expect(compileConditions([condition])(order, row)).toBe(true);
  });
  test.each(failing)('fails $field $operator $value', (condition) => {
    expect(compileConditions([condition])(order, row)).toBe(false);
  });
  test('passes an empty list of conditions and fails if one condition fails', () => {
    const [first, second] = [passing[0], failing[0]];
    if (first === undefined || second === undefined) throw new Error('the lists are empty');
    expect(compileConditions([])(order, row)).toBe(true);
    expect(compileConditions([first, second])(order, row)).toBe(false);
  });
});

test.each([
  ['equals', 'x', false],
  ['contains', '', false],
  ['not_equals', 'x', true],
  ['not_contains', '', true],
] as const)('evaluates %s %j on a missing product_name as %s', (operator, value, expected) => {
  expect(compileConditions([{ field: 'product_name', operator, value }])(order, bare)).toBe(expected);
});

test.each(['greater_than', 'less_than', 'between'] as const)(
  'fails %s if the custom field is missing',
  (operator) => {
    expect(compileConditions([{ field: 'custom:none', operator, value: 0, valueTo: 9 }])(order, bare)).toBe(
      false,
    );
  },
);

test.each([
  [{ field: 'quantity', operator: 'contains', value: '1' }, 'operator'],
  [{ field: 'line_item_value', operator: 'not_contains', value: '1' }, 'operator'],
  [{ field: 'product_name', operator: 'greater_than', value: 1 }, 'operator'],
  [{ field: 'customer_id', operator: 'between', value: 1, valueTo: 2 }, 'operator'],
  [{ field: 'quantity', operator: 'equals', value: '1' }, 'value'],
  [{ field: 'custom:a', operator: 'less_than', value: '1' }, 'value'],
  [{ field: 'product_name', operator: 'contains', value: 1 }, 'value'],
  [{ field: 'quantity', operator: 'between', value: 2 }, 'valueTo'],
  [{ field: 'quantity', operator: 'between', value: 2, valueTo: 1 }, 'valueTo'],
  [{ field: 'quantity', operator: 'greater_than', value: 1, valueTo: 3 }, 'valueTo'],
  [{ field: 'product_name', operator: 'contains', value: 'a', valueTo: 3 }, 'valueTo'],
  [{ field: 'custom:size', operator: 'equals', value: 1, valueTo: 3 }, 'valueTo'],
  [{ field: 'colour', operator: 'equals', value: 'x' }, 'field'],
] as const)('findConditionProblem refuses %j at its %s', (condition, path) => {
  expect(findConditionProblem(condition)?.path).toBe(path);
});

test.each(passing)('findConditionProblem accepts $field $operator $value', (condition) => {
  expect(findConditionProblem(condition)).toBeUndefined();
});
