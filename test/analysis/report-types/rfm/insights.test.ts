// Insights of RFM reports: the texts of each segment and of all together, from figures checked by hand.

import { expect, test } from 'vitest';
import { withRfmInsights } from '../../../../src/analysis/report-types/rfm/insights.ts';
import { SEGMENT_NAMES, type SegmentName } from '../../../../src/contract/report-types/rfm/segments.ts';
import { analyseRfm } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

const columns = toColumns([
  { id: '1', customer: 'ada', date: '2024-01-01', lines: [createLine('Tea', 4, 5)] },
  { id: '2', customer: 'ada', date: '2024-01-11', lines: [createLine('Tea', 4, 5)] },
  { id: '3', customer: 'bob', date: '2024-01-21', lines: [createLine('Cup', 10)] },
]);
const settings = createMbaSettings({
  context: 'We sell tea.',
  businessContext: 'To treat segments differently.',
});
const body = withRfmInsights(analyseRfm(columns, settings).body, settings);

test('each segment has an observation of its figures and a recommendation of its own', () => {
  const [recent, lost] = body.segments;
  expect(recent?.ai_observation).toBe(
    'Recent Customers: one customer (50.0 %), who brings 20.0 % of what customers spent, with 1 order and a spend of 10.00. The last order is 0 days old.',
  );
  // One buyer in a segment of one customer makes no product distinctive.
  expect(recent?.ai_recommendation).toMatch(
    /^Welcome them.* in mind\. This is about 1 customer who has spent 10\.00\.$/,
  );
  expect(lost?.name).toBe("Can't Lose Them");
  // One next order has come and two are outstanding: too few to estimate the usual time to the next order.
  expect(lost?.ai_observation).toContain(
    'with 2 orders and a spend of 40.00. The last order is 10 days old. Too few customers have ordered again to say how long the next order usually takes.',
  );
  const [, usual] = withRfmInsights(withUsualDays(10), settings).segments;
  // Ten days are the usual time here: the customer is less recent, but not late.
  expect(usual?.ai_observation).toContain(
    ' That is within the usual time between orders. Four of five next orders come within 10 days.',
  );
});

test('the overview contains totals, the context of the request and the business context', () => {
  expect(body.ai_insights).toMatchObject({
    generated_by: 'rules',
    business_context: 'To treat segments differently.',
    context: 'We sell tea.',
    summary: '2 customers placed 3 orders worth 50.00; 50.0 % ordered more than once.',
  });
  expect(body.ai_strategic_insights).toMatchObject({
    generated_by: 'rules',
    value_at_risk: {
      revenue: 0,
      customers: 0,
      text: expect.stringMatching(/^No segment is late by the days /),
    },
    core_customers: {
      revenue: 0,
      customers: 0,
      text: 'No customer is among Champions and Loyal Customers.',
    },
    concentration: {
      top20_revenue_share: 0.8,
      text: 'One of 2 customers brings 80.0 % of what customers spent.',
    },
  });
});

/** `report` with a usual time between orders of `days`, within which four of five next orders come. */
function withUsualDays(days: number, report = body) {
  return { ...report, metrics: report.metrics && { ...report.metrics, usual_days_to_next_order: days } };
}

/** The recommendation for a segment with these figures per customer. Four of five next orders come within 10 days. */
function readAdvice(
  name: SegmentName,
  { orders = 3, spend = 100, days = 5 }: { orders?: number; spend?: number; days?: number } = {},
): string {
  const [example] = body.segments;
  if (example === undefined || body.metrics === null) throw new Error('the report has no segment');
  const segment = { ...example, name, median_recency: days, median_frequency: orders, avg_monetary: spend };
  const metrics = { ...body.metrics, mean_monetary: 50, usual_days_to_next_order: 10 };
  const [said] = withRfmInsights({ ...body, metrics, segments: [segment] }, settings).segments;
  return said?.ai_recommendation.replace(/ This is about .*/, '') ?? '';
}

const RECENT = SEGMENT_NAMES.slice(0, 5);
const FIRST = /^Half of them or more have ordered once/;
const NOT_FIRST = /^For half of them or more, this was not the first order/;
const ONCE_AND_AWAY = /^Half of them or more ordered once and have not come back/;

test.each([
  // Advice that is written for repeat buyers, for new customers, or for customers with little or much spend.
  ['Champions', { orders: 2 }, /^Reward them/],
  ['Champions', { orders: 1 }, FIRST],
  ['Loyal Customers', { orders: 2 }, /^Offer a loyalty programme/],
  ['Loyal Customers', { orders: 1 }, FIRST],
  ['Potential Loyalists', { orders: 80 }, /^Recommend what goes with/],
  ['Recent Customers', { orders: 1 }, /^Welcome them/],
  ['Recent Customers', { orders: 1.5 }, NOT_FIRST],
  ['Recent Customers', { orders: 80 }, NOT_FIRST],
  ['Promising', { orders: 1 }, /^Build the habit/],
  ['Promising', { orders: 5 }, NOT_FIRST],
  ['Customers Needing Attention', { days: 11 }, /^Remind them/],
  ['About to Sleep', { days: 11, spend: 20 }, /^Send one reminder/],
  ['About to Sleep', { days: 11, spend: 80 }, /^Write personally/],
  ['At Risk', { days: 11 }, /^Write personally/],
  ['At Risk', { days: 11, orders: 1 }, ONCE_AND_AWAY],
  ["Can't Lose Them", { days: 11 }, /^Call or write in person: these were among the best/],
  ["Can't Lose Them", { days: 11, orders: 1 }, ONCE_AND_AWAY],
  ["Can't Lose Them", { days: 11, spend: 20 }, /^Write personally/],
  ['Hibernating', { days: 11, spend: 20 }, /^Include them in seasonal mailings/],
  ['Hibernating', { days: 11, spend: 80 }, /^Write personally/],
  ['Lost', { days: 11, spend: 20 }, /^Try one low-cost campaign/],
  ['Lost', { days: 11, spend: 80, orders: 1 }, ONCE_AND_AWAY],
] as const)('%s with %j gets advice that its figures support', (name, figures, words) => {
  expect(readAdvice(name, figures)).toMatch(words);
});

test.each(SEGMENT_NAMES)(
  '%s gets advice by its days since the last order if they contradict its name',
  (name) => {
    const isRecent = RECENT.includes(name);
    const [said, words] = isRecent
      ? [readAdvice(name, { days: 11 }), /^They have waited longer than customers usually do/]
      : [readAdvice(name, { days: 10 }), /^Nothing shows that their next order is overdue/];
    expect(said).toMatch(words);
  },
);

test('value at risk includes every late segment, whatever its name, and core customers two segments by name', () => {
  const [example] = body.segments;
  if (example === undefined) throw new Error('the report has no segment');
  const segments = SEGMENT_NAMES.map((name, i) => ({
    ...example,
    name,
    count: 1,
    median_recency: name === 'Champions' || i > 5 ? 11 : 10,
    revenue: 2 ** i,
    top_products: [],
  }));
  const all = withRfmInsights({ ...withUsualDays(10), segments }, settings);
  expect(all.ai_strategic_insights).toMatchObject({
    value_at_risk: {
      customers: 6,
      revenue: 2 ** 0 + 2 ** 6 + 2 ** 7 + 2 ** 8 + 2 ** 9 + 2 ** 10,
      segments: ['Lost', 'Hibernating', "Can't Lose Them", 'At Risk', 'About to Sleep', 'Champions'],
    },
    // Champions, Loyal Customers
    core_customers: {
      customers: 2,
      revenue: 2 ** 0 + 2 ** 1,
      segments: ['Loyal Customers', 'Champions'],
    },
  });
});

test('a segment of several customers is described by its medians and gets advice for late customers only if late', () => {
  const [, away] = body.segments;
  if (away === undefined) throw new Error('the report has no such segment');
  const segments = [{ ...away, name: 'Lost' as const, count: 3 }];
  const [lost] = withRfmInsights({ ...withUsualDays(10), segments }, settings).segments;
  expect(lost?.ai_observation).toBe(
    'Lost: 50.0 % of customers, who bring 80.0 % of what customers spent. The last order of half of them is 10 days old or older; ' +
      'typical are 2 orders and a spend of 40.00 (averages 2.0 and 40.00). ' +
      'That is within the usual time between orders. Four of five next orders come within 10 days.',
  );
  expect(lost?.ai_recommendation).toMatch(/^Nothing shows that their next order is overdue/);
  const late = [{ ...away, name: 'Lost' as const, median_recency: 11, avg_monetary: 5 }];
  expect(
    withRfmInsights({ ...withUsualDays(10), segments: late }, settings).segments[0]?.ai_recommendation,
  ).toMatch(/^Try one low-cost campaign/);
});

test.each([
  [1, 'One customer brings all that customers spent.'],
  [4, 'One of 4 customers brings 80.0 % of what customers spent.'],
  [5, 'The top fifth of customers by spend brings 80.0 % of what customers spent.'],
])('the concentration among %i customers reads: %s', (customer_count, text) => {
  const { ai_strategic_insights } = withRfmInsights({ ...body, customer_count }, settings);
  expect(ai_strategic_insights?.concentration.text).toBe(text);
});

test('insights call nobody late in a report on new customers, and qualify “recent” in one on churning customers', () => {
  const createScoped = (customer_scope: 'new_90d' | 'churning') => {
    const segments = body.segments.map((segment) => ({ ...segment, median_recency: 80 }));
    return withRfmInsights(
      { ...withUsualDays(10), segments, settings: { ...body.settings, customer_scope } },
      settings,
    );
  };
  const [, fresh] = createScoped('new_90d').segments;
  expect(fresh?.ai_observation).toContain('All customers of this report are new');
  expect(createScoped('new_90d').ai_strategic_insights?.value_at_risk.customers).toBe(0);
  const [recent] = createScoped('churning').segments;
  expect(recent?.ai_observation).toContain(
    'That is recent only compared with the other customers of this report',
  );
  expect(createScoped('churning').ai_strategic_insights?.value_at_risk).toMatchObject({
    customers: 2,
    text: "2 customers who brought 50.00 are in segments that are late (Recent Customers and Can't Lose Them). Half of each segment have stayed away for more than 10 days. Four of five next orders come sooner. Begin with those who spent most: each segment has a recommendation.",
  });
});

test('insights state in one clause that no customer moved', () => {
  const compared_with = { report_id: 'r', created_at: 'c', reference_date: '2024-01-01' };
  const changes = { compared_with, migration: [], segment_growth: [], moved: 0 };
  expect(withRfmInsights({ ...body, changes }, settings).ai_strategic_insights?.growth?.text).toBe(
    'Since 2024-01-01, no customer moved to another segment, joined or left the report.',
  );
});
