// Which reports are compared with each other.
import { expect, it } from 'vitest';
import { comparisonKey } from '../../../src/analysis/report-types/report-changes.ts';
import { settingsOf } from '../orders/literal-orders.ts';

it('compares reports that answer the same question, whatever their templates and words', () => {
  const key = comparisonKey('MBA', settingsOf());
  expect(comparisonKey('MBA', settingsOf({ template: 'standard_mba', context: 'a shop' }))).toBe(key);
  expect(comparisonKey('MBA', settingsOf({ serve: true, servedFields: ['category'] }))).toBe(key);
  expect(comparisonKey('MBA', settingsOf({ productProfiles: true }))).toBe(key);
  expect(comparisonKey('MBA', settingsOf({ minSupport: 0.5 }))).not.toBe(key);
  expect(comparisonKey('MBA', settingsOf({ dateRange: { start: '2024-01-01' } }))).not.toBe(key);
  expect(comparisonKey('RFM', settingsOf())).not.toBe(key);
});
