// Example requests and responses of every operation. Tests validate each against its schema.
import { type AnsweredCode, docsPathOf, ERRORS } from '../contract/error-codes.ts';
import { BASE_PATH } from '../contract/operation.ts';
import type { OperationId } from '../contract/operations.ts';
import { definitionOf, REPORT_TYPES } from '../report-types/report-types.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { exampleDeliveries, exampleProfile, exampleReport, exampleRules } from './example-reports.ts';
import {
  examplePausedSchedule,
  exampleSchedule,
  exampleScheduleRequest,
  exampleScheduleThatRan,
} from './example-schedules.ts';

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

interface OperationExamples {
  readonly body?: Examples;
  /** Successful responses. */
  readonly answer: Examples;
}

const EXAMPLE_BASE = `https://abc123.execute-api.eu-central-1.amazonaws.com${BASE_PATH}`;
const at = '2026-03-31T14:05:00.000Z';
const rows = { total: 2, inserted: 2, updated: 0, failed: 0 };
const job = {
  import_id: EXAMPLE_IDS.import,
  status: 'completed',
  rows,
  created_at: at,
  dataset_id: 'default',
};
const wholesale = {
  slug: 'wholesale',
  name: 'Wholesale',
  created_at: at,
  currency: 'USD',
  rates_source: null,
  time_zone: 'America/New_York',
};
const summary = {
  report_id: EXAMPLE_IDS.report,
  name: 'Standard market basket analysis',
  report_type: 'MBA',
  dataset_id: 'default',
  status: 'Completed',
  created_at: at,
  updated_at: '2026-03-31T14:05:03.990Z',
};
const acceptedErasure = {
  erasure_id: EXAMPLE_IDS.erasure,
  kind: 'customer',
  dataset_id: 'default',
  status: 'pending',
  erased: { orders: 0, line_items: 0, reports: 0, dead_letters: 0 },
  progress: { phase: 'settling', fraction: 0 },
  created_at: at,
};
const { progress: _, ...withoutProgress } = acceptedErasure;
const endedErasure = {
  ...withoutProgress,
  status: 'completed',
  erased: { orders: 3, line_items: 7, reports: 1, dead_letters: 0 },
  completed_at: '2026-03-31T14:06:12.480Z',
  recoverable_until: '2026-05-05T14:06:12.480Z',
};
const acceptedExport = {
  export_id: EXAMPLE_IDS.export,
  report_id: EXAMPLE_IDS.report,
  what: 'rules',
  format: 'csv',
  status: 'Processing',
  created_at: '2026-03-31T14:06:00.000Z',
  expires_at: '2026-04-07T14:06:00.000Z',
};
const endedExport = {
  ...acceptedExport,
  status: 'Completed',
  completed_at: '2026-03-31T14:06:08.310Z',
  rows: 69_862,
  bytes: 2_417_330,
};
const shop = {
  source_id: EXAMPLE_IDS.source,
  kind: 'woocommerce',
  name: 'Shop, Hamburg',
  dataset_id: 'default',
  customer_identifier: 'id',
  url: `${EXAMPLE_BASE}/hooks/${EXAMPLE_IDS.source}`,
  status: 'active',
  has_secret: true,
  created_at: at,
  events: { accepted: 0, duplicates: 0, ignored: 0 },
};
const busyShop = {
  ...shop,
  events: { accepted: 412, duplicates: 3, ignored: 9 },
  last_event_at: '2026-04-02T08:11:40.112Z',
  last_ignored: { at: '2026-04-01T17:20:03.518Z', reason: 'topic' },
};
const failReason =
  'The report took longer than allowed. Narrow it with filters.dateRange (customer scopes other than all, and cohorts, read earlier orders as well) or raise params.min_support.';

/** One of each type. */
async function finishedExamples(): Promise<Examples> {
  const examples = REPORT_TYPES.map(async (type) => {
    const { prefix, defaultName } = definitionOf(type);
    const example = { summary: `${defaultName}, lists shortened`, value: await exampleReport(type) };
    return [prefix.toLowerCase(), example] as const;
  });
  return Object.fromEntries(await Promise.all(examples));
}

export const OPERATION_EXAMPLES: Readonly<Record<OperationId, OperationExamples>> = {
  submitOrders: {
    body: {
      order: {
        summary: 'One order of two line items',
        value: {
          orders: [
            {
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
            },
          ],
          dataset_id: 'default',
        },
      },
    },
    answer: {
      accepted: {
        summary: 'Accepted',
        value: { success: true, import_id: EXAMPLE_IDS.import, rows_accepted: 2, orders_count: 1 },
      },
    },
  },
  getImports: {
    answer: {
      finished: { summary: 'A finished import', value: { ...job, completed_at: '2026-03-31T14:05:01.204Z' } },
      someFailed: {
        summary: 'An import with a failed row',
        value: {
          ...job,
          rows: { ...rows, inserted: 1, failed: 1 },
          completed_at: '2026-03-31T14:05:01.204Z',
          warning:
            "The plan's storage cap is reached: existing rows are updated; new rows are rejected and counted as failed.",
          errors: [
            {
              order_id: '536365',
              product_name: 'Milk',
              reason: "the plan's storage cap is reached: new rows are refused",
            },
          ],
        },
      },
      going: {
        summary: 'An import in progress',
        value: {
          ...job,
          status: 'processing',
          rows: { ...rows, inserted: 1 },
          progress: { phase: 'applying', fraction: 0.5 },
        },
      },
      list: {
        summary: 'Without import_id: recent imports',
        value: {
          imports: [{ ...job, completed_at: '2026-03-31T14:05:01.204Z' }],
          next_cursor: 'MDFNN1lOOFozSzVUOVhRMlc0UjZWOEJDREU',
        },
      },
    },
  },
  createReport: {
    body: {
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
    answer: {
      started: {
        summary: 'Started',
        value: {
          report_id: EXAMPLE_IDS.report,
          status: 'Processing',
          report_type: 'MBA',
          dataset_id: 'default',
        },
      },
    },
  },
  listReports: {
    answer: {
      page: {
        summary: 'Two reports of a longer list',
        value: {
          reports: [
            summary,
            {
              ...summary,
              report_id: EXAMPLE_IDS.earlierReport,
              status: 'Failed',
              fail_reason: failReason,
              created_at: '2026-02-28T14:05:00.000Z',
              updated_at: '2026-02-28T14:20:00.120Z',
            },
          ],
          next_cursor: 'MDFNNUpEMlZLQVAzTjhXNlk0VDJSMFFTWlg',
        },
      },
    },
  },
  getReport: {
    answer: {
      ...(await finishedExamples()),
      processing: {
        summary: 'Still processing',
        value: { status: 'Processing', progress: { phase: 'computing', fraction: 0.6 } },
      },
      failed: {
        summary: 'Failed',
        value: { ...summary, status: 'Failed', fail_reason: failReason, deliveries: exampleDeliveries },
      },
    },
  },
  listRules: { answer: { page: { summary: 'The first of two rules', value: await exampleRules() } } },
  getProductProfile: { answer: { profile: { summary: 'A profile', value: exampleProfile() } } },
  createExport: {
    body: {
      rules: { summary: 'All rules as CSV', value: { what: 'rules', format: 'csv' } },
      customers: { summary: 'Customers as Parquet', value: { what: 'customers', format: 'parquet' } },
    },
    answer: { started: { summary: 'Started', value: acceptedExport } },
  },
  redeliverWebhook: {
    answer: {
      delivered: {
        summary: 'Delivered',
        value: {
          attempt: 11,
          trigger: 'redelivery',
          at: '2026-04-03T09:12:00.000Z',
          outcome: 'delivered',
          response_status: 204,
          duration_ms: 84,
        },
      },
    },
  },
  testWebhook: {
    body: { one: { summary: 'One', value: { webhook_url: 'https://example.com/hooks/reports' } } },
    answer: {
      delivered: {
        summary: 'Delivered',
        value: {
          webhook_id: `msg_${EXAMPLE_IDS.report}`,
          at,
          delivered: true,
          response_status: 204,
          duration_ms: 84,
        },
      },
      refused: {
        summary: 'Not delivered',
        value: {
          webhook_id: `msg_${EXAMPLE_IDS.report}`,
          at,
          delivered: false,
          response_status: 503,
          problem: 'the receiver responded with 503',
          duration_ms: 112,
        },
      },
    },
  },
  listExports: { answer: { one: { summary: 'One export', value: { exports: [endedExport] } } } },
  getExport: {
    answer: {
      running: { summary: 'In progress', value: acceptedExport },
      ended: {
        summary: 'With an address to download from',
        value: {
          ...endedExport,
          download_url: `https://orders-bodies.s3.eu-central-1.amazonaws.com/exports/acc_1/${EXAMPLE_IDS.report}/${EXAMPLE_IDS.export}.csv?X-Amz-Expires=900`,
          download_expires_at: '2026-03-31T14:21:10.000Z',
        },
      },
      failed: {
        summary: 'Failed',
        value: {
          ...acceptedExport,
          status: 'Failed',
          fail_reason: 'The export stopped before it was complete. Request it again.',
        },
      },
    },
  },
  listCustomers: {
    answer: {
      atRisk: {
        summary: 'A customer who was a Champion and is now At Risk',
        value: {
          compared_with: EXAMPLE_IDS.earlierReport,
          customers_matched: 48,
          customers: [
            {
              customer_id: '17850',
              segment: 'At Risk',
              previous_segment: 'Champions',
              r_score: 2,
              f_score: 5,
              m_score: 5,
              recency: 96,
              frequency: 34,
              monetary: 5_391.21,
              first_purchase: '2025-01-07',
              last_purchase: '2025-12-25',
              probability_alive: 0.61,
              expected_orders_90d: 1.4,
              expected_value_90d: 221.9,
            },
          ],
          next_cursor: 'M2Y4aDFjIDUzOTEuMjEgMWo0azh4MnE5cDF6',
        },
      },
    },
  },
  listDatasets: {
    answer: {
      datasets: {
        summary: 'Two datasets',
        value: {
          datasets: [
            {
              slug: 'default',
              name: 'default',
              created_at: null,
              currency: null,
              rates_source: null,
              time_zone: 'UTC',
            },
            wholesale,
          ],
        },
      },
    },
  },
  getUsage: {
    answer: {
      usage: {
        summary: 'An account on the plan max',
        value: {
          plan: 'max',
          month: '2026-11',
          stored_rows: { used: 1_067_371, limit: 5_000_000 },
          monthly_reports: { used: 42, limit: 500 },
          requests_per_minute: { limit: 60 },
          datasets: { count: 2 },
        },
      },
    },
  },
  updateDataset: {
    body: {
      shop: {
        summary: 'A shop in New York',
        value: { name: 'Wholesale', currency: 'USD', time_zone: 'America/New_York' },
      },
    },
    answer: { dataset: { summary: 'The dataset', value: wholesale } },
  },
  getRecommendations: {
    answer: {
      cart: {
        summary: 'For a cart with tea',
        value: {
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
        },
      },
    },
  },
  serveRecommendations: {
    body: {
      report: { summary: 'An earlier report', value: { report_id: '01M7YSS0RX071BHY57DAW1YJTP' } },
    },
    answer: {
      served: {
        summary: 'It is served now',
        value: {
          dataset_id: 'default',
          report_id: '01M7YSS0RX071BHY57DAW1YJTP',
          products: 1_204,
          fields: ['category'],
        },
      },
    },
  },
  deleteDataset: {
    answer: {
      accepted: {
        summary: 'Accepted',
        value: { ...acceptedErasure, kind: 'dataset', dataset_id: 'wholesale' },
      },
    },
  },
  deleteCustomer: { answer: { accepted: { summary: 'Accepted', value: acceptedErasure } } },
  listErasures: {
    answer: {
      page: { summary: 'One erasure', value: { erasures: [endedErasure] } },
    },
  },
  getErasure: {
    answer: {
      ended: { summary: 'A completed erasure', value: endedErasure },
      going: {
        summary: 'An erasure in progress',
        value: { ...acceptedErasure, status: 'processing', progress: { phase: 'orders', fraction: 0.5 } },
      },
    },
  },
  createSchedule: {
    body: {
      weekly: { summary: 'RFM of the last 90 days, every Monday', value: exampleScheduleRequest },
      ifChanged: {
        summary: 'Every night, if anything has changed',
        value: {
          expression: 'cron(30 3 * * *)',
          report: { template: 'standard_mba' },
          only_if_changed: true,
        },
      },
    },
    answer: { schedule: { summary: 'The schedule', value: exampleSchedule } },
  },
  listSchedules: {
    answer: { schedules: { summary: 'One schedule', value: { schedules: [exampleScheduleThatRan] } } },
  },
  getSchedule: { answer: { schedule: { summary: 'A schedule that ran', value: exampleScheduleThatRan } } },
  updateSchedule: {
    body: { pause: { summary: 'A pause', value: { status: 'paused' } } },
    answer: { schedule: { summary: 'The schedule', value: examplePausedSchedule } },
  },
  deleteSchedule: {
    answer: { schedule: { summary: 'The schedule as it was', value: exampleScheduleThatRan } },
  },
  createSource: {
    body: {
      shop: {
        summary: 'A WooCommerce shop',
        value: { kind: 'woocommerce', name: 'Shop, Hamburg', secret: 'a-long-random-secret' },
      },
    },
    answer: { source: { summary: 'The source', value: shop } },
  },
  listSources: { answer: { sources: { summary: 'One source', value: { sources: [busyShop] } } } },
  getSource: { answer: { source: { summary: 'A source with events', value: busyShop } } },
  updateSource: {
    body: { secret: { summary: 'Another secret', value: { secret: 'another-long-random-secret' } } },
    answer: {
      source: {
        summary: 'The source',
        value: { ...busyShop, former_secret_until: '2026-04-03T08:11:40.112Z' },
      },
    },
  },
  deleteSource: { answer: { source: { summary: 'The source as it was', value: busyShop } } },
  receiveEvent: {
    body: {
      order: {
        summary: 'order.created of WooCommerce, shortened',
        value: {
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
        },
      },
    },
    answer: {
      accepted: { summary: 'Accepted', value: { status: 'accepted', import_id: EXAMPLE_IDS.import } },
      ignored: { summary: 'Not about orders', value: { status: 'ignored', reason: 'topic' } },
    },
  },
  getOpenApi: {
    answer: {
      document: {
        summary: 'The beginning',
        value: { openapi: '3.1.0', info: { title: 'Order Analytics', version: '1.0.0' }, paths: {} },
      },
    },
  },
  getReference: {
    answer: { page: { summary: 'The beginning', value: '<!doctype html>' } },
  },
};

/** As a deployed service returns it. */
export function errorExample(code: AnsweredCode): Readonly<Record<string, unknown>> {
  const { error, ...members } = ERRORS[code].example;
  return {
    error,
    ...members,
    code,
    request_id: EXAMPLE_IDS.request,
    doc_url: `${EXAMPLE_BASE}${docsPathOf(code)}`,
  };
}

export const WEBHOOK_EXAMPLES = {
  'report.completed': {
    event: 'report.completed',
    report_id: EXAMPLE_IDS.report,
    report_type: 'MBA',
    status: 'Completed',
    timestamp: '2026-03-31T14:05:03.990Z',
  },
  'report.failed': {
    event: 'report.failed',
    report_id: EXAMPLE_IDS.report,
    report_type: 'MBA',
    status: 'Failed',
    fail_reason: failReason,
    timestamp: '2026-03-31T14:05:03.990Z',
  },
  'webhook.test': { event: 'webhook.test', timestamp: at },
} as const;
