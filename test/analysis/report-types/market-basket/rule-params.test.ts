// params.rules, params.serve and params.product_level: refused values, their echo in a report, and its warnings.

import { expect, it } from 'vitest';
import { toComparisonKey } from '../../../../src/analysis/report-types/report-changes.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import {
  echoMbaSettings,
  resolveMbaSettings,
} from '../../../../src/contract/report-types/market-basket/settings.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

const resolveRules = (rules: unknown) => {
  const { params } = parseRequest(createReportRequest, { report_type: 'MBA', params: { rules } });
  return resolveMbaSettings(createMbaSettings(), { ...params });
};

const resolveLevel = (product_level: unknown) => {
  const { params } = parseRequest(createReportRequest, { report_type: 'MBA', params: { product_level } });
  return resolveMbaSettings(createMbaSettings(), { ...params });
};

it.each([
  [{ max_products: 1 }, 'params.rules.max_products'],
  [{ max_consequents: 1.5 }, 'params.rules.max_consequents'],
  [{ consequents: [] }, 'params.rules.consequents'],
  [{ consequents: [''] }, 'params.rules.consequents[0]'],
  [{ exclude: Array.from({ length: 201 }, String) }, 'params.rules.exclude'],
  [{ must_contain: Array.from({ length: 200 }, () => '\u0001'.repeat(512)) }, 'params.rules'],
  [{ min_lift: -1 }, 'params.rules.min_lift'],
  [{ consequent: ['Tea'] }, 'params.rules.consequent'],
])('a request with params.rules %j is refused with the name of the field', (rules, param) => {
  expect(() => resolveRules(rules)).toThrow(expect.objectContaining({ code: 'invalid_request', param }));
});

it('echoMbaSettings echoes the constraints of a request, and nothing without constraints', () => {
  const rules = { must_contain: ['Tea'], max_products: 3, min_lift: 1.2, redundant: false };
  expect(echoMbaSettings(resolveRules({ ...rules, exclude: null })).rules).toEqual(rules);
  const unconstrained = resolveRules({ redundant: true, min_lift: null });
  expect(echoMbaSettings(unconstrained)).not.toHaveProperty('rules');
  expect(toComparisonKey('MBA', unconstrained)).toBe(toComparisonKey('MBA', resolveRules(null)));
  expect(toComparisonKey('MBA', resolveRules(rules))).not.toBe(toComparisonKey('MBA', unconstrained));
});

it('echoMbaSettings echoes whether recommendations are served, and the fields that filter them', () => {
  const echoServe = (serve: unknown) => {
    const { params } = parseRequest(createReportRequest, { report_type: 'MBA', params: { serve } });
    return echoMbaSettings(resolveMbaSettings(createMbaSettings(), { ...params }));
  };
  expect(echoServe(true).serve).toBe(true);
  expect(echoServe({ fields: ['category', 'brand', 'category'] }).serve).toEqual({
    fields: ['category', 'brand'],
  });
  for (const serve of [false, null, undefined]) expect(echoServe(serve)).not.toHaveProperty('serve');
});

it('a report warns of products in params.rules that no basket contains', () => {
  const orders = [{ id: '1', lines: [createLine('Tea', 4), createLine('Milk', 1)] }];
  const settings = resolveRules({ consequents: ['Tea', 'tea'], exclude: ['Honey'] });
  const { association_rules, warnings } = analyseMarketBasket(toColumns(orders), settings).body;
  expect(association_rules.map(({ consequents }) => consequents)).toEqual([['Tea']]);
  expect(warnings).toEqual(['No basket contains “tea”, “Honey”, which params.rules names.']);
});

it('echoMbaSettings echoes a custom field as the product level, and nothing for products', () => {
  expect(resolveLevel('custom:category').productLevel).toBe('category');
  expect(echoMbaSettings(resolveLevel('custom:category'))).toMatchObject({
    product_level: 'custom:category',
  });
  expect(echoMbaSettings(resolveLevel('product'))).not.toHaveProperty('product_level');
  expect(resolveLevel(['custom:category'])).toEqual(resolveLevel('custom:category'));
  expect(resolveLevel(['product'])).toEqual(resolveLevel(null));
  for (const wrong of ['category', 'custom:', `custom:${'x'.repeat(65)}`, 1, []]) {
    const param = 'params.product_level';
    expect(() => resolveLevel(wrong)).toThrow(expect.objectContaining({ code: 'invalid_request', param }));
  }
});

it('echoMbaSettings echoes several levels with products first; levels whose items could have equal names are refused', () => {
  expect(echoMbaSettings(resolveLevel(['custom:category', 'product']))).toMatchObject({
    product_level: ['product', 'custom:category'],
  });
  const toKey = (levels: readonly string[]) => toComparisonKey('MBA', resolveLevel(levels));
  expect(toKey(['custom:category', 'product'])).toBe(toKey(['product', 'custom:category']));
  expect(toKey(['custom:category', 'product'])).not.toBe(toKey(['product']));
  const whole = 'params.product_level';
  for (const { wrong, param } of [
    { wrong: ['product', 'product'], param: whole },
    { wrong: ['custom:a', 'custom:a=b'], param: whole },
    { wrong: ['product', 'custom:a', 'custom:b', 'custom:c', 'custom:d'], param: whole },
    { wrong: ['product', 'category'], param: `${whole}[1]` },
  ]) {
    expect(() => resolveLevel(wrong)).toThrow(expect.objectContaining({ code: 'invalid_request', param }));
  }
});
