// Options of commands as members of a request to POST /reports.
import { expect, it } from 'vitest';
import { requestMembers } from '../../../cli/commands/reports/report-request.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { createReportRequest } from '../../../src/contract/resources/reports.ts';
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
