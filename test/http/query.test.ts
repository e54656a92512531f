// Parameters by their schemas: one that takes one value is not taken twice, one that may be repeated is read with all of its
// values, and so is custom:<key> by operations that filter by custom fields.
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

/** As the gateway passes it on: values that are repeated joined by commas. */
function eventOf(rawQueryString: string) {
  const raw = new URLSearchParams(rawQueryString);
  const names = [...new Set(raw.keys())];
  return {
    rawQueryString,
    queryStringParameters: Object.fromEntries(names.map((name) => [name, raw.getAll(name).join()])),
  };
}

it('values of custom:<key> are read one by one, whatever is in them', () => {
  const event = eventOf('custom%3Aa=x%2Cy&custom:a=z&custom:constructor=1&limit=3');
  expect(readQuery(event, getRecommendationsQuery)).toEqual({
    'custom:a': ['x,y', 'z'],
    'custom:constructor': ['1'],
    limit: '3',
  });
});

it('custom:<key> means nothing to an operation that does not filter by custom fields', () => {
  const event = eventOf('custom:a=x');
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
)('$name of $operationId is refused if it is given twice', ({ name, query }) => {
  const { before } = checkQuery(query);
  const given = (raw: string) => () =>
    before?.({
      event: { ...createApiEvent(''), ...eventOf(raw) },
      context,
      response: undefined,
      error: null,
      internal: {},
    });
  expect(given(`${name}=a&${name}=b`)).toThrow(`${name}: given twice, expected one value`);
  expect(given(`${name}=a&${name}=a`)).toThrow('given twice');
  expect(given(`${name}=a`)).not.toThrow();
});

it.each([
  ['min_support', '1e-05', 0.00001],
  ['min_support', '1E-5', 0.00001],
  ['min_support', '5.0e-1', 0.5],
  ['min_support', '0e+00', 0],
  ['min_support', '1.', 1],
  ['min_lift', '1e+16', 1e16],
  ['max_p_value_corrected', '2.2250738585072014e-308', 2.2250738585072014e-308],
])('%s=%s is the number %d', (name, text, value) => {
  expect(parseRequest(listRulesQuery, { [name]: text })).toMatchObject({ [name]: value });
});

it('a highest value below the lowest one is refused, naming both', () => {
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
])('%s=%s is refused', (name, text) => {
  expect(() => parseRequest(listRulesQuery, { [name]: text })).toThrow(`${name}: expected a number from 0`);
});
