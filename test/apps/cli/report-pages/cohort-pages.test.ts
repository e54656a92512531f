// Tests the literal output of a cohort report in the terminal, as CSV and as a page.
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { renderHtml } from '../../../../apps/cli/report-pages/html-page.ts';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import { renderTerminal } from '../../../../apps/cli/report-pages/terminal-report.ts';
import { createCohortReport } from './literal-reports.ts';

it('shows retention, value, the time to the second order and changes in the terminal', async () => {
  const text = renderTerminal(await createCohortReport(), { colour: false });
  for (const lines of [
    `Cohort     Customers        +1        +2     +3       +4
────────────────────────────────────────────────────────
2025-11 *          1     0.0 %     0.0 %  0.0 %  (0.0 %)
2026-01            2     0.0 %  (50.0 %)
2026-02            2  (50.0 %)
2026-03            1
All                      0.0 %
`,
    '2026-01         4   95.00         47.50    47.50      50.0 %',
    '30           50.0 %  0.0 %  81.2 %  ███████',
    '2026-02 – 2026-03          3      1       1.2      50.0 %',
    '2026-02         +2      +3  100.00',
  ])
    expect(text).toContain(lines);
});

it('writes one CSV line per cohort and period', async () => {
  const csv = renderCsv(await createCohortReport());
  expect(csv.split('\r\n')[0]).toBe(
    'cohort,first_day,customers,period,complete,active_customers,orders,revenue,retention,cumulative_value_per_customer',
  );
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  expect(rows).toHaveLength(11);
  expect(rows[7]).toEqual({
    cohort: '2026-01',
    first_day: '2026-01-01',
    customers: '2',
    period: '2',
    complete: 'false',
    active_customers: '1',
    orders: '1',
    revenue: '15',
    retention: '0.5',
    cumulative_value_per_customer: '47.5',
  });
});

it('states in the terminal and on the page that a report has no customers', async () => {
  const empty = await createCohortReport('Nobody', []);
  expect(renderTerminal(empty, { colour: false })).toContain('No customer has a first purchase.');
  expect(await renderHtml(empty)).toContain('No customer has a dated order in this selection.');
  expect(renderCsv(empty).split('\r\n')).toHaveLength(2);
});
