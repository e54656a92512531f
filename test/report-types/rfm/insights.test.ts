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
    'Recent Customers: 50.0 % of customers, who bring 20.0 % of revenue. Their last order is 0 days old on average; ' +
      'they placed 1.0 orders and spent 10.00 each.',
  );
  // One buyer of one customer sets nobody apart.
  expect(recent?.ai_recommendation).toMatch(
    /^Welcome them.* in mind\. This is about 1 customer who has spent 10\.00\.$/,
  );
  expect(lost?.name).toBe("Can't Lose Them");
  expect(lost?.ai_observation).toContain('80.0 % of revenue. Their last order is 10 days old');
  expect(lost?.ai_recommendation).toMatch(/^Call or write in person/);
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
    value_at_risk: { revenue: 40, customers: 1 },
    core_customers: { revenue: 0, customers: 0 },
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
    revenue: 2 ** i,
    top_products: [],
  }));
  const all = withRfmInsights({ ...body, segments }, settings);
  expect(new Set(all.segments.map((segment) => segment.ai_recommendation)).size).toBe(11);
  expect(all.ai_strategic_insights).toMatchObject({
    // Customers Needing Attention, About to Sleep, At Risk, Can't Lose Them
    value_at_risk: { customers: 4, revenue: 2 ** 5 + 2 ** 6 + 2 ** 7 + 2 ** 8 },
    // Champions, Loyal Customers
    core_customers: { customers: 2, revenue: 2 ** 0 + 2 ** 1 },
  });
});
