// Tests the summary that distinguishes a report in a list.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type ReportRequest, resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { reportItem } from '../../../src/service/reports/report-item.ts';
import { toReportSummary } from '../../../src/service/reports/report-view.ts';

const AT = '2026-03-31T14:05:00.000Z';
const ITEM = {
  ...{ account_id: 'a', report_id: 'r', name: 'Report', report_type: 'RFM', dataset_id: 'default' },
  ...{ status: 'Completed', created_at: AT, updated_at: AT, usage_month: '2026-03', key_hash: 'h' },
};

it('states the customer scope and the filters of a report, whether its template, a parameter or neither sets them', () => {
  const requests = [
    { report_type: 'RFM' },
    { template: 'new_customer_cohort' },
    { template: 'new_customer_cohort', params: { customer_scope: 'repeat' } },
    {
      template: 'standard_rfm',
      filters: {
        dateRange: { end: '2026-03-01' },
        conditions: [{ field: 'custom:channel', operator: 'equals', value: 'web' }],
      },
    },
  ] as const satisfies readonly ReportRequest[];
  for (const request of requests) {
    const { customerScope, dateRange = null, conditions } = resolveReport(request).settings;
    const item = v.parse(reportItem, { ...ITEM, request: JSON.stringify(request) });
    expect(toReportSummary(item).covers).toEqual({
      customer_scope: customerScope,
      filters: { dateRange, conditions },
    });
  }
});
