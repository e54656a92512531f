// Tests how options of commands become members of a request to POST /reports.
import { expect, it, test } from 'vitest';
import { collectPersons, type Persons } from '../../../../apps/cli/commands/reports/persons-option.ts';
import {
  collectWhere,
  createRequestMembers,
  parseWhere,
  toRequestMembers,
} from '../../../../apps/cli/commands/reports/report-request.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';

const resolveSettings = (productLevel: readonly string[]) =>
  resolveReport(
    parseRequest(createReportRequest, { report_type: 'MBA', ...toRequestMembers({ productLevel }) }),
  ).settings;

it('sends one level for --product-level once, and several levels for a repeated one', () => {
  expect(resolveSettings(['custom:category'])).toMatchObject({
    productLevel: 'category',
    productLevels: undefined,
  });
  expect(resolveSettings(['custom:category', 'product'])).toMatchObject({
    productLevel: undefined,
    productLevels: ['product', 'custom:category'],
  });
});

it.each([
  [['email'], { email: {} }],
  [['phone:49', 'email'], { phone: { country_code: '49' }, email: {} }],
  [['phone', 'number:customer_no'], { phone: {}, customer_number: { fields: ['custom:customer_no'] } }],
  [['number:custom:no'], { customer_number: { fields: ['custom:no'] } }],
  [['list'], {}],
  [['none'], 'none'],
  [['{"email":{"ignore_plus_tags":true}}', 'phone'], { email: { ignore_plus_tags: true }, phone: {} }],
])('sends --persons %j as identity rules that the API accepts', (texts, identity) => {
  let persons: Persons | undefined;
  for (const text of texts) persons = collectPersons(text, persons);
  const members = persons === undefined ? {} : toRequestMembers({ persons });
  expect(parseRequest(createReportRequest, { report_type: 'RFM', ...members }).params).toEqual({ identity });
});

it.each(['phon', 'number', 'email:x', 'phone:', '{', '5'])('refuses --persons %s', (text) => {
  expect(() => collectPersons(text)).toThrow(/expected/);
  expect(() => collectPersons('email', 'none')).toThrow(/none/);
});

it('sends --serve, and the filter fields of --serve-field', () => {
  expect(toRequestMembers({ serve: true })).toEqual({ params: { serve: true } });
  expect(toRequestMembers({ serve: true, serveField: ['category', 'brand'] })).toEqual({
    params: { serve: { fields: ['category', 'brand'] } },
  });
});

it('leaves fees and services out of market basket reports only, unless --leave-out is given', () => {
  const createMembers = (flags: object, of: object) => createRequestMembers(flags, of);
  for (const named of [{ type: 'MBA' }, { template: 'churning_analysis' }]) {
    expect(createMembers({}, named)).toEqual({ params: { leave_out: 'not_goods' } });
    expect(createMembers({ leaveOut: 'nothing' }, named)).toEqual({ params: { leave_out: null } });
  }
  for (const named of [{}, { type: 'RFM' }, { template: 'cohort_retention' }])
    expect(createMembers({}, named)).toEqual({});
  const { settings } = resolveReport(
    parseRequest(createReportRequest, {
      report_type: 'MBA',
      ...createMembers({ leaveOut: 'nothing' }, { type: 'MBA' }),
    }),
  );
  expect(settings).toMatchObject({ leaveOut: undefined });
  // A change of a schedule states only the changes.
  expect(toRequestMembers({})).toEqual({});
});

it('sends --top and --by, each with a default for the other, and --insight-min-baskets', () => {
  expect(toRequestMembers({ top: 5 })).toEqual({ params: { select: { top: 5, by: 'incremental_value' } } });
  expect(toRequestMembers({ by: 'lift' })).toEqual({ params: { select: { top: 100, by: 'lift' } } });
  const members = toRequestMembers({ top: 5, by: 'p_value_given_sizes', insightMinBaskets: 25 });
  expect(
    resolveReport(parseRequest(createReportRequest, { report_type: 'MBA', ...members })).settings,
  ).toMatchObject({ select: { top: 5, by: 'p_value_given_sizes' }, insightMinBaskets: 25 });
});

// Conditions as they are typed on a command line.

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
])('parses the condition %s', (text, condition) => {
  expect(parseWhere(text)).toEqual(condition);
});

test.each([
  ['tea', 'expected FIELD OPERATOR VALUE'],
  ['=tea', 'expected FIELD OPERATOR VALUE'],
  ['quantity>many', 'expected a number, got "many"'],
  ['quantity between 5', 'expected a number, got "5"'],
])('refuses the condition %s and states the expected form', (text, message) => {
  expect(() => parseWhere(text)).toThrow(message);
});

test('collects the conditions of a repeated --where', () => {
  const both = collectWhere('quantity>1', collectWhere('product_name~tea'));
  expect(both.map(({ field }) => field)).toEqual(['product_name', 'quantity']);
});
