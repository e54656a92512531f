// Query parameters: a parameter of one value is refused if it is repeated; a repeatable one, and custom:<key> where an
// operation filters by custom fields, is read with all of its values. Numbers and ranges are checked.
import type * as v from 'valibot';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { isRepeatable } from '../../src/contract/query-values.ts';
import { getRecommendationsQuery } from '../../src/contract/resources/recommendations.ts';
import { listCustomersQuery } from '../../src/contract/resources/reports/report-customers.ts';
import { listRulesQuery } from '../../src/contract/resources/reports/report-rules.ts';
import { checkQuery, readQuery } from '../../src/http/query.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

/** A query as API Gateway passes it on: repeated values are joined by commas. */
function toEvent(rawQueryString: string) {
  const raw = new URLSearchParams(rawQueryString);
  const names = [...new Set(raw.keys())];
  return {
    rawQueryString,
    queryStringParameters: Object.fromEntries(names.map((name) => [name, raw.getAll(name).join()])),
  };
}

it('reads repeated values of custom:<key> apart, including values with a comma', () => {
  const event = toEvent('custom%3Aa=x%2Cy&custom:a=z&custom:constructor=1&limit=3');
  expect(readQuery(event, getRecommendationsQuery)).toEqual({
    'custom:a': ['x,y', 'z'],
    'custom:constructor': ['1'],
    limit: '3',
  });
});

it('passes custom:<key> on unsplit to an operation that does not filter by custom fields', () => {
  const event = toEvent('custom:a=x');
  expect(readQuery(event, listRulesQuery)).toEqual({ 'custom:a': 'x' });
});

it.each(
  OPERATIONS.flatMap((operation) =>
    'query' in operation
      ? Object.entries<v.GenericSchema>(operation.query.entries)
          .filter(([, schema]) => !isRepeatable(schema))
          .map(([name]) => ({ name, operationId: operation.operationId, query: operation.query }))
      : [],
  ),
)('refuses $name of $operationId if it is given twice', ({ name, query }) => {
  const { before } = checkQuery(query);
  const checkRaw = (raw: string) => () =>
    before?.({
      event: { ...createApiEvent(''), ...toEvent(raw) },
      context,
      response: undefined,
      error: null,
      internal: {},
    });
  expect(checkRaw(`${name}=a&${name}=b`)).toThrow(`${name}: given twice, expected one value`);
  expect(checkRaw(`${name}=a&${name}=a`)).toThrow('given twice');
  expect(checkRaw(`${name}=a`)).not.toThrow();
});

it.each([
  ['min_support', '1e-05', 0.00001],
  ['min_support', '1E-5', 0.00001],
  ['min_support', '5.0e-1', 0.5],
  ['min_support', '0e+00', 0],
  ['min_support', '1.', 1],
  ['min_lift', '1e+16', 1e16],
  ['max_p_value_corrected', '2.2250738585072014e-308', 2.2250738585072014e-308],
])('parses %s=%s as the number %d', (name, text, value) => {
  expect(parseRequest(listRulesQuery, { [name]: text })).toMatchObject({ [name]: value });
});

it('refuses a maximum below its minimum, and names both', () => {
  expect(() => parseRequest(listRulesQuery, { min_lift: '2', max_lift: '1.5' })).toThrow(
    'max_lift: expected at least min_lift, 2',
  );
  expect(() => parseRequest(listCustomersQuery, { min_recency: '1', max_recency: '-1' })).toThrow(
    'max_recency',
  );
  expect(parseRequest(listRulesQuery, { min_lift: '2', max_lift: '2' })).toMatchObject({ max_lift: 2 });
});

it.each([
  ['min_support', '1e1'],
  ['min_support', '-1e-5'],
  ['min_lift', '1e999'],
  ['min_lift', 'Infinity'],
  ['min_lift', '0x10'],
  ['min_lift', 'e5'],
  ['min_lift', ''],
])('refuses %s=%s', (name, text) => {
  expect(() => parseRequest(listRulesQuery, { [name]: text })).toThrow(`${name}: expected a number from 0`);
});
