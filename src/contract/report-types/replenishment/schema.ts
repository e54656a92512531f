// A finished replenishment report as GET /reports/{id} returns it. docs/concepts defines every figure.
import * as v from 'valibot';
import { described, optionally } from '../../schema/described.ts';
import { count, share } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import {
  type Body,
  calendarDay,
  comparedWith,
  comparisonNote,
  comparisonNoteCoded,
  finding,
  finishedEnvelope,
  insightsHead,
  settingsEcho,
} from '../../schema/report-parts.ts';
import type { Shape } from '../../schema/shape.ts';
import { PRODUCT_IDENTIFIERS } from '../../settings/settings.ts';
import { MODEL_NAMES } from '../model-names.ts';
import {
  DUE_RULES,
  DUE_STAGES,
  FALSE_SHARE,
  LEAST_REPEATED,
  MAX_CHANGED_PRODUCTS,
  MAX_WEEKS,
  PRODUCT_RULES,
  REPEAT_DAYS,
} from './limits.ts';
import { REPLENISHMENT_TEMPLATES } from './templates.ts';

const daysOrNull = (description: string) => described(v.nullable(v.number()), description);
const limit = (which: string) =>
  described(v.nullable(share), `${which} limit of the 95 % confidence interval.`);
const interval = v.object({
  low: described(v.number(), 'Lower end.'),
  high: described(v.number(), 'Upper end.'),
});

export const repeatShare = v.object({
  days: described(count, 'Days after the first purchase of the product.', { examples: [...REPEAT_DAYS] }),
  share: described(
    v.nullable(share),
    'Estimated share of its buyers who have bought it again by then (Kaplan-Meier). Null where nobody has been followed for so long.',
  ),
  lower: limit('Lower'),
  upper: limit('Upper'),
});

const productFigures = {
  product: described(
    v.string(),
    'Name of the product, or value of the custom field in settings.product_level.',
  ),
  customers: described(count, 'Customers who bought it.'),
  purchases: described(count, 'Days with a purchase of it, over all customers.'),
  repeat_customers: described(count, 'Customers who bought it on a later day, too.'),
  same_day: described(
    count,
    'Customers with several orders of it on their first day with it. These do not count as buying again.',
  ),
  too_few_repeats: described(
    v.boolean(),
    `Fewer than ${LEAST_REPEATED} customers have bought it again: nothing is estimated, and nobody is due to buy it.`,
  ),
  repeat_share: described(
    v.array(repeatShare),
    `After ${REPEAT_DAYS.join(', ')} days; empty with too few repeats.`,
  ),
  median_days: daysOrNull(
    'Days from the first purchase until half of its buyers have bought it again (Kaplan-Meier); null where half have not.',
  ),
  median_lower: daysOrNull('Lower limit of the 95 % confidence interval of the median.'),
  median_upper: daysOrNull('Upper limit of the 95 % confidence interval of the median.'),
  quartile_days: daysOrNull('Days until a quarter have bought it again.'),
  upper_quartile_days: daysOrNull('Days until three quarters have.'),
  further_days: daysOrNull(
    'Median days from a repeat purchase to the next, of customers who have bought it again, with those who are still waiting.',
  ),
  regularity: daysOrNull(
    `How regularly it is bought (Wheat & Morrison): 1 is chance alone, more is regular. Null with fewer than ${LEAST_REPEATED} customers who bought it on three days.`,
  ),
  usual_quantity: described(v.number(), 'Median units of a day with a purchase of it.'),
};

export const dueProduct = v.object({
  ...productFigures,
  customers_due: described(
    count,
    'Customers who have bought it again and are due within a week, or overdue by less than their gap. `product_dates` reports how reliable such dates were.',
  ),
});

export const dueWeek = v.object({
  first_day: calendarDay('First day.'),
  last_day: calendarDay('Last day.'),
  customers: described(count, 'Customers whose due date is in these days.'),
});

const triedRule = v.object({
  rule: described(
    v.picklist(DUE_RULES),
    'The probability by the model; the own frequency (purchase days per day since the first); or the last order + the median of the own gaps.',
  ),
  ordered: described(count, 'Named customers who ordered in the days after.'),
  share: described(share, 'ordered / named.'),
  lower: described(share, 'Lower limit of the 95 % interval of the share (Clopper-Pearson).'),
  upper: described(share, 'Upper limit.'),
  better_than_all: described(
    v.boolean(),
    'Whether the share lies above that of all customers with a pace, by an interval corrected for the three rules (Bonferroni).',
  ),
});

const tenth = v.object({
  tenth: described(count, 'From 1, the lowest probabilities, to 10.'),
  customers: described(count, 'Customers in it, over all dates.'),
  predicted: described(share, 'Their mean probability.'),
  actual: described(share, 'Their share with an order in the days after.'),
});

export const dueBacktest = v.object({
  cut_dates: described(
    v.array(calendarDay('A past date.')),
    'The dates on which the rules were tried, latest first.',
  ),
  days: described(count, 'Days after each date.'),
  every_nth_customer: described(count, '1: all customers are in it.'),
  customers: described(count, 'Customers with a pace, over all dates.'),
  ordered: described(count, 'Customers among these with an order in the days after.'),
  named: described(
    count,
    'Customers that each rule named, over all dates: as many as those whose last order + median gap was in these days.',
  ),
  rules: described(
    v.array(triedRule),
    'The orders that followed for each rule, which all name the same number of customers.',
  ),
  sorted_by: described(
    v.picklist(DUE_RULES),
    'The rule that named most customers who ordered: `priority` follows it.',
  ),
  probability_by: described(
    v.picklist([DUE_RULES[0], DUE_RULES[1]]),
    'What `probability_in_30_days` is: the one with the smaller mean squared error (Brier).',
  ),
  calibration: described(
    v.array(tenth),
    'That probability against what happened, by tenths of the customers.',
  ),
});

const triedProductRule = v.object({
  rule: described(
    v.picklist(PRODUCT_RULES),
    'The last purchase of the product + the own gaps shrunk to the usual one; + the mean of the own gaps; or + the usual gap.',
  ),
  bought: described(
    count,
    'Named pairs that were bought in the days after. Pairs that are equally near these days count in part.',
  ),
  share: described(share, 'bought / named.'),
  better_than_all: described(
    v.boolean(),
    'Whether the named pairs were bought more often than all pairs, by a test over customers corrected for the three rules (Bonferroni).',
  ),
});

export const productDates = v.object({
  cut_dates: described(
    v.array(calendarDay('A past date.')),
    'The dates on which the rules were tried, latest first.',
  ),
  days: described(count, 'Days after each date.'),
  every_nth_customer: described(count, '1: all customers are in it; else every n-th, by a hash of the id.'),
  pairs: described(
    count,
    'Customers with a product that they had bought on two days or more and whose usual gap was known, over all dates.',
  ),
  bought: described(count, 'Pairs among these that were bought in the days after.'),
  named: described(
    count,
    'Pairs that each rule named, over all dates: as many as own_and_usual_gap had due by the last of these days.',
  ),
  rules: described(
    v.array(triedProductRule),
    'The purchases that followed for each rule, which all name the same number of pairs.',
  ),
  dates_by: described(
    v.picklist(PRODUCT_RULES),
    'The rule that named most pairs that were bought: dates of products follow it.',
  ),
});

const rhythm = v.object({
  dates: described(count, 'Past dates, 30 days apart.'),
  waits: described(
    count,
    'Waits of more than twice the own gap on these dates, once for each customer and date, after which as many days are known as they had lasted.',
  ),
  called: described(count, 'Waits among these that `most_probable` of this report calls broken.'),
  ordered: described(count, 'Called waits that ended in an order by the reference date.'),
  most_probable: described(
    v.nullable(share),
    'Greatest probability of a wait as long, of a customer who keeps the pace, that is called broken. Null where past dates do not show who is gone.',
  ),
});

export const cadence = v.object({
  model: described(v.picklist(MODEL_NAMES), 'The model that paces are shrunk by.'),
  regularity: described(
    v.nullable(v.number()),
    'How regularly customers order (Wheat & Morrison): 1 is chance alone. Null where nobody has bought on three days, or all gaps are equal.',
  ),
  k: described(count, 'Events per purchase: the regularity as a whole number from 1 to 12.'),
  r: described(v.number(), 'Shape of the rates of the customers.'),
  alpha: described(v.number(), 'Rate of that gamma distribution, in days.'),
  a: described(
    v.nullable(v.number()),
    'First shape of the beta distribution (a, b) of the probability to leave. Null for a model in which nobody leaves.',
  ),
  b: described(v.nullable(v.number()), 'Second shape of that beta distribution.'),
  interval_level: described(share, 'Share of totals to come that lie within their interval.'),
  backtest: dueBacktest,
  rhythm: described(rhythm, 'Which waits are called broken, and what became of such waits on past dates.'),
});

const lastExpected = v.object({
  cut_date: calendarDay('The last day that the trial saw.'),
  predicted_orders: described(v.number(), 'Orders that were expected of the days after.'),
  actual_orders: described(v.number(), 'Orders that came.'),
  predicted_revenue: described(v.nullable(v.number()), 'Null where spend could not be modelled.'),
  actual_revenue: described(v.number(), 'Net of returns.'),
});

export const expectedOrders = v.object({
  days: described(count, 'Days after the reference date.', { examples: [7, 30] }),
  orders: described(v.number(), 'Expected orders of all customers of the report.'),
  orders_interval: described(interval, 'Interval of the orders, from the errors on past dates.'),
  revenue: described(
    v.nullable(v.number()),
    'Expected revenue, net of returns. Null where spend could not be modelled, or was off by as much on the latest past date.',
  ),
  revenue_interval: described(v.nullable(interval), 'Interval of the revenue. Null likewise.'),
  last: described(
    lastExpected,
    'The same from the latest past date, of the customers who are tried. Days that were off by more than half of the orders, and by more than chance explains, are not in the list.',
  ),
});

const excluded = v.object({
  rows_without_customer: described(count, 'Rows of orders without customer_id.'),
  rows_without_date: described(count, 'Rows of orders without order_date.'),
  customers_without_purchase: described(count, 'Customers with returns but no purchase.'),
});

const replenishmentSummary = v.object({
  customers: described(count, 'Customers with a purchase.'),
  overdue: described(count, 'Customers whose due date has passed, or is the reference date.'),
  due_this_week: described(count, 'Customers who are due in the 7 days after the reference date.'),
  due_this_month: described(count, 'Customers who are due in the 23 days after those.'),
  later: described(count, 'Customers who are due later.'),
  rhythm_broken: described(
    count,
    `Customers who are late by more than their own gap and have waited so long that, on past dates, at most ${100 * FALSE_SHARE} in 100 such waits ended in an order. 0 where past dates do not show that; \`cadence.rhythm\` has the counts.`,
  ),
  too_few_orders: described(
    count,
    'Customers with too few orders for a due date, or a report without due dates.',
  ),
  late_twice: described(count, 'Customers whose wait is more than twice their own gap, by chance or not.'),
  products: described(count, 'Products that were bought.'),
  products_with_too_few_repeats: described(count, 'Products among these without estimates.'),
  excluded: described(excluded, 'Rows that were left out.'),
});

export const stageChange = v.object({
  stage: described(v.picklist(DUE_STAGES), 'The stage.'),
  before: described(count, 'Customers in it in the earlier report.'),
  after: described(count, 'Customers in it in this report.'),
});

export const dueProductChange = v.object({
  product: described(v.string(), 'The product.'),
  before: described(count, 'Customers who were due to buy it.'),
  after: described(count, 'Customers who are due to buy it now.'),
});

export const replenishmentChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  note_coded: comparisonNoteCoded,
  stages: optionally(v.array(stageChange), 'Customers by stage.'),
  products: optionally(
    v.array(dueProductChange),
    `Products that both reports list, largest differences first. At most ${MAX_CHANGED_PRODUCTS}.`,
  ),
});

export const replenishmentInsights = v.object({
  ...insightsHead('What was found, in a sentence.'),
  due: finding('Who is due, and what is expected of the days ahead.'),
  due_products: finding('Products whose buyers are due.'),
  rhythm_broken: finding('Customers whose rhythm broke: the earliest sign that they leave.'),
  tried: finding('How well the rules did on past dates.'),
});

export const replenishmentSettings = settingsEcho(getKeys(REPLENISHMENT_TEMPLATES), {
  product_identifier: described(v.picklist(PRODUCT_IDENTIFIERS), 'Identifier of products.'),
  product_level: optionally(
    v.string(),
    'The custom field whose values stand for products; missing for products.',
  ),
});

export const replenishmentReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('REPLENISHMENT'), 'Customers and products by when they are due again.'),
  settings: replenishmentSettings,
  summary: described(replenishmentSummary, 'Customers by stage, and products.'),
  expected: described(
    v.array(expectedOrders),
    'Expected orders of the next 7 and 30 days; empty without due dates.',
  ),
  weeks: described(
    v.array(dueWeek),
    `Customers by the week in which they are due, the next ${MAX_WEEKS} weeks from the day after the reference date; empty without due dates.`,
  ),
  products: described(
    v.array(dueProduct),
    'Those with most customers due first, then by customers and name. Products with fewer customers are left out of a long list; a note says so.',
  ),
  product_dates: described(
    v.nullable(productDates),
    'How dates of products did on past dates. Null where too few lie in the past to tell.',
  ),
  cadence: described(
    v.nullable(cadence),
    'Model behind the due dates, and its results on past dates. Null without due dates; `notes` says why.',
  ),
  changes: described(v.nullable(replenishmentChanges), 'Changes since the previous report.'),
  ai_insights: described(v.nullable(replenishmentInsights), 'Findings in words; null without customers.'),
});

export type ReplenishmentBody = Body<typeof replenishmentReport>;
export type DueProductRow = Shape<typeof dueProduct>;

export const productFiguresShape = v.object(productFigures);
