// Parameters that filter by custom fields: taken by operations that say so, and read with all of their values.
import { expect, it } from 'vitest';
import { getRecommendationsQuery } from '../../src/contract/resources/recommendations.ts';
import { listRulesQuery } from '../../src/contract/resources/report-rules.ts';
import { queryOf } from '../../src/http/query.ts';

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
  expect(queryOf(event, getRecommendationsQuery)).toEqual({
    'custom:a': ['x,y', 'z'],
    'custom:constructor': ['1'],
    limit: '3',
  });
});

it('custom:<key> means nothing to an operation that does not filter by custom fields', () => {
  const event = eventOf('custom:a=x');
  expect(queryOf(event, listRulesQuery)).toEqual({ 'custom:a': 'x' });
});
