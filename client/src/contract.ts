// Made from src/contract by client/generate; UPDATE=1 npx vitest run test/client/contract.test.ts writes it.
// What the service takes and answers, field by field.

export interface LineItem {
  readonly product_name?: string | null | undefined;
  readonly product_sku?: string | null | undefined;
  readonly unit_price?: number | null | undefined;
  readonly quantity?: number | null | undefined;
  readonly custom_fields?: Readonly<Record<string, string>> | null | undefined;
}

export interface Order {
  readonly order_id: string;
  readonly customer_id?: string | null | undefined;
  readonly order_date?: string | null | undefined;
  readonly line_items: ReadonlyArray<LineItem>;
}

export interface SubmitOrdersRequest {
  readonly orders: ReadonlyArray<Order>;
  /** Default: "default". */
  readonly dataset_id?: string | undefined;
}

export interface CreateReportRequest {
  readonly report_type?: 'MBA' | 'RFM' | undefined;
  readonly template?:
    | 'standard_mba'
    | 'first_order'
    | 'repeat_purchase'
    | 'high_value_baskets'
    | 'churning_analysis'
    | 'standard_rfm'
    | 'new_customer_cohort'
    | undefined;
  readonly name?: string | undefined;
  /** Default: "default". */
  readonly dataset_id?: string | undefined;
  readonly webhook_url?: string | undefined;
  readonly filters?:
    | {
        readonly dateRange?:
          | {
              readonly start?: string | undefined;
              readonly end?: string | undefined;
            }
          | undefined;
        readonly conditions?:
          | ReadonlyArray<{
              readonly field: string;
              readonly operator:
                | 'equals'
                | 'not_equals'
                | 'contains'
                | 'not_contains'
                | 'greater_than'
                | 'less_than'
                | 'between';
              readonly value: string | number;
              readonly valueTo?: number | undefined;
            }>
          | undefined;
      }
    | undefined;
  readonly params?:
    | {
        readonly min_support?: number | undefined;
        readonly min_confidence?: number | undefined;
        readonly scope?: 'order' | 'customer' | undefined;
        readonly product_identifier?: 'name' | 'sku' | undefined;
        readonly customer_scope?:
          | 'all'
          | 'first_order'
          | 'repeat'
          | 'high_value'
          | 'churning'
          | 'new_90d'
          | undefined;
        readonly context?: string | undefined;
      }
    | undefined;
}

export interface ListImportsQuery {
  readonly cursor?: string | undefined;
  /** Default: 20. */
  readonly limit?: number | undefined;
}

export interface ListReportsQuery {
  readonly dataset_id?: string | undefined;
  readonly report_type?: 'MBA' | 'RFM' | undefined;
  readonly cursor?: string | undefined;
  /** Default: 20. */
  readonly limit?: number | undefined;
}

export interface ListDatasetsQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ListErasuresQuery {
  readonly cursor?: string | undefined;
  /** Default: 20. */
  readonly limit?: number | undefined;
}

export interface SubmitOrdersResponse {
  success: true;
  import_id: string;
  rows_accepted: number;
  orders_count: number;
  warning?: string;
}

export interface ImportJob {
  import_id: string;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  rows: {
    total: number;
    inserted: number;
    updated: number;
    failed: number;
  };
  created_at: string;
  dataset_id: string;
  progress?: {
    phase: 'queueing' | 'applying';
    fraction: number;
  };
  completed_at?: string;
  warning?: string;
  fail_reason?: string;
  errors?: Array<{
    order_id: string;
    product_name?: string;
    product_sku?: string;
    reason: string;
  }>;
}

export interface ListImportsResponse {
  imports: Array<ImportJob>;
  next_cursor?: string;
}

export interface Dataset {
  slug: string;
  name: string;
  created_at: string | null;
}

export interface ListDatasetsResponse {
  datasets: Array<Dataset>;
  next_cursor?: string;
}

export interface Erasure {
  erasure_id: string;
  kind: 'dataset' | 'customer';
  dataset_id: string;
  status: 'pending' | 'processing' | 'completed';
  erased: {
    orders: number;
    line_items: number;
    reports: number;
    dead_letters: number;
  };
  progress?: {
    phase: 'settling' | 'orders' | 'reports';
    fraction: number;
  };
  created_at: string;
  completed_at?: string;
  recoverable_until?: string;
}

export interface ListErasuresResponse {
  erasures: Array<Erasure>;
  next_cursor?: string;
}

export interface CreateReportResponse {
  report_id: string;
  status: 'Processing';
  report_type: 'MBA' | 'RFM';
  dataset_id: string;
}

export interface ReportSummary {
  report_id: string;
  name: string;
  report_type: 'MBA' | 'RFM';
  dataset_id: string;
  status: 'Processing' | 'Completed' | 'Failed' | 'Completed with warnings';
  fail_reason?: string;
  created_at: string;
  updated_at: string;
}

export interface ListReportsResponse {
  reports: Array<ReportSummary>;
  next_cursor?: string;
}

export interface Delivery {
  attempt: number;
  /** Default: "schedule". */
  trigger?: 'schedule' | 'redelivery';
  at: string;
  outcome: 'delivered' | 'retry' | 'given_up';
  response_status?: number;
  problem?: string;
  duration_ms: number;
  next_at?: string;
}

export interface ProcessingReport {
  status: 'Processing';
  progress: {
    phase: 'queued' | 'reading' | 'computing';
    fraction: number;
  };
}

export interface FailedReport {
  report_id: string;
  name: string;
  report_type: 'MBA' | 'RFM';
  dataset_id: string;
  status: 'Failed';
  fail_reason: string;
  created_at: string;
  updated_at: string;
  deliveries?: Array<Delivery>;
}

export interface MbaReport {
  report_id: string;
  name: string;
  dataset_id: string;
  status: 'Completed' | 'Completed with warnings';
  created_at: string;
  deliveries?: Array<Delivery>;
  report_type: 'MBA';
  summary: {
    orders_processed: number;
    total_revenue_processed: number;
    average_order_value: number;
    average_basket_size: number;
    association_rules_found: number;
  };
  association_rules: Array<{
    antecedents: Array<string>;
    consequents: Array<string>;
    support: number;
    confidence: number;
    lift: number;
    impact_rating: 'High' | 'Medium' | 'Low';
    impact_analysis: {
      revenue: number;
      lift: number;
      conversion_rate: number;
      occurrences: number;
      incremental_value: number;
    };
  }>;
  ai_insights: Record<string, unknown> | null;
}

export interface RfmReport {
  report_id: string;
  name: string;
  dataset_id: string;
  status: 'Completed' | 'Completed with warnings';
  created_at: string;
  deliveries?: Array<Delivery>;
  report_type: 'RFM';
  metrics: Record<string, unknown> | null;
  segments: Array<{
    name: string;
    count: number;
    percentage: number;
    avg_recency: number;
    avg_frequency: number;
    avg_monetary: number;
    top_products: Array<{
      product_name: string;
    }>;
    ai_observation: string;
    ai_recommendation: string;
  }>;
  ai_insights: Record<string, unknown> | null;
  ai_strategic_insights: Record<string, unknown> | null;
  customer_count: number;
}

export interface WebhookEvent {
  event: 'report.completed' | 'report.failed';
  report_id: string;
  report_type: 'MBA' | 'RFM';
  status: 'Processing' | 'Completed' | 'Failed' | 'Completed with warnings';
  fail_reason?: string;
  timestamp: string;
}

export type MbaTemplate =
  | 'standard_mba'
  | 'first_order'
  | 'repeat_purchase'
  | 'high_value_baskets'
  | 'churning_analysis';

export type RfmTemplate = 'standard_rfm' | 'new_customer_cohort';

export const MAX_LINE_ITEMS_PER_REQUEST = 10000;

export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
