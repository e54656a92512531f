// Cohort reports through the whole service: by template and by type, compared, listed, and refused what they cannot take.
import { expect, it } from 'vitest';
import { RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const dataset = `cohorts-${RUN}`;

const order = (id: string, customer: string, date: string) => ({
  order_id: id,
  customer_id: customer,
  order_date: `${date}T10:00:00Z`,
  line_items: [{ product_name: 'tea', unit_price: 10 }],
});

it('groups customers by their first purchase, compares with the report before, and is listed by its type', async () => {
  const { client } = target;
  await client.push(
    [order('1', 'ann', '2026-01-05'), order('2', 'ann', '2026-02-10'), order('3', 'bob', '2026-01-31')],
    dataset,
  );
  const first = await client.report({ template: 'cohort_retention', dataset_id: dataset });
  expect(first).toMatchObject({
    report_type: 'COHORT',
    status: 'Completed',
    name: 'Cohort retention',
    settings: { template: 'cohort_retention', cohort_by: 'month' },
    summary: { customers: 2, cohorts: 1, orders: 3, revenue: 30 },
    cohorts: [
      {
        cohort: '2026-01',
        customers: 2,
        left_truncated: true,
        periods: [{ retention: 1 }, { retention: 0.5 }],
      },
    ],
    // The only cohort begins where the data do: nobody knows whether its customers are new.
    second_order: null,
    changes: { compared_with: null },
  });

  await client.push([order('4', 'cid', '2026-02-12')], dataset);
  const second = await client.report({ report_type: 'COHORT', dataset_id: dataset });
  expect(second).toMatchObject({
    changes: {
      compared_with: { report_id: first.report_id },
      new_cohorts: 1,
      cohorts: [{ cohort: '2026-02', before: null, after: { customers: 1, orders: 1, revenue: 10 } }],
    },
  });
  const quarters = await client.report({
    report_type: 'COHORT',
    dataset_id: dataset,
    params: { cohort_by: 'quarter' },
  });
  expect(quarters).toMatchObject({
    cohorts: [{ cohort: '2026-Q1', customers: 3 }],
    changes: { compared_with: null },
  });

  const listed = await client.get(`/reports?report_type=COHORT&dataset_id=${dataset}`);
  expect(listed.body).toMatchObject({ reports: [{ report_type: 'COHORT' }, {}, {}] });
});

it('rejects a cohort_by other than week, month and quarter', async () => {
  const { status, body } = await target.client.post('/reports', {
    report_type: 'COHORT',
    params: { cohort_by: 'year' },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: expect.stringContaining('params.cohort_by: expected one of week, month, quarter'),
  });
});
