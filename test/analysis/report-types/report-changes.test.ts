// Which reports are compared with each other.
import { expect, it } from 'vitest';
import { toComparisonKey } from '../../../src/analysis/report-types/report-changes.ts';
import { settingsOf } from '../orders/literal-orders.ts';

it('compares reports that answer the same question, whatever their templates and words', () => {
  const key = toComparisonKey('MBA', settingsOf());
  expect(toComparisonKey('MBA', settingsOf({ template: 'standard_mba', context: 'a shop' }))).toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ serve: true, servedFields: ['category'] }))).toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ productProfiles: true }))).toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ minSupport: 0.5 }))).not.toBe(key);
  expect(toComparisonKey('MBA', settingsOf({ dateRange: { start: '2024-01-01' } }))).not.toBe(key);
  expect(toComparisonKey('RFM', settingsOf())).not.toBe(key);
});
