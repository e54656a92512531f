// The key by which reports are chosen for comparison.
import { expect, it } from 'vitest';
import { toComparisonKey } from '../../../src/analysis/report-types/report-changes.ts';
import { settingsOf } from '../orders/literal-orders.ts';

it('reports that answer the same question have one key, whatever their template, context and served data', () => {
  const key = toComparisonKey('MBA', settingsOf());
  expect(toComparisonKey('MBA', settingsOf({ template: 'standard_mba', context: 'a shop' }))).toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ serve: true, servedFields: ['category'] }))).toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ productProfiles: true }))).toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ minSupport: 0.5 }))).not.toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ dateRange: { start: '2024-01-01' } }))).not.toBe(key);
  expect(toComparisonKey('RFM', settingsOf())).not.toBe(key);
});
