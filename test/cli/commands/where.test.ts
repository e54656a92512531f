// Conditions as they are written on a command line.
import { expect, test } from 'vitest';
import { collectWhere, parseWhere } from '../../../cli/commands/reports/report-request.ts';

test.each([
  ['product_name~tea', { field: 'product_name', operator: 'contains', value: 'tea' }],
  ['product_name !~ post age', { field: 'product_name', operator: 'not_contains', value: 'post age' }],
  ['quantity>2', { field: 'quantity', operator: 'greater_than', value: 2 }],
  ['line_item_value < -1.5', { field: 'line_item_value', operator: 'less_than', value: -1.5 }],
  ['quantity=3', { field: 'quantity', operator: 'equals', value: 3 }],
  ['order_id=3', { field: 'order_id', operator: 'equals', value: '3' }],
  ['custom:Financial Status=paid', { field: 'custom:Financial Status', operator: 'equals', value: 'paid' }],
  ['custom:a!=b=c', { field: 'custom:a', operator: 'not_equals', value: 'b=c' }],
  ['product_name contains a = b', { field: 'product_name', operator: 'contains', value: 'a = b' }],
  ['line_item_value between 5 10', { field: 'line_item_value', operator: 'between', value: 5, valueTo: 10 }],
  ['quantity between 5 and 10', { field: 'quantity', operator: 'between', value: 5, valueTo: 10 }],
])('reads %s', (text, condition) => {
  expect(parseWhere(text)).toEqual(condition);
});

test.each([
  ['tea', 'expected FIELD OPERATOR VALUE'],
  ['=tea', 'expected FIELD OPERATOR VALUE'],
  ['quantity>many', 'expected a number, got "many"'],
  ['quantity between 5', 'expected a number, got "5"'],
])('refuses %s with what it expects', (text, message) => {
  expect(() => parseWhere(text)).toThrow(message);
});

test('several conditions are collected', () => {
  const both = collectWhere('quantity>1', collectWhere('product_name~tea'));
  expect(both.map(({ field }) => field)).toEqual(['product_name', 'quantity']);
});
