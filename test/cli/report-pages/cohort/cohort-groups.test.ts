// Groups by first order in the terminal and on the page.
import { expect, it } from 'vitest';
import { renderHtml } from '../../../../cli/report-pages/html-page.ts';
import { renderTerminal } from '../../../../cli/report-pages/terminal-report.ts';
import { firstOrderReport } from '../../../../quality/harness/random/first-order-shops.ts';
import { assembleReport } from '../../../../src/report-types/assemble.ts';
import { resolveReport } from '../../../../src/report-types/resolve.ts';

async function reportOf(leave: number) {
  const params = { cohort_by: 'first_product', cohort_min_customers: 60 };
  const { settings, name, reportType } = resolveReport({ report_type: 'COHORT', params });
  const report_id = '01K0000000000000000000TEST';
  const created_at = '2026-04-01T03:04:05.678Z';
  return assembleReport({
    header: { report_id, name, report_type: reportType, dataset_id: 'default', created_at },
    settings,
    computed: firstOrderReport(1, { customers: 1_500, leave, leastCustomers: 60 }),
    changes: null,
  });
}

it('shows all groups, marks the one that differs, and says that it is no cause', async () => {
  const report = await reportOf(0.05);
  const terminal = renderTerminal(report, { colour: false });
  expect(terminal).toMatch(/^Ordered again, by first_product$/m);
  expect(terminal).toMatch(/^Product 3 \* +108 +90 +46\.9 /m);
  expect(terminal).toMatch(/^month +customers/m);
  expect(terminal).toContain('* Differs from all others: an association, not a cause.');
  const html = await renderHtml(report);
  expect(html).toMatch(/<th scope="row">Product 3 \*<\/th><td class="n">108<\/td><td class="n">90<\/td>/);
  expect(html).not.toMatch(/<th scope="row">Product [^3] \*<\/th>/);
  expect(html).toContain('All groups: log-rank test, p &lt; 0.001.');
});

it('marks no group where the first product makes no difference', async () => {
  const report = await reportOf(0.4);
  expect(renderTerminal(report, { colour: false })).not.toMatch(/^Product \d+ \*|Differs from all others/m);
  expect(await renderHtml(report)).not.toMatch(/<th scope="row">Product \d+ \*<\/th>/);
});
