// Tests the comparison of two reports.
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../../../apps/console/app/words/language.ts';
import {
  type Asked,
  comparePeriods,
  compareRules,
  listSettingsDifferences,
  orderReports,
  pairByName,
  sortByChange,
} from '../../../../apps/console/compare/comparison.ts';
import { describeDifferences } from '../../../../apps/console/compare/settings-words.ts';
import type { ReportOf } from '../../../../apps/console/reports/report-types.ts';
import { createRule } from './literal-rule.ts';

it('compareRules finds rules that appeared, vanished and changed, for any order of products on a side', () => {
  const before = [
    createRule(['a', 'b'], ['c']),
    createRule(['a'], ['b'], { confidence: 0.25 }),
    createRule(['x'], ['y']),
    createRule(['b'], ['a'], { lift: 1.5 }),
  ];
  const now = [
    createRule(['b'], ['a'], { lift: 1 }),
    createRule(['b', 'a'], ['c']),
    createRule(['a'], ['b']),
    createRule(['c'], ['a', 'b']),
  ];
  const { appeared, vanished, changed, same } = compareRules(before, now);
  expect(appeared.map(({ name }) => name)).toEqual(['c → a + b']);
  expect(vanished.map(({ name }) => name)).toEqual(['x → y']);
  expect(changed.map(({ name }) => name)).toEqual(['b → a', 'a → b']);
  expect(same).toBe(1);
  expect(sortByChange(changed, 'lift').map(({ name }) => name)).toEqual(['b → a', 'a → b']);
  expect(sortByChange(changed, 'confidence').map(({ name }) => name)).toEqual(['a → b', 'b → a']);
});

it('compareRules distinguishes the directions of a rule', () => {
  const { appeared, vanished } = compareRules([createRule(['a'], ['b'])], [createRule(['b'], ['a'])]);
  expect([appeared.length, vanished.length]).toEqual([1, 1]);
});

it('pairByName pairs items by name, and keeps items of only one report', () => {
  const createNamed = (...names: string[]) => names.map((name) => ({ name }));
  expect(pairByName(createNamed('a', 'b'), createNamed('b', 'c'), ({ name }) => name)).toEqual([
    { name: 'b', before: { name: 'b' }, now: { name: 'b' } },
    { name: 'c', before: undefined, now: { name: 'c' } },
    { name: 'a', before: { name: 'a' }, now: undefined },
  ]);
});

it('listSettingsDifferences lists the settings that differ, and treats null and missing as equal', () => {
  const settings = {
    template: 'standard_rfm',
    customer_scope: 'all',
    filters: { dateRange: null, conditions: [] },
    context: null,
    time_zone: 'UTC',
  } as const;
  const asked: Asked = {
    dataset_id: 'shop',
    settings: { ...settings, filters: { dateRange: null, conditions: [] } },
  };
  const later: Asked = {
    dataset_id: 'other',
    settings: {
      ...settings,
      time_zone: 'Asia/Tokyo',
      filters: { dateRange: { start: '2026-01-01' }, conditions: [] },
    },
  };
  expect(listSettingsDifferences(asked, asked)).toEqual([]);
  expect(listSettingsDifferences(asked, later)).toEqual([
    { setting: 'dataset_id', before: 'shop', now: 'other' },
    { setting: 'time_zone', before: 'UTC', now: 'Asia/Tokyo' },
    { setting: 'dateRange', before: undefined, now: { start: '2026-01-01' } },
  ]);
});

describe('describeDifferences', () => {
  beforeAll(() => chooseLanguage('en'));

  const plain = {
    template: 'standard_mba',
    customer_scope: 'all',
    filters: { dateRange: null, conditions: [] },
    context: null,
    time_zone: 'UTC',
    min_support: 0.01,
    min_confidence: 0.1,
    scope: 'order',
    product_identifier: 'name',
  } as const;
  type BasketSettings = ReportOf<'MBA'>['settings'];
  const ask = (others: Partial<BasketSettings> = {}): Asked => ({
    dataset_id: 'shop',
    settings: { ...plain, filters: { dateRange: null, conditions: [] }, ...others },
  });
  const showRows = (before: Asked, now: Asked): string[] =>
    describeDifferences(before, now, (text) => text).map((row) =>
      row.join(' | ').replaceAll(/[\u2068\u2069]/g, ''),
    );

  it('shows settings and values in the words of the form, without hints for input', () => {
    const now = ask({
      ...{ template: null, time_zone: 'Europe/Berlin', min_support: 0.025, min_confidence: 0.5 },
      ...{ scope: 'customer', product_identifier: 'sku', product_level: 'custom:category' },
      ...{ leave_out: 'not_goods', product_profiles: true, serve: { fields: ['brand', 'category'] } },
      rules: { exclude: ['Tea', 'Milk'], max_products: 3, min_lift: 1.5, redundant: false },
      select: { top: 20, by: 'lift' },
    });
    expect(showRows(ask(), now)).toEqual([
      'Question | – | What is bought together?',
      'Time zone | Europe/Berlin | UTC',
      'Lowest share of baskets | 2.5% | 1.0%',
      'Lowest share of buyers | 50.0% | 10.0%',
      'One basket per | customer, with all orders | order',
      'Products are identified by | SKU | name',
      'Analyse custom fields instead of products | category | –',
      'Leave out fees and services | yes | no',
      'Product profiles | yes | no',
      'Use for recommendations beside the cart | yes | no',
      'Custom fields by which recommendations can be filtered, at most 4 | brand, category | –',
      'No rule contains | Tea, Milk | –',
      'Products of a rule, at most | 3 | –',
      'Times as often as unrelated products, at least | 1.50 | –',
      'Repeated rules, too | no | yes',
      'Rules in the report, at most | 20 | –',
      'Rules chosen by | As often as expected | –',
    ]);
  });

  it('leaves out equal settings, defaults that one report states, and what the headings show', () => {
    expect(showRows(ask(), ask({ product_profiles: false, rules: {} }))).toEqual([]);
    expect(showRows(ask(), { ...ask({ customer_scope: 'repeat' }), dataset_id: 'other' })).toEqual([]);
  });

  it('marks a value that changed within the same words, and names a setting that it does not know', () => {
    const join = (country_code: string) => ask({ identity: { phone: { country_code } } });
    expect(showRows(join('49'), join('1'))).toEqual([
      'Customer ids of one person are joined | yes (changed) | yes',
    ]);
    const newer: Asked = ask();
    Object.assign(newer.settings, { newer_setting: 'x' });
    expect(showRows(ask(), newer)).toEqual(['newer_setting | x | –']);
  });
});

describe('two compared reports', () => {
  const createReport = (
    created_at: string,
    dateRange: { start?: string; end?: string } | null,
    reference_date = '2026-03-31',
  ) => ({
    created_at,
    reference_date,
    settings: {
      template: 'standard_rfm',
      customer_scope: 'all',
      filters: { dateRange, conditions: [] },
      context: null,
    } as const,
  });
  const september = createReport('2026-03-02T00:00:00.000Z', { start: '2025-09-01', end: '2025-09-30' });
  const october = createReport('2026-03-01T00:00:00.000Z', { start: '2025-10-01', end: '2025-10-31' });
  const everything = createReport('2026-01-01T00:00:00.000Z', null);

  it('are ordered by the days that they cover, not by the times of their requests', () => {
    for (const [a, b, before, now] of [
      [september, october, september, october],
      [october, september, september, october],
      [everything, september, september, everything],
    ] as const) {
      expect(orderReports(a, b)).toEqual({ before, now });
    }
    const later = { ...everything, created_at: '2026-02-01T00:00:00.000Z' };
    expect(orderReports(later, everything)).toEqual({ before: everything, now: later });
  });

  it('state how many days each covers, and which one was created before its last day was over', () => {
    expect(comparePeriods({ before: september, now: october })).toEqual({ days: [30, 31], unfinished: [] });
    expect(comparePeriods({ before: september, now: everything }).days).toBeUndefined();
    const growing = createReport('2026-03-10T00:00:00.000Z', { start: '2026-03-01', end: '2026-03-31' });
    expect(comparePeriods({ before: october, now: growing })).toEqual({
      days: [31, 31],
      unfinished: ['now'],
    });
  });
});
