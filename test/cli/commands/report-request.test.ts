// Options of commands as members of a request to POST /reports.
import { expect, it } from 'vitest';
import { newRequestMembers, requestMembers } from '../../../cli/commands/reports/report-request.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';

const settingsWith = (productLevel: readonly string[]) =>
  resolveReport(
    parseRequest(createReportRequest, { report_type: 'MBA', ...requestMembers({ productLevel }) }),
  ).settings;

it('--product-level once replaces products, and repeated it is several levels at once', () => {
  expect(settingsWith(['custom:category'])).toMatchObject({
    productLevel: 'category',
    productLevels: undefined,
  });
  expect(settingsWith(['custom:category', 'product'])).toMatchObject({
    productLevel: undefined,
    productLevels: ['product', 'custom:category'],
  });
});

it('--serve serves recommendations, and --serve-field names what they can be filtered by', () => {
  expect(requestMembers({ serve: true })).toEqual({ params: { serve: true } });
  expect(requestMembers({ serve: true, serveField: ['category', 'brand'] })).toEqual({
    params: { serve: { fields: ['category', 'brand'] } },
  });
});

it('market basket reports leave fees and services out, unless --leave-out says otherwise; other types are not asked to', () => {
  const asked = (flags: object, of: object) => newRequestMembers(flags, of);
  for (const named of [{ type: 'MBA' }, { template: 'churning_analysis' }]) {
    expect(asked({}, named)).toEqual({ params: { leave_out: 'not_goods' } });
    expect(asked({ leaveOut: 'nothing' }, named)).toEqual({ params: { leave_out: null } });
  }
  for (const named of [{}, { type: 'RFM' }, { template: 'cohort_retention' }])
    expect(asked({}, named)).toEqual({});
  const { settings } = resolveReport(
    parseRequest(createReportRequest, {
      report_type: 'MBA',
      ...asked({ leaveOut: 'nothing' }, { type: 'MBA' }),
    }),
  );
  expect(settings).toMatchObject({ leaveOut: undefined });
  // A change of a schedule says what is to change.
  expect(requestMembers({})).toEqual({});
});

it('--top and --by select rules, each with a default for the other; --insight-min-baskets is a parameter', () => {
  expect(requestMembers({ top: 5 })).toEqual({ params: { select: { top: 5, by: 'incremental_value' } } });
  expect(requestMembers({ by: 'lift' })).toEqual({ params: { select: { top: 100, by: 'lift' } } });
  const members = requestMembers({ top: 5, by: 'p_value_given_sizes', insightMinBaskets: 25 });
  expect(
    resolveReport(parseRequest(createReportRequest, { report_type: 'MBA', ...members })).settings,
  ).toMatchObject({ select: { top: 5, by: 'p_value_given_sizes' }, insightMinBaskets: 25 });
});
