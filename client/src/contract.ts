// Made from src/contract by client/generate; UPDATE=1 npx vitest run test/client/contract.test.ts writes it.
// What the service takes and answers, field by field.

/** One row of an order: a product, its quantity and its price. A row with neither product_name nor product_sku fails: it is accepted with the others and listed in the `errors` of the import. A null field is the same as an omitted one. Sending a row again replaces it: an omitted field then has its default, whatever it was before. */
export interface LineItem {
  /** Name of the product, 1 to 512 characters. With order_id it identifies the row: sending the pair again replaces all fields of the row. */
  readonly product_name?: string | null | undefined;
  /** Stock-keeping unit, 1 to 512 characters. Identifies the row if it has no product_name. */
  readonly product_sku?: string | null | undefined;
  /** Price of one unit in the dataset's currency (one for all orders of a dataset), -10^12 to 10^12. Default: 0. */
  readonly unit_price?: number | null | undefined;
  /** Units, -10^9 to 10^9; negative for a return. Default: 1. */
  readonly quantity?: number | null | undefined;
  /** At most 50 custom text fields: keys of 1 to 64 characters, values of up to 512. Report filters refer to them as `custom:<key>`. */
  readonly custom_fields?: Readonly<Record<string, string>> | null | undefined;
}

export interface Order {
  /** Your id of the order, 1 to 256 characters. */
  readonly order_id: string;
  /** Your id of the customer, 1 to 256 characters. RFM reports and customer scopes omit orders without one. If omitted when the order is sent again, the order keeps its customer. */
  readonly customer_id?: string | null | undefined;
  /** When the order was placed: an ISO 8601 date-time, or a date, which means midnight. UTC if there is no offset. RFM reports and date ranges omit orders without a date. If omitted when the order is sent again, the order keeps its date. */
  readonly order_date?: string | null | undefined;
  /** The rows of the order, all in one request. An order without rows counts as one row, which fails. */
  readonly line_items: ReadonlyArray<LineItem>;
}

export interface SubmitOrdersRequest {
  /** At most 10000 line items over all orders; an order without line items counts as one. Rows that cannot be stored fail individually; a value of the wrong type or outside its limits rejects the whole request. */
  readonly orders: ReadonlyArray<Order>;
  /** Slug of a dataset: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or digit. Pushing orders to a new slug makes the dataset. Default: "default". */
  readonly dataset_id?: string | null | undefined;
}

export interface CreateReportRequest {
  /** Required without template; with template, it must be the type of the template. */
  readonly report_type?: 'MBA' | 'RFM' | null | undefined;
  /** Sets report_type, name, customer_scope, scope and business context; params override them. standard_mba: MBA, all; first_order: MBA, first_order; repeat_purchase: MBA, repeat; high_value_baskets: MBA, high_value; churning_analysis: MBA, churning; standard_rfm: RFM, all; new_customer_cohort: RFM, new_90d. */
  readonly template?:
    | 'standard_mba'
    | 'first_order'
    | 'repeat_purchase'
    | 'high_value_baskets'
    | 'churning_analysis'
    | 'standard_rfm'
    | 'new_customer_cohort'
    | null
    | undefined;
  /** Name of the report, 1 to 200 characters. Default: the template's, otherwise “Market basket analysis” (MBA), “RFM segmentation” (RFM). */
  readonly name?: string | null | undefined;
  /** Slug of the dataset to analyse, which must exist. Default: "default". */
  readonly dataset_id?: string | null | undefined;
  /** Receives a POST when the report has finished or failed: https on port 443 of a public address, without credentials, at most 2048 characters. */
  readonly webhook_url?: string | null | undefined;
  /** Selects the orders and rows of the report. */
  readonly filters?:
    | {
        /** Only orders of these days. Omits orders without a date. */
        readonly dateRange?:
          | {
              /** First day, UTC, inclusive. Default: open. */
              readonly start?: string | null | undefined;
              /** Last day, UTC, inclusive, not before start; also the reference date of recency. Default: open. */
              readonly end?: string | null | undefined;
            }
          | null
          | undefined;
        /** At most 50 filters on rows, all of which must match. Orders without a matching row are omitted. */
        readonly conditions?:
          | ReadonlyArray<{
              /** The compared field: product_name, customer_id, order_id, line_item_value, quantity (line_item_value is unit_price × quantity), or `custom:<key>` with a key of 1 to 64 characters. */
              readonly field: string;
              /** contains and not_contains compare text (case-insensitively); greater_than, less_than and between compare numbers; custom fields take all operators. A row without the field passes only not_equals and not_contains. */
              readonly operator:
                | 'equals'
                | 'not_equals'
                | 'contains'
                | 'not_contains'
                | 'greater_than'
                | 'less_than'
                | 'between';
              /** A number for number fields and operators, otherwise a string of at most 512 characters. For between, the lower bound, inclusive. */
              readonly value: string | number;
              /** Required for between, otherwise not allowed: the upper bound, inclusive, not below value. */
              readonly valueTo?: number | null | undefined;
            }>
          | null
          | undefined;
      }
    | null
    | undefined;
  /** Parameters of the analysis. They override the template's. */
  readonly params?:
    | {
        /** MBA: share of baskets that must hold all products of a rule, 0 to 1. At 0 one basket is enough; where there are more itemsets than one report can hold, a warning names the share that was used instead. Default: 0.01. */
        readonly min_support?: number | null | undefined;
        /** MBA: share of the baskets with the antecedents that must hold the consequents, 0 to 1. Default: 0.1. */
        readonly min_confidence?: number | null | undefined;
        /** MBA: one basket per order, or per customer with all the customer's orders merged. Default: the template's, else order. */
        readonly scope?: 'order' | 'customer' | null | undefined;
        /** MBA: what identifies a product. Default: "name". */
        readonly product_identifier?: 'name' | 'sku' | null | undefined;
        /** Whose orders: all; first_order (first purchases only); repeat (customers with at least two purchases); high_value (top fifth by spend); churning (no order for 90 days or more); new_90d (first order in the last 90 days). Default: the template's, otherwise all. */
        readonly customer_scope?:
          | 'all'
          | 'first_order'
          | 'repeat'
          | 'high_value'
          | 'churning'
          | 'new_90d'
          | null
          | undefined;
        /** Background on the business for the insights, at most 500 characters. */
        readonly context?: string | null | undefined;
      }
    | null
    | undefined;
}

export interface ListImportsQuery {
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
  /** Default: 20. */
  readonly limit?: number | undefined;
}

export interface ListReportsQuery {
  /** Only reports on this dataset. */
  readonly dataset_id?: string | undefined;
  /** Only reports of this type. */
  readonly report_type?: 'MBA' | 'RFM' | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
  /** Default: 20. */
  readonly limit?: number | undefined;
}

export interface ListDatasetsQuery {
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ListErasuresQuery {
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
  /** Default: 20. */
  readonly limit?: number | undefined;
}

export interface SubmitOrdersResponse {
  /** The orders are accepted and queued. */
  success: true;
  /** The import: follow it with `GET /data/orders?import_id=`. A ULID: ids sort by the time at which they were made. */
  import_id: string;
  /** Rows in the request, including those that will fail: line items, and one for each order without any. The `total` of the import. */
  rows_accepted: number;
  /** Distinct order ids in the request. */
  orders_count: number;
  /** Set if the plan's storage cap is reached: updates are applied, inserts fail. */
  warning?: string;
  /** Fields of the request that the API does not have and that were ignored, at most 20; omitted if there are none. With `Prefer: handling=strict` they are a 400. */
  warnings?: Array<{
    /** The field that was ignored, `[]` for any place in a list. */
    field: string;
    /** Rows that it concerns. */
    rows: number;
    /** The field that was probably meant; missing where none is near. */
    did_you_mean?: string;
    /** The same as a sentence. For people: it may change. */
    message: string;
  }>;
}

export interface ImportJob {
  /** The import. A ULID: ids sort by the time at which they were made. */
  import_id: string;
  /** `pending` until the first rows are applied, `processing` until all rows are; then `completed`, or `failed` if no row could be stored. */
  status: 'pending' | 'processing' | 'completed' | 'failed';
  /** Current counts. For a finished import, inserted + updated + failed = total. */
  rows: {
    /** Rows in the request: line items, and one for each order without any. */
    total: number;
    /** New rows. */
    inserted: number;
    /** Rows that replaced one of the same order and product, in the dataset or in the request. */
    updated: number;
    /** Rows that were not stored; `errors` lists the first of them. */
    failed: number;
  };
  /** When it was accepted. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The dataset that the orders belong to. */
  dataset_id: string;
  /** Progress; omitted when the work has ended. */
  progress?: {
    /** The current phase. */
    phase: 'queueing' | 'applying';
    /** Progress from 0 to 1, as a fraction of the rows. */
    fraction: number;
  };
  /** When the last row was applied or failed; omitted until then. UTC, ISO 8601 with milliseconds. */
  completed_at?: string;
  /** A warning, such as that the plan's storage cap is reached. */
  warning?: string;
  /** Fields of the request that were ignored, as in its response. */
  warnings?: Array<{
    /** The field that was ignored, `[]` for any place in a list. */
    field: string;
    /** Rows that it concerns. */
    rows: number;
    /** The field that was probably meant; missing where none is near. */
    did_you_mean?: string;
    /** The same as a sentence. For people: it may change. */
    message: string;
  }>;
  /** Why the import failed; only for failed imports. */
  fail_reason?: string;
  /** The first failed rows, at most 20. Omitted if none failed. */
  errors?: Array<{
    /** Order of the row; `(unreadable)` if it could not be read. */
    order_id: string;
    /** Product of the row. */
    product_name?: string;
    /** SKU of the row, if it has no name. */
    product_sku?: string;
    /** Why it was not stored. */
    reason: string;
  }>;
}

export interface ListImportsResponse {
  /** Newest first. */
  imports: Array<ImportJob>;
  /** Opaque. Send it as `cursor` to read the next page; omitted on the last page. */
  next_cursor?: string;
}

export interface Dataset {
  /** The `dataset_id` of other requests. */
  slug: string;
  /** Name of the dataset: its slug. */
  name: string;
  /** When orders were first pushed to it. Null for the default dataset until it has data. */
  created_at: string | null;
}

export interface ListDatasetsResponse {
  /** Ordered by slug. Always includes `default`. */
  datasets: Array<Dataset>;
  /** Opaque. Send it as `cursor` to read the next page; omitted on the last page. */
  next_cursor?: string;
}

export interface Erasure {
  /** The erasure: follow it with `GET /erasures/{id}`. A ULID: ids sort by the time at which they were made. */
  erasure_id: string;
  /** Whether a whole dataset or one customer in it is erased. */
  kind: 'dataset' | 'customer';
  /** The dataset. */
  dataset_id: string;
  /** `pending` until all orders that were accepted before are stored or refused, then `processing`, then `completed`. An erasure never fails permanently. */
  status: 'pending' | 'processing' | 'completed';
  /** Counts so far. */
  erased: {
    /** Orders that were deleted or lost rows; rows pushed after the request stay. */
    orders: number;
    /** Rows that were deleted. */
    line_items: number;
    /** Reports that were deleted. */
    reports: number;
    /** Stored dead letters that were deleted or redacted. */
    dead_letters: number;
  };
  /** Progress; omitted when the work has ended. */
  progress?: {
    /** The current phase. */
    phase: 'settling' | 'orders' | 'reports';
    /** Progress from 0 to 1, as a fraction of the dataset's orders. */
    fraction: number;
  };
  /** When it was requested: orders accepted before are erased, later ones stay. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When it completed; omitted until then. UTC, ISO 8601 with milliseconds. */
  completed_at?: string;
  /** Until then, point-in-time recovery can restore the erased data. UTC, ISO 8601 with milliseconds. */
  recoverable_until?: string;
}

export interface ListErasuresResponse {
  /** Newest first. */
  erasures: Array<Erasure>;
  /** Opaque. Send it as `cursor` to read the next page; omitted on the last page. */
  next_cursor?: string;
}

export interface CreateReportResponse {
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by the time at which they were made. */
  report_id: string;
  /** The report is being generated. */
  status: 'Processing';
  /** The requested type, or the template's. */
  report_type: 'MBA' | 'RFM';
  /** The analysed dataset. */
  dataset_id: string;
}

export interface ReportSummary {
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by the time at which they were made. */
  report_id: string;
  /** Name of the report. */
  name: string;
  /** Type of the analysis. */
  report_type: 'MBA' | 'RFM';
  /** The analysed dataset. */
  dataset_id: string;
  /** Status of the report. */
  status: 'Processing' | 'Completed' | 'Failed' | 'Completed with warnings';
  /** Why the report failed and what to do; only for failed reports. */
  fail_reason?: string;
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When its status last changed. UTC, ISO 8601 with milliseconds. */
  updated_at: string;
}

export interface ListReportsResponse {
  /** Newest first. */
  reports: Array<ReportSummary>;
  /** Opaque. Send it as `cursor` to read the next page; omitted on the last page. */
  next_cursor?: string;
}

export interface Delivery {
  /** From 1, in the order in which they were made. */
  attempt: number;
  /** On the retry schedule, or by hand. Default: "schedule". */
  trigger?: 'schedule' | 'redelivery';
  /** When it was made. UTC, ISO 8601 with milliseconds. */
  at: string;
  /** `retry`: it will be tried again at `next_at`. */
  outcome: 'delivered' | 'retry' | 'given_up';
  /** The status code that the receiver answered; missing when there was no answer. */
  response_status?: number;
  /** Why it failed, in words. */
  problem?: string;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** When it will be tried again: present exactly when the outcome is `retry`. UTC, ISO 8601 with milliseconds. */
  next_at?: string;
}

export interface ProcessingReport {
  /** The report is being generated. */
  status: 'Processing';
  /** Progress; omitted when the work has ended. */
  progress: {
    /** The current phase. */
    phase: 'queued' | 'reading' | 'computing';
    /** Progress from 0 to 1, as a fraction of the expected time. */
    fraction: number;
    /** Position in the queue of the account's reports, while the report waits for another one to finish: 1 is next. */
    place?: number;
  };
}

export interface FailedReport {
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by the time at which they were made. */
  report_id: string;
  /** Name of the report. */
  name: string;
  /** Type of the analysis. */
  report_type: 'MBA' | 'RFM';
  /** The analysed dataset. */
  dataset_id: string;
  /** The report has no result and does not count against the monthly limit. */
  status: 'Failed';
  /** Why the report failed and what to do. */
  fail_reason: string;
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When its status last changed. UTC, ISO 8601 with milliseconds. */
  updated_at: string;
  /** Attempts to deliver the webhook, first one first. Present when the report was asked for with a webhook_url. */
  deliveries?: Array<Delivery>;
}

export interface MbaReport {
  /** The report. A ULID: ids sort by the time at which they were made. */
  report_id: string;
  /** Its name. */
  name: string;
  /** The dataset that it is about. */
  dataset_id: string;
  /** With warnings exactly when `warnings` has any. */
  status: 'Completed' | 'Completed with warnings';
  /** When it was asked for. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The day that ages are counted from: `dateRange.end`, else the newest order date in the dataset. Null where no order has a date. */
  reference_date: string | null;
  /** Sentences that a reader of the figures must know: what was left out, cut off or answered at a higher support. Empty exactly when the status is `Completed`. */
  warnings: Array<string>;
  /** Sentences about parts of the report that its figures do not depend on, such as why there are no predictions. They do not change the status. Absent in reports of earlier versions. */
  notes?: Array<string>;
  /** Attempts to deliver the webhook, first one first. Present when the report was asked for with a webhook_url. */
  deliveries?: Array<Delivery>;
  /** Market basket analysis. */
  report_type: 'MBA';
  settings: {
    /** The template that was asked for. */
    template:
      | 'standard_mba'
      | 'first_order'
      | 'repeat_purchase'
      | 'high_value_baskets'
      | 'churning_analysis'
      | null;
    /** Whose orders were looked at. */
    customer_scope: 'all' | 'first_order' | 'repeat' | 'high_value' | 'churning' | 'new_90d';
    /** Which orders and rows were looked at. */
    filters: {
      /** Null for all days. */
      dateRange: {
        /** First day, inclusive. */
        start?: string;
        /** Last day, inclusive. */
        end?: string;
      } | null;
      /** Filters on rows, joined by AND. */
      conditions: Array<{
        /** What is compared. */
        field: string;
        /** How it is compared. */
        operator:
          | 'equals'
          | 'not_equals'
          | 'contains'
          | 'not_contains'
          | 'greater_than'
          | 'less_than'
          | 'between';
        /** With what; for between, the lower bound. */
        value: string | number;
        /** For between, the upper bound. */
        valueTo?: number;
      }>;
    };
    /** What was told about the business. */
    context: string | null;
    /** Least share of baskets. */
    min_support: number;
    /** Least confidence. */
    min_confidence: number;
    /** One basket per order, or per customer. */
    scope: 'order' | 'customer';
    /** How products were told apart. */
    product_identifier: 'name' | 'sku';
  };
  /** Figures over all baskets. */
  summary: {
    /** Baskets: orders, or customers where scope is customer. */
    orders_processed: number;
    /** Value (unit_price × quantity) of all rows of the orders that are in baskets, returns in these orders netted, in the dataset's currency. Orders with returns but no purchase are in no basket: net_revenue includes them, and a warning counts them. */
    total_revenue_processed: number;
    /** Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report looks at. */
    gross_revenue: number;
    /** What the rows with a quantity of zero or less take off it. */
    returns: number;
    /** gross_revenue − returns: the value of all rows of the orders that the report looks at, with a customer, a purchase, or neither. */
    net_revenue: number;
    /** total_revenue_processed / orders_processed; 0 without baskets. */
    average_order_value: number;
    /** Mean number of distinct products in a basket. */
    average_basket_size: number;
    /** Every rule found, returned or not. */
    association_rules_found: number;
  };
  /** The best rules first: by impact, revenue, lift, names. At most 10,000, fewer where the response would exceed 6 MB; a warning says so. */
  association_rules: Array<{
    /** Products that trigger the rule. */
    antecedents: Array<string>;
    /** Products that go with them. */
    consequents: Array<string>;
    /** Share of baskets that hold both sides, 0 to 1. */
    support: number;
    /** Share of the baskets with the antecedents that hold the consequents too, 0 to 1. */
    confidence: number;
    /** Confidence over the share of all baskets that hold the consequents: 1 is chance, above it the sides attract each other. */
    lift: number;
    /** By rank of incremental_value: the top fifth of rules with lift > 1 is High, the next three tenths Medium. */
    impact_rating: 'High' | 'Medium' | 'Low';
    impact_analysis: {
      /** Value of the rule's products in the baskets that hold both sides, returns not netted, in the dataset's currency. */
      revenue: number;
      /** The same as `lift` of the rule. */
      lift: number;
      /** The same as `confidence` of the rule. */
      conversion_rate: number;
      /** Baskets that hold both sides. */
      occurrences: number;
      /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
      incremental_value: number;
    };
    measures: {
      /** Share of baskets beyond chance: P(AC) − P(A) P(C), −0.25 to 0.25. */
      leverage: number;
      /** How many times as often the rule would fail were its sides independent: 0 and up, 1 is chance. Null where it never fails. */
      conviction: number | null;
      /** Association from −1 (never together) over 0 (independent) to 1 (always). */
      zhang: number;
      /** Mean of the confidences of the rule and its converse, 0 to 1. */
      kulczynski: number;
      /** How unequal the supports of the sides are, 0 to 1: near 1, read kulczynski with care. */
      imbalance_ratio: number;
      /** Chance of so many joint baskets, or more, with independent sides: Fisher's exact test, one-sided. */
      p_value: number;
      /** p_value × all rules found, at most 1 (Bonferroni). Below 0.05, at most 5 % chance that any of such rules is a false one. */
      p_value_corrected: number;
    };
    /** Some of the antecedents alone lead to the same consequents at least as surely. */
    redundant: boolean;
  }>;
  /** What changed since the report before. */
  changes: {
    /** The newest finished report that was asked for before with the same type, dataset and settings. Null where there is none; `note` says so. */
    compared_with: {
      /** The earlier report. A ULID: ids sort by the time at which they were made. */
      report_id: string;
      /** When it was asked for. UTC, ISO 8601 with milliseconds. */
      created_at: string;
    } | null;
    /** Why there is nothing to compare with; only then. */
    note?: string;
    /** Changes among the rules that both reports return. */
    rules?: {
      /** How many there are of each, listed or not. */
      counts: {
        /** Rules that the earlier report has not. */
        appeared: number;
        /** Rules that only the earlier report has. */
        vanished: number;
        /** Rules whose lift rose by a tenth or more. */
        strengthened: number;
        /** Rules whose lift fell by a tenth or more. */
        weakened: number;
        /** Rules whose lift moved by less than a tenth. */
        unchanged: number;
      };
      /** Rules that the earlier report has not. At most 50, the most valuable first. */
      appeared: Array<{
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
        /** In this report; of a vanished rule, in the earlier one. */
        lift: number;
        /** Figures in the earlier report; null for a rule that appeared. */
        before: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
        /** Figures in this report; null for a rule that vanished. */
        after: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
      }>;
      /** Rules that only the earlier report has. At most 50, the most valuable first. */
      vanished: Array<{
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
        /** In this report; of a vanished rule, in the earlier one. */
        lift: number;
        /** Figures in the earlier report; null for a rule that appeared. */
        before: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
        /** Figures in this report; null for a rule that vanished. */
        after: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
      }>;
      /** Rules whose lift rose by a tenth or more. At most 50, the most valuable first. */
      strengthened: Array<{
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
        /** In this report; of a vanished rule, in the earlier one. */
        lift: number;
        /** Figures in the earlier report; null for a rule that appeared. */
        before: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
        /** Figures in this report; null for a rule that vanished. */
        after: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
      }>;
      /** Rules whose lift fell by a tenth or more. At most 50, the most valuable first. */
      weakened: Array<{
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
        /** In this report; of a vanished rule, in the earlier one. */
        lift: number;
        /** Figures in the earlier report; null for a rule that appeared. */
        before: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
        /** Figures in this report; null for a rule that vanished. */
        after: {
          /** Support in that report. */
          support: number;
          /** Confidence in that report. */
          confidence: number;
          /** Lift in that report. */
          lift: number;
          /** Value of the consequents in the baskets that hold both sides × (1 − 1/lift): what they brought beyond chance. Below 0 where lift is below 1, for chance alone would have brought more, and where prices are negative. Rules with a lift above 1 are rated by it. */
          incremental_value: number;
        } | null;
      }>;
    };
  } | null;
  /** Findings in words. */
  ai_insights: {
    /** `rules`: the texts are made from the figures by fixed rules. `bedrock:<model id>`: a model worded them. */
    generated_by: string;
    /** What was found, in a sentence. */
    summary: string;
    /** What the template is for, in a sentence; null without a template. */
    business_context: string | null;
    /** `params.context` as it was sent. */
    context: string | null;
    /** What to sell as a bundle. At most three. */
    bundles: Array<{
      /** The products that it is about. */
      products: Array<string>;
      /** The finding as a sentence. */
      text: string;
      /** The rule's incremental_value. It looks back; it is no forecast. */
      expected_incremental_revenue: number;
      /** The rule that it rests on. */
      rule: {
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
      };
    }>;
    /** What to offer to whoever takes what. At most three. */
    cross_sells: Array<{
      /** The products that it is about. */
      products: Array<string>;
      /** The finding as a sentence. */
      text: string;
      /** The rule's incremental_value. It looks back; it is no forecast. */
      expected_incremental_revenue: number;
      /** The rule that it rests on. */
      rule: {
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
      };
    }>;
    /** What to place side by side. At most three. */
    placements: Array<{
      /** The products that it is about. */
      products: Array<string>;
      /** The finding as a sentence. */
      text: string;
      /** The rule's incremental_value. It looks back; it is no forecast. */
      expected_incremental_revenue: number;
      /** The rule that it rests on. */
      rule: {
        /** Products that trigger the rule. */
        antecedents: Array<string>;
        /** Products that go with them. */
        consequents: Array<string>;
      };
    }>;
  } | null;
}

export interface RfmReport {
  /** The report. A ULID: ids sort by the time at which they were made. */
  report_id: string;
  /** Its name. */
  name: string;
  /** The dataset that it is about. */
  dataset_id: string;
  /** With warnings exactly when `warnings` has any. */
  status: 'Completed' | 'Completed with warnings';
  /** When it was asked for. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The day that ages are counted from: `dateRange.end`, else the newest order date in the dataset. Null where no order has a date. */
  reference_date: string | null;
  /** Sentences that a reader of the figures must know: what was left out, cut off or answered at a higher support. Empty exactly when the status is `Completed`. */
  warnings: Array<string>;
  /** Sentences about parts of the report that its figures do not depend on, such as why there are no predictions. They do not change the status. Absent in reports of earlier versions. */
  notes?: Array<string>;
  /** Attempts to deliver the webhook, first one first. Present when the report was asked for with a webhook_url. */
  deliveries?: Array<Delivery>;
  /** Customer segments by recency, frequency and monetary value. */
  report_type: 'RFM';
  settings: {
    /** The template that was asked for. */
    template: 'standard_rfm' | 'new_customer_cohort' | null;
    /** Whose orders were looked at. */
    customer_scope: 'all' | 'first_order' | 'repeat' | 'high_value' | 'churning' | 'new_90d';
    /** Which orders and rows were looked at. */
    filters: {
      /** Null for all days. */
      dateRange: {
        /** First day, inclusive. */
        start?: string;
        /** Last day, inclusive. */
        end?: string;
      } | null;
      /** Filters on rows, joined by AND. */
      conditions: Array<{
        /** What is compared. */
        field: string;
        /** How it is compared. */
        operator:
          | 'equals'
          | 'not_equals'
          | 'contains'
          | 'not_contains'
          | 'greater_than'
          | 'less_than'
          | 'between';
        /** With what; for between, the lower bound. */
        value: string | number;
        /** For between, the upper bound. */
        valueTo?: number;
      }>;
    };
    /** What was told about the business. */
    context: string | null;
  };
  /** Figures over all customers; null when there are none. */
  metrics: {
    /** The day that ages are counted from: `dateRange.end`, else the newest order date in the dataset. Null where no order has a date. */
    reference_date: string | null;
    /** The date range that was asked for; null for all days. */
    window: {
      /** First day, inclusive. */
      start?: string;
      /** Last day, inclusive. */
      end?: string;
    } | null;
    /** Orders with a purchase. */
    orders: number;
    /** What the customers spent, returns netted, in the dataset's currency. */
    revenue: number;
    /** Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report looks at. */
    gross_revenue: number;
    /** What the rows with a quantity of zero or less take off it. */
    returns: number;
    /** gross_revenue − returns: the value of all rows of the orders that the report looks at, with a customer, a purchase, or neither. */
    net_revenue: number;
    /** revenue / orders. */
    average_order_value: number;
    /** Mean days since the last purchase. */
    mean_recency: number;
    /** Median days since the last purchase. */
    median_recency: number;
    /** Mean purchases of a customer. */
    mean_frequency: number;
    /** Median purchases of a customer. */
    median_frequency: number;
    /** Mean spend of a customer. */
    mean_monetary: number;
    /** Median spend of a customer. */
    median_monetary: number;
    /** Share of customers with two purchases or more, 0 to 1. */
    repeat_rate: number;
    /** Median days between one purchase of a customer and the next. Null when nobody bought twice. */
    median_days_between_orders: number | null;
    /** What the top fifth of customers by spend brings of revenue; passes 1 where others return more than they buy. */
    top20_revenue_share: number;
    /** Quintile edges over this report's customers. */
    score_thresholds: {
      /** The four edges between scores 1 to 5 of recency in days; the score falls as days rise, ascending. */
      recency: Array<number>;
      /** The four edges between scores 1 to 5 of purchases, ascending. */
      frequency: Array<number>;
      /** The four edges between scores 1 to 5 of spend, ascending. */
      monetary: Array<number>;
    };
    /** What was left out of the orders that the report looks at. */
    excluded: {
      /** Rows of orders without customer_id. */
      rows_without_customer: number;
      /** Rows of orders without order_date. */
      rows_without_date: number;
      /** Customers with returns but no purchase. */
      customers_without_purchase: number;
      /** Net value of all of that: net_revenue − revenue. */
      net_revenue: number;
    };
  } | null;
  /** Segments with customers, best first. */
  segments: Array<{
    /** By the scores R and FM; docs/concepts.md has the grid. */
    name:
      | 'Champions'
      | 'Loyal Customers'
      | 'Potential Loyalists'
      | 'Recent Customers'
      | 'Promising'
      | 'Customers Needing Attention'
      | 'About to Sleep'
      | 'At Risk'
      | "Can't Lose Them"
      | 'Hibernating'
      | 'Lost';
    /** Customers in it, at least one. */
    count: number;
    /** Of the report's customers, 0 to 100. */
    percentage: number;
    /** Mean days since the last purchase. */
    avg_recency: number;
    /** Mean purchases of a customer. */
    avg_frequency: number;
    /** Mean spend of a customer, returns netted, in the dataset's currency. */
    avg_monetary: number;
    /** What its customers spent, returns netted. */
    revenue: number;
    /** Of the report's revenue; 0 where that is not positive. */
    revenue_share: number;
    /** Up to five products of positive revenue in the segment, by revenue. */
    top_products: Array<{
      /** The product, by the identifier that its rows have. */
      product_name: string;
      /** Orders of the segment with it. */
      orders: number;
      /** Customers of the segment who bought it. */
      customers: number;
      /** Units, returns netted. */
      quantity: number;
      /** Value, returns netted. */
      revenue: number;
      /** Share of the segment's customers who bought it, 0 to 1. */
      share_of_segment_customers: number;
      /** That share over the share among all customers: above 1, the segment favours the product. */
      lift: number;
    }>;
    /** The 90 days after the reference date. Null where the data are too few, do not determine the model or allow no back-test; `notes` says why. */
    prediction: {
      /** Orders that the segment is expected to place in the next 90 days. */
      expected_orders_90d: number;
      /** Where that figure lies with the probability `interval_level` of the model, by the errors of the back-test. */
      expected_orders_90d_interval: {
        /** Lower end, at least 0. */
        low: number;
        /** Upper end. */
        high: number;
      };
      /** The same for a customer. */
      mean_expected_orders_90d: number;
      /** Mean probability that a customer places at least one order in the next 90 days, 0 to 1. */
      probability_purchase_90d: number;
      /** Mean probability that a customer has not left for good, 0 to 1. It does not say when they order next: `probability_purchase_90d` does. Null where the data show nobody leaving. */
      probability_alive: number | null;
      /** What the segment is expected to spend in the next 90 days, net of returns. Null when spend could not be modelled. */
      expected_value_90d: number | null;
      /** The interval of that value. Null when spend could not be modelled. */
      expected_value_90d_interval: {
        /** Lower end, at least 0. */
        low: number;
        /** Upper end. */
        high: number;
      } | null;
      /** Customers who bought on one day only: the model knows no more than their age. */
      one_time_buyers: number;
    } | null;
    /** What is to be seen, in sentences. */
    ai_observation: string;
    /** What to do, in sentences. */
    ai_recommendation: string;
  }>;
  /** Customers by R and FM, the scores that decide the segment; cells without customers are left out. */
  score_grid: Array<{
    /** R, 1 to 5. */
    recency: number;
    /** FM = ceil((F + M) / 2), 1 to 5. */
    frequency_monetary: number;
    /** Customers with these scores, at least one. */
    customers: number;
    /** What they spent. */
    revenue: number;
  }>;
  /** The fitted model behind the segments' predictions: with it anyone can recompute them. Null where there are none. */
  prediction_model: {
    /** The purchase model. `NBD`, in which nobody leaves, where the data show nobody leaving. */
    name: 'MBG/NBD' | 'NBD';
    /** Shape of the purchase rate over customers. */
    r: number;
    /** Rate of that gamma distribution, in days. */
    alpha: number;
    /** First parameter of the beta distribution of dropping out. Null for NBD: the data do not determine it. */
    a: number | null;
    /** Its second parameter. Null for NBD. */
    b: number | null;
    /** Days that are looked ahead. */
    horizon_days: number;
    /** The model expects days with a purchase: times this, orders. */
    orders_per_purchase_day: number;
    /** The gamma-gamma model of a day's value; null when it could not be fitted. */
    spend: {
      /** Shape of the value of one purchase day. */
      p: number;
      /** Shape of its rate over customers. */
      q: number;
      /** Rate of that distribution, in currency. */
      v: number;
      /** Of what is bought, what is kept after returns, 0 to 1. */
      kept_value_share: number;
    } | null;
    /** Share of figures to come that lie within their interval. */
    interval_level: number;
    /** The same models, fitted without the last 90 days, against what those days brought. */
    backtest: {
      /** The last day that the models saw; the 90 days after it end on the reference date. */
      cut_date: string;
      /** Customers with a purchase by then. */
      customers: number;
      /** Orders of these customers in the 90 days. */
      orders: {
        /** Orders that were predicted. */
        predicted: number;
        /** Orders that came. */
        actual: number;
        /** Orders of the 90 days before the cut date: the naive prediction. */
        naive: number;
        /** Mean over customers of |predicted − actual|. */
        mean_absolute_error: number;
        /** Mean over customers of |naive − actual|. */
        naive_mean_absolute_error: number;
        /** The same of the sums over segments: mean over segments. */
        segment_mean_absolute_error: number;
        /** That of the naive prediction. */
        naive_segment_mean_absolute_error: number;
        /** The model has the smaller error, both per customer and per segment. Where it is false, insights cite no such figure. */
        better_than_naive: boolean;
      };
      /** What they spent, net of returns. Null when spend could not be modelled. */
      value: {
        /** Spend, in currency, that were predicted. */
        predicted: number;
        /** Spend, in currency, that came. */
        actual: number;
        /** Spend, in currency, of the 90 days before the cut date: the naive prediction. */
        naive: number;
        /** Mean over customers of |predicted − actual|. */
        mean_absolute_error: number;
        /** Mean over customers of |naive − actual|. */
        naive_mean_absolute_error: number;
        /** The same of the sums over segments: mean over segments. */
        segment_mean_absolute_error: number;
        /** That of the naive prediction. */
        naive_segment_mean_absolute_error: number;
        /** The model has the smaller error, both per customer and per segment. Where it is false, insights cite no such figure. */
        better_than_naive: boolean;
      } | null;
      /** Mean over segments of squared error / variance by chance alone. Intervals are wider by its square root. */
      dispersion: {
        /** Of orders, at least 1. */
        orders: number;
        /** Of value, at least 1. Null when spend could not be modelled. */
        value: number | null;
      };
      /** The same by segment, as far as they had customers. */
      segments: Array<{
        /** By the scores on the cut date. */
        segment:
          | 'Champions'
          | 'Loyal Customers'
          | 'Potential Loyalists'
          | 'Recent Customers'
          | 'Promising'
          | 'Customers Needing Attention'
          | 'About to Sleep'
          | 'At Risk'
          | "Can't Lose Them"
          | 'Hibernating'
          | 'Lost';
        /** Customers in it on the cut date. */
        customers: number;
        /** Orders that were predicted. */
        predicted_orders: number;
        /** Orders that they placed. */
        actual_orders: number;
        /** Orders that they had placed in the 90 days before. */
        naive_orders: number;
        /** Customers who were expected to order at least once. */
        predicted_buyers: number;
        /** Customers who did. */
        actual_buyers: number;
        /** Spend that was predicted, net of returns. Null when spend could not be modelled. */
        predicted_value: number | null;
        /** What they spent, net of returns. */
        actual_value: number;
        /** What they had spent in the 90 days before, net of returns. */
        naive_value: number;
      }>;
    };
  } | null;
  /** What changed since the report before. */
  changes: {
    /** The newest finished report that was asked for before with the same type, dataset and settings. Null where there is none; `note` says so. */
    compared_with: {
      /** The earlier report. A ULID: ids sort by the time at which they were made. */
      report_id: string;
      /** When it was asked for. UTC, ISO 8601 with milliseconds. */
      created_at: string;
    } | null;
    /** Why there is nothing to compare with; only then. */
    note?: string;
    /** Customers by segment before and now, also those who stayed. */
    migration?: Array<{
      /** Segment in the earlier report, or `not in the report`. */
      from:
        | 'Champions'
        | 'Loyal Customers'
        | 'Potential Loyalists'
        | 'Recent Customers'
        | 'Promising'
        | 'Customers Needing Attention'
        | 'About to Sleep'
        | 'At Risk'
        | "Can't Lose Them"
        | 'Hibernating'
        | 'Lost'
        | 'not in the report';
      /** Segment in this report, or `not in the report`. */
      to:
        | 'Champions'
        | 'Loyal Customers'
        | 'Potential Loyalists'
        | 'Recent Customers'
        | 'Promising'
        | 'Customers Needing Attention'
        | 'About to Sleep'
        | 'At Risk'
        | "Can't Lose Them"
        | 'Hibernating'
        | 'Lost'
        | 'not in the report';
      /** How many went that way, at least one. */
      customers: number;
    }>;
    /** Sizes of all segments before and now. */
    segment_growth?: Array<{
      /** The segment. */
      segment:
        | 'Champions'
        | 'Loyal Customers'
        | 'Potential Loyalists'
        | 'Recent Customers'
        | 'Promising'
        | 'Customers Needing Attention'
        | 'About to Sleep'
        | 'At Risk'
        | "Can't Lose Them"
        | 'Hibernating'
        | 'Lost';
      /** Customers in the earlier report. */
      before: number;
      /** Customers in this report. */
      after: number;
      /** after − before. */
      change: number;
    }>;
    /** Customers in both reports whose segment is another one. */
    moved?: number;
  } | null;
  /** Findings in words; null without customers. */
  ai_insights: {
    /** `rules`: the texts are made from the figures by fixed rules. `bedrock:<model id>`: a model worded them. */
    generated_by: string;
    /** What the template is for, in a sentence; null without a template. */
    business_context: string | null;
    /** `params.context` as it was sent. */
    context: string | null;
    /** What was found, in a sentence. */
    summary: string;
  } | null;
  /** What matters over all segments; null without customers. */
  ai_strategic_insights: {
    /** `rules`: the texts are made from the figures by fixed rules. `bedrock:<model id>`: a model worded them. */
    generated_by: string;
    /** Customers who are slipping away. */
    value_at_risk: {
      /** What customers who are slipping away spent. */
      revenue: number;
      /** How many they are. */
      customers: number;
      /** The same as a sentence. */
      text: string;
    };
    /** Champions and Loyal Customers. */
    core_customers: {
      /** What the best customers spent. */
      revenue: number;
      /** How many they are. */
      customers: number;
      /** The same as a sentence. */
      text: string;
    };
    /** How much depends on few. */
    concentration: {
      /** The same as in `metrics`. */
      top20_revenue_share: number;
      /** The same as a sentence. */
      text: string;
    };
    /** Since the report before; null without one. */
    growth: {
      /** Customers who moved to another segment. */
      customers_moved: number;
      /** Customers who were not in the report before. */
      customers_new: number;
      /** Customers who are not in this report any more. */
      customers_gone: number;
      /** The same as sentences. */
      text: string;
    } | null;
    /** How far the predictions can be believed; null without them. */
    predictions?: {
      /** What the back-test found, and what it allows to say of the next 90 days. */
      text: string;
    } | null;
  } | null;
  /** Customers with a purchase in the report. */
  customer_count: number;
}

export interface WebhookEvent {
  /** What happened; warnings are completions, too. */
  event: 'report.completed' | 'report.failed';
  /** The report: read it by `GET /reports/{id}`. A ULID: ids sort by the time at which they were made. */
  report_id: string;
  /** Type of the report. */
  report_type: 'MBA' | 'RFM';
  /** How it ended: never `Processing`. */
  status: 'Processing' | 'Completed' | 'Failed' | 'Completed with warnings';
  /** Why it failed, in words to act on; of a failed report only. */
  fail_reason?: string;
  /** When the report ended: the same at every attempt. UTC, ISO 8601 with milliseconds. */
  timestamp: string;
}

export type MbaTemplate =
  | 'standard_mba'
  | 'first_order'
  | 'repeat_purchase'
  | 'high_value_baskets'
  | 'churning_analysis';

export type RfmTemplate = 'standard_rfm' | 'new_customer_cohort';

/** The report that a report_type stands for, and its templates. */
export interface ReportsByType {
  MBA: { report: MbaReport; template: MbaTemplate };
  RFM: { report: RfmReport; template: RfmTemplate };
}

export const MAX_LINE_ITEMS_PER_REQUEST = 10000;

export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
