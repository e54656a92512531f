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
        ...{ serve: false, product_profiles: false },
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
    expect(describeRhythm('cron(5 6 * * MON)')).toBe('weekly 06:05');
    expect(describeRhythm('cron(0 7 1 * *)')).toBe('monthly 07:00');
    expect(describeRhythm('cron(30 23 * * *)')).toBe('daily 23:30');
    for (const own of ['cron(0 7 * * MON#1)', 'cron(0 7,19 * * *)', 'rate(12 hours)', 'cron(0 7 L * *)'])
      expect([own, describeRhythm(own)]).toEqual([own, 'own']);
  });

  it('is the same expression when it is sent again', () => {
    for (const expression of ['cron(5 6 * * MON)', 'cron(0 7 1 * *)', 'rate(1 day)', 'cron(0 7 * * 1-5)'])
      expect(toExpression(toScheduleDraft({ ...SCHEDULE, expression }))).toBe(expression);
  });
});

it('describeClock says when a preset runs, and nothing for another expression', async () => {
  await chooseLanguage('en');
  const describeIt = (expression: string) => describeClock({ ...SCHEDULE, expression });
  expect(describeIt('cron(5 6 * * MON)')).toBe(`Mondays at ${formatClock('06:05')}`);
  expect(describeIt('cron(0 19 1 * *)')).toBe(`On the first of each month at ${formatClock('19:00')}`);
  expect(describeIt('cron(30 0 * * *)')).toBe(`Every day at ${formatClock('00:30')}`);
  for (const own of ['cron(0 7 * * FRI)', 'cron(0 7 * * MON#1)', 'cron(0 7,19 * * *)', 'rate(12 hours)'])
    expect([own, describeIt(own)]).toEqual([own, undefined]);
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
