// Cohort reports as people see them, literally.
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { renderHtml } from '../../../../apps/cli/report-pages/html-page.ts';
import { renderCsv } from '../../../../apps/cli/report-pages/report-csv.ts';
import { renderTerminal } from '../../../../apps/cli/report-pages/terminal-report.ts';
import { cohortReport } from './literal-reports.ts';

it('the terminal shows retention, value, the time to the second order and changes', async () => {
  expect(renderTerminal(await cohortReport(), { colour: false })).toBe(`Cohorts
COHORT report 01K0000000000000000000TEST · dataset default · 2026-04-01 03:04 UTC · Completed

Summary

Customers                        6
Cohorts                          4
Orders                           9
Revenue                          212.00
Returns, taken off it            15.00
Ordered more than once           50.0 %
Retention in the next period     0.0 %
Ordered again in 30 days         50.0 %
Median days to the second order  37.5

Retention: customers with a purchase in the following periods

In parentheses: the period is not over yet.

Cohort     Customers        +1        +2     +3       +4
────────────────────────────────────────────────────────
2025-11 *          1     0.0 %     0.0 %  0.0 %  (0.0 %)
2026-01            2     0.0 %  (50.0 %)
2026-02            2  (50.0 %)
2026-03            1
All                      0.0 %

Value, and customers who ordered again, by cohort

* May hold customers who bought before the data begin: not part of averages, comparisons and
findings.

Cohort     Orders   Spent  Per customer  Median  In 30 days  In 60 days  In 90 days
───────────────────────────────────────────────────────────────────────────────────
2025-11 *       1    5.00          5.00    5.00       0.0 %       0.0 %       0.0 %
2026-01         4   95.00         47.50   47.50      50.0 %
2026-02         3  100.00         50.00   50.00      50.0 %
2026-03         1   12.00         12.00   12.00

Time to the second order (Kaplan-Meier, 95 % confidence intervals)

3 of 5 customers have ordered again on a later day. 0 placed several orders on the first day.

Days  Ordered again   From      To
───────────────────────────────────────────
30           50.0 %  0.0 %  81.2 %  ███████

Recent and older customers

Log-rank test: p = 0.808.

Cohorts            Customers  Again  Expected  In 30 days  In 60 days  In 90 days
─────────────────────────────────────────────────────────────────────────────────
2026-01                    2      2       1.8      50.0 %
2026-02 – 2026-03          3      1       1.2      50.0 %

Changed cohorts

Compared with report 01K000000000000000000EARLY of 2026-02-01 03:04 UTC.

Cohort   Customers  Orders   Spent
──────────────────────────────────
2026-03         +1      +1   12.00
2026-02         +2      +3  100.00
2026-01          0      +1   15.00

What this report is for

How many customers come back after their first purchase, and how soon, to judge acquisition and
onboarding.

In short

6 customers in 4 cohorts placed 9 orders worth 212.00; within 30 days of the first order, 50.0 %
order again.

Retention

0.0 % of customers buy in the month after the one of their first purchase (2 cohorts of 4
customers).

Value

A customer spends 32.50 in the month of the first purchase (mean of 2 cohorts of 4 customers).

Second order

Customers order again: 50.0 % within 30 days (95 % interval 0.0 % to 81.2 %). Half of the customers
have ordered again after 38 days.

Recent cohorts

How soon customers of 2026-02 to 2026-03 and of 2026-01 order again differs by no more than chance
explains (log-rank test, p = 0.808).

Notes

Customers of 2025-11 may have bought before the data begin: this cohort is marked, and not part of
averages, comparisons and findings.

Asked for

Reference date  2026-03-30
Template        cohort_retention
Customers       all
Time zone       UTC
Cohorts by      month
`);
});

it.each([40, 60, 80, 100, 160])('no line of the terminal is wider than %i columns', async (width) => {
  const lines = renderTerminal(await cohortReport(), { width, colour: false }).split('\n');
  expect(lines.filter((line) => line.length > width)).toEqual([]);
});

it('the CSV has one line per cohort and period', async () => {
  const csv = renderCsv(await cohortReport());
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

it('a report without customers says so in every form', async () => {
  const empty = await cohortReport('Nobody', []);
  expect(renderTerminal(empty, { colour: false })).toContain('No customer has a first purchase.');
  expect(await renderHtml(empty)).toContain('No customer has a dated order in this selection.');
  expect(renderCsv(empty).split('\r\n')).toHaveLength(2);
});
