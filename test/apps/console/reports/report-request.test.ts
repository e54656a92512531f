// Tests report requests that the console creates from the form or from a report, and shows as code.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { getType, TEMPLATES } from '../../../../apps/console/reports/report-types.ts';
import {
  emptyCondition,
  emptyRules,
  FIELDS,
  isNumeric,
  toCondition,
  toConditionDraft,
  withField,
} from '../../../../apps/console/requests/condition-draft.ts';
import {
  createDraftFromReport,
  type Draft,
  emptyDraft,
  toRequest,
} from '../../../../apps/console/requests/report-request.ts';
import { asCurl, asTypeScript, type FormRequest } from '../../../../apps/console/requests/request-code.ts';
import {
  emptySchedule,
  listRhythms,
  RANGES,
  toExpression,
  toSchedule,
} from '../../../../apps/console/schedules/schedule-draft.ts';
import type {
  CreateReportRequest,
  FinishedReport,
  MbaReport,
} from '../../../../packages/client/src/index.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import {
  TEMPLATES as SERVICE_TEMPLATES,
  TEMPLATE_NAMES,
} from '../../../../src/contract/report-types/report-types.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { createScheduleRequest } from '../../../../src/contract/resources/reports/schedules.ts';
import {
  CONDITION_OPERATORS,
  findConditionProblem,
  listOperators,
} from '../../../../src/contract/settings/conditions.ts';
import { createExampleReport } from '../../../../src/openapi/examples/example-reports.ts';

const DRAFT: Draft = {
  ...emptyDraft('standard_mba', 'shop'),
  name: " Today's baskets ",
  start: '2026-01-01',
  timeZone: ' Europe/Berlin ',
  customers: 'repeat',
  conditions: [
    { ...emptyCondition, operator: 'not_contains', value: ' POSTAGE ' },
    { field: 'quantity', key: '', operator: 'between', value: '1', valueTo: '9.5' },
    { field: 'custom', key: 'channel', operator: 'equals', value: '7', valueTo: '' },
    { field: 'custom', key: 'points', operator: 'greater_than', value: '7', valueTo: '' },
    emptyCondition,
    { field: 'custom', key: ' ', operator: 'equals', value: 'x', valueTo: '' },
  ],
  minSupport: '0.29',
  baskets: 'customer',
  level: 'product, custom:category',
  rules: { ...emptyRules, exclude: 'Tea\n\n Milk ', max_products: '3', min_lift: '1.2', redundant: false },
  serves: true,
  serveFields: 'category, custom:brand',
  profiles: true,
  webhookUrl: ' https://example.com/hook ',
};

it('the form offers every template of the service under its report type', () => {
  expect([...TEMPLATES].sort()).toEqual([...TEMPLATE_NAMES].sort());
  for (const name of TEMPLATES)
    expect([name, getType(name)]).toEqual([name, SERVICE_TEMPLATES[name].reportType]);
});

it('toRequest omits empty fields', () => {
  expect(toRequest(emptyDraft('standard_rfm', 'default'))).toEqual({
    template: 'standard_rfm',
    dataset_id: 'default',
  });
});

it('toRequest writes days, conditions, shares and constraints in the service’s format', () => {
  const request = toRequest(DRAFT);
  expect(request).toEqual({
    template: 'standard_mba',
    dataset_id: 'shop',
    name: "Today's baskets",
    filters: {
      dateRange: { start: '2026-01-01' },
      conditions: [
        { field: 'product_name', operator: 'not_contains', value: 'POSTAGE' },
        { field: 'quantity', operator: 'between', value: 1, valueTo: 9.5 },
        { field: 'custom:channel', operator: 'equals', value: '7' },
        { field: 'custom:points', operator: 'greater_than', value: 7 },
      ],
    },
    params: {
      customer_scope: 'repeat',
      time_zone: 'Europe/Berlin',
      min_support: 0.0029,
      scope: 'customer',
      product_level: ['product', 'custom:category'],
      rules: { exclude: ['Tea', 'Milk'], max_products: 3, min_lift: 1.2, redundant: false },
      serve: { fields: ['category', 'brand'] },
      product_profiles: true,
      leave_out: 'not_goods',
    },
    webhook_url: 'https://example.com/hook',
  });
  expect(parseRequest(createReportRequest, request)).toMatchObject(request);
  expect(toRequest({ ...DRAFT, serveFields: ' ' }).params?.serve).toBe(true);
  expect(toRequest({ ...DRAFT, serves: false }).params?.serve).toBeUndefined();
  expect(toRequest({ ...DRAFT, profiles: false }).params?.product_profiles).toBeUndefined();
  const { params } = toRequest({ ...DRAFT, type: 'RFM', template: 'standard_rfm' });
  expect(params).toEqual({ customer_scope: 'repeat', time_zone: 'Europe/Berlin' });
});

describe('a condition', () => {
  it('has the operators that the service accepts for its field, and a value of its type', () => {
    for (const field of FIELDS) {
      const taken = CONDITION_OPERATORS.filter((operator) => {
        const value = isNumeric({ field, operator }) ? 1 : 'x';
        const name = field === 'custom' ? 'custom:x' : field;
        return (
          findConditionProblem({
            field: name,
            operator,
            value,
            ...(operator === 'between' && { valueTo: 1 }),
          }) === undefined
        );
      });
      expect([field, [...listOperators(field)].sort()]).toEqual([field, [...taken].sort()]);
    }
  });

  it('keeps its operator with a new field that accepts it, and gets “equals” otherwise', () => {
    expect(withField(emptyCondition, 'customer_id').operator).toBe('contains');
    expect(withField(emptyCondition, 'quantity').operator).toBe('equals');
  });

  it('is unchanged by conversion to a draft and back', () => {
    for (const condition of toRequest(DRAFT).filters?.conditions ?? [])
      expect(toCondition(toConditionDraft(condition))).toEqual(condition);
  });
});

it('createDraftFromReport repeats a report of every type with the same settings', async () => {
  for (const type of ['MBA', 'RFM', 'COHORT'] as const) {
    const report: FinishedReport = JSON.parse(JSON.stringify(await createExampleReport(type)));
    const { settings } = report;
    const request = toRequest(createDraftFromReport(report));
    expect(parseRequest(createReportRequest, request)).toMatchObject(request);
    expect([request.template ?? null, request.report_type]).toEqual([
      settings.template,
      settings.template === null ? type : undefined,
    ]);
    expect(request.params?.customer_scope).toBe(settings.customer_scope);
    expect(request.filters?.conditions ?? []).toEqual(settings.filters.conditions);
  }
});

it.each([
  ['COHORT', 'cohort_by', 'first_product'],
  ['COHORT', 'cohort_by', 'custom:channel'],
  ['REPLENISHMENT', 'product_level', 'custom:category'],
] as const)('createDraftFromReport repeats a %s report whose %s is %s', async (type, param, value) => {
  const report: FinishedReport = JSON.parse(JSON.stringify(await createExampleReport(type)));
  const again = createDraftFromReport(
    JSON.parse(JSON.stringify({ ...report, settings: { ...report.settings, [param]: value } })),
  );
  expect(toRequest(again).params).toMatchObject({ [param]: value });
});

it('createDraftFromReport repeats a report’s recommendations with their fields', async () => {
  const report: MbaReport = JSON.parse(JSON.stringify(await createExampleReport('MBA')));
  const repeatServing = (settings: Pick<MbaReport['settings'], 'serve'>) =>
    toRequest(createDraftFromReport({ ...report, settings: { ...report.settings, ...settings } })).params
      ?.serve;
  expect(repeatServing({})).toBeUndefined();
  expect(repeatServing({ serve: true })).toBe(true);
  const serve = { fields: ['category', 'brand'] };
  expect(repeatServing({ serve })).toEqual(serve);
});

it('createDraftFromReport repeats a report’s product profiles', async () => {
  const report: MbaReport = JSON.parse(JSON.stringify(await createExampleReport('MBA')));
  const repeatProfiles = (product_profiles?: boolean) => {
    const { product_profiles: _, ...settings } = report.settings;
    const asked = { ...settings, ...(product_profiles !== undefined && { product_profiles }) };
    return toRequest(createDraftFromReport({ ...report, settings: asked })).params?.product_profiles;
  };
  expect([repeatProfiles(true), repeatProfiles()]).toEqual([true, undefined]);
});

it('toSchedule replaces the days of the report with days that move with each run', () => {
  const report = toRequest(DRAFT);
  const weekly = { ...emptySchedule('Europe/Berlin'), time: '06:30' };
  expect(toSchedule(report, weekly)).toEqual({
    expression: 'cron(30 6 * * MON)',
    time_zone: 'Europe/Berlin',
    report,
  });
  const moving = toSchedule(report, { ...weekly, range: 'previous_month', onlyIfChanged: true });
  expect(moving).toMatchObject({ date_range: 'previous_month', only_if_changed: true });
  expect(moving.report.filters).toEqual({ conditions: report.filters?.conditions });
});

it('the form of a schedule offers rhythms and ranges that the service accepts', () => {
  const report = toRequest(emptyDraft('standard_rfm', 'default'));
  const draft = { ...emptySchedule('UTC'), expression: 'rate(12 hours)' };
  const rhythms = listRhythms().map(([rhythm]) => rhythm);
  expect(rhythms.map((rhythm) => toExpression({ ...draft, rhythm }))).toEqual([
    'cron(0 7 * * *)',
    ...['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map((day) => `cron(0 7 * * ${day})`),
    'cron(0 7 1 * *)',
    'rate(12 hours)',
  ]);
  for (const rhythm of rhythms)
    for (const range of RANGES)
      parseRequest(createScheduleRequest, toSchedule(report, { ...draft, rhythm, range }));
});

it('asCurl and asTypeScript write the same request', () => {
  const body: CreateReportRequest = { ...toRequest(DRAFT), name: `'; rm -rf "$HOME" #\\ \`x\`` };
  const requests: FormRequest[] = [
    { path: '/reports', body },
    { path: '/schedules', body: toSchedule(body, emptySchedule('UTC')) },
    { path: '/schedules/{id}', id: 'S1', body: { expression: 'rate(1 day)', report: body } },
  ];
  const curl = 'curl() { for last; do :; done; printf %s "$last"; }';
  for (const request of requests) {
    const { stdout } = spawnSync('sh', ['-c', `${curl}; ${asCurl('http://a', request)}`], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual(request.body);
    const [, literal = ''] =
      /(?:createAndWait|create|update)\((?:"S1", )?([\s\S]*)\);$/.exec(asTypeScript('http://a', request)) ??
      [];
    expect(JSON.parse(literal)).toEqual(request.body);
    const address = request.path === '/schedules/{id}' ? 'http://a/schedules/S1' : `http://a${request.path}`;
    expect(asCurl('http://a', request)).toContain(` ${address} -d `);
  }
});
