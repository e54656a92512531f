// Example requests and responses of datasets and what is recommended from them.
import { EXAMPLE_AT } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const wholesale = {
  slug: 'wholesale',
  name: 'Wholesale',
  created_at: EXAMPLE_AT,
  currency: 'USD',
  rates_source: null,
  time_zone: 'America/New_York',
  not_goods: ['POSTAGE', 'Gift card'],
  contents: {
    counted_at: EXAMPLE_AT,
    rows: 42_481,
    orders: 1_994,
    customers: 948,
    first_order_date: '2010-12-01T08:26:00.000Z',
    last_order_date: '2010-12-23T16:06:00.000Z',
  },
};

const SERVED = {
  dataset_id: 'default',
  report_id: '01M7YSS0RX071BHY57DAW1YJTP',
  products: 1_204,
  fields: ['category'],
};

export const DATASET_EXAMPLES = {
  listDatasets: {
    answer: one('datasets', 'Two datasets', {
      datasets: [
        {
          slug: 'default',
          name: 'default',
          created_at: null,
          currency: null,
          rates_source: null,
          time_zone: 'UTC',
          not_goods: null,
          contents: null,
        },
        wholesale,
      ],
      has_more: false,
    }),
  },
  getUsage: {
    answer: one('usage', 'An account on the plan max', {
      account: { account_id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Tea shop' },
      plan: 'max',
      month: '2026-11',
      stored_rows: { used: 1_067_371, limit: 5_000_000 },
      monthly_reports: { used: 42, limit: 500 },
      requests_per_minute: { limit: 60 },
      datasets: { count: 2 },
    }),
  },
  updateDataset: {
    body: one('shop', 'A shop in New York', {
      name: 'Wholesale',
      currency: 'USD',
      time_zone: 'America/New_York',
      not_goods: ['POSTAGE', 'Gift card'],
    }),
    answer: one('dataset', 'The dataset', wholesale),
  },
  getDataset: { answer: one('dataset', 'The dataset', wholesale) },
  changeDataset: {
    body: one('currency', 'Another currency, and days in UTC again', { currency: 'USD', time_zone: null }),
    answer: one('dataset', 'The dataset', { ...wholesale, time_zone: 'UTC' }),
  },
  getRecommendations: {
    answer: one('cart', 'For a cart with tea', {
      dataset_id: 'default',
      report_id: '01M7YSS0RX071BHY57DAW1YJTP',
      product_identifier: 'name',
      fields: ['category'],
      recommendations: [
        {
          product: 'Milk',
          basis: 'rule',
          score: 0.145831,
          because: {
            antecedents: ['Tea'],
            occurrences: 3,
            confidence: 1,
            lift: 1.25,
            p_value_corrected: 0.8,
          },
          support: 0.8,
        },
        { product: 'Honey', basis: 'popular', score: null, because: null, support: 0.4 },
      ],
    }),
  },
  getServedReport: {
    answer: one('served', 'The report that is served', SERVED),
  },
  serveRecommendations: {
    body: one('report', 'An earlier report', { report_id: SERVED.report_id }),
    answer: one('served', 'It is served now', SERVED),
  },
  stopRecommendations: {
    answer: one('served', 'It is no longer served', SERVED),
  },
} satisfies ExamplesOfSome;
