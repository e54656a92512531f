// Example requests of every operation that takes a body.
import type { OperationId } from '../../contract/operations.ts';

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

const order = {
  order_id: '536365',
  customer_id: '17850',
  order_date: '2026-03-31T10:00:00Z',
  line_items: [
    {
      product_name: 'Tea',
      product_sku: 'TEA-EG-100',
      unit_price: 4.5,
      quantity: 2,
      custom_fields: { channel: 'web' },
    },
    { product_name: 'Milk', unit_price: 1.2, quantity: 1 },
  ],
};
const conditions = [
  { report: { template: 'standard_rfm' }, customers: { segment: ['At Risk', "Can't Lose Them"] } },
];
const url = 'https://example.com/hooks/events';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export const REQUEST_EXAMPLES: Readonly<Partial<Record<OperationId, Examples>>> = {
  submitOrders: wrapExample('One order of two line items', { orders: [order], dataset_id: 'default' }),
  createReport: {
    template: { summary: 'By a template', value: { template: 'standard_rfm' } },
    detailed: {
      summary: 'With parameters, filters and a webhook',
      value: {
        report_type: 'MBA',
        name: 'March, without postage',
        dataset_id: 'default',
        params: { min_support: 0.02, scope: 'customer', customer_scope: 'repeat' },
        filters: {
          dateRange: { start: '2026-03-01', end: '2026-03-31' },
          conditions: [
            { field: 'product_name', operator: 'not_contains', value: 'postage' },
            { field: 'line_item_value', operator: 'between', value: 5, valueTo: 500 },
          ],
        },
        webhook_url: 'https://example.com/hooks/reports',
      },
    },
  },
  createExport: {
    rules: { summary: 'All rules as CSV', value: { what: 'rules', format: 'csv' } },
    customers: { summary: 'Customers as Parquet', value: { what: 'customers', format: 'parquet' } },
  },
  createOrderExport: {
    all: { summary: 'All orders as Parquet', value: { format: 'parquet' } },
    quarter: {
      summary: 'A quarter as CSV, with contacts',
      value: { format: 'csv', from: '2026-01-01', to: '2026-04-01', contact: true },
    },
  },
  testWebhook: wrapExample('One', { webhook_url: 'https://example.com/hooks/reports' }),
  createEndpoint: {
    all: { summary: 'All events', value: { url, name: 'Warehouse', secret } },
    some: {
      summary: 'Ends of reports',
      value: { url, secret, events: ['report.completed', 'report.failed'] },
    },
  },
  updateEndpoint: {
    rotate: { summary: 'A second secret', value: { add_secret: otherSecret } },
    drop: { summary: 'The first secret goes', value: { drop_secret: '01M7YQA1F1K3M5P7R9T1V3X5Z7' } },
    pause: { summary: 'Pause', value: { status: 'paused' } },
    replay: { summary: 'Send events again', value: { sent_until: 12 } },
  },
  updateDataset: wrapExample('A shop in New York', {
    name: 'Wholesale',
    currency: 'USD',
    time_zone: 'America/New_York',
    not_goods: ['POSTAGE', 'Gift card'],
  }),
  changeDataset: wrapExample('Another currency, and days in UTC again', { currency: 'USD', time_zone: null }),
  replaceMergeList: wrapExample('An account, and the address that its owner also ordered with', {
    merges: [['c-1042', 'ann@example.com']],
    separate: ['c-77'],
  }),
  serveRecommendations: wrapExample('An earlier report', { report_id: '01M7YSS0RX071BHY57DAW1YJTP' }),
  createSchedule: {
    weekly: {
      summary: 'RFM of the last 90 days, every Monday',
      value: {
        name: 'Every Monday',
        expression: 'cron(0 7 * * MON)',
        time_zone: 'Europe/Berlin',
        date_range: 'last_90_days',
        report: { template: 'standard_rfm', webhook_url: 'https://example.com/hooks/reports' },
      },
    },
    ifChanged: {
      summary: 'Every night, if anything has changed',
      value: { expression: 'cron(30 3 * * *)', report: { template: 'standard_mba' }, only_if_changed: true },
    },
  },
  updateSchedule: wrapExample('A pause', { status: 'paused' }),
  createAudience: {
    atRisk: {
      summary: 'Two segments, a tenth held out',
      value: { name: 'Win back', dataset_id: 'default', conditions, hold_out: 0.1, refresh: 'after_import' },
    },
    combined: {
      summary: 'Due in the next days, and not among the champions',
      value: {
        name: 'Reminder',
        conditions: [
          { report: { template: 'due_to_reorder' }, customers: { max_days_until_due: 7 } },
          { report: { template: 'standard_rfm' }, customers: { segment: 'Champions' }, exclude: true },
        ],
        refresh: 'schedule',
        expression: 'cron(0 6 * * *)',
        time_zone: 'Europe/Berlin',
      },
    },
  },
  previewAudience: wrapExample('Its size, and what changes', {
    conditions,
    overlap_with: ['01M7YQ9C8F2H4K6M8P0R2T4V6X'],
  }),
  updateAudience: {
    name: { summary: 'Another name', value: { name: 'Win back, spring' } },
    pause: { summary: 'No more runs without a request', value: { refresh: 'manual' } },
  },
  createDestination: {
    webhook: {
      summary: 'A signed webhook',
      value: { kind: 'webhook', name: 'Newsletter', url: 'https://example.com/hooks/audience', secret },
    },
    klaviyo: {
      summary: 'A list of Klaviyo',
      value: { kind: 'klaviyo', secret: 'pk_0123456789abcdef', list_id: 'Y6nRLr' },
    },
  },
  updateDestination: wrapExample('Another secret', { secret: otherSecret }),
  createSource: wrapExample('A WooCommerce shop', {
    kind: 'woocommerce',
    name: 'Shop, Hamburg',
    secret: 'a-long-random-secret',
  }),
  updateSource: wrapExample('Another secret', { secret: 'another-long-random-secret' }),
  receiveEvent: wrapExample('order.created of WooCommerce, shortened', {
    id: 727,
    status: 'processing',
    currency: 'EUR',
    date_created_gmt: '2026-03-31T14:05:00',
    date_modified_gmt: '2026-03-31T14:05:02',
    customer_id: 12,
    total: '29.35',
    total_tax: '1.35',
    line_items: [{ name: 'Tea', sku: 'TEA-EG-100', quantity: 2, total: '18.00' }],
    refunds: [],
  }),
  createKey: {
    viewer: {
      summary: 'A key for a person who looks',
      value: { kind: 'read_only', name: 'Ana, buying', expires_at: '2027-01-01' },
    },
    page: {
      summary: "A key for a shop's pages",
      value: { kind: 'publishable', name: 'Shop', origins: ['https://shop.example'] },
    },
  },
  updateKey: wrapExample('Let it expire', { expires_at: '2027-01-01T00:00:00Z' }),
};

/** The only example of a request or response. */
export function wrapExample(summary: string, value: unknown): Examples {
  return { example: { summary, value } };
}
