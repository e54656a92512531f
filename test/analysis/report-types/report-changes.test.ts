// The key by which reports are chosen for comparison.
import { expect, it } from 'vitest';
import { toComparisonKey } from '../../../src/analysis/report-types/report-changes.ts';
import { createMbaSettings } from '../orders/literal-orders.ts';

it('reports that answer the same question have one key, whatever their template, context and served data', () => {
  const key = toComparisonKey('MBA', createMbaSettings());
  expect(toComparisonKey('MBA', createMbaSettings({ template: 'standard_mba', context: 'a shop' }))).toBe(
    key,
  );
  expect(toComparisonKey('MBA', createMbaSettings({ serve: true, servedFields: ['category'] }))).toBe(key);
  expect(toComparisonKey('MBA', createMbaSettings({ productProfiles: true }))).toBe(key);
  expect(toComparisonKey('MBA', createMbaSettings({ minSupport: 0.5 }))).not.toBe(key);
  expect(toComparisonKey('MBA', createMbaSettings({ dateRange: { start: '2024-01-01' } }))).not.toBe(key);
  expect(toComparisonKey('RFM', createMbaSettings())).not.toBe(key);
});
