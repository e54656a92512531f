// What the console calls the types of report and what they have: a text of a type that one language lacks does not compile.
import { INSIGHT_TITLES } from '../../../report-parts/english.ts';

/** In every language: the texts of another one are loaded when it is read. */
export const TYPE_NAMES = {
  en: {
    MBA: 'Market basket',
    RFM: 'Customer segments',
    COHORT: 'Cohorts',
    REPLENISHMENT: 'Due to buy again',
    EFFECT: 'Effect of an audience',
  },
  de: {
    MBA: 'Warenkorb',
    RFM: 'Kundensegmente',
    COHORT: 'Kohorten',
    REPLENISHMENT: 'Nachkauf fällig',
    EFFECT: 'Wirkung einer Zielgruppe',
  },
};

export const typesEn = {
  template: {
    standard_mba: {
      question: 'What is bought together?',
      means: 'Products that occur together more often than by chance, in all orders.',
    },
    first_order: {
      question: 'What do first orders start with?',
      means: 'Combinations in each customer’s first purchase.',
    },
    repeat_purchase: {
      question: 'What do regulars combine?',
      means: 'Combinations in the orders of customers with at least two purchases.',
    },
    high_value_baskets: {
      question: 'What do the best customers combine?',
      means: 'Combinations of the top fifth by spend.',
    },
    churning_analysis: {
      question: 'What did lost customers buy?',
      means: 'Combinations of customers without an order for 90 days or more.',
    },
    standard_rfm: {
      question: 'Who are my customers?',
      means: 'Segments by how recently, how often and for how much they bought.',
    },
    new_customer_cohort: {
      question: 'Who is new?',
      means: 'Segments of customers whose first order is in the last 90 days.',
    },
    cohort_retention: {
      question: 'Do customers come back?',
      means: 'Customers by the month of their first purchase, and how many order again.',
    },
    due_to_reorder: {
      question: 'Who is due to buy again?',
      means: 'Customers and products by when the next order is due, and who stays away.',
    },
    audience_effect: {
      question: 'What did contacting them change?',
      means: 'Members of an audience beside those of it who were held out.',
    },
  },
  /** Parameters that are chosen from a list, and their values. */
  choice: {
    cohort_by: {
      title: 'Cohorts by',
      names: { week: 'week', month: 'month', quarter: 'quarter', first_product: 'first product' },
    },
    product_level: { title: 'What is bought again', names: { product: 'products' } },
  },
  exported: {
    ...{ rules: 'Rules', customers: 'Customers', segments: 'Segments' },
    ...{ cohorts: 'Cohorts', groups: 'Groups by first order', products: 'Products' },
  },
  /** What customers are grouped by, now and in the report compared with. */
  group: { segment: 'Segment', cohort: 'Cohort', stage: 'Stage' },
  previousGroup: { segment: 'Segment before', cohort: 'Cohort before', stage: 'Stage before' },
  /** Columns of customers. */
  column: {
    scores: 'Scores R F M',
    monetary: 'Spent',
    frequency: 'Orders',
    recency: 'Days since last order',
    contact: 'Contact',
    first_purchase: 'First order',
    last_purchase: 'Last order',
    probability_alive: 'Probability of still being a customer',
    expected_orders_90d: 'Orders expected in 90 days',
    expected_value_90d: 'Spend expected in 90 days',
    days_to_second_order: 'Days to the second order',
    priority: 'Place in the list',
    days_until_due: 'Days until due',
    overdue_ratio: 'Days since last order ÷ own gap',
    probability_in_30_days: 'Probability of an order in 30 days',
  },
  insights: INSIGHT_TITLES,
};

export type TypeTexts = typeof typesEn;
