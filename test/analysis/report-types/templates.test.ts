// The templates, literally as the contract lists them.
import { expect, test } from 'vitest';
import { TEMPLATE_NAMES, TEMPLATES } from '../../../src/contract/report-types/report-types.ts';

test.each([
  ['standard_mba', 'MBA', 'all'],
  ['first_order', 'MBA', 'first_order'],
  ['repeat_purchase', 'MBA', 'repeat'],
  ['high_value_baskets', 'MBA', 'high_value'],
  ['churning_analysis', 'MBA', 'churning'],
  ['standard_rfm', 'RFM', 'all'],
  ['new_customer_cohort', 'RFM', 'new_90d'],
] as const)('%s is %s over %s', (name, reportType, customerScope) => {
  const template = TEMPLATES[name];
  expect(template).toMatchObject({
    reportType,
    customerScope,
    ...(reportType === 'MBA' && { params: { scope: 'order' } }),
  });
  expect(template.name).not.toBe('');
  expect(template.businessContext).not.toBe('');
});

test('the contract’s two types have no others, and each has its own name', () => {
  const types: readonly string[] = ['MBA', 'RFM'];
  const names = TEMPLATE_NAMES.filter((name) => types.includes(TEMPLATES[name].reportType));
  expect(names).toHaveLength(7);
  expect(Object.keys(TEMPLATES)).toEqual([...TEMPLATE_NAMES]);
  expect(new Set(Object.values(TEMPLATES).map(({ name }) => name)).size).toBe(TEMPLATE_NAMES.length);
});
