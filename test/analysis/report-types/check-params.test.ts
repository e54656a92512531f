// Parameters of another report type are refused with their path or accepted with a note. Rule constraints that no rule
// can meet are refused.

import { expect, it } from 'vitest';
import { parseRequest } from '../../../src/contract/parse.ts';
import { checkParams, describeParams } from '../../../src/contract/report-types/check-params.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';

const check = (request: object) => () => checkParams(parseRequest(createReportRequest, request));

it.each([
  [
    { report_type: 'RFM', params: { serve: true } },
    'params.serve: only MBA reports have it, this one is RFM',
  ],
  [
    { template: 'standard_rfm', params: { product_level: 'custom:category' } },
    'params.product_level: only MBA',
  ],
  [{ report_type: 'RFM', params: { rules: { max_products: 2 } } }, 'params.rules: only MBA'],
  [{ report_type: 'COHORT', params: { product_profiles: true } }, 'params.product_profiles: only MBA'],
  [
    { report_type: 'MBA', params: { next_products: true } },
    'params.next_products: only RFM, COHORT and REPLENISHMENT reports have it',
  ],
  [{ report_type: 'MBA', params: { cohort_by: 'week' } }, 'params.cohort_by: only COHORT reports have it'],
])('checkParams refuses %j and names the type that has the parameter', (request, message) => {
  expect(check(request)).toThrow(message);
});

it.each([
  { report_type: 'RFM', params: { serve: false, product_profiles: false, cohort_by: null } },
  { report_type: 'RFM', params: { min_support: 0.1, scope: 'customer', product_identifier: 'sku' } },
  { report_type: 'COHORT', params: { cohort_by: 'week', min_confidence: 0.5 } },
  { report_type: 'MBA', params: { serve: true, rules: { must_contain: ['Tea'], consequents: ['Milk'] } } },
])('checkParams accepts %j', (request) => {
  expect(check(request)).not.toThrow();
});

it('describeParams notes that a parameter has no effect on a report of another type', () => {
  const params = {
    min_support: 0.1,
    min_confidence: 0.2,
    scope: 'order',
    product_identifier: 'sku',
  } as const;
  expect(writeEnglish(describeParams('RFM', params))).toEqual([
    'params.min_support has no effect: only MBA reports have it.',
    'params.min_confidence has no effect: only MBA reports have it.',
    'params.scope has no effect: only MBA reports have it.',
  ]);
  expect(describeParams('MBA', params)).toEqual([]);
  expect(describeParams('RFM', undefined)).toEqual([]);
});

it.each([
  [{ must_contain: ['Tea'], exclude: ['Tea'] }, 'exclude: excludes "Tea", which must_contain requires'],
  [{ antecedents: ['Tea'], exclude: ['Tea', 'Milk'] }, 'exclude: excludes all antecedents'],
  [{ consequents: ['Tea'], exclude: ['Tea'] }, 'exclude: excludes all consequents'],
  [{ antecedents: ['Tea'], consequents: ['Tea'] }, 'consequents: expected another product'],
  [
    { antecedents: ['Tea'], consequents: ['Tea', 'Milk'], exclude: ['Milk'] },
    'consequents: expected another product',
  ],
  [
    { must_contain: ['Cup'], antecedents: ['Tea'], consequents: ['Milk'] },
    'must_contain: requires "Cup", which neither antecedents nor consequents allow',
  ],
  [
    { must_contain: ['a', 'b', 'c', 'c'], max_products: 2 },
    'must_contain: requires 3 products, more than the 2 that a rule may have',
  ],
  [{ must_contain: ['a', 'b', 'c'], max_antecedents: 1, max_consequents: 1 }, 'must_contain: requires 3'],
])('checkParams refuses the constraints %j, which no rule meets', (rules, message) => {
  expect(check({ report_type: 'MBA', params: { rules } })).toThrow(`params.rules.${message}`);
});

it.each([
  { must_contain: ['Tea'], exclude: ['Milk'] },
  { must_contain: ['Tea', 'Tea'], max_products: 2 },
  { antecedents: ['Tea', 'Milk'], consequents: ['Tea'] },
  { must_contain: ['Tea'], antecedents: ['Tea'] },
])('checkParams accepts the constraints %j, which a rule can meet', (rules) => {
  expect(check({ report_type: 'MBA', params: { rules } })).not.toThrow();
});
