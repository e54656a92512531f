// Segment texts and what matters over all of them, from figures checked by hand.
import { expect, test } from 'vitest';
import { SEGMENT_NAMES } from '../../../src/core/rfm/segments.ts';
import { buildRfmReport } from '../../../src/report-types/rfm/analyse.ts';
import { withRfmInsights } from '../../../src/report-types/rfm/insights.ts';
import { columnsOf, line, settingsOf } from '../../core/orders/literal-orders.ts';

const columns = columnsOf([
  { id: '1', customer: 'ada', date: '2024-01-01', lines: [line('Tea', 4, 5)] },
  { id: '2', customer: 'ada', date: '2024-01-11', lines: [line('Tea', 4, 5)] },
  { id: '3', customer: 'bob', date: '2024-01-21', lines: [line('Cup', 10)] },
]);
const settings = settingsOf({
  context: 'We sell tea.',
  businessContext: 'To treat segments differently.',
});
const body = withRfmInsights(buildRfmReport(columns, settings), settings);

test('each segment has an observation of its figures and a recommendation of its own', () => {
  const [recent, lost] = body.segments;
  expect(recent?.ai_observation).toBe(
    'Recent Customers: 50.0 % of customers, who bring 20.0 % of revenue. The last order of half of them is 0 days old or older; ' +
      'the median is 1 order and a spend of 10.00 (means 1.0 and 10.00).',
  );
  // One buyer of one customer sets nobody apart.
  expect(recent?.ai_recommendation).toMatch(
    /^Welcome them.* in mind\. This is about 1 customer who has spent 10\.00\.$/,
  );
  expect(lost?.name).toBe("Can't Lose Them");
  // The only gap between two orders is ten days, and so many have passed since: less recent, but not late.
  expect(lost?.ai_observation).toContain(
    'is 10 days old or older; the median is 2 orders and a spend of 40.00 (means 2.0 and 40.00). That is within the usual time between orders (nine of ten gaps between orders are 10 days or shorter).',
  );
  expect(lost?.ai_recommendation).toMatch(/^Their next order is not overdue/);
});

test('the overview carries totals, the words of the client and of the template', () => {
  expect(body.ai_insights).toEqual({
    generated_by: 'rules',
    business_context: 'To treat segments differently.',
    context: 'We sell tea.',
    summary: '2 customers placed 3 orders worth 50.00; 50.0 % ordered more than once.',
  });
  expect(body.ai_strategic_insights).toMatchObject({
    generated_by: 'rules',
    value_at_risk: { revenue: 0, customers: 0, text: expect.stringMatching(/^No segment is late: /) },
    core_customers: {
      revenue: 0,
      customers: 0,
      text: 'No customer is among Champions and Loyal Customers.',
    },
    concentration: { top20_revenue_share: 0.8 },
  });
});

test('every segment has advice of its own; four are slipping and two are the core', () => {
  const [example] = body.segments;
  if (example === undefined) throw new Error('the report has no segment');
  const segments = SEGMENT_NAMES.map((name, i) => ({
    ...example,
    name,
    count: 1,
    median_recency: 11,
    revenue: 2 ** i,
    top_products: [],
  }));
  const all = withRfmInsights({ ...body, segments }, settings);
  expect(new Set(all.segments.map((segment) => segment.ai_recommendation)).size).toBe(11);
  expect(all.ai_strategic_insights).toMatchObject({
    // Customers Needing Attention, About to Sleep, At Risk, Can't Lose Them
    value_at_risk: {
      customers: 4,
      revenue: 2 ** 5 + 2 ** 6 + 2 ** 7 + 2 ** 8,
      segments: ["Can't Lose Them", 'At Risk', 'About to Sleep', 'Customers Needing Attention'],
    },
    // Champions, Loyal Customers
    core_customers: {
      customers: 2,
      revenue: 2 ** 0 + 2 ** 1,
      segments: ['Loyal Customers', 'Champions'],
    },
  });
});

test('calls nobody late in a report of new customers, and recent customers recent in days only', () => {
  const scoped = (customer_scope: 'new_90d' | 'churning') => {
    const segments = body.segments.map((segment) => ({ ...segment, median_recency: 80 }));
    return withRfmInsights({ ...body, segments, settings: { ...body.settings, customer_scope } }, settings);
  };
  const [, fresh] = scoped('new_90d').segments;
  expect(fresh?.ai_observation).toContain('All customers of this report are new');
  expect(scoped('new_90d').ai_strategic_insights?.value_at_risk.customers).toBe(0);
  const [recent] = scoped('churning').segments;
  expect(recent?.ai_observation).toContain('That is recent only beside the other customers of this report');
  expect(scoped('churning').ai_strategic_insights?.value_at_risk).toMatchObject({
    customers: 1,
    text: "1 customer who brought 40.00 is slipping away (Can't Lose Them). Win them back first: each segment has a recommendation.",
  });
});

test('says in one clause that nothing changed', () => {
  const compared_with = { report_id: 'r', created_at: 'c', reference_date: '2024-01-01' };
  const changes = { compared_with, migration: [], segment_growth: [], moved: 0 };
  expect(withRfmInsights({ ...body, changes }, settings).ai_strategic_insights?.growth?.text).toBe(
    'Since 2024-01-01, no customer moved to another segment, joined or left the report.',
  );
});
