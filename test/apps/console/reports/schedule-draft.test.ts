// Tests the form of a schedule: how it is filled from a schedule, and what it sends after a change.
import { describe, expect, it } from 'vitest';
import { chooseLanguage, formatClock } from '../../../../apps/console/app/words/language.ts';
import {
  createDraftFromRequest,
  isShownWhole,
  toRequest,
} from '../../../../apps/console/requests/report-request.ts';
import {
  describeClock,
  listChanges,
  toExpression,
  toSchedule,
  toScheduleDraft,
} from '../../../../apps/console/schedules/schedule-draft.ts';
import type { CreateReportRequest, Schedule } from '../../../../packages/client/src/index.ts';
import { createFormatter } from '../../../../packages/report-parts/figures.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';

const SCHEDULE: Schedule = {
  schedule_id: '01M7YQ9C5D7F9H1K3M5P7R9T1V',
  name: 'Every Monday',
  status: 'active',
  paused_because: null,
  expression: 'cron(5 6 * * MON)',
  time_zone: 'Europe/Berlin',
  report: { dataset_id: 'shop', template: 'standard_rfm' },
  date_range: null,
  only_if_changed: false,
  created_at: '2026-03-31T14:05:00.000Z',
  created_by: null,
  updated_by: null,
  next_run_at: '2026-04-06T04:05:00.000Z',
  runs: { started: 0, skipped: 0, failed: 0 },
  last_run: null,
};

describe('the request of a schedule in the form', () => {
  const requests: readonly CreateReportRequest[] = [
    { dataset_id: 'shop', template: 'standard_rfm' },
    { dataset_id: 'shop', report_type: 'COHORT', params: { cohort_by: 'week', context: 'Tea' } },
    { dataset_id: 'shop', template: 'standard_mba', params: { serve: true } },
    {
      dataset_id: 'shop',
      template: 'first_order',
      name: 'First baskets',
      webhook_url: 'https://example.com/hook',
      wait_for_imports: true,
      filters: {
        dateRange: { end: '2026-03-31' },
        conditions: [
          { field: 'custom:channel', operator: 'equals', value: 'web' },
          { field: 'quantity', operator: 'between', value: 1, valueTo: 3 },
        ],
      },
      params: {
        ...{ min_support: 0.0029, min_confidence: 0, scope: 'customer', product_identifier: 'sku' },
        ...{ product_level: ['product', 'custom:category'], customer_scope: 'repeat', time_zone: 'UTC' },
        rules: { exclude: ['Bag'], max_products: 3, redundant: false },
        serve: { fields: ['category', 'brand'] },
        product_profiles: true,
      },
    },
    { dataset_id: 'shop', template: 'standard_rfm', params: { next_products: true } },
  ];

  it('is unchanged when it is sent again', () => {
    for (const request of requests) {
      parseRequest(createReportRequest, request);
      expect(toRequest(createDraftFromRequest(request))).toEqual(request);
      expect(isShownWhole(request)).toBe(true);
    }
  });

  it('is shown whole if it states defaults, or a type beside its template', () => {
    const request: CreateReportRequest = {
      dataset_id: 'shop',
      template: 'standard_mba',
      report_type: 'MBA',
      wait_for_imports: false,
      filters: { conditions: [], dateRange: null },
      params: {
        ...{ serve: false, product_profiles: false, next_products: false },
        ...{ product_level: ['custom:category'], rules: { redundant: true } },
      },
    };
    parseRequest(createReportRequest, request);
    expect(isShownWhole(request)).toBe(true);
  });

  it('is not shown whole if the form would send something else', () => {
    const conditions = [{ field: 'custom:channel', operator: 'equals', value: '' }] as const;
    const others: readonly CreateReportRequest[] = [
      { template: 'standard_mba', params: { rules: { exclude: ['two\nlines'] } } },
      { template: 'standard_mba', params: { min_support: 0.123456789012345 } },
      { template: 'standard_mba', name: ' with spaces ' },
      { template: 'standard_rfm', filters: { conditions } },
    ];
    for (const request of others) {
      parseRequest(createReportRequest, request);
      expect([request, isShownWhole({ ...request, dataset_id: 'shop' })]).toEqual([request, false]);
    }
  });
});

describe('the clock of a schedule in the form', () => {
  it('is a preset if one matches the expression, and an expression of its own otherwise', () => {
    const describeRhythm = (expression: string) => {
      const { rhythm, time } = toScheduleDraft({ ...SCHEDULE, expression });
      return rhythm === 'own' ? rhythm : `${rhythm} ${time}`;
    };
    expect(describeRhythm('cron(5 6 * * MON)')).toBe('MON 06:05');
    expect(describeRhythm('cron(0 7 1 * *)')).toBe('monthly 07:00');
    expect(describeRhythm('cron(30 23 * * *)')).toBe('daily 23:30');
    expect(describeRhythm('cron(0 7 * * FRI)')).toBe('FRI 07:00');
    for (const own of ['cron(0 7 * * MON#1)', 'cron(0 7,19 * * *)', 'rate(12 hours)', 'cron(0 7 L * *)'])
      expect([own, describeRhythm(own)]).toEqual([own, 'own']);
  });

  it('is the same expression when it is sent again', () => {
    for (const expression of ['cron(5 6 * * MON)', 'cron(0 7 1 * *)', 'rate(1 day)', 'cron(0 7 * * 1-5)'])
      expect(toExpression(toScheduleDraft({ ...SCHEDULE, expression }))).toBe(expression);
  });
});

it.each([
  ['cron(30 0 * * *)', 'Every day at 00:30', 'Täglich um 00:30 Uhr'],
  ['cron(0 7,19 * * *)', 'Every day at 07:00 and 19:00', 'Täglich um 07:00 und 19:00 Uhr'],
  ['cron(5 6 * * MON)', 'Every Monday at 06:05', 'Jeden Montag um 06:05 Uhr'],
  [
    'cron(0 7 * * FRI,MON-TUE)',
    'Every Monday, Tuesday, and Friday at 07:00',
    'Jeden Montag, Dienstag und Freitag um 07:00 Uhr',
  ],
  ['cron(0 7 * * 0)', 'Every Sunday at 07:00', 'Jeden Sonntag um 07:00 Uhr'],
  ['cron(0 7 * * 6-7)', 'Every Saturday and Sunday at 07:00', 'Jeden Samstag und Sonntag um 07:00 Uhr'],
  ['cron(0 19 1 * *)', 'On day 1 of each month at 19:00', 'Am 1. jedes Monats um 19:00 Uhr'],
  ['cron(0 9 1,15 * *)', 'On day 1 and 15 of each month at 09:00', 'Am 1. und 15. jedes Monats um 09:00 Uhr'],
  ['cron(0 9 L * *)', 'On the last day of each month at 09:00', 'Am letzten Tag jedes Monats um 09:00 Uhr'],
  ['rate(1 hour)', 'Every hour', 'Jede Stunde'],
  ['rate(30 days)', 'Every 30 days', 'Alle 30 Tage'],
  ['rate(1 day)', 'Every day', 'Täglich'],
])('describeClock says in both languages when %s runs', async (expression, english, german) => {
  // The hour as the locale of the test's machine writes it.
  const localize = (text: string) => text.replaceAll(/\d\d:\d\d/g, formatClock);
  await chooseLanguage('de');
  expect(describeClock({ expression })).toBe(localize(german));
  await chooseLanguage('en');
  expect(describeClock({ expression })).toBe(localize(english));
});

it.each([
  ['a weekday of the month', 'cron(0 7 * * FRI#1)'],
  ['a month', 'cron(0 7 1 1 *)'],
  ['both days', 'cron(0 7 1 * MON)'],
  ['steps', 'cron(*/15 * * * *)'],
  ['a range of days', 'cron(0 7 1-5 * *)'],
  ['a range of weekdays that ends before it begins', 'cron(0 7 * * FRI-MON)'],
  ['an unknown weekday', 'cron(0 7 * * MO)'],
])('describeClock has no words for %s', (_, expression) => {
  expect(describeClock({ expression })).toBeUndefined();
});

it('the formatter shows the time of a clock as the locale does', () => {
  expect(
    ['de', 'en-GB', 'en-US'].map((locale) => createFormatter(locale).clock('18:05').replace(/\s/, ' ')),
  ).toEqual(['18:05', '18:05', '6:05 PM']);
});

describe('the changes of a schedule', () => {
  const report: CreateReportRequest = { dataset_id: 'shop', template: 'standard_rfm' };
  const before = toSchedule(report, toScheduleDraft(SCHEDULE));

  it('are empty without a difference', () => {
    expect(listChanges(before, before)).toEqual({});
  });

  it('contain only the clock if only the clock differs', () => {
    const now = toSchedule(report, { ...toScheduleDraft(SCHEDULE), time: '09:30' });
    expect(listChanges(before, now)).toEqual({ expression: 'cron(30 9 * * MON)' });
  });

  it('contain the moving days if the report differs', () => {
    const moving = toScheduleDraft({ ...SCHEDULE, date_range: 'last_14_days' });
    const other: CreateReportRequest = { ...report, dataset_id: 'other' };
    expect(listChanges(toSchedule(report, moving), toSchedule(other, moving))).toEqual({
      report: other,
      date_range: 'last_14_days',
    });
  });
});
