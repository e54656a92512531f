// Sentences of replenishment reports: codes, their parameters, and the English sentences.

import type { FigureFormats } from './figures.ts';
import { type CustomersNeeded, describeLastTime, formatLevel, type Tried } from './segment-sentences.ts';
import { formatCount, formatWhole, formatPercent as percentOf } from './wording.ts';

/** A way to say who orders next. */
type Rule = 'probability_in_30_days' | 'own_frequency' | 'days_since_over_median_gap';

type ProductRule = 'own_and_usual_gap' | 'own_gap' | 'usual_gap';

const PRODUCT_RULE_WORDS: Readonly<Record<ProductRule, string>> = {
  own_and_usual_gap: 'own gaps with the usual one',
  own_gap: 'own gaps alone',
  usual_gap: 'the product’s usual gap alone',
};

const RULE_WORDS: Readonly<Record<Rule, string>> = {
  probability_in_30_days: 'the model',
  own_frequency: 'the customer’s own frequency',
  days_since_over_median_gap: 'days since the last order against the median gap',
};

/**
 * Results of the rules on past dates. `rules`: the share of those named that came true; `all`: of all who could be
 * named.
 */
type RulesTried<R> = {
  readonly dates: number;
  readonly days: number;
  readonly named: number;
  readonly rules: readonly { rule: R; share: number }[];
  readonly all: number;
};

export const DUE_SENTENCES = {
  nobody_due: () => 'No order with a customer and a date matched: nobody is due.',
  due_dates_need_histories: () =>
    'Due dates and figures of products need whole histories: they are left out of a report with a customer scope or a start date.',
  due_dates_need_customers: ({ needed, needed_repeating, customers, repeating }: CustomersNeeded) =>
    `Due dates need ${formatWhole(needed)} customers, ${formatWhole(needed_repeating)} of them with purchases on two days or more; ` +
    `there are ${formatWhole(customers)} and ${formatWhole(repeating)}.`,
  due_dates_not_judged: ({ days }: { days: number }) =>
    `Due dates were left out: they appear with a test on past orders only. It needs ${2 * days} days of orders. ` +
    `Before the last ${days} of them, enough customers must have ordered on two days or more.`,
  list_by_other_rule: ({ rule }: { rule: Rule }) =>
    `On past dates, the model did not name more customers who ordered than ${RULE_WORDS[rule]}: the list is in the order of that rule.`,
  probabilities_by_frequency: () =>
    'On past dates, the probabilities of the model were further off than those by the customer’s own frequency: the report has the latter.',
  list_by_no_rule: () =>
    'On past dates, no rule named customers who ordered more often than all customers with a pace: the order of the list means nothing here.',
  products_not_listed: ({ products }: { products: number }) =>
    products === 1
      ? 'The product with the fewest customers is not listed.'
      : `The ${formatWhole(products)} products with the fewest customers, or the fewest who are due, are not listed.`,

  /** `paced`: with orders on two days or more; `due`: within a week; `seldom`: too few orders for a due date. */
  customers_due_and_overdue: ({
    paced,
    due,
    overdue,
    seldom,
    customers,
  }: {
    paced: number;
    due: number;
    overdue: number;
    seldom: number;
    customers: number;
  }) =>
    `${formatWhole(due)} of ${formatCount(paced, 'customer')} with orders on two days or more ${due === 1 ? 'is' : 'are'} due within a week. ` +
    `${formatWhole(overdue)} ${overdue === 1 ? 'is' : 'are'} overdue; ${formatWhole(seldom)} of ${formatCount(customers, 'customer')} ordered too seldom for a due date.`,
  nearly_all_order: ({ share, days }: { share: number; days: number }, { percent }: FigureFormats) =>
    `On past dates, ${percent(share)} of the customers ordered within ${days} days: naming some of them does no better than naming all.`,
  due_dates_unknown: ({ customers }: { customers: number }) =>
    `The orders do not show when ${formatCount(customers, 'customer')} will order again.`,
  customers_due: ({ days, due, within_week }: { days: number; due: number; within_week: number }) =>
    `${formatCount(due, 'customer')} ${due === 1 ? 'is' : 'are'} due in the next ${days} days, ${formatWhole(within_week)} of them within a week.`,
  /** `level`: of the intervals. `revenue`: null where it is not predicted. `tried`: orders, on the latest past date. */
  orders_due_in_days: (
    {
      days,
      orders,
      low,
      high,
      level,
      revenue,
      tried,
    }: {
      days: number;
      orders: number;
      low: number;
      high: number;
      level: number;
      revenue: { value: number; low: number; high: number } | null;
      tried: Tried;
    },
    figures: FigureFormats,
  ) =>
    `In the next ${days} days, ${formatCount(orders, 'order')} ${formatWhole(orders) === '1' ? 'is' : 'are'} expected (${formatLevel(level)} ${formatWhole(low)} to ${formatWhole(high)})` +
    `.${revenue === null ? '' : ` They are worth ${figures.money(revenue.value)} (${figures.money(revenue.low)} to ${figures.money(revenue.high)}).`}${describeLastTime(tried, figures)}`,
  orders_without_rhythm: () => 'Orders come without a rhythm: a due date is the middle of a wide window.',
  /** `days`: of half of the gaps between purchases; null where it is not known. */
  products_due: ({
    products,
  }: {
    products: readonly { product: string; customers: number; days: number | null }[];
  }) => {
    const each = products.map(
      ({ product, customers, days }) =>
        `${product} (${formatCount(customers, 'customer')}${days === null ? '' : `, usually after ${formatCount(days, 'day')}`})`,
    );
    return `Due within a week, or already late, with the most customers: ${each.join('; ')}.`;
  },
  product_dates_untried: () =>
    'Dates of products are not tried on past dates: they follow from each customer’s own gaps and the usual one.',
  product_dates_too_few: () => 'Too few of these dates lie in the past to tell whether they hold.',
  product_dates_by_other_rule: ({ rule }: { rule: ProductRule }) =>
    `On past dates, own gaps with the usual one did no better than ${PRODUCT_RULE_WORDS[rule]}: dates of products follow the latter.`,
  product_dates_by_no_rule: () =>
    'On past dates, products that were said to be due were not clearly bought more often than others: dates of products are left out.',
  /** Counts pairs of a customer and a product that were bought. */
  product_dates_tried: (
    { dates, days, named, rules, all }: RulesTried<ProductRule>,
    { percent }: FigureFormats,
  ) =>
    `On ${formatCount(dates, 'past date')}, each rule for products named ${formatCount(named, 'purchase')}. Made within ${days} days: ` +
    `${rules.map(({ rule, share }) => `${percent(share)} of those named by ${PRODUCT_RULE_WORDS[rule]}`).join('; ')}. Of all products that customers had bought again, ${percent(all)} were bought.`,
  /** `called`: waits of this kind on past dates; `ordered`: of them, those that ended in an order. */
  rhythms_broken: (
    {
      customers,
      dates,
      called,
      ordered,
    }: { customers: number; dates: number; called: number; ordered: number },
    { percent }: FigureFormats,
  ) =>
    `${formatCount(customers, 'customer')} ${customers === 1 ? 'has stayed away for more than twice the' : 'have stayed away for more than twice their'} own gap, and for longer than those who came back: ` +
    `on ${formatCount(dates, 'past date')}, ${percent(ordered / called)} of ${formatWhole(called)} such waits ended in an order. Write to them first.`,
  rhythm_not_judged: ({ most }: { most: number }) =>
    `No customer is called “rhythm broken”: on past dates, too few waits were as long, or more than ${percentOf(most, 0)} of them ended in an order.`,
  /** Counts customers with a pace who ordered. */
  rules_tried: ({ dates, days, named, rules, all }: RulesTried<Rule>, { percent }: FigureFormats) =>
    `On ${formatCount(dates, 'past date')}, each rule named ${formatCount(named, 'customer')}. Ordered within ${days} days: ` +
    `${rules.map(({ rule, share }) => `${percent(share)} of those named by ${RULE_WORDS[rule]}`).join('; ')}. Of all customers with a pace, ${percent(all)} did.`,
  list_in_order_of: ({ rule }: { rule: Rule }) => `The list is in the order of ${RULE_WORDS[rule]}.`,
  no_rule_beats_chance: () => 'No rule did better than chance: the order of the list means nothing here.',
};
