// Made from src/contract by client/generate; UPDATE=1 npx vitest run test/client/contract.test.ts writes it.
// What the service takes and answers, field by field.

export interface SubmitOrdersRequest {
  /** At most 10000 line items over all orders; an order without line items counts as one. Rows that cannot be stored fail individually; a value of the wrong type or outside its limits rejects the whole request. */
  readonly orders: ReadonlyArray<Order>;
  /** Slug of a dataset: 1 to 64 of a-z, 0-9, _ and -, starting with a letter or digit, not `recommendations`. Pushing orders to a new slug creates the dataset. Default: "default". */
  readonly dataset_id?: string | null | undefined;
  /** `replace`: a row replaces the stored one, fields that it leaves out have their defaults. `merge`: fields that a row leaves out keep their values; `custom_fields` are one field. Of each field, the newest import that wrote it wins, in whatever sequence imports are applied. Default: `replace`. */
  readonly mode?: 'replace' | 'merge' | null | undefined;
  /** What the files add up to that the orders are from, and what of them was left out: of the whole files, also where they take several requests. It is stored with the import, and changes nothing of the orders. */
  readonly source_summary?: SourceSummary | null | undefined;
}

export interface Order {
  /** Your id of the order, 1 to 256 characters. */
  readonly order_id: string;
  /** Your id of the customer, at most 256 characters. RFM reports and customer scopes omit orders without one. If omitted when the order is sent again, the order keeps its customer. */
  readonly customer_id?: string | null | undefined;
  /** How the customer is reached, such as an e-mail address: at most 320 characters. Lists of customers have it, from the newest order of each that has one; it is erased with the customer, and in nothing else that the service writes. If omitted when the order is sent again, the order keeps it. */
  readonly contact?: string | null | undefined;
  /** When the order was placed: an ISO 8601 or RFC 3339 date-time in the extended (2026-03-31T14:05:00Z) or basic format (20260331T140500Z), or a date, which means midnight. UTC if there is no offset. RFM reports and date ranges omit orders without a date. If omitted when the order is sent again, the order keeps its date. */
  readonly order_date?: string | null | undefined;
  /** The rows of the order, all in one request. An order without rows counts as one row, which fails. */
  readonly line_items: ReadonlyArray<LineItem>;
}

/** One row of an order: a product, its quantity and its price. A row with neither product_name nor product_sku fails: it is accepted with the others and listed in the `errors` of the import. A field that is null, or text that is empty or of white space alone, is the same as an omitted one. Sending a row again replaces it: an omitted field then has its default, whatever it was before. With `mode: merge`, it keeps its value. */
export interface LineItem {
  /** Name of the product, at most 512 characters. With order_id it identifies the row: sending the pair again replaces all fields of the row, unless the request merges. */
  readonly product_name?: string | null | undefined;
  /** Stock-keeping unit, at most 512 characters. Identifies the row if it has no product_name. */
  readonly product_sku?: string | null | undefined;
  /** Price of one unit in the dataset's currency (one for all orders of a dataset), -10^12 to 10^12. Default: 0. Reports add it as the decimal that was sent, to eight decimals. */
  readonly unit_price?: number | null | undefined;
  /** Units, -10^9 to 10^9; negative for a return. Default: 1. */
  readonly quantity?: number | null | undefined;
  /** At most 50 custom text fields: keys of 1 to 64 characters, values of up to 512. Report filters refer to them as `custom:<key>`. */
  readonly custom_fields?: Readonly<Record<string, string>> | null | undefined;
}

/** What the files add up to that the orders are from, and what of them was left out: of the whole files, also where they take several requests. It is stored with the import, and changes nothing of the orders. */
export interface SourceSummary {
  /** Rows of the files. */
  readonly rows_read: number;
  /** Orders that count. */
  readonly orders: number;
  /** Customers of these orders. */
  readonly customers?: number | null | undefined;
  /** Orders without a customer. */
  readonly guest_orders?: number | null | undefined;
  /** Of the amounts. */
  readonly currency?: string | null | undefined;
  /** Sales before discounts and refunds. */
  readonly gross?: number | null | undefined;
  /** Discounts. */
  readonly discounts?: number | null | undefined;
  /** Refunds. */
  readonly refunds?: number | null | undefined;
  /** Taxes, as the files state them. */
  readonly taxes?: number | null | undefined;
  /** gross − discounts − refunds: the value of the orders. */
  readonly net?: number | null | undefined;
  /** Day of the first order. */
  readonly first_date?: string | null | undefined;
  /** Day of the last order. */
  readonly last_date?: string | null | undefined;
  /** Rows that are not among the orders, by reason and currency. */
  readonly left_out?:
    | ReadonlyArray<{
        /** Why: `cancelled`, `voided`, `pending`, `failed`, `test`, `not_paid`, `other_currency`, or words of yours. */
        readonly reason: string;
        /** Of the amount. */
        readonly currency?: string | null | undefined;
        /** Rows of the files. */
        readonly rows: number;
        /** Orders of these rows. */
        readonly orders?: number | null | undefined;
        /** Value of these rows. */
        readonly amount?: number | null | undefined;
      }>
    | null
    | undefined;
  /** Statuses of the files. */
  readonly statuses?:
    | ReadonlyArray<{
        /** As the files have it. */
        readonly status: string;
        /** Rows with it. */
        readonly rows: number;
        /** Whether its orders count. */
        readonly paid?: boolean | null | undefined;
      }>
    | null
    | undefined;
  /** Rows that could not be read. */
  readonly bad_rows?: number | null | undefined;
  /** Records that are no product: fees, shipping, tax. */
  readonly other_records?: number | null | undefined;
  /** Tips, which are no product. */
  readonly tips?: number | null | undefined;
}

export interface CreateReportRequest {
  /** Required without template; with template, it must be the type of the template. */
  readonly report_type?: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT' | null | undefined;
  /** Sets report_type, name, customer_scope, scope and business context; params override them. standard_mba: MBA, all; first_order: MBA, first_order; repeat_purchase: MBA, repeat; high_value_baskets: MBA, high_value; churning_analysis: MBA, churning; standard_rfm: RFM, all; new_customer_cohort: RFM, new_90d; cohort_retention: COHORT, all; due_to_reorder: REPLENISHMENT, all; audience_effect: EFFECT, all. */
  readonly template?:
    | 'standard_mba'
    | 'first_order'
    | 'repeat_purchase'
    | 'high_value_baskets'
    | 'churning_analysis'
    | 'standard_rfm'
    | 'new_customer_cohort'
    | 'cohort_retention'
    | 'due_to_reorder'
    | 'audience_effect'
    | null
    | undefined;
  /** Name of the report, 1 to 200 characters. Default: the template's, otherwise “Market basket analysis” (MBA), “RFM segmentation” (RFM), “Cohort retention” (COHORT), “Due to buy again” (REPLENISHMENT), “Effect of an audience” (EFFECT). */
  readonly name?: string | null | undefined;
  /** Slug of the dataset to analyse, which must exist. Default: "default". */
  readonly dataset_id?: string | null | undefined;
  /** Receives a POST when the report has finished or failed: https on port 443 of a public address, without credentials, at most 2048 characters. */
  readonly webhook_url?: string | null | undefined;
  /** Selects the orders and rows of the report. */
  readonly filters?: ReportFilters | null | undefined;
  /** Parameters of the analysis. They override the template's. A parameter that only another report type has is refused; `min_support`, `min_confidence` and `scope` are accepted for every type, with a note in the report that they have no effect. */
  readonly params?: ReportParams | null | undefined;
  /** Whether the report starts only when the imports of the dataset that were accepted in the 24 hours before it have ended. It waits for at most 60 minutes, with the phase `queued`, then starts with a remark in `notes`. Default: false. */
  readonly wait_for_imports?: boolean | null | undefined;
}

/** Selects the orders and rows of the report. */
export interface ReportFilters {
  /** Only orders of these days. Omits orders without a date. */
  readonly dateRange?: DateRange | null | undefined;
  /** At most 50 filters on rows, all of which must match. Orders without a matching row are omitted. */
  readonly conditions?: ReadonlyArray<Condition> | null | undefined;
}

/** Only orders of these days. Omits orders without a date. */
export interface DateRange {
  /** First day in the time zone of the report, inclusive. Default: open. */
  readonly start?: string | null | undefined;
  /** Last day in the time zone of the report, inclusive, not before start; also the reference date of recency. Default: open. */
  readonly end?: string | null | undefined;
}

/** A filter on rows. Its operator and value must fit the field. */
export interface Condition {
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
  /** A number, or its text, for number fields and operators; otherwise a string of at most 512 characters. For between, the lower bound, inclusive. */
  readonly value: string | number;
  /** Required for between, otherwise not allowed: the upper bound, inclusive, not below value. */
  readonly valueTo?: number | null | undefined;
}

/** Parameters of the analysis. They override the template's. A parameter that only another report type has is refused; `min_support`, `min_confidence` and `scope` are accepted for every type, with a note in the report that they have no effect. */
export interface ReportParams {
  /** MBA: share of baskets that must hold all products of a rule, 0 to 1. At 0 one basket is enough; where there are more itemsets than one report can hold, a warning names the share that was used instead. Default: 0.01. */
  readonly min_support?: number | null | undefined;
  /** MBA: share of the baskets with the antecedents that must hold the consequents, 0 to 1. Default: 0.1. */
  readonly min_confidence?: number | null | undefined;
  /** MBA: one basket per order, or per customer with all the customer's orders merged. Default: the template's, else order. */
  readonly scope?: 'order' | 'customer' | null | undefined;
  /** MBA: what baskets hold: product, or custom:<key> for the values of a custom field, such as categories, in place of products. Rows without the field stand for nothing in their basket; a warning counts them. REPLENISHMENT: what is bought again, one level. An array has the items of several levels at once, and no rule has two items of one row, such as a product and its category. In its rules, a value of a custom field is written custom:category=Drinks. Default: product. */
  readonly product_level?: string | ReadonlyArray<string> | null | undefined;
  /** MBA: leaves fees and services (postage, discounts, gift cards, deposits) out of baskets, rules and categories; they stay in revenue, and a note says what they add up to. `not_goods` is the list of the dataset (`PUT /datasets/{slug}`), or, where it has none, products whose names look like fees; an array is a list of its own. COHORT, by first_product or a custom field: leaves them out of what first orders were. Default: nothing is left out; by first_product or a custom field, not_goods. */
  readonly leave_out?: 'not_goods' | ReadonlyArray<string> | null | undefined;
  /** MBA: which rules to look for. Constraints on products decide which rules are considered: ratings and p_value_corrected are over those. Constraints on figures then leave some of them out. */
  readonly rules?: RuleConstraints | null | undefined;
  /** MBA: returns the best rules by one measure, in its order: the highest values, of p_value_given_sizes the lowest. Ties by revenue, lift, names. Every rule is still rated and counted. Default: the best by impact. */
  readonly select?:
    | {
        /** How many rules, 1 to 10000. */
        readonly top: number;
        /** The measure whose best rules are returned, best first. */
        readonly by:
          | 'support'
          | 'confidence'
          | 'lift'
          | 'lift_given_sizes'
          | 'leverage'
          | 'revenue'
          | 'incremental_value'
          | 'p_value_given_sizes';
      }
    | null
    | undefined;
  /** MBA: baskets that a rule is in at least to be a recommendation, a bundle or a headline. It changes no rule. Default: 10. */
  readonly insight_min_baskets?: number | null | undefined;
  /** MBA: `GET /recommendations` serves what this report finds, as soon as it is finished; with product_level, for values of that field; of several levels, for products, or else the first. An object with `fields` instead of true: recommendations can be filtered by these custom fields. Default: false. */
  readonly serve?:
    | boolean
    | {
        /** Keys of custom fields, at most 4, by whose values `GET /recommendations` can then be filtered: `custom:category=Drinks`. Whoever can read recommendations can find out these values. */
        readonly fields: ReadonlyArray<string>;
      }
    | null
    | undefined;
  /** MBA: keeps a profile of each product, which `GET /reports/{id}/product-profile` returns: how many products its orders hold, and what the same customers order before and after. Of several levels, of the items of the first. Default: false. */
  readonly product_profiles?: boolean | null | undefined;
  /** COHORT: the calendar period of the first purchase that customers are grouped by (week, month or quarter; weeks begin on Mondays, ISO 8601). first_product, or custom:<key> for the values of a custom field, compares customers by what their first order was as well: the goods in it that most was paid for; cohorts are then of a month. Default: month. */
  readonly cohort_by?: string | null | undefined;
  /** COHORT, by first_product or a custom field: customers that a group has at least, 30 to 1000000. Smaller groups count among all others. Default: 100. */
  readonly cohort_min_customers?: number | null | undefined;
  /** EFFECT, required: the audience, of the same dataset. */
  readonly audience_id?: string | null | undefined;
  /** EFFECT: the first day that counts, in the time zone of the report: the day it was sent. Orders of a customer count from the day on which they were assigned, if that is later. Default: nothing was sent yet, and the report is a plan. */
  readonly since?: string | null | undefined;
  /** EFFECT: days that count, at most 365: to be chosen before sending. Default: 30. */
  readonly days?: number | null | undefined;
  /** EFFECT: the measure that decides, to be chosen before sending: customers who ordered, orders, net revenue, or customers who ordered twice. Default: orders. */
  readonly decide_on?: 'customers' | 'orders' | 'revenue' | 'repeat' | null | undefined;
  /** What identifies a product. Default: name. */
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
  /** IANA time zone of all days: date ranges, recency and the reference date count its midnights. Default: the dataset's, otherwise UTC. */
  readonly time_zone?: string | null | undefined;
  /** Background on the business for the insights, at most 500 characters. */
  readonly context?: string | null | undefined;
}

/** MBA: which rules to look for. Constraints on products decide which rules are considered: ratings and p_value_corrected are over those. Constraints on figures then leave some of them out. */
export interface RuleConstraints {
  /** Products that every rule contains, all of them, on either side. Whole names as reports show them, 1 to 200. */
  readonly must_contain?: ReadonlyArray<string> | null | undefined;
  /** The only products that may be antecedents. Whole names as reports show them, 1 to 200. */
  readonly antecedents?: ReadonlyArray<string> | null | undefined;
  /** The only products that may be consequents. Whole names as reports show them, 1 to 200. */
  readonly consequents?: ReadonlyArray<string> | null | undefined;
  /** Products that no rule contains. Whole names as reports show them, 1 to 200. */
  readonly exclude?: ReadonlyArray<string> | null | undefined;
  /** Most products of a rule; sets of so many are searched even where that takes longer than a search does without it, 2 to 31. */
  readonly max_products?: number | null | undefined;
  /** Most antecedents of a rule, 1 to 30. */
  readonly max_antecedents?: number | null | undefined;
  /** Most consequents of a rule. Default 1, 1 to 30. */
  readonly max_consequents?: number | null | undefined;
  /** Least lift. */
  readonly min_lift?: number | null | undefined;
  /** Greatest p_value_corrected, 0 to 1. Rules that the report does not return are counted and exported by theirs, which is of baskets and the whole time. */
  readonly max_p_value_corrected?: number | null | undefined;
  /** false: only rules that no shorter rule makes redundant. Default: true. */
  readonly redundant?: boolean | null | undefined;
}

export interface CreateExportRequest {
  /** What to export. `rules` of MBA reports: every rule that was found, up to 50,000,000, those of the report first and in its order; `customers` of RFM and COHORT and REPLENISHMENT reports; `segments` of RFM reports; `cohorts` of COHORT reports; `groups` of COHORT reports; `products` of REPLENISHMENT reports. */
  readonly what: 'rules' | 'customers' | 'segments' | 'cohorts' | 'groups' | 'products';
  /** `csv` for spreadsheets: text that a spreadsheet would run as a formula is made harmless. `ndjson`: a JSON object per line. `parquet`: typed columns. The columns are the same in all formats. */
  readonly format: 'csv' | 'ndjson' | 'parquet';
}

export interface TestWebhookRequest {
  /** The address to try: https on port 443 of a public address, without credentials. */
  readonly webhook_url: string;
}

export interface UpdateDatasetRequest {
  /** Name of the dataset, 1 to 200 characters. Default: its slug. */
  readonly name?: string | null | undefined;
  /** The currency of its prices, shown with every amount. The service converts nothing. An ISO 4217 code. Default: not set. */
  readonly currency?: string | null | undefined;
  /** Where the exchange rates are from that its prices were converted at before they were pushed. Reports name it beside their currency. 1 to 200 characters. Default: not set. */
  readonly rates_source?: string | null | undefined;
  /** Products that are fees and services, by name or SKU. Market basket reports with `params.leave_out: "not_goods"` leave them out of baskets and rules; they stay in revenue. Reports suggest products in `fees_and_services`. Default: not set. */
  readonly not_goods?: ReadonlyArray<string> | null | undefined;
  /** IANA time zone of its days, for reports that name none: date ranges, recency and the reference date count local midnights. Default: UTC. */
  readonly time_zone?: string | null | undefined;
}

export interface ChangeDatasetRequest {
  /** Name of the dataset, 1 to 200 characters. Default: its slug. */
  readonly name?: string | null | undefined;
  /** The currency of its prices, shown with every amount. The service converts nothing. An ISO 4217 code. Default: not set. */
  readonly currency?: string | null | undefined;
  /** Where the exchange rates are from that its prices were converted at before they were pushed. Reports name it beside their currency. 1 to 200 characters. Default: not set. */
  readonly rates_source?: string | null | undefined;
  /** Products that are fees and services, by name or SKU. Market basket reports with `params.leave_out: "not_goods"` leave them out of baskets and rules; they stay in revenue. Reports suggest products in `fees_and_services`. Default: not set. */
  readonly not_goods?: ReadonlyArray<string> | null | undefined;
  /** IANA time zone of its days, for reports that name none: date ranges, recency and the reference date count local midnights. Default: UTC. */
  readonly time_zone?: string | null | undefined;
}

export interface CreateScheduleRequest {
  /** Name of the schedule, 1 to 200 characters. Default: that of the report. */
  readonly name?: string | null | undefined;
  /** When the report is requested, at most once an hour. `cron(minute hour day-of-month month day-of-week)` on the clocks of the time zone: `*`, lists, ranges and steps as in Unix cron, `L` for the last day of a month, `MON#1` for the first Monday; Sunday is 0 or 7; if both days are restricted, either is due. `rate(N hours)` or `rate(N days)`: in equal steps of 1 hour to 366 days, the first one step after the schedule starts. */
  readonly expression: string;
  /** IANA time zone of the schedule's clock and of its date range. Default: that of the report, otherwise the dataset's, otherwise UTC. */
  readonly time_zone?: string | null | undefined;
  readonly report: CreateReportRequest;
  /** The `filters.dateRange` of each report, by the day on which the run is due in the time zone of the schedule: `last_N_days` (N from 1 to 3660) are the N days before it, `previous_week` is Monday to Sunday, `month_to_date` and `year_to_date` end with the day before. Not together with `report.filters.dateRange`. */
  readonly date_range?: string | null | undefined;
  /** Whether a run is skipped if its report would be the same: the last one has completed, and since then no import or erasure was accepted for the dataset, none was in progress, and neither the settings of the dataset nor the date range are different. Default: false. */
  readonly only_if_changed?: boolean | null | undefined;
}

export interface UpdateScheduleRequest {
  /** Name of the schedule, 1 to 200 characters. Default: that of the report. */
  readonly name?: string | null | undefined;
  /** When the report is requested, at most once an hour. `cron(minute hour day-of-month month day-of-week)` on the clocks of the time zone: `*`, lists, ranges and steps as in Unix cron, `L` for the last day of a month, `MON#1` for the first Monday; Sunday is 0 or 7; if both days are restricted, either is due. `rate(N hours)` or `rate(N days)`: in equal steps of 1 hour to 366 days, the first one step after the schedule starts. */
  readonly expression?: string | undefined;
  /** IANA time zone of the schedule's clock and of its date range. Default: that of the report, otherwise the dataset's, otherwise UTC. */
  readonly time_zone?: string | null | undefined;
  /** Replaces the report and its `date_range`. */
  readonly report?: CreateReportRequest | undefined;
  /** The `filters.dateRange` of each report, by the day on which the run is due in the time zone of the schedule: `last_N_days` (N from 1 to 3660) are the N days before it, `previous_week` is Monday to Sunday, `month_to_date` and `year_to_date` end with the day before. Not together with `report.filters.dateRange`. */
  readonly date_range?: string | null | undefined;
  /** Whether a run is skipped if its report would be the same: the last one has completed, and since then no import or erasure was accepted for the dataset, none was in progress, and neither the settings of the dataset nor the date range are different. */
  readonly only_if_changed?: boolean | null | undefined;
  /** Pauses the schedule, or lets it run again from now on, for whatever reason it was paused. Missed runs are not made up for. */
  readonly status?: 'active' | 'paused' | undefined;
}

export interface CreateAudienceRequest {
  /** Name of the audience, 1 to 200 characters. */
  readonly name: string;
  /** Slug of the dataset, which must exist. Default: "default". */
  readonly dataset_id?: string | null | undefined;
  /** 1 to 3 conditions; a member meets all of them. At least one is without `exclude`. */
  readonly conditions: ReadonlyArray<AudienceCondition>;
  /** Share of the customers to keep aside, 0 to 0.5, in order to measure what contacting the others brings. Which customers is decided once, by a keyed hash of the id; the share cannot be changed afterwards. Default: 0. */
  readonly hold_out?: number | null | undefined;
  /** When runs are started without a request: `manual`, never; `after_import`, at most once an hour, if an import or an erasure was accepted for the dataset since the last such run; `schedule`, at the times of `expression`. Their reports are requested with the API key that created the audience or last changed it. Default: manual. */
  readonly refresh?: 'manual' | 'after_import' | 'schedule' | null | undefined;
  /** With `refresh`: `schedule`, when: an expression as of schedules. Otherwise not allowed. */
  readonly expression?: string | null | undefined;
  /** With `expression`: the time zone of its clock. Default: UTC. */
  readonly time_zone?: string | null | undefined;
}

export interface UpdateAudienceRequest {
  /** Name of the audience, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** 1 to 3 conditions; a member meets all of them. At least one is without `exclude`. */
  readonly conditions?: ReadonlyArray<AudienceCondition> | undefined;
  /** When runs are started without a request: `manual`, never; `after_import`, at most once an hour, if an import or an erasure was accepted for the dataset since the last such run; `schedule`, at the times of `expression`. Their reports are requested with the API key that created the audience or last changed it. Another value than `schedule` clears the expression. */
  readonly refresh?: 'manual' | 'after_import' | 'schedule' | undefined;
  /** With `refresh`: `schedule`, when: an expression as of schedules. Otherwise not allowed. */
  readonly expression?: string | undefined;
  /** With `expression`: the time zone of its clock. Default: UTC. */
  readonly time_zone?: string | undefined;
  /** `paused`: runs are started on request alone, and the one in progress is stopped. Activated again, it is next refreshed when it is due from then on. */
  readonly status?: 'active' | 'paused' | undefined;
}

export interface PreviewAudienceRequest {
  /** Slug of the dataset, which must exist. Default: "default". */
  readonly dataset_id?: string | null | undefined;
  /** 1 to 3 conditions; a member meets all of them. At least one is without `exclude`. */
  readonly conditions: ReadonlyArray<AudienceCondition>;
  /** Ids of at most 3 audiences of the dataset to count common customers with. With the audience that is to be changed, what the change would do. */
  readonly overlap_with?: ReadonlyArray<string> | null | undefined;
}

/** Customers of a report. */
export interface AudienceCondition {
  /** Which report's customers, as in `POST /reports`. Of a type with a list of customers: RFM, COHORT, REPLENISHMENT. */
  readonly report: {
    /** Required without template; with template, it must be the type of the template. */
    readonly report_type?: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT' | null | undefined;
    /** Sets report_type, name, customer_scope, scope and business context; params override them. standard_mba: MBA, all; first_order: MBA, first_order; repeat_purchase: MBA, repeat; high_value_baskets: MBA, high_value; churning_analysis: MBA, churning; standard_rfm: RFM, all; new_customer_cohort: RFM, new_90d; cohort_retention: COHORT, all; due_to_reorder: REPLENISHMENT, all; audience_effect: EFFECT, all. */
    readonly template?:
      | 'standard_mba'
      | 'first_order'
      | 'repeat_purchase'
      | 'high_value_baskets'
      | 'churning_analysis'
      | 'standard_rfm'
      | 'new_customer_cohort'
      | 'cohort_retention'
      | 'due_to_reorder'
      | 'audience_effect'
      | null
      | undefined;
    /** Selects the orders and rows of the report. */
    readonly filters?: ReportFilters | null | undefined;
    /** Parameters of the analysis. They override the template's. A parameter that only another report type has is refused; `min_support`, `min_confidence` and `scope` are accepted for every type, with a note in the report that they have no effect. */
    readonly params?: ReportParams | null | undefined;
  };
  /** Which of them: the filters of `GET /reports/{id}/customers` by name, several of a parameter that may be repeated as an array. Default: all. */
  readonly customers?:
    | Readonly<Record<string, string | number | boolean | ReadonlyArray<string | number | boolean>>>
    | null
    | undefined;
  /** true: customers who are not among them. Default: false. */
  readonly exclude?: boolean | null | undefined;
}

export interface CreateDestinationRequest {
  /** `webhook`: pages of who joined and who left, signed, to an address of yours; `klaviyo`: profiles on a list of Klaviyo. */
  readonly kind: 'webhook' | 'klaviyo';
  /** Name of the destination. Default: its kind. */
  readonly name?: string | null | undefined;
  /** With `kind`: `webhook`, the secret that signs the pages: `whsec_` and the base64 of 24 to 64 random bytes. With `klaviyo`, a private API key. It is stored encrypted, and never returned. */
  readonly secret: string;
  /** With `kind`: `webhook`, the address that receives the pages: https on port 443 of a public address, without credentials, at most 2048 characters. Otherwise not allowed. */
  readonly url?: string | null | undefined;
  /** With `kind`: `klaviyo`, the id of the list. Otherwise not allowed. */
  readonly list_id?: string | null | undefined;
  /** `paused`: nothing is sent. Activated again, it is sent what has changed meanwhile. */
  readonly status?: 'active' | 'paused' | null | undefined;
}

export interface UpdateDestinationRequest {
  /** Name of the destination, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Replaces the secret: the next page is signed or sent with it. */
  readonly secret?: string | undefined;
  /** Of a `webhook`. The new address has to know what the former was sent: create another destination for a receiver that starts from nothing. */
  readonly url?: string | undefined;
  /** `paused`: nothing is sent. Activated again, it is sent what has changed meanwhile. */
  readonly status?: 'active' | 'paused' | undefined;
}

export interface CreateEndpointRequest {
  /** The address that receives the events: https on port 443 of a public address, without credentials, at most 2048 characters. */
  readonly url: string;
  /** The secret that signs the events: `whsec_` and the base64 of 24 to 64 random bytes. It is stored encrypted, and never returned. */
  readonly secret: string;
  /** Name of the endpoint. Default: the host of its address. */
  readonly name?: string | null | undefined;
  /** Types of events that it is sent. Default: all, also those to come. */
  readonly events?:
    | ReadonlyArray<
        | 'report.completed'
        | 'report.failed'
        | 'import.completed'
        | 'import.failed'
        | 'export.completed'
        | 'export.failed'
        | 'erasure.completed'
        | 'schedule.paused'
        | 'audience_run.completed'
        | 'audience_run.failed'
      >
    | null
    | undefined;
  /** `paused`: nothing is sent. Activated again, it is sent what has happened meanwhile, as far as it is kept: 30 days. */
  readonly status?: 'active' | 'paused' | null | undefined;
}

export interface UpdateEndpointRequest {
  /** Name of the endpoint, 1 to 200 characters. */
  readonly name?: string | undefined;
  /** Another address of the receiver. */
  readonly url?: string | undefined;
  /** Types of events that it is sent; null for all. */
  readonly events?:
    | ReadonlyArray<
        | 'report.completed'
        | 'report.failed'
        | 'import.completed'
        | 'import.failed'
        | 'export.completed'
        | 'export.failed'
        | 'erasure.completed'
        | 'schedule.paused'
        | 'audience_run.completed'
        | 'audience_run.failed'
      >
    | null
    | undefined;
  /** `paused`: nothing is sent. Activated again, it is sent what has happened meanwhile, as far as it is kept: 30 days. */
  readonly status?: 'active' | 'paused' | undefined;
  /** A second secret: from now on, both sign. An endpoint has at most 2. */
  readonly add_secret?: string | undefined;
  /** A secret that signs no more, by its `secret_id`. One must be left. */
  readonly drop_secret?: string | undefined;
  /** Continues after the event with this `sequence`: a lower number sends events again, a higher one leaves some out. */
  readonly sent_until?: number | undefined;
}

export interface CreateSourceRequest {
  /** The kind of shop. */
  readonly kind: 'shopify' | 'woocommerce';
  /** The secret with which the shop signs its events, 1 to 256 characters. Shopify shows it below its webhooks; in WooCommerce, you choose it. It is never returned. It can be set later with `PATCH`; until then every event is refused. */
  readonly secret?: string | null | undefined;
  /** Slug of a dataset: 1 to 64 of a-z, 0-9, _ and -, starting with a letter or digit, not `recommendations`. Pushing orders to a new slug creates the dataset. Default: "default". */
  readonly dataset_id?: string | null | undefined;
  /** Name of the source, 1 to 200 characters. Default: its kind. */
  readonly name?: string | null | undefined;
  /** What becomes the `customer_id` of orders: the customer's e-mail address in lower case, or the shop's id of the customer. WooCommerce has no id for guests. Default: `email` for Shopify and `id` for WooCommerce, as in the order files of both. */
  readonly customer_identifier?: 'email' | 'id' | null | undefined;
}

export interface UpdateSourceRequest {
  /** The secret with which the shop signs its events, 1 to 256 characters. Shopify shows it below its webhooks; in WooCommerce, you choose it. It is never returned. The secret that it replaces is accepted for another 24 hours. Null removes it, and the one before: every event is refused until there is another. */
  readonly secret?: string | null | undefined;
  /** Name of the source, 1 to 200 characters. Null: its kind. */
  readonly name?: string | null | undefined;
  /** Pauses the source, or activates it again, also after its dataset was erased. */
  readonly status?: 'active' | 'paused' | undefined;
}

export type ShopEvent = Record<string, unknown>;

export interface CreateKeyRequest {
  /** `read_only`: reads everything of the account, for a person who looks. `secret`: reads and changes everything but keys, for a program. `publishable`: reads recommendations only, in pages of its origins. */
  readonly kind: 'read_only' | 'secret' | 'publishable';
  /** Whose key it is, or what uses it: 1 to 100 characters. */
  readonly name?: string | null | undefined;
  /** When it expires. Default: never, or with the admin key that creates it, which it cannot outlive: an ISO 8601 date or date-time, UTC without an offset. */
  readonly expires_at?: string | null | undefined;
  /** Of a publishable key, required: 1 to 10 origins whose pages may use it, as browsers send them. */
  readonly origins?: ReadonlyArray<string> | null | undefined;
  /** Of a publishable key: the only dataset that it reads. Default: all. */
  readonly dataset_id?: string | null | undefined;
}

export interface UpdateKeyRequest {
  /** Whose key it is, or what uses it: 1 to 100 characters. Null: none. */
  readonly name?: string | null | undefined;
  /** When it expires, in the future. Null: never, or with the admin key that asks: an ISO 8601 date or date-time, UTC without an offset. */
  readonly expires_at?: string | null | undefined;
}

export interface ServeRecommendationsRequest {
  /** A finished market basket report on the dataset that was requested with `params.serve`. A ULID: ids sort by creation time. */
  readonly report_id: string;
}

export interface ListImportsQuery {
  /** Only imports of this dataset. */
  readonly dataset_id?: string | undefined;
  /** Only imports with this `status`, also by its `state`. */
  readonly status?: 'pending' | 'processing' | 'completed' | 'failed' | undefined;
  /** Only imports created then or later: an ISO 8601 date or date-time, UTC without an offset. */
  readonly created_from?: string | undefined;
  /** Only imports created before that: an ISO 8601 date or date-time, UTC without an offset. */
  readonly created_to?: string | undefined;
  /** Maximum number of imports in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListOrdersQuery {
  /** The dataset of the orders. Default: "default". */
  readonly dataset_id?: string | undefined;
  /** Only orders of this customer, newest first. An order that was applied within the last second may be missing. A customer of more than 16000 orders is a 400. */
  readonly customer_id?: string | undefined;
  /** Only orders dated then or later: an ISO 8601 date or date-time, UTC without an offset. */
  readonly from?: string | undefined;
  /** Only orders dated before that: an ISO 8601 date or date-time, UTC without an offset. */
  readonly to?: string | undefined;
  /** Maximum number of orders in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListReportsQuery {
  /** Only reports of this dataset. */
  readonly dataset_id?: string | undefined;
  /** Only reports with this `status`, also by its `state`. */
  readonly status?:
    | 'Processing'
    | 'Completed'
    | 'Failed'
    | 'Completed with warnings'
    | 'processing'
    | 'completed'
    | 'failed'
    | 'completed_with_warnings'
    | undefined;
  /** Only reports created then or later: an ISO 8601 date or date-time, UTC without an offset. */
  readonly created_from?: string | undefined;
  /** Only reports created before that: an ISO 8601 date or date-time, UTC without an offset. */
  readonly created_to?: string | undefined;
  /** Only reports of this type. */
  readonly report_type?: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT' | undefined;
  /** Maximum number of reports in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListRulesQuery {
  /** Only rules with this product on either side: its whole name, as the report spells it. May be repeated, at most 20 times: all must be there. */
  readonly product?: ReadonlyArray<string> | undefined;
  /** Only rules with this product among its antecedents: its whole name, as the report spells it. May be repeated, at most 20 times: all must be there. */
  readonly antecedent?: ReadonlyArray<string> | undefined;
  /** Only rules with this product among its consequents: its whole name, as the report spells it. May be repeated, at most 20 times: all must be there. */
  readonly consequent?: ReadonlyArray<string> | undefined;
  /** Only rules of which a product’s name contains this text, in upper or lower case. */
  readonly q?: string | undefined;
  /** Only rules whose support is at least this. */
  readonly min_support?: number | undefined;
  /** Only rules whose support is at most this. */
  readonly max_support?: number | undefined;
  /** Only rules whose confidence is at least this. */
  readonly min_confidence?: number | undefined;
  /** Only rules whose confidence is at most this. */
  readonly max_confidence?: number | undefined;
  /** Only rules whose lift is at least this. */
  readonly min_lift?: number | undefined;
  /** Only rules whose lift is at most this. */
  readonly max_lift?: number | undefined;
  /** Only rules whose lift_given_sizes is at least this. */
  readonly min_lift_given_sizes?: number | undefined;
  /** Only rules whose lift_given_sizes is at most this. */
  readonly max_lift_given_sizes?: number | undefined;
  /** Only rules whose p_value_corrected is at least this. */
  readonly min_p_value_corrected?: number | undefined;
  /** Only rules whose p_value_corrected is at most this. */
  readonly max_p_value_corrected?: number | undefined;
  /** Only rules whose q_value is at least this. */
  readonly min_q_value?: number | undefined;
  /** Only rules whose q_value is at most this. */
  readonly max_q_value?: number | undefined;
  /** true: only rules of which every antecedent adds to the others; false: only those of which one does not. */
  readonly productive?: boolean | undefined;
  /** true: only proven rules; false: only the others. */
  readonly proven?: boolean | undefined;
  /** false: only rules that no shorter rule makes redundant; true: only those that one does. */
  readonly redundant?: boolean | undefined;
  /** The figure to order by. impact is the order of the report. Rules of equal figures are in the order of the report. Default: "impact". */
  readonly order_by?:
    | 'impact'
    | 'support'
    | 'confidence'
    | 'lift'
    | 'occurrences'
    | 'customers'
    | 'revenue'
    | 'incremental_value'
    | 'leverage'
    | 'conviction'
    | 'zhang'
    | 'kulczynski'
    | 'imbalance_ratio'
    | 'expected_occurrences'
    | 'lift_given_sizes'
    | 'lift_within_periods'
    | 'p_value'
    | 'p_value_given_sizes'
    | 'p_value_corrected'
    | 'q_value'
    | undefined;
  /** Lowest or highest first. Default: desc, and asc for p-values and q_value. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Maximum number of rules in the list, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ProductProfileQuery {
  /** The product: its whole name, as the report spells it; its SKU if the report identifies products by SKU. */
  readonly product?: string | undefined;
}

export interface ListCustomersQuery {
  /** RFM: only customers of this segment. May be repeated: of any of them. */
  readonly segment?: ReadonlyArray<string> | undefined;
  /** RFM: only customers who were in this segment in the report compared with. May be repeated: in any of them. */
  readonly previous_segment?: ReadonlyArray<string> | undefined;
  /** COHORT: only customers of this cohort. May be repeated: of any of them. */
  readonly cohort?: ReadonlyArray<string> | undefined;
  /** COHORT: only customers who were in this cohort in the report compared with. May be repeated: in any of them. */
  readonly previous_cohort?: ReadonlyArray<string> | undefined;
  /** REPLENISHMENT: only customers of this stage. May be repeated: of any of them. */
  readonly stage?: ReadonlyArray<string> | undefined;
  /** REPLENISHMENT: only customers who were in this stage in the report compared with. May be repeated: in any of them. */
  readonly previous_stage?: ReadonlyArray<string> | undefined;
  /** RFM: only customers with this R, 1 to 5. May be repeated: with any of them. */
  readonly r_score?: ReadonlyArray<number> | undefined;
  /** RFM: only customers with this FM, 1 to 5: half of F + M, rounded up. With `r_score`, the customers of a cell of `score_grid`. May be repeated: with any of them. */
  readonly fm_score?: ReadonlyArray<number> | undefined;
  /** true: only customers whose segment or cohort or stage differs from that in the report compared with. */
  readonly moved?: boolean | undefined;
  /** true: only customers who are not in the report compared with. */
  readonly joined?: boolean | undefined;
  /** true: instead of the customers of the report, those who are only in the report compared with, with their figures and `previous_segment` in it. Default: false. */
  readonly left?: boolean | undefined;
  /** Only this customer. */
  readonly customer_id?: string | undefined;
  /** Only customers whose id contains this text, in upper or lower case. */
  readonly search?: string | undefined;
  /** Only customers who bought this product in the orders that the report looks at, as the report names products. May be repeated: one of them. Reports of more than 5 million line items do not keep it: request one with the product in its filters. */
  readonly product?: ReadonlyArray<string> | undefined;
  /** Lowest days since the last purchase, inclusive. */
  readonly min_recency?: number | undefined;
  /** Highest days since the last purchase, inclusive. */
  readonly max_recency?: number | undefined;
  /** Lowest purchases, inclusive. */
  readonly min_frequency?: number | undefined;
  /** Highest purchases, inclusive. */
  readonly max_frequency?: number | undefined;
  /** Lowest spend, net of returns, inclusive. */
  readonly min_monetary?: number | undefined;
  /** Highest spend, net of returns, inclusive. */
  readonly max_monetary?: number | undefined;
  /** Lowest RFM: probability of not having left for good, inclusive. */
  readonly min_probability_alive?: number | undefined;
  /** Highest RFM: probability of not having left for good, inclusive. */
  readonly max_probability_alive?: number | undefined;
  /** Lowest RFM: orders expected in 90 days, inclusive. */
  readonly min_expected_orders_90d?: number | undefined;
  /** Highest RFM: orders expected in 90 days, inclusive. */
  readonly max_expected_orders_90d?: number | undefined;
  /** Lowest RFM: spend expected in 90 days, inclusive. */
  readonly min_expected_value_90d?: number | undefined;
  /** Highest RFM: spend expected in 90 days, inclusive. */
  readonly max_expected_value_90d?: number | undefined;
  /** Lowest COHORT: days from the first purchase to the second, inclusive. */
  readonly min_days_to_second_order?: number | undefined;
  /** Highest COHORT: days from the first purchase to the second, inclusive. */
  readonly max_days_to_second_order?: number | undefined;
  /** Lowest REPLENISHMENT: place in the list by the rule that did best on past dates, inclusive. */
  readonly min_priority?: number | undefined;
  /** Highest REPLENISHMENT: place in the list by the rule that did best on past dates, inclusive. */
  readonly max_priority?: number | undefined;
  /** Lowest REPLENISHMENT: days from the reference date to due_on, below 1 for customers who are overdue, inclusive. */
  readonly min_days_until_due?: number | undefined;
  /** Highest REPLENISHMENT: days from the reference date to due_on, below 1 for customers who are overdue, inclusive. */
  readonly max_days_until_due?: number | undefined;
  /** Lowest REPLENISHMENT: days since the last order over the own gap, inclusive. */
  readonly min_overdue_ratio?: number | undefined;
  /** Highest REPLENISHMENT: days since the last order over the own gap, inclusive. */
  readonly max_overdue_ratio?: number | undefined;
  /** Lowest REPLENISHMENT: probability of an order in 30 days, inclusive. */
  readonly min_probability_in_30_days?: number | undefined;
  /** Highest REPLENISHMENT: probability of an order in 30 days, inclusive. */
  readonly max_probability_in_30_days?: number | undefined;
  /** The figure to order by. Customers with equal figures are in an order that stays the same; those without the figure come last. Default: "monetary". */
  readonly order_by?:
    | 'recency'
    | 'frequency'
    | 'monetary'
    | 'first_purchase'
    | 'last_purchase'
    | 'probability_alive'
    | 'expected_orders_90d'
    | 'expected_value_90d'
    | 'days_to_second_order'
    | 'priority'
    | 'days_until_due'
    | 'overdue_ratio'
    | 'probability_in_30_days'
    | undefined;
  /** Lowest or highest first. Default: "desc". */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Maximum number of customers in the list, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListDatasetsQuery {
  /** Maximum number of datasets, 1 to 100. Without it, all are returned. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListErasuresQuery {
  /** Maximum number of erasures in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListDeliveriesQuery {
  /** Maximum number of attempts in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListAudienceMembersQuery {
  /** true: the members who are held out, instead of those to contact. Default: false. */
  readonly held_out?: boolean | undefined;
  /** Maximum number of customers in the list, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListAudienceChangesQuery {
  /** Only changes after this time: the `until` of the response before. Default: from the beginning. */
  readonly since?: string | undefined;
  /** Maximum number of customers in the list, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListAudienceDeliveriesQuery {
  /** Only of this destination. A ULID: ids sort by creation time. */
  readonly destination_id?: string | undefined;
  /** Maximum number of deliveries in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListEndpointDeliveriesQuery {
  /** Maximum number of attempts in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListEventsQuery {
  /** Only events with a higher `sequence`: the last one that you have processed. Default 0: from the oldest that is kept. Default: 0. */
  readonly after?: number | undefined;
  /** Maximum number of events in the list, 1 to 100. Default: 20. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface ListAuditQuery {
  /** Only what this key did. A page may then be short, or empty, and still have a `next_cursor`. */
  readonly key_id?: string | undefined;
  /** Maximum number of entries in the list, 1 to 100. Default: 100. */
  readonly limit?: number | undefined;
  /** Where the page starts: the `next_cursor` of an earlier response, unchanged. */
  readonly cursor?: string | undefined;
}

export interface GetRecommendationsQuery {
  /** A product in the cart: its name, or its SKU if the report identifies products by SKU. Without any, the dataset's best-selling products are returned. May be repeated, at most 20 times. */
  readonly product?: ReadonlyArray<string> | undefined;
  /** A product not to recommend, besides those in the cart. May be repeated, at most 20 times. */
  readonly exclude?: ReadonlyArray<string> | undefined;
  /** Slug of the dataset. With a publishable key for one dataset, that one is the default. Default: "default". */
  readonly dataset_id?: string | undefined;
  /** A finished market basket report on the dataset that was requested with `params.serve`: what it would recommend, whether it is served or not. Default: the report that is served. Not with a publishable key. A ULID: ids sort by creation time. */
  readonly report_id?: string | undefined;
  /** Maximum number of recommendations, 1 to 20. Default: 5. */
  readonly limit?: number | undefined;
  /** `custom:<key>=<value>`: only products with this value of the custom field, one of those that the report serves (`params.serve.fields`); another one is a 400 that names those. May be repeated, at most 10 times a field: any of the values, in upper or lower case. Of several fields, a value of each. A product has every value that it has in the baskets of the report, at most 8 of a field. */
  readonly [field: `custom:${string}`]: ReadonlyArray<string> | undefined;
}

/** What a finished report of any type has. */
export type AnyReport = {
  /** The report. A ULID: ids sort by creation time. */
  report_id: string;
  /** Name of the report. */
  name: string;
  /** The analysed dataset. */
  dataset_id: string;
  /** `Completed with warnings` exactly if `warnings` is not empty. */
  status: 'Completed' | 'Completed with warnings';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state?: 'completed' | 'completed_with_warnings';
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** Currency of all amounts: the dataset's when the report was requested, null if it had none. Missing in reports of earlier versions. */
  currency?: string | null;
  /** Where the exchange rates are from that prices were converted at before they were pushed: the dataset's when the report was requested. Missing if it had none. */
  rates_source?: string;
  /** The day from which ages are counted: `dateRange.end`, otherwise the newest order date in the dataset. Null if no order has a date. */
  reference_date: string | null;
  /** What the files add up to that the orders of the dataset are from, and what of them was left out: of imports with a `source_summary`, newest first, at most ten. Missing where there is none, and in reports of earlier versions. */
  sources?: Array<ReportSource>;
  /** What a reader of the figures must know: omitted rows, truncated lists, or a higher support than requested. Empty exactly if the status is `Completed`. */
  warnings: Array<string>;
  /** `warnings` by code, in the same order. Absent in reports of earlier versions. */
  warnings_coded?: Array<Sentence>;
  /** Remarks on parts of the report that its main figures do not depend on, such as why there are no predictions, and the imports of the dataset that were in progress when the report was generated. They do not change the status. Omitted in reports of earlier versions. */
  notes?: Array<string>;
  /** `notes` by code, in the same order. Absent in reports of earlier versions. */
  notes_coded?: Array<Sentence>;
  /** The last 20 attempts to deliver the webhook, oldest first; `GET /reports/{id}/deliveries` lists all. Present if the report was requested with a webhook_url. */
  deliveries?: Array<Delivery>;
};

/** What a report of any type was asked for. */
export type AnySettings = {
  /** Whose orders the report covers. */
  customer_scope: 'all' | 'first_order' | 'repeat' | 'high_value' | 'churning' | 'new_90d';
  filters: AppliedFilters;
  /** Time zone of all days. Missing in reports of earlier versions, which are UTC. */
  time_zone?: string;
  /** Background on the business, from the request or the template. */
  context: string | null;
};

/** What the findings of any type have. */
export type AnyInsights = {
  /** `rules`: fixed rules chose the findings. `bedrock:<model id>`: a language model chose them and their order. Fixed rules write all texts from the figures. */
  generated_by: string;
  /** The purpose of the template; null without a template. */
  business_context: string | null;
  /** `params.context` of the request. */
  context: string | null;
  /** The sentences of `summary` by code. Absent in reports of earlier versions. */
  summary_coded?: Array<Sentence>;
};

/** What the changes of any type have. */
export type AnyChanges = {
  /** The newest earlier report with the same type, dataset and settings that is finished. Null if there is none; see `note`. */
  compared_with: ComparedReport | null;
  /** Why there is no comparison; present only then. */
  note?: string;
  /** The sentences of `note` by code. Absent in reports of earlier versions. */
  note_coded?: Array<Sentence>;
};

/** Where a page of a list ends. */
export type PageEnd = {
  /** Opaque. Send it as `cursor` to read the next page; omitted on the last page. */
  next_cursor?: string;
  /** Whether another page follows: then there is a `next_cursor`. */
  has_more: boolean;
};

export type SubmitOrdersResponse = {
  /** The orders are accepted and queued. */
  success: true;
  /** The import: follow it with `GET /data/orders?import_id=`. A ULID: ids sort by creation time. */
  import_id: string;
  /** Rows in the request, including those that will fail: line items, and one for each order without any. The `total` of the import. */
  rows_accepted: number;
  /** Distinct order ids in the request. */
  orders_count: number;
  /** Set if the plan has room for fewer rows than the request has: updates are applied, inserts beyond it fail. */
  warning?: string;
  /** The sentences of `warning` by code. Absent in reports of earlier versions. */
  warning_coded?: Array<Sentence>;
  /** Fields of the request that were ignored, at most 20; omitted if there are none. Fields that the API does not have: with `Prefer: handling=strict` they are a 400. Texts that were empty or of white space alone: they count as omitted, under strict handling, too. */
  warnings?: Array<{
    /** The field that was ignored, or was blank, `[]` for any place in a list. */
    field: string;
    /** Rows that it concerns. */
    rows: number;
    /** The field that was probably meant; missing where none is near. */
    did_you_mean?: string;
    /** The same as a sentence. For people: it may change. */
    message: string;
  }>;
  /** Ignored fields beyond those in `warnings`; omitted if there are none. */
  more_warnings?: number;
};

export type ImportJob = {
  /** The import. A ULID: ids sort by creation time. */
  import_id: string;
  /** `pending` until the first rows are applied, `processing` until all rows are; then `completed`, or `failed` if no row could be stored. */
  status: 'pending' | 'processing' | 'completed' | 'failed';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'pending' | 'processing' | 'completed' | 'failed';
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
    /** Rows that a later row of the same order and product in the same request replaced; they count as updated. Omitted if there are none. If the quantities were meant to add up, send one row with the sum. */
    repeated?: number;
    /** Value (unit_price × quantity) of the repeated rows, in the dataset's currency: what the replacements took away. */
    repeated_value?: number;
  };
  /** When it was accepted. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The dataset that the orders belong to. */
  dataset_id: string;
  /** Progress; there is none when the work has ended. */
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
  /** The sentences of `warning` by code. Absent in reports of earlier versions. */
  warning_coded?: Array<Sentence>;
  /** Fields of the request that were ignored, as in its response. */
  warnings?: Array<{
    /** The field that was ignored, or was blank, `[]` for any place in a list. */
    field: string;
    /** Rows that it concerns. */
    rows: number;
    /** The field that was probably meant; missing where none is near. */
    did_you_mean?: string;
    /** The same as a sentence. For people: it may change. */
    message: string;
  }>;
  /** Ignored fields beyond those in `warnings`; omitted if there are none. */
  more_warnings?: number;
  source_summary?: StoredSourceSummary;
  /** Why the import failed; only for failed imports. */
  fail_reason?: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** The first failed rows, at most 20. Omitted if none failed. */
  errors?: Array<{
    /** Order of the row; `(unreadable)` if it could not be read. */
    order_id: string;
    /** Product of the row. */
    product_name?: string;
    /** SKU of the row, if it has no name. */
    product_sku?: string;
    /** Why it was not stored. */
    fail_reason: string;
    /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
    fail_reason_coded?: Array<Sentence>;
    /** The same, under its earlier name. */
    reason: string;
  }>;
  /** Failed rows beyond those in `errors`; omitted if there are none. */
  more_errors?: number;
};

/** As the request had it. */
export type StoredSourceSummary = {
  /** Rows of the files. */
  rows_read: number;
  /** Orders that count. */
  orders: number;
  /** Customers of these orders. */
  customers?: number;
  /** Orders without a customer. */
  guest_orders?: number;
  /** Of the amounts. */
  currency?: string;
  /** Sales before discounts and refunds. */
  gross?: number;
  /** Discounts. */
  discounts?: number;
  /** Refunds. */
  refunds?: number;
  /** Taxes, as the files state them. */
  taxes?: number;
  /** gross − discounts − refunds: the value of the orders. */
  net?: number;
  /** Day of the first order. */
  first_date?: string;
  /** Day of the last order. */
  last_date?: string;
  /** Rows that are not among the orders, by reason and currency. */
  left_out?: Array<{
    /** Why: `cancelled`, `voided`, `pending`, `failed`, `test`, `not_paid`, `other_currency`, or words of yours. */
    reason: string;
    /** Of the amount. */
    currency?: string;
    /** Rows of the files. */
    rows: number;
    /** Orders of these rows. */
    orders?: number;
    /** Value of these rows. */
    amount?: number;
  }>;
  /** Statuses of the files. */
  statuses?: Array<{
    /** As the files have it. */
    status: string;
    /** Rows with it. */
    rows: number;
    /** Whether its orders count. */
    paid?: boolean;
  }>;
  /** Rows that could not be read. */
  bad_rows?: number;
  /** Records that are no product: fees, shipping, tax. */
  other_records?: number;
  /** Tips, which are no product. */
  tips?: number;
};

export type ListImportsResponse = PageEnd & {
  /** Newest first. */
  imports: Array<ImportJob>;
};

export type StoredOrder = {
  /** The dataset. */
  dataset_id: string;
  /** The order. */
  order_id: string;
  /** Its customer; null if none is known. */
  customer_id: string | null;
  /** Its date; null if none is known. UTC, ISO 8601 with milliseconds. */
  order_date: string | null;
  /** How the customer is reached; null if that is not known. */
  contact: string | null;
  /** How often the order has been written. */
  version: number;
  /** Which import wrote each value. */
  written_by: {
    /** The import that wrote the customer, by `import_id`; for an order from a shop's event, the version that the event stated, in the same form. Null if there is none. */
    customer_id: string | null;
    /** The import that wrote the date, by `import_id`; for an order from a shop's event, the version that the event stated, in the same form. Null if there is none. */
    order_date: string | null;
    /** The import that wrote the contact, by `import_id`; for an order from a shop's event, the version that the event stated, in the same form. Null if there is none. */
    contact: string | null;
    /** The import that wrote the complete list of line items, if one did, by `import_id`; for an order from a shop's event, the version that the event stated, in the same form. Null if there is none. */
    all_line_items: string | null;
  };
  /** Its line items. A very large order has them on several pages. */
  line_items: Array<StoredLineItem>;
  /** Opaque. Send it as `cursor` to read the next page; omitted on the last page. */
  next_cursor?: string;
  /** Whether another page follows: then there is a `next_cursor`. */
  has_more: boolean;
};

export type StoredLineItem = {
  /** Name of the product. */
  product_name?: string;
  /** SKU of the product. */
  product_sku?: string;
  /** Price of one unit. */
  unit_price: number;
  /** Units; negative for a return. */
  quantity: number;
  /** Its custom fields; omitted if there are none. */
  custom_fields?: Record<string, string>;
  /** The import that wrote the line item, by `import_id`; for an order from a shop's event, the version that the event stated, in the same form. Null if there is none. */
  written_by: string | null;
};

export type ListOrdersResponse = PageEnd & {
  /** Of one customer newest first, orders without a date last; else in an order that stays the same. A page may hold fewer than `limit`, even none: only the last has no `next_cursor`. */
  orders: Array<{
    /** The order. */
    order_id: string;
    /** Its customer; null if none is known. */
    customer_id: string | null;
    /** Its date; null if none is known. UTC, ISO 8601 with milliseconds. */
    order_date: string | null;
    /** How the customer is reached; null if that is not known. */
    contact: string | null;
    /** Line items; null for an order of so many that its own page counts them. */
    line_count: number | null;
    /** Sum of unit_price × quantity, in the dataset's currency; null where `line_count` is. */
    revenue: number | null;
    /** The first 10 line items; `GET /orders/{order_id}` has all. */
    line_items: Array<{
      /** Name of the product. */
      product_name?: string;
      /** SKU of the product. */
      product_sku?: string;
      /** Price of one unit. */
      unit_price: number;
      /** Units; negative for a return. */
      quantity: number;
    }>;
  }>;
};

export type CreateReportResponse = {
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by creation time. */
  report_id: string;
  /** The report is being generated. */
  status: 'Processing';
  /** The requested type, or the template's. */
  report_type: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT';
  /** The analysed dataset. */
  dataset_id: string;
};

export type ReportSummary = {
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by creation time. */
  report_id: string;
  /** Name of the report. */
  name: string;
  /** Type of the analysis. */
  report_type: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT';
  /** The analysed dataset. */
  dataset_id: string;
  /** Status of the report. */
  status: 'Processing' | 'Completed' | 'Failed' | 'Completed with warnings';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'processing' | 'completed' | 'failed' | 'completed_with_warnings';
  /** Why the report failed and what to do; only for failed reports. */
  fail_reason?: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** Whose orders, which days and which rows it is about. */
  covers: {
    /** Whose orders the report covers. */
    customer_scope: 'all' | 'first_order' | 'repeat' | 'high_value' | 'churning' | 'new_90d';
    filters: AppliedFilters;
  };
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When its status last changed. UTC, ISO 8601 with milliseconds. */
  updated_at: string;
};

export type ListReportsResponse = PageEnd & {
  /** Newest first. */
  reports: Array<ReportSummary>;
};

export type MbaReport = AnyReport & {
  /** Market basket analysis. */
  report_type: 'MBA';
  settings: MbaSettings;
  /** Figures over all baskets. */
  summary: {
    /** Baskets: orders, or customers if scope is customer. */
    orders_processed: number;
    /** Value (unit_price × quantity) of all rows of the orders that are in baskets, net of returns in these orders, in the dataset's currency. Orders with returns but no purchase are in no basket; net_revenue includes them, and a warning states their number. */
    total_revenue_processed: number;
    /** Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report covers. */
    gross_revenue: number;
    /** Value of the rows with a quantity of zero or less, as a positive number. */
    returns: number;
    /** gross_revenue − returns: the value of all rows of the orders that the report covers, with or without a customer or a purchase. */
    net_revenue: number;
    /** total_revenue_processed / orders_processed; 0 without baskets. */
    average_order_value: number;
    /** Mean number of distinct products in a basket; of several levels, of the first in settings.product_level. */
    average_basket_size: number;
    /** Number of rules found, whether returned or not. */
    association_rules_found: number;
    /** Number of rules that ratings are over: those found, and those that constraints on figures left out. Absent in reports of earlier versions. */
    association_rules_considered?: number;
    /** Sets of products that rules are made of: all figures are exact for these. Absent in reports of earlier versions. */
    sets_searched?: {
      /** Baskets that hold all products of a set, at least. */
      min_baskets: number;
      /** Products of the largest sets found. */
      max_products: number;
      /** Whether these are all sets that reach min_support and fulfil settings.rules. False: larger ones were left out, or min_baskets was raised; a warning says which. */
      complete: boolean;
    };
    /** What p_value_corrected is corrected for, by the number of products of a rule. Absent in reports of earlier versions. */
    rules_tested?: Array<TestLayer>;
  };
  /** The best rules first: by impact, revenue, lift, names, or as `params.select` says. At most 10,000, fewer where the response would exceed 6 MB; a warning says so. */
  association_rules: Array<AssociationRule>;
  /** Products that are fees or services, such as postage or discounts, by name and by how they sell. Insights leave them out. Absent in reports of earlier versions. */
  fees_and_services?: Array<string>;
  /** Changes since the earlier report. */
  changes: MbaChanges | null;
  /** Findings as text. */
  ai_insights: MbaInsights | null;
};

export type MbaSettings = AnySettings & {
  /** The requested template. */
  template:
    | 'standard_mba'
    | 'first_order'
    | 'repeat_purchase'
    | 'high_value_baskets'
    | 'churning_analysis'
    | null;
  /** Minimum share of baskets. */
  min_support: number;
  /** Minimum confidence. */
  min_confidence: number;
  /** One basket per order, or per customer. */
  scope: 'order' | 'customer';
  /** What identifies a product. */
  product_identifier: 'name' | 'sku';
  /** The custom field whose values stand for products, or the levels whose items baskets hold at once, products first. Absent: products themselves. */
  product_level?: string | Array<string>;
  /** Which rules were looked for. Absent: all. */
  rules?: {
    /** Products that every rule contains. */
    must_contain?: Array<string>;
    /** The only products that may be antecedents. */
    antecedents?: Array<string>;
    /** The only products that may be consequents. */
    consequents?: Array<string>;
    /** Products that no rule contains. */
    exclude?: Array<string>;
    /** Most products of a rule. */
    max_products?: number;
    /** Most antecedents of a rule. */
    max_antecedents?: number;
    /** Most consequents of a rule. */
    max_consequents?: number;
    /** Least lift. */
    min_lift?: number;
    /** Greatest p_value_corrected. */
    max_p_value_corrected?: number;
    /** Only rules that are not redundant. */
    redundant?: false;
  };
  /** Requested with `params.serve`: recommendations come from this report when it is finished, and can be filtered by these custom fields. Absent: not requested, or a report of an earlier version. */
  serve?:
    | true
    | {
        /** Keys of custom fields. */
        fields: Array<string>;
      };
  /** Which rules are returned. Absent: the best by impact. */
  select?: {
    /** Most rules returned. */
    top: number;
    /** The measure. */
    by:
      | 'support'
      | 'confidence'
      | 'lift'
      | 'lift_given_sizes'
      | 'leverage'
      | 'revenue'
      | 'incremental_value'
      | 'p_value_given_sizes';
  };
  /** Baskets that a rule is in at least to be a finding. Absent: the default. */
  insight_min_baskets?: number;
  /** Fees and services that are left out of baskets: these products, or those whose names look like fees. Missing if nothing is. */
  leave_out?: 'not_goods' | Array<string>;
  /** Whether the report has a profile of each product. Absent: it has none. */
  product_profiles?: boolean;
};

export type AssociationRule = {
  /** Products that trigger the rule. */
  antecedents: Array<string>;
  /** Products bought together with them. */
  consequents: Array<string>;
  /** Share of baskets that contain both sides, 0 to 1. */
  support: number;
  /** Share of the baskets with the antecedents that also contain the consequents, 0 to 1. */
  confidence: number;
  /** Confidence divided by the share of all baskets that contain the consequents: 1 is chance, above 1 the sides attract each other. */
  lift: number;
  /** By incremental_value among the proven rules, one for each set of products, in the direction of the higher confidence: the top fifth is High, the next three tenths Medium. Equal values share the better rating. All other rules are Low. */
  impact_rating: 'High' | 'Medium' | 'Low';
  impact_analysis: ImpactAnalysis;
  measures: RuleMeasures;
  /** Some of the antecedents alone predict the same consequents with at least the same confidence. */
  redundant: boolean;
  /** Each antecedent makes the consequents likelier than the other antecedents alone do, given the sizes of baskets, by customers, and corrected for all rules that could have been found: the chance that any rule is falsely called productive is at most 5 %. */
  productive: boolean;
  /** The rule has one consequent, lift_within_periods above 1, p_value_corrected below 0.05 and is productive. */
  proven: boolean;
};

export type ImpactAnalysis = {
  /** Value of the rule's products in the baskets that contain both sides, without netting returns, in the dataset's currency. */
  revenue: number;
  /** Equal to `lift` of the rule. */
  lift: number;
  /** Equal to `confidence` of the rule. */
  conversion_rate: number;
  /** Baskets that contain both sides. */
  occurrences: number;
  /** Customers who bought both sides in one basket. A basket without a customer counts as a customer. Absent in exported rules that the report does not return. */
  customers?: number;
  /** Value of the consequents in the baskets that contain both sides, beyond what else explains these baskets: chance (given the sizes of baskets, within periods) or, if more, the antecedents without one of them. The baskets of highest value, one in twenty (at least 2, at most 100), count as the next highest one. Negative where chance alone would have brought more. Proven rules are rated by it. */
  incremental_value: number;
  /** The fewest baskets that bring half of the value of the consequents; null if it takes more than one in twenty. Rules of which 5 or fewer baskets bring half are no finding. Absent in exported rules that the report does not return. */
  half_from?: number | null;
};

export type RuleMeasures = {
  /** Share of baskets beyond chance: P(AC) − P(A) P(C), −0.25 to 0.25. */
  leverage: number;
  /** How many times more often the rule would fail if its sides were independent: 0 or more, 1 is chance. Null if it never fails. */
  conviction: number | null;
  /** Association from −1 (never together) over 0 (independent) to 1 (always). */
  zhang: number;
  /** Mean of the confidences of the rule and its converse, 0 to 1. */
  kulczynski: number;
  /** How unequal the supports of the sides are, 0 to 1. Near 1, interpret kulczynski with care. */
  imbalance_ratio: number;
  /** Baskets that would contain both sides by chance, given how many products each basket holds and how many baskets hold each side (bipartite configuration model). */
  expected_occurrences: number;
  /** occurrences / expected_occurrences: 1 is chance, given the sizes of baskets. */
  lift_given_sizes: number;
  /** The same where chance is expected within periods of weeks and summed, so that products of one season are not taken for products of one basket. In exported rules that the report does not return: equal to lift_given_sizes. */
  lift_within_periods: number;
  /** Probability of at least this many joint baskets if the sides were independent: Fisher's exact test, one-sided. */
  p_value: number;
  /** The same given the sizes of baskets: at least p_value. */
  p_value_given_sizes: number;
  /** The p-value given the sizes of baskets, within periods and by customers instead of baskets, × tests / share of its layer in `summary.rules_tested`, at most 1: corrected for all rules that could have been found. The probability that any rule below 0.05 is false is at most 5 %. In exported rules that the report does not return: by baskets, within the whole time. */
  p_value_corrected: number;
  /** By p_value_given_sizes: of the rules of as many products with at most this q-value, the expected share of false ones is at most this (Benjamini-Yekutieli, over all tests of the layer). */
  q_value: number;
};

export type TestLayer = {
  /** Products of a rule, on both sides. */
  products: number;
  /** Ways to divide so many of the frequent products into two sides; a rule and its converse are one. */
  tests: number;
  /** Part of the 5 % of false rules that is theirs. */
  share: number;
};

export type MbaChanges = AnyChanges & {
  /** Changes among the 10,000 best rules that each report found, whether returned or not. */
  rules?: {
    /** Number of rules of each kind, whether listed or not. */
    counts: {
      /** Rules that the earlier report did not find. */
      appeared: number;
      /** Rules that only the earlier report found. */
      vanished: number;
      /** Rules whose lift rose by 10 % or more. */
      strengthened: number;
      /** Rules whose lift fell by 10 % or more. */
      weakened: number;
      /** Rules whose lift moved by less than 10 %. */
      unchanged: number;
    };
    /** Rules that the earlier report did not find. At most 50, fewer where names are very long, the most valuable first. */
    appeared: Array<RuleChange>;
    /** Rules that only the earlier report found. At most 50, fewer where names are very long, the most valuable first. */
    vanished: Array<RuleChange>;
    /** Rules whose lift rose by 10 % or more. At most 50, fewer where names are very long, the most valuable first. */
    strengthened: Array<RuleChange>;
    /** Rules whose lift fell by 10 % or more. At most 50, fewer where names are very long, the most valuable first. */
    weakened: Array<RuleChange>;
  };
};

export type RuleChange = {
  /** Products that trigger the rule. */
  antecedents: Array<string>;
  /** Products bought together with them. */
  consequents: Array<string>;
  /** Lift in this report; for a vanished rule, in the earlier one. */
  lift: number;
  /** Figures in the earlier report; null for a rule that appeared. */
  before: {
    /** Support in that report. */
    support: number;
    /** Confidence in that report. */
    confidence: number;
    /** Lift in that report. */
    lift: number;
    /** Value of the consequents in the baskets that contain both sides, beyond what else explains these baskets: chance (given the sizes of baskets, within periods) or, if more, the antecedents without one of them. The baskets of highest value, one in twenty (at least 2, at most 100), count as the next highest one. Negative where chance alone would have brought more. Proven rules are rated by it. */
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
    /** Value of the consequents in the baskets that contain both sides, beyond what else explains these baskets: chance (given the sizes of baskets, within periods) or, if more, the antecedents without one of them. The baskets of highest value, one in twenty (at least 2, at most 100), count as the next highest one. Negative where chance alone would have brought more. Proven rules are rated by it. */
    incremental_value: number;
  } | null;
};

export type MbaInsights = AnyInsights & {
  /** Summary in a sentence. */
  summary: string;
  /** Products to sell as a bundle. At most 3, without a product in common; no two products are together in more than one finding of the report. */
  bundles: Array<BasketFinding>;
  /** Products to offer to buyers of other products. At most 3, without a product in common; no two products are together in more than one finding of the report. */
  cross_sells: Array<BasketFinding>;
  /** Products to place side by side. At most 3, without a product in common; no two products are together in more than one finding of the report. */
  placements: Array<BasketFinding>;
};

export type BasketFinding = {
  /** The products concerned. */
  products: Array<string>;
  /** The finding as a sentence. */
  text: string;
  /** The sentences of `text` by code. Absent in reports of earlier versions. */
  text_coded?: Array<Sentence>;
  /** The rule's incremental_value: a figure about the past, not a forecast. */
  expected_incremental_revenue: number;
  /** The rule behind it. */
  rule: {
    /** Products that trigger the rule. */
    antecedents: Array<string>;
    /** Products bought together with them. */
    consequents: Array<string>;
  };
  /** The figures that the sentence rests on. */
  evidence: {
    /** Baskets that hold all products. */
    baskets_together: number;
    /** Baskets that hold the antecedents. */
    baskets_with_antecedents: number;
    /** Customers who bought all products in one basket. */
    customers: number;
    /** How many times as often as by chance in baskets of their sizes, within periods. */
    lift_within_periods: number;
    /** Of the rule, corrected for all that could have been found. */
    p_value_corrected: number;
  };
};

export type RfmReport = AnyReport & {
  /** Customer segments by recency, frequency and monetary value. */
  report_type: 'RFM';
  settings: RfmSettings;
  /** Figures over all customers; null without customers. */
  metrics: RfmMetrics | null;
  /** Segments with customers, best first. */
  segments: Array<RfmSegment>;
  /** Customers by R and FM, the scores that decide the segment; cells without customers are omitted. */
  score_grid: Array<{
    /** R, 1 to 5. */
    recency: number;
    /** FM = ceil((F + M) / 2), 1 to 5. */
    frequency_monetary: number;
    /** Customers with these scores, at least one. */
    customers: number;
    /** Their total spend. */
    revenue: number;
  }>;
  /** The forecast behind the segments' predictions, from which they can be recomputed. Null without predictions. */
  prediction_model: PredictionModel | null;
  /** Changes since the earlier report. */
  changes: RfmChanges | null;
  /** Findings as text; null without customers. */
  ai_insights: RfmInsights | null;
  /** Findings over all segments; null without customers. */
  ai_strategic_insights: RfmStrategicInsights | null;
  /** Customers with a purchase in the report. */
  customer_count: number;
};

export type RfmSettings = AnySettings & {
  /** The requested template. */
  template: 'standard_rfm' | 'new_customer_cohort' | null;
};

export type RfmMetrics = {
  /** The day from which ages are counted: `dateRange.end`, otherwise the newest order date in the dataset. Null if no order has a date. */
  reference_date: string | null;
  /** The requested date range; null for all days. */
  window: {
    /** First day, inclusive. */
    start?: string;
    /** Last day, inclusive. */
    end?: string;
  } | null;
  /** Orders with a purchase. */
  orders: number;
  /** Total spend of the customers, net of returns, in the dataset's currency. */
  revenue: number;
  /** Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report covers. */
  gross_revenue: number;
  /** Value of the rows with a quantity of zero or less, as a positive number. */
  returns: number;
  /** gross_revenue − returns: the value of all rows of the orders that the report covers, with or without a customer or a purchase. */
  net_revenue: number;
  /** revenue / orders. */
  average_order_value: number;
  /** Mean days since the last purchase. */
  mean_recency: number;
  /** Median days since the last purchase. */
  median_recency: number;
  /** Mean purchases per customer. */
  mean_frequency: number;
  /** Median purchases per customer. */
  median_frequency: number;
  /** Mean spend per customer. */
  mean_monetary: number;
  /** Median spend per customer. */
  median_monetary: number;
  /** Share of customers with at least two purchases, 0 to 1. */
  repeat_rate: number;
  /** Median days between consecutive purchases of a customer on different days. Null if nobody bought on two days. */
  median_days_between_orders: number | null;
  /** Nine of ten such gaps are at most so many days. Null likewise. */
  p90_days_between_orders: number | null;
  /** Days by which four of five next orders have come, by the Kaplan-Meier estimate: customers who are still waiting count, too. Texts call customers late beyond it. Null where fewer have come in the time observed. */
  usual_days_to_next_order: number | null;
  /** Products that a customer of the report bought. */
  products: number;
  /** Share of revenue from the top fifth of customers by spend; above 1 if others return more than they buy. */
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
  /** What was excluded from the orders that the report covers. */
  excluded: {
    /** Rows of orders without customer_id. */
    rows_without_customer: number;
    /** Rows of orders without order_date. */
    rows_without_date: number;
    /** Customers with returns but no purchase. */
    customers_without_purchase: number;
    /** Net value of all excluded rows: net_revenue − revenue. */
    net_revenue: number;
  };
};

export type RfmSegment = {
  /** Name of the segment, from the scores R and FM; docs/concepts/rfm.md has the grid. */
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
  /** Customers in the segment, at least one. */
  count: number;
  /** Percentage of the report's customers, 0 to 100. */
  percentage: number;
  /** Mean days since the last purchase. */
  avg_recency: number;
  /** Median days since the last purchase. */
  median_recency: number;
  /** Mean purchases per customer. */
  avg_frequency: number;
  /** Median purchases per customer. */
  median_frequency: number;
  /** Mean spend per customer, net of returns, in the dataset's currency. */
  avg_monetary: number;
  /** Median spend per customer: beside the mean, which few large customers can make. */
  median_monetary: number;
  /** Total spend of its customers, net of returns. */
  revenue: number;
  /** Share of the report's revenue; 0 if that is not positive. */
  revenue_share: number;
  /** Up to five products of positive revenue in the segment, by revenue. */
  top_products: Array<TopProduct>;
  /** Expectations for the 90 days after the reference date, by the forecast that `prediction_model` names. Null if there are too few data, or if they allow no back-test; see `notes`. */
  prediction: SegmentPrediction | null;
  /** Observations as text. */
  ai_observation: string;
  /** The sentences of `ai_observation` by code. Absent in reports of earlier versions. */
  ai_observation_coded?: Array<Sentence>;
  /** Recommendations as text. */
  ai_recommendation: string;
  /** The sentences of `ai_recommendation` by code. Absent in reports of earlier versions. */
  ai_recommendation_coded?: Array<Sentence>;
};

export type TopProduct = {
  /** Name or SKU of the product. */
  product_name: string;
  /** Orders of the segment that contain it. */
  orders: number;
  /** Customers of the segment who bought it. */
  customers: number;
  /** Units, net of returns. */
  quantity: number;
  /** Value, net of returns. */
  revenue: number;
  /** Share of the segment's customers who bought it, 0 to 1. */
  share_of_segment_customers: number;
  /** How many times as many customers of the segment bought it as the number of different products that each customer bought explains. Null unless it is at least 1.2 and chance explains it with a probability below 5 %, corrected for all products and segments. docs/concepts/rfm.md has the definition. In reports of earlier versions: the share divided by the share among all customers. */
  lift: number | null;
};

export type SegmentPrediction = {
  /** Orders that the segment is expected to place in the next 90 days. */
  expected_orders_90d: number;
  /** Interval that contains the figure with the probability `interval_level` of the model, from the errors of the back-test. */
  expected_orders_90d_interval: {
    /** Lower end, at least 0. */
    low: number;
    /** Upper end. */
    high: number;
  };
  /** The same per customer. */
  mean_expected_orders_90d: number;
  /** Mean probability that a customer places at least one order in the next 90 days, 0 to 1. */
  probability_purchase_90d: number;
  /** Interval of that mean with the probability `interval_level`: of the share of customers who order. */
  probability_purchase_90d_interval: {
    /** Lower end, at least 0. */
    low: number;
    /** Upper end. */
    high: number;
  };
  /** Mean probability that a customer has not left for good, 0 to 1. It does not say when they order next: `probability_purchase_90d` does. Null if the data show no customer leaving, or if the forecast is no model. */
  probability_alive: number | null;
  /** Expected spend of the segment in the next 90 days, net of returns. Null if it was off by more than half on the latest date of the back-test; a note says so. */
  expected_value_90d: number | null;
  /** The interval of that value. Null likewise. */
  expected_value_90d_interval: {
    /** Lower end, at least 0. */
    low: number;
    /** Upper end. */
    high: number;
  } | null;
  /** Customers who bought on one day only, of whom the model knows only the age. */
  one_time_buyers: number;
};

export type PredictionModel = {
  /** What orders are forecast by: `naive` is the same as in the 90 days before, `own_frequency` the purchase days of the customer per day so far, the others are models. In `NBD` and `CNBD-k` nobody leaves; those with k are for regular buyers. */
  name: 'naive' | 'own_frequency' | 'NBD' | 'BG/NBD' | 'MBG/NBD' | 'CNBD-k' | 'BG/CNBD-k' | 'MBG/CNBD-k';
  /** How regularly customers buy, estimated from their last two gaps: 1 is chance alone. Null if it cannot be estimated. */
  regularity: number | null;
  /** Regularity of the model: gaps between purchases are Erlang-k distributed. Null, as the next four, if the forecast is no model. */
  k: number | null;
  /** Shape of the purchase rate over customers. */
  r: number | null;
  /** Rate of that gamma distribution, in days. */
  alpha: number | null;
  /** First parameter of the beta distribution of dropping out. Null for NBD and CNBD-k: the data do not determine it. */
  a: number | null;
  /** Its second parameter. Null likewise. */
  b: number | null;
  /** Length of the forecast in days. */
  horizon_days: number;
  /** The model expects days with a purchase. Orders are as many, times (orders on repeat days + 5 × this) / (repeat days + 5) of the customer. */
  orders_per_purchase_day: number;
  /** What value is forecast by: the gamma-gamma model of a day’s value, or `naive` where that was no better. */
  value_by: 'gamma-gamma' | 'naive';
  /** The gamma-gamma model; null if value is not forecast by it. */
  spend: {
    /** Shape of the value of one purchase day. */
    p: number;
    /** Shape of its rate over customers. */
    q: number;
    /** Rate of that distribution, in currency. */
    v: number;
    /** Share of purchased value that is kept after returns, 0 to 1. */
    kept_value_share: number;
  } | null;
  /** Share of future figures that lie within their intervals. */
  interval_level: number;
  /** Orders of all customers that are expected in the next 90 days. */
  expected_orders_90d: number;
  /** Interval of that number, from the errors of the sums over all customers on past dates. */
  expected_orders_90d_interval: {
    /** Lower end, at least 0. */
    low: number;
    /** Upper end. */
    high: number;
  };
  /** Spend of all customers that is expected, net of returns. Null if it was off by more than half on the latest date. */
  expected_value_90d: number | null;
  /** The interval of that spend. Null likewise. */
  expected_value_90d_interval: {
    /** Lower end, at least 0. */
    low: number;
    /** Upper end. */
    high: number;
  } | null;
  backtest: Backtest;
};

export type Backtest = {
  /** The last day that the latest trial saw; the 90 days after it end on the reference date. */
  cut_date: string;
  /** All of them, latest first: errors are means over them. Each forecast is fitted again on each. */
  cut_dates: Array<string>;
  /** The back-test looks at every n-th customer: 1 up to 50,000 customers. */
  every_nth_customer: number;
  /** Of these, customers with a purchase by `cut_date`. */
  customers: number;
  /** Orders of these customers in the 90 days. */
  orders: {
    /** Predicted Orders: by the forecast that the report uses. */
    predicted: number;
    /** Actual Orders. */
    actual: number;
    /** Orders of the 90 days before the cut date: the naive prediction. */
    naive: number;
    /** Mean over customers and cut dates of |predicted − actual|. */
    mean_absolute_error: number;
    /** Mean over them of |naive − actual|. */
    naive_mean_absolute_error: number;
    /** Root of the mean of (predicted − actual)². */
    root_mean_square_error: number;
    /** Root of the mean of (naive − actual)². */
    naive_root_mean_square_error: number;
    /** Mean over segments and cut dates of |predicted − actual| of their sums. */
    segment_mean_absolute_error: number;
    /** The same for the naive prediction. */
    naive_segment_mean_absolute_error: number;
    /** Cut dates at which its error over segments was smaller than that of the naive prediction. */
    cut_dates_better: number;
    /** Whether both its root mean square error and its error over segments are the smaller ones. If false, the naive prediction is what the report expects. */
    better_than_naive: boolean;
  };
  /** Actual spend, net of returns. Null in reports of earlier versions if spend could not be modelled. */
  value: {
    /** Predicted Spend, in currency,: by the forecast that the report uses. */
    predicted: number;
    /** Actual Spend, in currency,. */
    actual: number;
    /** Spend, in currency, of the 90 days before the cut date: the naive prediction. */
    naive: number;
    /** Mean over customers and cut dates of |predicted − actual|. */
    mean_absolute_error: number;
    /** Mean over them of |naive − actual|. */
    naive_mean_absolute_error: number;
    /** Root of the mean of (predicted − actual)². */
    root_mean_square_error: number;
    /** Root of the mean of (naive − actual)². */
    naive_root_mean_square_error: number;
    /** Mean over segments and cut dates of |predicted − actual| of their sums. */
    segment_mean_absolute_error: number;
    /** The same for the naive prediction. */
    naive_segment_mean_absolute_error: number;
    /** Cut dates at which its error over segments was smaller than that of the naive prediction. */
    cut_dates_better: number;
    /** Whether both its root mean square error and its error over segments are the smaller ones. If false, the naive prediction is what the report expects. */
    better_than_naive: boolean;
  } | null;
  /** All forecasts that were tried. The report uses the one with the smallest error over segments of those better than naive, or `naive` where there is none. */
  candidates: Array<{
    /** The forecast. */
    name: 'naive' | 'own_frequency' | 'NBD' | 'BG/NBD' | 'MBG/NBD' | 'CNBD-k' | 'BG/CNBD-k' | 'MBG/CNBD-k';
    /** Of orders, over customers and cut dates. */
    root_mean_square_error: number;
    /** Of orders: mean over segments and cut dates. */
    segment_mean_absolute_error: number;
    /** Whether both are smaller than those of `naive`. */
    better_than_naive: boolean;
  }>;
  /** How many times the variance by chance and season the errors had. Intervals are wider by its square root. Null where the interval follows from the errors of each segment alone. */
  dispersion: {
    /** For orders, at least 1. Null for a forecast that is no model. */
    orders: number | null;
    /** For value, at least 1. Null for a forecast that is no model. */
    value: number | null;
  };
  /** The same by segment, for segments with customers on `cut_date`. */
  segments: Array<{
    /** Segment by the scores on the cut date. */
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
    /** Predicted orders. */
    predicted_orders: number;
    /** Actual orders. */
    actual_orders: number;
    /** Orders in the 90 days before the cut date. */
    naive_orders: number;
    /** Mean over all cut dates of |predicted − actual| orders of the segment. */
    orders_error: number;
    /** The same for the naive prediction. */
    naive_orders_error: number;
    /** Expected number of customers who order at least once. */
    predicted_buyers: number;
    /** Customers who ordered at least once. */
    actual_buyers: number;
    /** Predicted spend, net of returns. Null in reports of earlier versions if spend could not be modelled. */
    predicted_value: number | null;
    /** Actual spend, net of returns. */
    actual_value: number;
    /** Spend in the 90 days before the cut date, net of returns, of a customer at least 0. */
    naive_value: number;
  }>;
};

export type RfmChanges = AnyChanges & {
  /** Customers by earlier and current segment, including those who stayed. */
  migration?: Array<SegmentMove>;
  /** Earlier and current size of each segment. */
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
  /** Customers in both reports whose segment has changed. */
  moved?: number;
};

export type SegmentMove = {
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
  /** Number of customers who moved this way, at least one. */
  customers: number;
};

export type RfmInsights = AnyInsights & {
  /** Summary in a sentence. */
  summary: string;
};

export type RfmStrategicInsights = {
  /** `rules`: fixed rules chose the findings. `bedrock:<model id>`: a language model chose them and their order. Fixed rules write all texts from the figures. */
  generated_by: string;
  /** Customers in segments of which half have stayed away for longer than `usual_days_to_next_order`. */
  value_at_risk: {
    /** Spend of customers in late segments. */
    revenue: number;
    /** Number of these customers. */
    customers: number;
    /** Their segments, by spend; empty without such customers. Absent in reports of earlier versions. */
    segments?: Array<
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
    >;
    /** The same as text. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
    /** Share of them who are expected to order in the next 90 days without being asked. Null without predictions. Absent in reports of earlier versions. */
    expected_to_order_90d?: number | null;
  };
  /** Champions and Loyal Customers. */
  core_customers: {
    /** Spend of the best customers. */
    revenue: number;
    /** Number of these customers. */
    customers: number;
    /** Their segments, by spend; empty without such customers. Absent in reports of earlier versions. */
    segments?: Array<
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
    >;
    /** The same as text. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  };
  /** How much revenue depends on few customers. */
  concentration: {
    /** Equal to the figure in `metrics`. */
    top20_revenue_share: number;
    /** The same as text. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  };
  /** Changes since the earlier report; null without one. */
  growth: {
    /** Customers who moved to another segment. */
    customers_moved: number;
    /** Customers who are not in the earlier report. */
    customers_new: number;
    /** Customers who are no longer in this report. */
    customers_gone: number;
    /** The same as text. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** How reliable the predictions are; null without predictions. */
  predictions?: {
    /** Which forecast is used, how far it was off on past dates, and what it implies for the next 90 days. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
};

export type CohortReport = AnyReport & {
  /** Customers by the period of their first purchase. */
  report_type: 'COHORT';
  settings: CohortSettings;
  /** Figures over all cohorts. */
  summary: {
    /** Customers of all cohorts. */
    customers: number;
    /** Periods with a new customer, returned or not. */
    cohorts: number;
    /** Purchases of all cohorts. */
    orders: number;
    /** Value of the cohorts' rows, returns netted, in the dataset's currency. */
    revenue: number;
    /** Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report covers. */
    gross_revenue?: number;
    /** Value of the rows with a quantity of zero or less, as a positive number. */
    returns?: number;
    /** gross_revenue − returns: the value of all rows of the orders that the report covers, with or without a customer or a purchase. */
    net_revenue?: number;
    /** Share of customers with two purchases or more so far, 0 to 1. */
    repeat_rate: number;
    /** What was left out. */
    excluded: {
      /** Rows of orders without customer_id. */
      rows_without_customer: number;
      /** Rows of orders without order_date. */
      rows_without_date: number;
      /** Customers with returns but no purchase. */
      customers_without_purchase: number;
      /** Customers whose first purchase is before `dateRange.start`. */
      customers_acquired_earlier: number;
      /** Rows of returns dated before their customer's first purchase: the purchases that they belong to are not in the data. */
      returns_before_first_purchase: number;
    };
  };
  /** Oldest first. Where the response would exceed 6 MB, the oldest are left out; a warning says so. */
  cohorts: Array<Cohort>;
  /** Retention over the returned cohorts that are not left-truncated, period by period. */
  average_retention: Array<AverageRetention>;
  /** What customers bring in their first 90 days, over the cohorts that are not left-truncated. Null where none was followed for so long. */
  early_value: EarlyValue | null;
  /** What the customers of the cohorts did in each period, oldest first and without gaps; the newest 104. Null with `dateRange.start`, and where cohorts are too many or too old to be listed in full. Absent in reports of earlier versions. */
  activity?: Array<PeriodActivity> | null;
  /** Time from the first purchase to the next day with one, over the cohorts that are not left-truncated. Null without such customers, and where the customer scope selects customers by what they did later; a note says so. */
  second_order: SecondOrder | null;
  /** By first_product or a custom field: customers by what their first order was, most customers first, without left-truncated cohorts. Empty with a calendar period. Absent in reports of earlier versions. */
  groups?: Array<CohortGroup>;
  /** All groups at once. Null with a calendar period, and where the customer scope selects customers by what they did later. */
  group_test?: CohortGroupTest | null;
  /** What changed since the report before. */
  changes: CohortChanges | null;
  /** Findings in words; null without customers. */
  ai_insights: CohortInsights | null;
};

export type CohortSettings = AnySettings & {
  /** The requested template. */
  template: 'cohort_retention' | null;
  /** The period that makes a cohort: week, month or quarter. With first_product or custom:<key>, what customers are compared by, in cohorts of a month. */
  cohort_by: string;
  /** What first products are named by. Missing without groups. */
  product_identifier?: 'name' | 'sku';
  /** Customers that a group has at least. Missing without groups. */
  cohort_min_customers?: number;
  /** Fees and services that no group is of: these products, or those whose names look like fees. Missing without groups. */
  leave_out?: 'not_goods' | Array<string>;
};

export type Cohort = {
  /** The period: `2026-W05`, `2026-01` or `2026-Q1`. */
  cohort: string;
  /** First day of the period. */
  first_day: string;
  /** Last day of the period. */
  last_day: string;
  /** Customers whose first purchase is in the period, at least one. */
  customers: number;
  /** All their purchases. */
  orders: number;
  /** Value of all their rows since the first purchase, returns netted. */
  revenue: number;
  /** From the period of the first purchase to that of the reference date; at most 261. */
  periods: Array<CohortPeriod>;
  /** Median of the value of their rows since the first purchase, beside revenue / customers, which few large customers can make. */
  median_value_per_customer: number;
  /** Whether the cohort may hold customers who bought before the data begin. Averages, comparisons and findings leave it out. */
  left_truncated: boolean;
  /** After 30, 60, 90 days. */
  ordered_again: Array<ShareByDay>;
};

export type CohortPeriod = {
  /** Periods since the first purchase; 0 is the period of the first purchase. */
  period: number;
  /** Customers with a purchase in the period. */
  active_customers: number;
  /** Purchases in the period. */
  orders: number;
  /** Value of the period's rows, returns netted, in the dataset's currency. */
  revenue: number;
  /** active_customers over the customers of the cohort, 0 to 1. */
  retention: number;
  /** Revenue of this and all earlier periods over the customers of the cohort. */
  cumulative_value_per_customer: number;
  /** Whether the period has ended by the reference date. The figures of a period that has not are still growing. */
  complete: boolean;
};

export type PeriodActivity = {
  /** The period: `2026-W05`, `2026-01` or `2026-Q1`. */
  name: string;
  /** First day of the period. */
  first_day: string;
  /** Last day of the period. */
  last_day: string;
  /** Purchases in the period. */
  orders: number;
  /** Value of the period's rows, returns netted, in the dataset's currency. */
  revenue: number;
  /** Customers whose first purchase is in the period. */
  new_customers: number;
  /** Customers with a purchase in the period and their first one in an earlier period. */
  returning_customers: number;
  /** Whether customers who count as new may have bought before the data begin. */
  left_truncated: boolean;
  /** Whether the period has ended by the reference date. */
  complete: boolean;
};

export type AverageRetention = {
  /** Periods since the first purchase. */
  period: number;
  /** Cohorts that have completed the period: only they are averaged. */
  cohorts: number;
  /** Their customers. */
  customers: number;
  /** Of these, customers with a purchase in the period. */
  active_customers: number;
  /** active_customers / customers, 0 to 1. */
  retention: number;
  /** Revenue of this and all earlier periods over the customers. */
  cumulative_value_per_customer: number;
};

export type EarlyValue = {
  /** Days after the first purchase. */
  days: number;
  /** Customers who were followed for so many days, at least one. */
  customers: number;
  /** Mean value of their rows in these days, returns netted. */
  mean_value: number;
  /** Median of the same. */
  median_value: number;
};

export type SecondOrder = {
  /** Customers of the cohorts that are not left-truncated. */
  customers: number;
  /** Customers who have ordered again on a later day. */
  second_orders: number;
  /** Customers with several orders on the day of the first. These do not count as ordering again. */
  same_day: number;
  /** Days until half of the customers have ordered again on a later day; null where half have not. */
  median_days: number | null;
  /** Lower limit of the 95 % confidence interval of the median. */
  median_lower: number | null;
  /** Upper limit of the 95 % confidence interval of the median. */
  median_upper: number | null;
  /** After 30, 60, 90 days. */
  by_day: Array<ShareByDay>;
  /** The Kaplan-Meier curve: one entry per day with a second order, up to day 1826. */
  curve: Array<SecondOrderDay>;
  /** Whether the newer half of the customers orders again at another pace than the older half, without left-truncated cohorts. Null where that leaves no older ones, where the cohorts cannot be parted, or where no second order tells them apart. */
  recent_and_older: CohortComparison | null;
};

export type SecondOrderDay = {
  /** Days after the first purchase. */
  days: number;
  /** Customers without a second order who have been followed for so long. */
  at_risk: number;
  /** Second orders on this day, at least one. */
  second_orders: number;
  /** Estimated share of customers who have ordered again by this day, 0 to 1. */
  share: number;
  /** Lower limit of the 95 % confidence interval. Null where the share is 1. */
  lower: number | null;
  /** Upper limit of the 95 % confidence interval. */
  upper: number | null;
};

export type ShareByDay = {
  /** Days after the first purchase. */
  days: number;
  /** Estimated share of customers who have ordered again by then, 0 to 1. Null where no customer has been followed for so long. */
  share: number | null;
  /** Lower limit of the 95 % confidence interval. */
  lower: number | null;
  /** Upper limit of the 95 % confidence interval. */
  upper: number | null;
};

export type CohortGroup = {
  /** The product, or the value of the custom field, that the first order was. */
  group: string;
  /** Customers of the group. */
  customers: number;
  /** Customers of the group who have ordered again on a later day. */
  second_orders: number;
  /** How many would have if all who are compared ordered again at the same pace. */
  expected_second_orders: number;
  /** Days until half of the group has ordered again; null where half has not. */
  median_days: number | null;
  /** After 30, 60, 90 days. */
  by_day: Array<ShareByDay>;
  /** Log-rank statistic of the group against all others: (second orders − expected)² / variance, one degree of freedom. */
  chi_square: number;
  /** Probability of a difference at least as large if the group ordered again at the pace of all others. */
  p_value: number;
  /** Of the groups with at most this q-value, the expected share that does not differ is at most this (Benjamini-Yekutieli, over all listed groups, whatever the dependence between them). */
  q_value: number;
  /** The Kaplan-Meier curve on each seventh day of the first year. */
  curve: Array<ShareByDay>;
};

export type CohortGroupTest = {
  /** Customers that a group has at least: params.cohort_min_customers. */
  least_customers: number;
  /** Customers who are compared, without left-truncated cohorts. */
  customers: number;
  /** Customers whose first order held no goods, or none with the custom field: they are not compared. */
  customers_without_goods: number;
  /** Different goods that first orders were. */
  kinds: number;
  /** Groups of at least so many customers. The 50 with the most customers are listed. */
  large_enough: number;
  /** Customers of groups that are not listed: one further group of the test, and among all others. */
  customers_of_other_kinds: number;
  /** After 30, 60, 90 days. */
  by_day: Array<ShareByDay>;
  /** Log-rank statistic of all groups at once. Null where no second order tells groups apart. */
  chi_square: number | null;
  /** Groups less one. Null where no second order tells groups apart. */
  degrees_of_freedom: number | null;
  /** Probability of differences at least as large if all groups ordered again at the same pace. Null where no second order tells groups apart. */
  p_value: number | null;
};

export type CohortComparison = {
  /** The older half of the customers. */
  older: {
    /** The oldest cohort of the group. */
    first_cohort: string;
    /** The newest cohort of the group. */
    last_cohort: string;
    /** Customers of the group. */
    customers: number;
    /** Customers of the group who have ordered again. */
    second_orders: number;
    /** How many would have if both groups ordered again at the same pace. */
    expected_second_orders: number;
    /** Days until half of the group has ordered again; null where half has not. */
    median_days: number | null;
    /** After 30, 60, 90 days. */
    by_day: Array<ShareByDay>;
  };
  /** The newer half of the customers. */
  recent: {
    /** The oldest cohort of the group. */
    first_cohort: string;
    /** The newest cohort of the group. */
    last_cohort: string;
    /** Customers of the group. */
    customers: number;
    /** Customers of the group who have ordered again. */
    second_orders: number;
    /** How many would have if both groups ordered again at the same pace. */
    expected_second_orders: number;
    /** Days until half of the group has ordered again; null where half has not. */
    median_days: number | null;
    /** After 30, 60, 90 days. */
    by_day: Array<ShareByDay>;
  };
  /** Log-rank statistic: (second orders − expected)² / variance, one degree of freedom. */
  chi_square: number;
  /** Probability of a difference at least as large if both groups ordered again at the same pace. */
  p_value: number;
};

export type CohortChanges = AnyChanges & {
  /** Cohorts that only this report has. */
  new_cohorts?: number;
  /** Cohorts whose figures differ, newest first. At most 50. */
  cohorts?: Array<CohortChange>;
  /** Periods that both reports average, the first 12. */
  average_retention?: Array<{
    /** Periods since the first purchase. */
    period: number;
    /** Average retention in the earlier report. */
    before: number;
    /** Average retention in this report. */
    after: number;
  }>;
  /** After 30, 60, 90 days. */
  ordered_again?: Array<{
    /** Days after the first purchase. */
    days: number;
    /** Share that had ordered again, in the earlier report. */
    before: number | null;
    /** Share that has ordered again, in this report. */
    after: number | null;
  }>;
};

export type CohortChange = {
  /** The cohort. */
  cohort: string;
  /** In the earlier report; null where it is not in it. */
  before: {
    /** Customers of the cohort. */
    customers: number;
    /** Their purchases. */
    orders: number;
    /** What they spent, returns netted. */
    revenue: number;
  } | null;
  /** In this report; null where it is not in it. */
  after: {
    /** Customers of the cohort. */
    customers: number;
    /** Their purchases. */
    orders: number;
    /** What they spent, returns netted. */
    revenue: number;
  } | null;
};

export type CohortInsights = AnyInsights & {
  /** What was found, in a sentence. */
  summary: string;
  /** How many customers come back, and which cohorts differ most. Null where the figures say nothing of it. */
  retention: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** What a customer is worth over time. Null where the figures say nothing of it. */
  value: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** How soon customers order again. Null where the figures say nothing of it. */
  second_order: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** Whether customers order again sooner or later by what their first order was: an association, not a cause. Null where the figures say nothing of it. */
  first_orders?: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** Whether recent customers order again sooner or later than older ones. Null where the figures say nothing of it. */
  recent_cohorts: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
};

export type ReplenishmentReport = AnyReport & {
  /** Customers and products by when they are due again. */
  report_type: 'REPLENISHMENT';
  settings: ReplenishmentSettings;
  /** Customers by stage, and products. */
  summary: {
    /** Customers with a purchase. */
    customers: number;
    /** Customers whose due date has passed, or is the reference date. */
    overdue: number;
    /** Customers who are due in the 7 days after the reference date. */
    due_this_week: number;
    /** Customers who are due in the 23 days after those. */
    due_this_month: number;
    /** Customers who are due later. */
    later: number;
    /** Customers who are late by more than their own gap and have waited so long that, on past dates, at most 5 in 100 such waits ended in an order. 0 where past dates do not show that; `cadence.rhythm` has the counts. */
    rhythm_broken: number;
    /** Customers with too few orders for a due date, or a report without due dates. */
    too_few_orders: number;
    /** Customers whose wait is more than twice their own gap, by chance or not. */
    late_twice: number;
    /** Products that were bought. */
    products: number;
    /** Of these, products of which nothing is estimated. */
    products_with_too_few_repeats: number;
    /** What was left out. */
    excluded: {
      /** Rows of orders without customer_id. */
      rows_without_customer: number;
      /** Rows of orders without order_date. */
      rows_without_date: number;
      /** Customers with returns but no purchase. */
      customers_without_purchase: number;
    };
  };
  /** Of the next 7 and 30 days; empty without due dates. */
  expected: Array<ExpectedOrders>;
  /** Customers by the week in which they are due, the next 8 weeks from the day after the reference date; empty without due dates. */
  weeks: Array<DueWeek>;
  /** Those with most customers due first, then by customers and name. Products with fewer customers are left out of a long list; a note says so. */
  products: Array<DueProduct>;
  /** How dates of products did on past dates. Null where too few lie in the past to tell. */
  product_dates: ProductDates | null;
  /** What due dates follow from, and how it did on past dates. Null without due dates; `notes` says why. */
  cadence: Cadence | null;
  /** What changed since the report before. */
  changes: ReplenishmentChanges | null;
  /** Findings in words; null without customers. */
  ai_insights: ReplenishmentInsights | null;
};

export type ReplenishmentSettings = AnySettings & {
  /** The requested template. */
  template: 'due_to_reorder' | null;
  /** What products are named by. */
  product_identifier: 'name' | 'sku';
  /** The custom field whose values stand for products; missing for products. */
  product_level?: string;
};

export type ExpectedOrders = {
  /** Days after the reference date. */
  days: number;
  /** Expected orders of all customers of the report. */
  orders: number;
  /** Interval of the orders, from the errors on past dates. */
  orders_interval: {
    /** Lower end. */
    low: number;
    /** Upper end. */
    high: number;
  };
  /** Expected revenue, net of returns. Null where spend could not be modelled, or was off by as much on the latest past date. */
  revenue: number | null;
  /** Interval of the revenue. Null likewise. */
  revenue_interval: {
    /** Lower end. */
    low: number;
    /** Upper end. */
    high: number;
  } | null;
  /** The same from the latest past date, of the customers who are tried. Days that were off by more than half of the orders, and by more than chance explains, are not in the list. */
  last: {
    /** The last day that the trial saw. */
    cut_date: string;
    /** Orders that were expected of the days after. */
    predicted_orders: number;
    /** Orders that came. */
    actual_orders: number;
    /** Null where spend could not be modelled. */
    predicted_revenue: number | null;
    /** Net of returns. */
    actual_revenue: number;
  };
};

export type DueWeek = {
  /** First day. */
  first_day: string;
  /** Last day. */
  last_day: string;
  /** Customers whose due date is in these days. */
  customers: number;
};

export type DueProduct = {
  /** Name of the product, or value of the custom field in settings.product_level. */
  product: string;
  /** Customers who bought it. */
  customers: number;
  /** Days with a purchase of it, over all customers. */
  purchases: number;
  /** Customers who bought it on a later day, too. */
  repeat_customers: number;
  /** Customers with several orders of it on their first day with it. These do not count as buying again. */
  same_day: number;
  /** Fewer than 20 customers have bought it again: nothing is estimated, and nobody is due to buy it. */
  too_few_repeats: boolean;
  /** After 90, 180, 365 days; empty with too few repeats. */
  repeat_share: Array<RepeatShare>;
  /** Days from the first purchase until half of its buyers have bought it again (Kaplan-Meier); null where half have not. */
  median_days: number | null;
  /** Lower limit of the 95 % confidence interval of the median. */
  median_lower: number | null;
  /** Upper limit of the 95 % confidence interval of the median. */
  median_upper: number | null;
  /** Days until a quarter have bought it again. */
  quartile_days: number | null;
  /** Days until three quarters have. */
  upper_quartile_days: number | null;
  /** Median days from a repeat purchase to the next, of customers who have bought it again, with those who are still waiting. */
  further_days: number | null;
  /** How regularly it is bought (Wheat & Morrison): 1 is chance alone, more is regular. Null with fewer than 20 customers who bought it on three days. */
  regularity: number | null;
  /** Median units of a day with a purchase of it. */
  usual_quantity: number;
  /** Of the customers who have bought it again, those who are due to buy it within a week, or overdue by less than their gap. product_dates says how such dates did. */
  customers_due: number;
};

export type RepeatShare = {
  /** Days after the first purchase of the product. */
  days: number;
  /** Estimated share of its buyers who have bought it again by then (Kaplan-Meier). Null where nobody has been followed for so long. */
  share: number | null;
  /** Lower limit of the 95 % confidence interval. */
  lower: number | null;
  /** Upper limit of the 95 % confidence interval. */
  upper: number | null;
};

export type Cadence = {
  /** The model that paces are shrunk by. */
  model: 'NBD' | 'BG/NBD' | 'MBG/NBD' | 'CNBD-k' | 'BG/CNBD-k' | 'MBG/CNBD-k';
  /** How regularly customers order (Wheat & Morrison): 1 is chance alone. Null where nobody has bought on three days, or all gaps are equal. */
  regularity: number | null;
  /** Events per purchase: the regularity as a whole number from 1 to 12. */
  k: number;
  /** Shape of the rates of the customers. */
  r: number;
  /** Rate of that gamma distribution, in days. */
  alpha: number;
  /** Of the probability to leave, beta (a, b). Null for a model in which nobody leaves. */
  a: number | null;
  /** See a. */
  b: number | null;
  /** Share of totals to come that lie within their interval. */
  interval_level: number;
  backtest: DueBacktest;
  /** Which waits are called broken, and what became of such waits on past dates. */
  rhythm: {
    /** Past dates, 30 days apart. */
    dates: number;
    /** Waits of more than twice the own gap on these dates, once for each customer and date, after which as many days are known as they had lasted. */
    waits: number;
    /** Of these, those that are called broken by the most_probable of this report. */
    called: number;
    /** Of those called, those that ended in an order by the reference date. */
    ordered: number;
    /** Greatest probability of a wait as long, of a customer who keeps the pace, that is called broken. Null where past dates do not show who is gone. */
    most_probable: number | null;
  };
};

export type DueBacktest = {
  /** The dates on which the rules were tried, latest first. */
  cut_dates: Array<string>;
  /** Days after each date. */
  days: number;
  /** 1: all customers are in it. */
  every_nth_customer: number;
  /** Customers with a pace, over all dates. */
  customers: number;
  /** Of these, customers with an order in the days after. */
  ordered: number;
  /** Customers that each rule named, over all dates: as many as those whose last order + median gap was in these days. */
  named: number;
  /** Of the same number of customers, how many ordered. */
  rules: Array<{
    /** The probability by the model; the own frequency (purchase days per day since the first); or the last order + the median of the own gaps. */
    rule: 'probability_in_30_days' | 'own_frequency' | 'days_since_over_median_gap';
    /** Of the named customers, those who ordered in the days after. */
    ordered: number;
    /** ordered / named. */
    share: number;
    /** Lower limit of the 95 % interval of the share (Clopper-Pearson). */
    lower: number;
    /** Upper limit. */
    upper: number;
    /** Whether the share lies above that of all customers with a pace, by an interval corrected for the three rules (Bonferroni). */
    better_than_all: boolean;
  }>;
  /** The rule that named most customers who ordered: `priority` follows it. */
  sorted_by: 'probability_in_30_days' | 'own_frequency' | 'days_since_over_median_gap';
  /** What `probability_in_30_days` is: the one with the smaller mean squared error (Brier). */
  probability_by: 'probability_in_30_days' | 'own_frequency';
  /** That probability against what happened, by tenths of the customers. */
  calibration: Array<{
    /** From 1, the lowest probabilities, to 10. */
    tenth: number;
    /** Customers in it, over all dates. */
    customers: number;
    /** Their mean probability. */
    predicted: number;
    /** Their share with an order in the days after. */
    actual: number;
  }>;
};

export type ProductDates = {
  /** The dates on which the rules were tried, latest first. */
  cut_dates: Array<string>;
  /** Days after each date. */
  days: number;
  /** 1: all customers are in it; else every n-th, by a hash of the id. */
  every_nth_customer: number;
  /** Customers with a product that they had bought on two days or more and whose usual gap was known, over all dates. */
  pairs: number;
  /** Of these, those who bought it in the days after. */
  bought: number;
  /** Pairs that each rule named, over all dates: as many as own_and_usual_gap had due by the last of these days. */
  named: number;
  /** Of the same number of pairs, how many were bought. */
  rules: Array<{
    /** The last purchase of the product + the own gaps shrunk to the usual one; + the mean of the own gaps; or + the usual gap. */
    rule: 'own_and_usual_gap' | 'own_gap' | 'usual_gap';
    /** Of the named pairs, those bought in the days after. Of pairs that are equally near these days, each counts in part. */
    bought: number;
    /** bought / named. */
    share: number;
    /** Whether the named pairs were bought more often than all pairs, by a test over customers corrected for the three rules (Bonferroni). */
    better_than_all: boolean;
  }>;
  /** The rule that named most pairs that were bought: dates of products follow it. */
  dates_by: 'own_and_usual_gap' | 'own_gap' | 'usual_gap';
};

export type ReplenishmentChanges = AnyChanges & {
  /** Customers by stage. */
  stages?: Array<StageChange>;
  /** Products that both reports list, largest differences first. At most 50. */
  products?: Array<DueProductChange>;
};

export type StageChange = {
  /** The stage. */
  stage: 'overdue' | 'due_this_week' | 'due_this_month' | 'later' | 'rhythm_broken' | 'too_few_orders';
  /** Customers in it in the earlier report. */
  before: number;
  /** Customers in it in this report. */
  after: number;
};

export type DueProductChange = {
  /** The product. */
  product: string;
  /** Customers who were due to buy it. */
  before: number;
  /** Customers who are due to buy it now. */
  after: number;
};

export type ReplenishmentInsights = AnyInsights & {
  /** What was found, in a sentence. */
  summary: string;
  /** Who is due, and what is expected of the days ahead. Null where the figures say nothing of it. */
  due: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** Products whose buyers are due. Null where the figures say nothing of it. */
  due_products: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** Customers whose rhythm broke: the earliest sign that they leave. Null where the figures say nothing of it. */
  rhythm_broken: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
  /** How well the rules did on past dates. Null where the figures say nothing of it. */
  tried: {
    /** The finding in sentences. */
    text: string;
    /** The sentences of `text` by code. Absent in reports of earlier versions. */
    text_coded?: Array<Sentence>;
  } | null;
};

export type EffectReport = AnyReport & {
  /** What contacting an audience changed. */
  report_type: 'EFFECT';
  settings: EffectSettings;
  /** Who was assigned. */
  summary: {
    /** Everyone ever assigned to the audience when the report was requested. */
    customers: number;
    /** Of them, those held out. */
    held_out: number;
    /** Members when the report was requested, with those held out. */
    members: number;
    /** Day of the first assignment; null for nobody. */
    first_assigned: string | null;
    /** Day of the last one. */
    last_assigned: string | null;
  };
  /** Since `settings.since`; null for a plan, and for nobody. */
  effect: CampaignEffect | null;
  /** Without `settings.since`: what the members could show. Otherwise null. */
  plan: EffectPlan | null;
  /** Null: looks at one campaign are not compared. */
  changes: null;
  /** The verdict in words; null for nobody. */
  ai_insights: EffectInsights | null;
};

export type EffectSettings = AnySettings & {
  /** The requested template. */
  template: 'audience_effect' | null;
  /** The audience. */
  audience_id: string | null;
  /** First day that counts; null for a plan. */
  since: string | null;
  /** Days that count. */
  days: number;
  /** The measure. */
  decide_on: 'customers' | 'orders' | 'revenue' | 'repeat';
};

export type CampaignEffect = {
  /** First day that counts. */
  since: string;
  /** Last day that counts. */
  until: string;
  /** Day of the newest order; null if no order has a date. */
  newest: string | null;
  /** Days that count, at most 365. */
  days: number;
  /** Of them, those up to the newest order. */
  days_passed: number;
  /** Of them, the others. */
  days_to_go: number;
  /** `not_begun`: no order since the first day. `too_few`: fewer than 30 customers in an arm, or fewer than 5 expected with the measure in the smaller one. `not_yet`: undecided, and days are to go. `undecided`: after the last day. `more` and `fewer`: the interval excludes no effect. */
  verdict: 'not_begun' | 'too_few' | 'not_yet' | 'undecided' | 'more' | 'fewer';
  /** The measure. */
  decides_on: 'customers' | 'orders' | 'revenue' | 'repeat';
  /** Everyone assigned who is not held out. */
  sent: {
    /** Everyone assigned, with or without an order. */
    customers: number;
    /** Of them, those with a purchase. */
    customers_who_ordered: number;
    /** Purchases. */
    orders: number;
    /** Value of all rows, returns taken off. */
    net_revenue: number;
    /** customers_who_ordered / customers; null for nobody. */
    ordered_share: number | null;
    /** Share of everyone assigned with two purchases or more. */
    repeat_share: number | null;
  };
  /** Everyone held out. */
  held_out: {
    /** Everyone assigned, with or without an order. */
    customers: number;
    /** Of them, those with a purchase. */
    customers_who_ordered: number;
    /** Purchases. */
    orders: number;
    /** Value of all rows, returns taken off. */
    net_revenue: number;
    /** customers_who_ordered / customers; null for nobody. */
    ordered_share: number | null;
    /** Share of everyone assigned with two purchases or more. */
    repeat_share: number | null;
  };
  /** Assigned customers without any order in the data, also before the window. */
  unknown: {
    /** Not held out. */
    sent: number;
    /** Held out. */
    held_out: number;
  };
  /** Each measure, per customer assigned. */
  measures: Array<MeasuredEffect>;
  /** The difference in net revenue for all who are not held out. */
  earned: {
    /** Estimate. */
    amount: number;
    /** Lower end; null if there is none. */
    lower: number | null;
    /** Upper end; null if there is none. */
    upper: number | null;
  };
  /** What bounds and p-values of `permutation` come from. */
  relabellings: {
    /** Choices of who is held out that the bounds come from. */
    count: number;
    /** Whether these are all there are. */
    exact: boolean;
  };
};

export type MeasuredEffect = {
  /** The measure. */
  measure: 'customers' | 'orders' | 'revenue' | 'repeat';
  /** Whether the verdict is of this measure: `settings.decide_on`. */
  decides: boolean;
  /** Mean over everyone assigned who is not held out. */
  sent: number;
  /** Mean over everyone held out. */
  held_out: number;
  /** sent − held_out. */
  difference: number;
  /** Of the difference: 95 % on all days of the window together, however often somebody looks. */
  difference_interval: {
    /** Lower end; null if there is none. */
    lower: number | null;
    /** Upper end; null if there is none. */
    upper: number | null;
  };
  /** difference / held_out: 0.1 is a tenth more. Null where nobody held out bought. */
  lift: number | null;
  /** Of the lift; it excludes 0 exactly where that of the difference does. */
  lift_interval: {
    /** Lower end; null if there is none. */
    lower: number | null;
    /** Upper end; null if there is none. */
    upper: number | null;
  };
  /** Two-sided, of a single look. Null where nothing is said. */
  p_value: number | null;
  /** The test of `p_value`. */
  test: 'fisher' | 'permutation';
  /** Standard error of a p-value that is estimated; 0 of an exact one. */
  p_value_error: number | null;
  /** Lift that the whole window shows in about 8 of 10 cases. */
  detectable_lift: number | null;
  /** Days in all until the lift seen so far would show; null beyond ten years, and where nothing is said. */
  days_needed: number | null;
};

export type EffectPlan = {
  /** Members of the audience. */
  customers: number;
  /** Of them, those held out. */
  held_out: number;
  /** Days that would count. */
  days: number;
  /** What the plan is read from: the last days of the data. */
  past: {
    /** Members with a purchase in the year before these days. */
    customers: number;
    /** First of the days that the plan is read from; null with too few customers. */
    since: string | null;
    /** Last of them. */
    until: string | null;
  };
  /** Each measure; empty with too few customers. */
  measures: Array<{
    /** The measure. */
    measure: 'customers' | 'orders' | 'revenue' | 'repeat';
    /** Per customer in so many days. */
    mean: number;
    /** Standard deviation over customers. */
    deviation: number;
    /** Lift that shows in about 8 of 10 cases; null if none does. */
    detectable_lift: number | null;
    /** Customers that smaller lifts take. */
    customers_for: Array<{
      /** The lift. */
      lift: number;
      /** In all, the same share held out. */
      customers: number;
    }>;
  }>;
};

export type EffectInsights = AnyInsights & {
  /** The verdict, or the plan, in a sentence. */
  summary: string;
};

export type ListRulesResponse = PageEnd & {
  /** In the requested order. */
  rules: Array<AssociationRule>;
  /** Rules that the report found: association_rules_found of its summary. */
  rules_found: number;
  /** Rules that the report keeps, at most 10,000: the list is a part of them. */
  rules_kept: number;
  /** Of the rules kept, those that match, on all pages. */
  rules_matched: number;
  /** Currency of all amounts: the dataset's when the report was requested, null if it had none. Missing in reports of earlier versions. */
  currency?: string | null;
};

export type ProductProfile = {
  /** As the report spells it. */
  product: string;
  /** Orders with the product, of those that the report looks at. */
  orders: number;
  /** orders divided by those with any product, 0 to 1. */
  share_of_orders: number;
  /** Mean number of products of its orders, itself included. */
  average_basket_size: number;
  /** To compare with. */
  all_orders: {
    /** Orders with any product. */
    orders: number;
    /** Mean number of their products. */
    average_basket_size: number;
  };
  /** Orders by the number of different products in them: 1 to 9, then 10 and more. */
  basket_sizes: Array<{
    /** Orders of at least so many products. */
    min_products: number;
    /** Orders of at most so many products; null in the last class, which has all larger orders. */
    max_products: number | null;
    /** Orders with the product. */
    orders: number;
    /** Share of the orders with the product, 0 to 1. */
    share: number;
    /** Orders with or without the product. */
    all_orders: number;
    /** Share of all orders, 0 to 1: what to compare with. */
    share_of_all_orders: number;
  }>;
  /** The same customers' next orders, by date; ties by order_id. */
  after: {
    /** Orders with the product that have a next (previous) order of the same customer. */
    orders: number;
    /** The product itself: bought again. Given even if it never is. */
    same_product: {
      /** Orders with the product whose next (previous) order has this one. */
      orders: number;
      /** Customers who placed them. */
      customers: number;
      /** orders divided by all orders with the product that have a next (previous) order; null if there are none. */
      share: number | null;
      /** share divided by the share of all next (previous) orders, whatever came before (after), that have this product: 1 is chance. Null if none has it. */
      lift: number | null;
    };
    /** At most 10 others that more customers bought than chance explains, tested against all that could be listed. Empty where nothing stands out. The first has the most customers above what chance would give. */
    products: Array<{
      /** As the report spells it. */
      product: string;
      /** Orders with the product whose next (previous) order has this one. */
      orders: number;
      /** Customers who placed them. */
      customers: number;
      /** orders divided by all orders with the product that have a next (previous) order; null if there are none. */
      share: number | null;
      /** share divided by the share of all next (previous) orders, whatever came before (after), that have this product: 1 is chance. Null if none has it. */
      lift: number | null;
    }>;
  };
  /** The same customers' previous orders. */
  before: {
    /** Orders with the product that have a next (previous) order of the same customer. */
    orders: number;
    /** The product itself: bought again. Given even if it never is. */
    same_product: {
      /** Orders with the product whose next (previous) order has this one. */
      orders: number;
      /** Customers who placed them. */
      customers: number;
      /** orders divided by all orders with the product that have a next (previous) order; null if there are none. */
      share: number | null;
      /** share divided by the share of all next (previous) orders, whatever came before (after), that have this product: 1 is chance. Null if none has it. */
      lift: number | null;
    };
    /** At most 10 others that more customers bought than chance explains, tested against all that could be listed. Empty where nothing stands out. The first has the most customers above what chance would give. */
    products: Array<{
      /** As the report spells it. */
      product: string;
      /** Orders with the product whose next (previous) order has this one. */
      orders: number;
      /** Customers who placed them. */
      customers: number;
      /** orders divided by all orders with the product that have a next (previous) order; null if there are none. */
      share: number | null;
      /** share divided by the share of all next (previous) orders, whatever came before (after), that have this product: 1 is chance. Null if none has it. */
      lift: number | null;
    }>;
  };
};

export type GetRecommendationsResponse = {
  /** Slug of the dataset. */
  dataset_id: string;
  /** The report whose rules and pairs they come from. */
  report_id: string;
  /** What products are identified by. */
  product_identifier: 'name' | 'sku';
  /** Keys of the custom fields that these recommendations can be filtered by. */
  fields: Array<string>;
  /** Best first. */
  recommendations: Array<Recommendation>;
};

export type Recommendation = {
  /** Name, or SKU if the report identifies products by SKU. */
  product: string;
  /** rule: a rule of the report. pair: bought together, too rarely for a rule of the report; `because.p_value_corrected` says whether it may be chance. popular: a best-selling product that nothing in the cart speaks for. */
  basis: 'rule' | 'pair' | 'popular';
  /** What all products of the cart say for it, less what they say against it. With a part of `support`, what the list is ordered by. Null for popular products. */
  score: number | null;
  /** The product of the cart that speaks most for it, as a rule with exact counts. Null for popular products. */
  because: {
    /** The product of the cart that speaks most for it: one. */
    antecedents: Array<string>;
    /** Baskets with this and the recommended product. */
    occurrences: number;
    /** Share of the baskets with this product that have the recommended one, too. */
    confidence: number;
    /** Confidence divided by the share of all baskets that have the product. */
    lift: number;
    /** Fisher's exact test, one-sided, given the sizes of baskets, times all pairs of products; at most 1. Of reports of earlier versions: not given the sizes. */
    p_value_corrected: number;
  } | null;
  /** Share of all baskets that have the product. */
  support: number;
};

export type ServeRecommendationsResponse = {
  /** Slug of the dataset. */
  dataset_id: string;
  /** The report that recommendations come from. */
  report_id: string;
  /** Products that recommendations are known for. */
  products: number;
  /** Keys of the custom fields that recommendations can be filtered by. */
  fields: Array<string>;
};

export type RfmCustomer = {
  /** Your id of the customer. */
  customer_id: string;
  /** `contact` of the newest order that has one, of those that the report looks at. Null where none has, and in reports of earlier versions. */
  contact: string | null;
  /** Segment in this report. Null for a customer who has left. */
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
    | 'Lost'
    | null;
  /** Segment in the report compared with. Null for a customer who was not in it, or without a comparison. */
  previous_segment:
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
    | null;
  /** R, 1 to 5. */
  r_score: number;
  /** F, 1 to 5. */
  f_score: number;
  /** M, 1 to 5. */
  m_score: number;
  /** Days from the last purchase to the reference date. */
  recency: number;
  /** Purchases. */
  frequency: number;
  /** Spend, net of returns, in the dataset's currency. */
  monetary: number;
  /** Day of the first purchase that the report looks at. */
  first_purchase: string;
  /** Day of the last one. */
  last_purchase: string;
  /** Probability that the customer has not left for good, 0 to 1. Null in a report without predictions, or if the data show no customer leaving. */
  probability_alive: number | null;
  /** Orders expected in the 90 days after the reference date. Null in a report without predictions; its notes say why. */
  expected_orders_90d: number | null;
  /** Spend expected in these days, net of returns. Null in a report without predictions, or if spend could not be modelled. */
  expected_value_90d: number | null;
};

export type CohortCustomer = {
  /** Your id of the customer. */
  customer_id: string;
  /** `contact` of the newest order that has one, of those that the report looks at. Null where none has, and in reports of earlier versions. */
  contact: string | null;
  /** The period of the first purchase, also where the report does not list it. Null for a customer who has left. */
  cohort: string | null;
  /** The same in the report compared with, which differs where older orders were imported since. Null for a customer who was not in it, or without a comparison. */
  previous_cohort: string | null;
  /** Days from the last purchase to the reference date. */
  recency: number;
  /** Purchases. */
  frequency: number;
  /** Spend, net of returns, in the dataset's currency. */
  monetary: number;
  /** Day of the first purchase that the report looks at. */
  first_purchase: string;
  /** Day of the last one. */
  last_purchase: string;
  /** Days from the first purchase to the next day with one. Null for a customer who has not ordered again on a later day. */
  days_to_second_order: number | null;
};

export type ReplenishmentCustomer = {
  /** Your id of the customer. */
  customer_id: string;
  /** `contact` of the newest order that has one, of those that the report looks at. Null where none has, and in reports of earlier versions. */
  contact: string | null;
  /** Where the customer stands. Null for a customer who has left. */
  stage: 'overdue' | 'due_this_week' | 'due_this_month' | 'later' | 'rhythm_broken' | 'too_few_orders' | null;
  /** In the report compared with. Null for a customer who was not in it, or without a comparison. */
  previous_stage:
    | 'overdue'
    | 'due_this_week'
    | 'due_this_month'
    | 'later'
    | 'rhythm_broken'
    | 'too_few_orders'
    | null;
  /** Place in the list by the rule that did best on past dates, from 1. Null without a due date. */
  priority: number | null;
  /** The last order + the own gap: by then half of such customers have ordered again. In the past for customers who are overdue. Null with too few orders. */
  due_on: string | null;
  /** Days from the reference date to due_on. */
  days_until_due: number | null;
  /** By then a quarter of the customers with such a past and such a wait have ordered, of those who stay. */
  window_from: string | null;
  /** By then three quarters have. */
  window_to: string | null;
  /** Days since the last order over the own gap: above 1, the customer is late. */
  overdue_ratio: number | null;
  /** Probability of an order in the 30 days after the reference date. */
  probability_in_30_days: number | null;
  /** First product that the customer is due to buy again. Null for none. */
  product_1: string | null;
  /** Its own due date, by the rule that did best on past dates (product_dates of the report). */
  product_1_due_on: string | null;
  /** Second product that the customer is due to buy again. Null for none. */
  product_2: string | null;
  /** Its own due date, by the rule that did best on past dates (product_dates of the report). */
  product_2_due_on: string | null;
  /** Third product that the customer is due to buy again. Null for none. */
  product_3: string | null;
  /** Its own due date, by the rule that did best on past dates (product_dates of the report). */
  product_3_due_on: string | null;
  /** Days from the last purchase to the reference date. */
  recency: number;
  /** Purchases. */
  frequency: number;
  /** Spend, net of returns, in the dataset's currency. */
  monetary: number;
  /** Day of the first purchase that the report looks at. */
  first_purchase: string;
  /** Day of the last one. */
  last_purchase: string;
};

export type ListCustomersResponse = PageEnd & {
  /** Id of the report that `previous_…`, `moved`, `joined` and `left` refer to: `compared_with` of its changes. Null if there is none, or if it has no list of customers. */
  compared_with: string | null;
  /** Customers that match, on all pages. */
  customers_matched: number;
  /** In the requested order. The customers of a segment or cohort or stage are as many as the report says, without those who have been erased since. */
  customers: Array<RfmCustomer | CohortCustomer | ReplenishmentCustomer>;
};

export type Export = {
  /** The export: read it with `GET /reports/{id}/exports/{export_id}`. A ULID: ids sort by creation time. */
  export_id: string;
  /** The report. A ULID: ids sort by creation time. */
  report_id: string;
  /** What is exported. */
  what: 'rules' | 'customers' | 'segments' | 'cohorts' | 'groups' | 'products';
  /** The format of the file. */
  format: 'csv' | 'ndjson' | 'parquet';
  /** `Processing` until the file is there. */
  status: 'Processing' | 'Completed' | 'Failed';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'processing' | 'completed' | 'failed';
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When the file is deleted, 7 days after the request. UTC, ISO 8601 with milliseconds. */
  expires_at: string;
  /** When the file was complete; null until then. UTC, ISO 8601 with milliseconds. */
  completed_at: string | null;
  /** Rows of the file, without the line of column names; null until it is there. */
  rows: number | null;
  /** Size of the file as it is downloaded: CSV and NDJSON are compressed with gzip. Null until it is there. */
  bytes: number | null;
  /** Why the export failed, and what to do; null unless it did. */
  fail_reason: string | null;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** Where to download the file, without a key, for 15 minutes: read the export again for another address. CSV and NDJSON come with `Content-Encoding: gzip`, which browsers and most HTTP clients undo. Null in the list, while it is not Completed, and as long as a customer is being erased who may be in the file. */
  download_url: string | null;
  /** Until when `download_url` can be used; null without one. UTC, ISO 8601 with milliseconds. */
  download_expires_at: string | null;
};

export type ListExportsResponse = PageEnd & {
  /** Newest first: those whose file has not expired. */
  exports: Array<Export>;
};

export type FailedReport = {
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by creation time. */
  report_id: string;
  /** Name of the report. */
  name: string;
  /** Type of the analysis. */
  report_type: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT';
  /** The analysed dataset. */
  dataset_id: string;
  /** The report has no result and does not count against the monthly limit. */
  status: 'Failed';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'failed';
  /** Why the report failed and what to do. */
  fail_reason: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** Whose orders, which days and which rows it is about. */
  covers: {
    /** Whose orders the report covers. */
    customer_scope: 'all' | 'first_order' | 'repeat' | 'high_value' | 'churning' | 'new_90d';
    filters: AppliedFilters;
  };
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When its status last changed. UTC, ISO 8601 with milliseconds. */
  updated_at: string;
  /** The last 20 attempts to deliver the webhook, oldest first; `GET /reports/{id}/deliveries` lists all. Present if the report was requested with a webhook_url. */
  deliveries?: Array<Delivery>;
};

export type ProcessingReport = {
  /** The report is being generated. */
  status: 'Processing';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'processing';
  /** Progress; there is none when the work has ended. */
  progress: {
    /** The current phase. */
    phase: 'queued' | 'reading' | 'computing';
    /** Progress from 0 to 1, as a fraction of the expected time. */
    fraction: number;
    /** Position in the queue of the account's reports, or of those of all accounts, while the report waits for another one to finish: 1 is next. */
    place?: number;
    /** When the report is expected to be computed, while it waits for those of other accounts: by how fast the queue has moved. UTC, ISO 8601 with milliseconds. */
    expected_start?: string;
  };
};

export type ComparedReport = {
  /** The earlier report. A ULID: ids sort by creation time. */
  report_id: string;
  /** When it was requested. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The day that its ages are counted from: changes are those since then. Null where it had no date; absent in reports of earlier versions. */
  reference_date?: string | null;
};

/** The orders and rows that the report covers. */
export type AppliedFilters = {
  /** Null for all days. */
  dateRange: {
    /** First day, inclusive. */
    start?: string;
    /** Last day, inclusive. */
    end?: string;
  } | null;
  /** Filters on rows, joined by AND. */
  conditions: Array<{
    /** The compared field. */
    field: string;
    /** The operator. */
    operator:
      | 'equals'
      | 'not_equals'
      | 'contains'
      | 'not_contains'
      | 'greater_than'
      | 'less_than'
      | 'between';
    /** The value; for between, the lower bound. */
    value: string | number;
    /** For between, the upper bound. */
    valueTo?: number;
  }>;
};

export type ReportSource = {
  /** The import; of a file sent in several requests, the last. A ULID: ids sort by creation time. */
  import_id: string;
  /** When it was accepted. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  source_summary: StoredSourceSummary;
};

export type Sentence = {
  /** What is said. Stable; docs/sentences.md lists them. New ones may be added. */
  code: string;
  /** The figures and names in the sentence: numbers, texts, lists of them, or null. Those of a code do not change; more may be added. */
  params: Record<string, unknown>;
};

export type Delivery = {
  /** Number of the attempt, from 1. */
  attempt: number;
  /** The retry schedule, or a request to send it again. Default: "schedule". */
  trigger?: 'schedule' | 'redelivery';
  /** When it was sent. UTC, ISO 8601 with milliseconds. */
  at: string;
  /** `retry`: the next attempt is at `next_at`. */
  outcome: 'delivered' | 'retry' | 'given_up';
  /** The receiver's status code; omitted if there was no response. */
  response_status?: number;
  /** Why it failed; omitted if it was delivered. */
  fail_reason?: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** The same as `fail_reason`, under its earlier name. */
  problem?: string;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** Time of the next attempt: present exactly if the outcome is `retry`. UTC, ISO 8601 with milliseconds. */
  next_at?: string;
};

export type ListDeliveriesResponse = PageEnd & {
  /** Newest first. */
  deliveries: Array<Delivery>;
};

export type Dataset = {
  /** The `dataset_id` of other requests. */
  slug: string;
  /** Name of the dataset. Default: its slug. */
  name: string;
  /** When orders were first pushed to the dataset. Null until it has data. */
  created_at: string | null;
  /** The currency of its prices, shown with every amount. The service converts nothing. Null when not set. */
  currency: string | null;
  /** Where the exchange rates are from that its prices were converted at before they were pushed. Reports name it beside their currency. Null when not set. */
  rates_source: string | null;
  /** IANA time zone of its days, for reports that name none: date ranges, recency and the reference date count local midnights. */
  time_zone: string;
  /** Products that are fees and services, by name or SKU. Market basket reports with `params.leave_out: "not_goods"` leave them out of baskets and rules; they stay in revenue. Reports suggest products in `fees_and_services`. Null when not set: names that look like fees are recognized. */
  not_goods: Array<string> | null;
  /** What the dataset held when a report last read all of its orders: the first report after orders were added does. Null before that, and for datasets that are so large that their reports are computed in partitions. */
  contents: {
    /** When the orders were read. What was stored later is not counted. UTC, ISO 8601 with milliseconds. */
    counted_at: string;
    /** Line items. */
    rows: number;
    /** Orders. */
    orders: number;
    /** Different `customer_id`. */
    customers: number;
    /** Date of the earliest order, as it was pushed, in UTC. Null if no order has a date. */
    first_order_date: string | null;
    /** Date of the latest order. Null if no order has a date. */
    last_order_date: string | null;
  } | null;
};

export type ListDatasetsResponse = PageEnd & {
  /** By slug. `default` is always included. */
  datasets: Array<Dataset>;
};

export type GetUsageResponse = {
  /** The account of the key. */
  account: {
    /** The account. */
    account_id: string;
    /** Its name, as the operator entered it. */
    name: string;
  };
  /** The plan of the account. */
  plan: 'free' | 'pro' | 'max' | 'agency' | 'enterprise';
  /** The calendar month of `monthly_reports`, UTC. */
  month: string;
  /** Stored line items against the limit. */
  stored_rows: {
    /** Line items that are stored now, over all datasets. */
    used: number;
    /** Beyond it, new rows count as failed; rows that are stored already are still updated. */
    limit: number;
  };
  /** Reports of the month against the limit. */
  monthly_reports: {
    /** Reports that were requested in the month. Failed ones do not count. */
    used: number;
    /** Beyond it, `POST /reports` responds with 429 until the month ends. */
    limit: number;
  };
  /** The rate limit. What remains of it is in the header `X-RateLimit-Remaining` of every response. */
  requests_per_minute: {
    /** Requests that may be made within a minute, over all keys. */
    limit: number;
  };
  /** What `GET /datasets` lists. */
  datasets: {
    /** Datasets with orders or settings. */
    count: number;
  };
};

export type Erasure = {
  /** The erasure: follow it with `GET /erasures/{id}`. A ULID: ids sort by creation time. */
  erasure_id: string;
  /** Whether a whole dataset or one customer in it is erased. */
  kind: 'dataset' | 'customer';
  /** The dataset. */
  dataset_id: string;
  /** `pending` until all orders that were accepted before are stored or refused, then `processing`, then `completed`. An erasure never fails permanently. */
  status: 'pending' | 'processing' | 'completed';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'pending' | 'processing' | 'completed';
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
  /** Progress; there is none when the work has ended. */
  progress: {
    /** The current phase. */
    phase: 'settling' | 'orders' | 'reports';
    /** Progress from 0 to 1, as a fraction of the dataset's orders. */
    fraction: number;
  } | null;
  /** When it was requested: orders accepted before are erased, later ones stay. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When it completed; null until then. UTC, ISO 8601 with milliseconds. */
  completed_at: string | null;
  /** Until then, point-in-time recovery can restore the erased data; null until it has completed. UTC, ISO 8601 with milliseconds. */
  recoverable_until: string | null;
};

export type ListErasuresResponse = PageEnd & {
  /** Newest first. */
  erasures: Array<Erasure>;
};

export type Schedule = {
  /** The schedule. A ULID: ids sort by creation time. */
  schedule_id: string;
  /** Name of the schedule. */
  name: string;
  /** A schedule that is `paused` requests no reports. */
  status: 'active' | 'paused';
  /** `requested` by you; `failures`: its last 5 reports failed; `dataset_erased`; `key_revoked`: the API key that created it, or changed it last, was revoked. Null while it is active. */
  paused_because: 'requested' | 'failures' | 'dataset_erased' | 'key_revoked' | null;
  /** When it is due. */
  expression: string;
  /** Of its clock. */
  time_zone: string;
  /** The request for its reports, as it was sent. */
  report: {
    /** The dataset to analyse. */
    dataset_id: string;
    /** The type; omitted if there is a template. */
    report_type?: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT';
    /** The template; omitted if there is none. */
    template?:
      | 'standard_mba'
      | 'first_order'
      | 'repeat_purchase'
      | 'high_value_baskets'
      | 'churning_analysis'
      | 'standard_rfm'
      | 'new_customer_cohort'
      | 'cohort_retention'
      | 'due_to_reorder'
      | 'audience_effect';
    /** Name of each report; omitted for the default. */
    name?: string;
    /** The receiver; omitted if there is none. Read with a read-only key, it ends after the host: `https://hooks.example.com/…`. */
    webhook_url?: string;
    /** Selects the orders and rows of the report. */
    filters?: {
      /** Only orders of these days. Omits orders without a date. */
      dateRange?: {
        /** First day in the time zone of the report, inclusive. Default: open. */
        start?: string;
        /** Last day in the time zone of the report, inclusive, not before start; also the reference date of recency. Default: open. */
        end?: string;
      };
      /** At most 50 filters on rows, all of which must match. Orders without a matching row are omitted. */
      conditions?: Array<{
        /** The compared field: product_name, customer_id, order_id, line_item_value, quantity (line_item_value is unit_price × quantity), or `custom:<key>` with a key of 1 to 64 characters. */
        field: string;
        /** contains and not_contains compare text (case-insensitively); greater_than, less_than and between compare numbers; custom fields take all operators. A row without the field passes only not_equals and not_contains. */
        operator:
          | 'equals'
          | 'not_equals'
          | 'contains'
          | 'not_contains'
          | 'greater_than'
          | 'less_than'
          | 'between';
        /** A number, or its text, for number fields and operators; otherwise a string of at most 512 characters. For between, the lower bound, inclusive. */
        value: string | number;
        /** Required for between, otherwise not allowed: the upper bound, inclusive, not below value. */
        valueTo?: number;
      }>;
    };
    /** Parameters of the analysis. They override the template's. A parameter that only another report type has is refused; `min_support`, `min_confidence` and `scope` are accepted for every type, with a note in the report that they have no effect. */
    params?: {
      /** MBA: share of baskets that must hold all products of a rule, 0 to 1. At 0 one basket is enough; where there are more itemsets than one report can hold, a warning names the share that was used instead. Default: 0.01. */
      min_support?: number;
      /** MBA: share of the baskets with the antecedents that must hold the consequents, 0 to 1. Default: 0.1. */
      min_confidence?: number;
      /** MBA: one basket per order, or per customer with all the customer's orders merged. Default: the template's, else order. */
      scope?: 'order' | 'customer';
      /** MBA: what baskets hold: product, or custom:<key> for the values of a custom field, such as categories, in place of products. Rows without the field stand for nothing in their basket; a warning counts them. REPLENISHMENT: what is bought again, one level. An array has the items of several levels at once, and no rule has two items of one row, such as a product and its category. In its rules, a value of a custom field is written custom:category=Drinks. Default: product. */
      product_level?: string | Array<string>;
      /** MBA: leaves fees and services (postage, discounts, gift cards, deposits) out of baskets, rules and categories; they stay in revenue, and a note says what they add up to. `not_goods` is the list of the dataset (`PUT /datasets/{slug}`), or, where it has none, products whose names look like fees; an array is a list of its own. COHORT, by first_product or a custom field: leaves them out of what first orders were. Default: nothing is left out; by first_product or a custom field, not_goods. */
      leave_out?: 'not_goods' | Array<string>;
      /** MBA: which rules to look for. Constraints on products decide which rules are considered: ratings and p_value_corrected are over those. Constraints on figures then leave some of them out. */
      rules?: {
        /** Products that every rule contains, all of them, on either side. Whole names as reports show them, 1 to 200. */
        must_contain?: Array<string>;
        /** The only products that may be antecedents. Whole names as reports show them, 1 to 200. */
        antecedents?: Array<string>;
        /** The only products that may be consequents. Whole names as reports show them, 1 to 200. */
        consequents?: Array<string>;
        /** Products that no rule contains. Whole names as reports show them, 1 to 200. */
        exclude?: Array<string>;
        /** Most products of a rule; sets of so many are searched even where that takes longer than a search does without it, 2 to 31. */
        max_products?: number;
        /** Most antecedents of a rule, 1 to 30. */
        max_antecedents?: number;
        /** Most consequents of a rule. Default 1, 1 to 30. */
        max_consequents?: number;
        /** Least lift. */
        min_lift?: number;
        /** Greatest p_value_corrected, 0 to 1. Rules that the report does not return are counted and exported by theirs, which is of baskets and the whole time. */
        max_p_value_corrected?: number;
        /** false: only rules that no shorter rule makes redundant. Default: true. */
        redundant?: boolean;
      };
      /** MBA: returns the best rules by one measure, in its order: the highest values, of p_value_given_sizes the lowest. Ties by revenue, lift, names. Every rule is still rated and counted. Default: the best by impact. */
      select?: {
        /** How many rules, 1 to 10000. */
        top: number;
        /** The measure whose best rules are returned, best first. */
        by:
          | 'support'
          | 'confidence'
          | 'lift'
          | 'lift_given_sizes'
          | 'leverage'
          | 'revenue'
          | 'incremental_value'
          | 'p_value_given_sizes';
      };
      /** MBA: baskets that a rule is in at least to be a recommendation, a bundle or a headline. It changes no rule. Default: 10. */
      insight_min_baskets?: number;
      /** MBA: `GET /recommendations` serves what this report finds, as soon as it is finished; with product_level, for values of that field; of several levels, for products, or else the first. An object with `fields` instead of true: recommendations can be filtered by these custom fields. Default: false. */
      serve?:
        | boolean
        | {
            /** Keys of custom fields, at most 4, by whose values `GET /recommendations` can then be filtered: `custom:category=Drinks`. Whoever can read recommendations can find out these values. */
            fields: Array<string>;
          };
      /** MBA: keeps a profile of each product, which `GET /reports/{id}/product-profile` returns: how many products its orders hold, and what the same customers order before and after. Of several levels, of the items of the first. Default: false. */
      product_profiles?: boolean;
      /** COHORT: the calendar period of the first purchase that customers are grouped by (week, month or quarter; weeks begin on Mondays, ISO 8601). first_product, or custom:<key> for the values of a custom field, compares customers by what their first order was as well: the goods in it that most was paid for; cohorts are then of a month. Default: month. */
      cohort_by?: string;
      /** COHORT, by first_product or a custom field: customers that a group has at least, 30 to 1000000. Smaller groups count among all others. Default: 100. */
      cohort_min_customers?: number;
      /** EFFECT, required: the audience, of the same dataset. */
      audience_id?: string;
      /** EFFECT: the first day that counts, in the time zone of the report: the day it was sent. Orders of a customer count from the day on which they were assigned, if that is later. Default: nothing was sent yet, and the report is a plan. */
      since?: string;
      /** EFFECT: days that count, at most 365: to be chosen before sending. Default: 30. */
      days?: number;
      /** EFFECT: the measure that decides, to be chosen before sending: customers who ordered, orders, net revenue, or customers who ordered twice. Default: orders. */
      decide_on?: 'customers' | 'orders' | 'revenue' | 'repeat';
      /** What identifies a product. Default: name. */
      product_identifier?: 'name' | 'sku';
      /** Whose orders: all; first_order (first purchases only); repeat (customers with at least two purchases); high_value (top fifth by spend); churning (no order for 90 days or more); new_90d (first order in the last 90 days). Default: the template's, otherwise all. */
      customer_scope?: 'all' | 'first_order' | 'repeat' | 'high_value' | 'churning' | 'new_90d';
      /** IANA time zone of all days: date ranges, recency and the reference date count its midnights. Default: the dataset's, otherwise UTC. */
      time_zone?: string;
      /** Background on the business for the insights, at most 500 characters. */
      context?: string;
    };
    /** Whether each report waits for imports in progress; omitted if the request did not say. */
    wait_for_imports?: boolean;
  };
  /** The date range that moves with the runs; null if there is none. */
  date_range: string | null;
  /** Whether runs are skipped if the report would be the same. */
  only_if_changed: boolean;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The API key that created it; null if it was created before keys were noted. */
  created_by: Author | null;
  /** The API key that changed it last; null before the first change. */
  updated_by: Author | null;
  /** When it is due next; null while it is paused. UTC, ISO 8601 with milliseconds. */
  next_run_at: string | null;
  /** What became of its runs. */
  runs: {
    /** Reports started. */
    started: number;
    /** Runs skipped because nothing had changed. */
    skipped: number;
    /** Runs whose report could not be started: it is listed as failed. */
    failed: number;
  };
  /** The last run; null before the first. */
  last_run: {
    /** When it was due. Of runs that were missed, only the last one is made up for. UTC, ISO 8601 with milliseconds. */
    due_at: string;
    /** When it ran. UTC, ISO 8601 with milliseconds. */
    at: string;
    /** What became of it. */
    outcome: 'started' | 'skipped' | 'failed';
    /** Its report; null if it was skipped. A ULID: ids sort by creation time. */
    report_id: string | null;
    /** Why the report could not be started; null otherwise. */
    fail_reason: string | null;
    /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
    fail_reason_coded?: Array<Sentence>;
    /** The same as `fail_reason`, under its earlier name. */
    reason: string | null;
  } | null;
};

export type ListSchedulesResponse = PageEnd & {
  /** Oldest first. */
  schedules: Array<Schedule>;
};

export type Audience = {
  /** The audience. A ULID: ids sort by creation time. */
  audience_id: string;
  /** Its name. */
  name: string;
  /** The dataset of its customers. */
  dataset_id: string;
  /** Its conditions, as they were sent. */
  conditions: Array<Record<string, unknown>>;
  /** Share of the customers that is kept aside. */
  hold_out: number;
  /** When runs are started without a request. */
  refresh: 'manual' | 'after_import' | 'schedule';
  /** With `refresh`: `schedule`, when; otherwise null. */
  expression: string | null;
  /** Of the clock of `expression`; null without it. */
  time_zone: string | null;
  /** An audience that is `paused` is refreshed on request alone. */
  status: 'active' | 'paused';
  /** `requested` by a key of the account; `key_revoked`: the API key that created it, or changed it last, was revoked. Null while it is active. */
  paused_because: 'requested' | 'key_revoked' | null;
  /** When it was paused; null while it is active. UTC, ISO 8601 with milliseconds. */
  paused_at: string | null;
  /** When it is looked at next whether a run is due; null with `refresh`: `manual`, and while it is paused. UTC, ISO 8601 with milliseconds. */
  next_run_at: string | null;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The API key that created it; null if it was created before keys were noted. */
  created_by: Author | null;
  /** The API key that changed it last; null before the first change. */
  updated_by: Author | null;
  /** The run that is refreshing it; null if there is none. A ULID: ids sort by creation time. */
  run_in_progress: string | null;
  /** Its members; null before the first run has completed, and from an erasure of the dataset on. */
  members: {
    /** Members, with those held out. */
    customers: number;
    /** Members who are held out. */
    held_out: number;
    /** Members with a contact, with those held out. */
    with_contact: number;
    /** The run that found them. A ULID: ids sort by creation time. */
    run_id: string;
    /** When they were found. UTC, ISO 8601 with milliseconds. */
    as_of: string;
  } | null;
};

export type ListAudiencesResponse = PageEnd & {
  /** Oldest first. */
  audiences: Array<Audience>;
};

export type AudienceRun = {
  /** The run. A ULID: ids sort by creation time. */
  run_id: string;
  /** `Processing` until the members are found. */
  status: 'Processing' | 'Completed' | 'Failed';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'processing' | 'completed' | 'failed';
  /** When it was started. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When it ended; null until then. UTC, ISO 8601 with milliseconds. */
  completed_at: string | null;
  /** The reports whose customers it compared, in the order of the conditions; empty until they are known. */
  report_ids: Array<string>;
  /** Members afterwards, with those held out; null until it has completed. */
  customers: number | null;
  /** Members afterwards who are held out; null until it has completed. */
  held_out: number | null;
  /** Members afterwards with a contact; null until it has completed. */
  with_contact: number | null;
  /** Customers who joined; null until it has completed. */
  joined: number | null;
  /** Customers who left; null until it has completed. */
  left: number | null;
  /** Why the run failed, and what to do; null unless it did. */
  fail_reason: string | null;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
};

export type ListAudienceRunsResponse = PageEnd & {
  /** Newest first, of the last 90 days. */
  runs: Array<AudienceRun>;
};

export type ListAudienceMembersResponse = PageEnd & {
  /** In an order that stays the same. */
  members: Array<{
    /** The customer. */
    customer_id: string;
    /** The `contact` of their newest order that has one, otherwise the id if it is an e-mail address; null if neither is known. */
    contact: string | null;
    /** Since when they are in it. UTC, ISO 8601 with milliseconds. */
    joined_at: string;
    /** Whether they are held out: not to be contacted. */
    held_out: boolean;
  }>;
};

export type ListAudienceChangesResponse = PageEnd & {
  /** Send it as the next `since`, when all pages are read. The same on all pages; null before the first run has completed. UTC, ISO 8601 with milliseconds. */
  until: string | null;
  /** At most one a customer, without those held out. Whoever takes them over in any order has the members to contact; an erased customer is not among them. */
  changes: Array<{
    /** The customer. */
    customer_id: string;
    /** The `contact` of their newest order that has one, otherwise the id if it is an e-mail address; null if neither is known. */
    contact: string | null;
    /** What they did last since then. */
    change: 'joined' | 'left';
    /** When. UTC, ISO 8601 with milliseconds. */
    at: string;
  }>;
};

export type AudiencePreview = {
  /** The reports that the figures are of: the newest that fit, which a run may replace by newer ones. */
  report_ids: Array<string>;
  /** Customers who meet all conditions, with those who would be held out. */
  customers: number;
  /** Of them, those with a contact. */
  with_contact: number;
  /** In the order of `overlap_with`. */
  overlaps: Array<{
    /** The audience. A ULID: ids sort by creation time. */
    audience_id: string;
    /** Its members, with those held out. */
    customers: number;
    /** Of them, those who meet all conditions. */
    common: number;
  }>;
};

export type Destination = {
  /** The destination. A ULID: ids sort by creation time. */
  destination_id: string;
  /** The audience that it is a copy of. A ULID: ids sort by creation time. */
  audience_id: string;
  /** `webhook`: pages of who joined and who left, signed, to an address of yours; `klaviyo`: profiles on a list of Klaviyo. */
  kind: 'webhook' | 'klaviyo';
  /** Its name. */
  name: string;
  /** Of a `webhook`: where pages are sent, to read-only keys without path and query. */
  url: string | null;
  /** Of `klaviyo`: the list. */
  list_id: string | null;
  /** Whether anything is sent. */
  status: 'active' | 'paused';
  /** `requested` by a key of the account; `key_revoked`: the API key that created it, or changed it last, was revoked. Null while it is active. */
  paused_because: 'requested' | 'key_revoked' | null;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The API key that created it; null if it was created before keys were noted. */
  created_by: Author | null;
  /** The API key that changed it last; null before the first change. */
  updated_by: Author | null;
  /** What the destination has acknowledged as a whole; null before. */
  in_step_with: {
    /** The audience's run whose members the destination has. A ULID: ids sort by creation time. */
    run_id: string;
    /** When the run has found them. UTC, ISO 8601 with milliseconds. */
    as_of: string;
    /** Customers at the destination, without those held out; of `klaviyo`, addresses. */
    customers: number;
  } | null;
  /** The delivery that is bringing it in step with a later run; null if there is none. A ULID: ids sort by creation time. */
  delivery_in_progress: string | null;
  /** When the last request, which failed, is repeated; null if it did not. UTC, ISO 8601 with milliseconds. */
  next_attempt_at: string | null;
  /** Why the last request failed; null if it did not. */
  fail_reason: string | null;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
};

export type ListDestinationsResponse = PageEnd & {
  /** Oldest first. */
  destinations: Array<Destination>;
};

export type AudienceDelivery = {
  /** The delivery. A ULID: ids sort by creation time. */
  delivery_id: string;
  /** The destination. A ULID: ids sort by creation time. */
  destination_id: string;
  /** The audience's run that it delivers; null where it delivers erasures. A ULID: ids sort by creation time. */
  run_id: string | null;
  /** `Processing` until the destination has taken everything; `Failed` if it has taken nothing for three days, or refuses it. The next run of the audience, or a change of the destination, tries again. */
  status: 'Processing' | 'Completed' | 'Failed';
  /** The `status` in the words that imports, reports, exports and erasures share. */
  state: 'processing' | 'completed' | 'failed';
  /** When it was started. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** When it ended; null until then. UTC, ISO 8601 with milliseconds. */
  completed_at: string | null;
  /** Customers that the destination has taken, also those with another contact. */
  joined: number;
  /** Customers that it has removed. */
  left: number;
  /** Erased customers that it has taken note of. */
  erased: number;
  /** Customers that it does not take, such as addresses that are none. */
  refused: number;
  /** Members without an e-mail address: `klaviyo` is not sent them, a `webhook` is, with `contact` null. */
  without_contact: number;
  /** Requests to the destination, with those that failed. */
  requests: number;
  /** Why it failed, and what to do; null unless it did. */
  fail_reason: string | null;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
};

export type ListAudienceDeliveriesResponse = PageEnd & {
  /** Newest first, of the last 90 days. */
  deliveries: Array<AudienceDelivery>;
};

export type AudiencePage = {
  /** A page of changes. */
  event: 'audience.changed';
  /** The audience. A ULID: ids sort by creation time. */
  audience_id: string;
  /** The destination. A ULID: ids sort by creation time. */
  destination_id: string;
  /** Ascends with every request to the destination, with gaps. A page whose sequence is not above that of a page that you have applied is late: acknowledge it, and ignore it. */
  sequence: number;
  /** Customers to add, or to replace the contact of. None of them is held out. */
  joined: Array<{
    /** The customer. */
    customer_id: string;
    /** How they are reached; null if that is not known. */
    contact: string | null;
  }>;
  /** Customers to remove, with the contact that you were last sent. */
  left: Array<{
    /** The customer. */
    customer_id: string;
    /** How they are reached; null if that is not known. */
    contact: string | null;
  }>;
  /** Customers to remove, and to forget: delete what you have of them. Only in pages without other changes. */
  erased: Array<{
    /** The customer. */
    customer_id: string;
    /** How they are reached; null if that is not known. */
    contact: string | null;
  }>;
  /** When it was sent. UTC, ISO 8601 with milliseconds. */
  timestamp: string;
};

export type Source = {
  /** The source. A ULID: ids sort by creation time. */
  source_id: string;
  /** The kind of shop. */
  kind: 'shopify' | 'woocommerce';
  /** Name of the source. */
  name: string;
  /** The dataset that its orders belong to. */
  dataset_id: string;
  /** What becomes the `customer_id` of orders: the customer's e-mail address in lower case, or the shop's id of the customer. WooCommerce has no id for guests. */
  customer_identifier: 'email' | 'id';
  /** The address that the webhooks of the shop post to. */
  url: string;
  /** A source that is `paused` answers events with 410 and takes none. */
  status: 'active' | 'paused';
  /** `requested` by you; `dataset_erased`; `key_revoked`: the API key that created it, or changed it last, was revoked. Null while it is active. */
  paused_because: 'requested' | 'dataset_erased' | 'key_revoked' | null;
  /** Without a secret, every event is refused. */
  has_secret: boolean;
  /** The secret before the current one is accepted until then; null if there is none. UTC, ISO 8601 with milliseconds. */
  former_secret_until: string | null;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The API key that created it; null if it was created before keys were noted. */
  created_by: Author | null;
  /** The API key that changed it last; null before the first change. */
  updated_by: Author | null;
  /** What became of the events whose signature was right. */
  events: {
    /** Events that became an import. */
    accepted: number;
    /** Events that had been delivered before. */
    duplicates: number;
    /** Events that change no orders. */
    ignored: number;
  };
  /** When the last of them arrived; null before the first. UTC, ISO 8601 with milliseconds. */
  last_event_at: string | null;
  /** The last event that was ignored, and why; null if there is none. */
  last_ignored: {
    /** When it arrived. UTC, ISO 8601 with milliseconds. */
    at: string;
    /** `topic`: not about orders; `test`: a test order; `no_products`: a refund without products; `currency`: another currency than that of the dataset or of the earlier events; `erased`: an order from before its customer was erased; `unreadable`: not as the shop documents its events. */
    reason: 'topic' | 'test' | 'no_products' | 'currency' | 'erased' | 'unreadable';
  } | null;
  /** When an event with a wrong signature last arrived, to the minute; null if none has. UTC, ISO 8601 with milliseconds. */
  last_refused_at: string | null;
};

export type ListSourcesResponse = PageEnd & {
  /** Oldest first. */
  sources: Array<Source>;
};

export type EventReceived = {
  /** `accepted`: it became an import. `duplicate`: it was accepted before. `ignored`: it changes no orders. `ping`: WooCommerce checks the address. */
  status: 'accepted' | 'duplicate' | 'ignored' | 'ping';
  /** The import of an event that was accepted. A ULID: ids sort by creation time. */
  import_id?: string;
  /** Why it was ignored; omitted otherwise. */
  reason?: 'topic' | 'test' | 'no_products' | 'currency' | 'erased' | 'unreadable';
};

export type ApiKey = {
  /** The key, without what makes it a secret. A ULID: ids sort by creation time. */
  key_id: string;
  /** `read_only`: reads everything of the account, for a person who looks. `secret`: reads and changes everything but keys, for a program. `publishable`: reads recommendations only, in pages of its origins. `admin`: a secret key that also manages keys; the operator of the service creates it. */
  kind: 'read_only' | 'secret' | 'publishable' | 'admin';
  /** Whose key it is; null if it has no name. */
  name: string | null;
  /** Beginning and end of the key, to tell it from others. */
  hint: string;
  /** An `active` key is accepted. One that is `expired` or `revoked` is refused from that moment on. */
  status: 'active' | 'expired' | 'revoked';
  /** Whether this request was sent with it. */
  is_current: boolean;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The admin key that created it; null if the operator of the service did. A ULID: ids sort by creation time. */
  created_by: string | null;
  /** When it was last used, up to an hour before the truth; null if it never was. UTC, ISO 8601 with milliseconds. */
  last_used_at: string | null;
  /** When it expires; null if it does not. UTC, ISO 8601 with milliseconds. */
  expires_at: string | null;
  /** When it was revoked; null if it was not. UTC, ISO 8601 with milliseconds. */
  revoked_at: string | null;
  /** The admin key that revoked it; null if it was not revoked, or by the operator of the service. A ULID: ids sort by creation time. */
  revoked_by: string | null;
  /** Of a publishable key: the origins whose pages may use it. */
  origins?: Array<string>;
  /** Of a publishable key: the only dataset that it reads; omitted if all. */
  dataset_id?: string;
};

export type CreatedKey = {
  /** The key, without what makes it a secret. A ULID: ids sort by creation time. */
  key_id: string;
  /** `read_only`: reads everything of the account, for a person who looks. `secret`: reads and changes everything but keys, for a program. `publishable`: reads recommendations only, in pages of its origins. `admin`: a secret key that also manages keys; the operator of the service creates it. */
  kind: 'read_only' | 'secret' | 'publishable' | 'admin';
  /** Whose key it is; null if it has no name. */
  name: string | null;
  /** Beginning and end of the key, to tell it from others. */
  hint: string;
  /** An `active` key is accepted. One that is `expired` or `revoked` is refused from that moment on. */
  status: 'active' | 'expired' | 'revoked';
  /** Whether this request was sent with it. */
  is_current: boolean;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The admin key that created it; null if the operator of the service did. A ULID: ids sort by creation time. */
  created_by: string | null;
  /** When it was last used, up to an hour before the truth; null if it never was. UTC, ISO 8601 with milliseconds. */
  last_used_at: string | null;
  /** When it expires; null if it does not. UTC, ISO 8601 with milliseconds. */
  expires_at: string | null;
  /** When it was revoked; null if it was not. UTC, ISO 8601 with milliseconds. */
  revoked_at: string | null;
  /** The admin key that revoked it; null if it was not revoked, or by the operator of the service. A ULID: ids sort by creation time. */
  revoked_by: string | null;
  /** Of a publishable key: the origins whose pages may use it. */
  origins?: Array<string>;
  /** Of a publishable key: the only dataset that it reads; omitted if all. */
  dataset_id?: string;
  /** The key. No other response has it: it is stored as a hash. Null if the request was sent again with its `Idempotency-Key`: revoke the key and create another if the first response was lost. */
  api_key: string | null;
};

export type MadeByKey = {
  /** What it is; `endpoint`: a webhook endpoint. */
  kind: 'audience' | 'destination' | 'endpoint' | 'schedule' | 'source' | 'key';
  /** Its id. A ULID: ids sort by creation time. */
  id: string;
  /** Of a destination: its audience. */
  audience_id?: string;
  /** Its name; the hint of a key without one. */
  name: string;
  /** Whether the key created it, or changed it last. */
  by: 'created' | 'changed';
  /** A key is `active` or `revoked`, everything else `active` or `paused`. */
  status: 'active' | 'paused' | 'revoked';
};

export type ListMadeByKeysResponse = PageEnd & {
  /** By id, which is oldest first. */
  created: Array<MadeByKey>;
};

export type RevokedKey = {
  /** The key, without what makes it a secret. A ULID: ids sort by creation time. */
  key_id: string;
  /** `read_only`: reads everything of the account, for a person who looks. `secret`: reads and changes everything but keys, for a program. `publishable`: reads recommendations only, in pages of its origins. `admin`: a secret key that also manages keys; the operator of the service creates it. */
  kind: 'read_only' | 'secret' | 'publishable' | 'admin';
  /** Whose key it is; null if it has no name. */
  name: string | null;
  /** Beginning and end of the key, to tell it from others. */
  hint: string;
  /** An `active` key is accepted. One that is `expired` or `revoked` is refused from that moment on. */
  status: 'active' | 'expired' | 'revoked';
  /** Whether this request was sent with it. */
  is_current: boolean;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The admin key that created it; null if the operator of the service did. A ULID: ids sort by creation time. */
  created_by: string | null;
  /** When it was last used, up to an hour before the truth; null if it never was. UTC, ISO 8601 with milliseconds. */
  last_used_at: string | null;
  /** When it expires; null if it does not. UTC, ISO 8601 with milliseconds. */
  expires_at: string | null;
  /** When it was revoked; null if it was not. UTC, ISO 8601 with milliseconds. */
  revoked_at: string | null;
  /** The admin key that revoked it; null if it was not revoked, or by the operator of the service. A ULID: ids sort by creation time. */
  revoked_by: string | null;
  /** Of a publishable key: the origins whose pages may use it. */
  origins?: Array<string>;
  /** Of a publishable key: the only dataset that it reads; omitted if all. */
  dataset_id?: string;
  /** What the key made, as it is afterwards. */
  created: Array<MadeByKey>;
};

export type AuditEntry = {
  /** The entry. A ULID: ids sort by creation time. */
  entry_id: string;
  /** When the request was answered. UTC, ISO 8601 with milliseconds. */
  at: string;
  /** The operation: its `operationId` in the OpenAPI document. */
  operation: string;
  /** Path of what was created, changed or deleted. Of an erasure of a customer, the erasure: no id of a customer is kept here. */
  resource: string;
  /** The API key of the request; null for the operator of the service. */
  key: Author | null;
  /** Address that sent the request; null for the operator of the service. */
  source_ip: string | null;
  /** Beginning of its `User-Agent`; null without one. */
  user_agent: string | null;
};

export type ListAuditEntriesResponse = PageEnd & {
  /** Newest first, of the last 90 days. */
  entries: Array<AuditEntry>;
};

export type Author = {
  /** The key, as `GET /keys` lists it. A ULID: ids sort by creation time. */
  key_id: string;
  /** The name of the key at that time; null if it had none. */
  name: string | null;
};

export type ListKeysResponse = PageEnd & {
  /** Oldest first; those that have ended for 90 days. */
  keys: Array<ApiKey>;
};

export type TestWebhookResponse = {
  /** The `webhook-id` header of the event. */
  webhook_id: string;
  /** When it was sent. UTC, ISO 8601 with milliseconds. */
  at: string;
  /** Whether the receiver responded with a 2xx within 10 seconds. */
  delivered: boolean;
  /** The receiver's status code; omitted if there was no response. */
  response_status?: number;
  /** Why it was not delivered; omitted if it was. */
  fail_reason?: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** The same as `fail_reason`, under its earlier name. */
  problem?: string;
  /** Duration in milliseconds. */
  duration_ms: number;
};

export type WebhookEvent = {
  /** `report.completed`, also with warnings, or `report.failed`. */
  event: 'report.completed' | 'report.failed';
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by creation time. */
  report_id: string;
  /** Type of the report. */
  report_type: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT';
  /** Final status of the report. */
  status: 'Processing' | 'Completed' | 'Failed' | 'Completed with warnings';
  /** Why the report failed and what to do; only for failed reports. */
  fail_reason?: string;
  /** When the report ended: the same in every attempt. UTC, ISO 8601 with milliseconds. */
  timestamp: string;
};

export type WebhookTestEvent = {
  /** Sent on request, to try a receiver. */
  event: 'webhook.test';
  /** When it was sent. UTC, ISO 8601 with milliseconds. */
  timestamp: string;
};

export type WebhookEndpoint = {
  /** The endpoint. A ULID: ids sort by creation time. */
  endpoint_id: string;
  /** Its name. */
  name: string;
  /** Where events are sent; to read-only keys without path and query. */
  url: string;
  /** Types of events that it is sent; null for all. */
  events: Array<
    | 'report.completed'
    | 'report.failed'
    | 'import.completed'
    | 'import.failed'
    | 'export.completed'
    | 'export.failed'
    | 'erasure.completed'
    | 'schedule.paused'
    | 'audience_run.completed'
    | 'audience_run.failed'
  > | null;
  /** Whether anything is sent. */
  status: 'active' | 'paused';
  /** `requested`: by a key of the account; `failing`: it has taken no event for 3 days; `refused`: it has responded with 410 or a redirect, or its address is not allowed; `key_revoked`: the API key that created it, or changed it last, was revoked. Null while it is active. */
  paused_because: 'requested' | 'failing' | 'refused' | 'key_revoked' | null;
  /** When it was paused; null while it is active. UTC, ISO 8601 with milliseconds. */
  paused_at: string | null;
  /** One, or two during a rotation: both sign. Oldest first. */
  secrets: Array<{
    /** The secret. A ULID: ids sort by creation time. */
    secret_id: string;
    /** When it was added. UTC, ISO 8601 with milliseconds. */
    created_at: string;
  }>;
  /** When it was created. UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** The API key that created it; null if it was created before keys were noted. */
  created_by: Author | null;
  /** The API key that changed it last; null before the first change. */
  updated_by: Author | null;
  /** The `sequence` of the last event that it is done with. */
  sent_until: number;
  /** When the last request, which failed, is repeated; null if it did not. UTC, ISO 8601 with milliseconds. */
  next_attempt_at: string | null;
  /** Why the last request failed; null if it did not. */
  fail_reason: string | null;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
};

export type ListWebhookEndpointsResponse = PageEnd & {
  /** Oldest first. */
  endpoints: Array<WebhookEndpoint>;
};

export type EndpointDelivery = {
  /** The attempt. A ULID: ids sort by creation time. */
  delivery_id: string;
  /** Type of the event. */
  event:
    | 'report.completed'
    | 'report.failed'
    | 'import.completed'
    | 'import.failed'
    | 'export.completed'
    | 'export.failed'
    | 'erasure.completed'
    | 'schedule.paused'
    | 'audience_run.completed'
    | 'audience_run.failed'
    | 'webhook.test';
  /** The event: the `webhook-id` of the request is `msg_` and this id. A ULID: ids sort by creation time. */
  event_id: string;
  /** Number of the event in the log; omitted for a ping. */
  sequence?: number;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** When it was sent. UTC, ISO 8601 with milliseconds. */
  at: string;
  /** `retry`: the next attempt is at `next_at`. */
  outcome: 'delivered' | 'retry' | 'given_up';
  /** The receiver's status code; omitted if there was no response. */
  response_status?: number;
  /** Why it failed; omitted if it was delivered. */
  fail_reason?: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** Time of the next attempt: present exactly if the outcome is `retry`. UTC, ISO 8601 with milliseconds. */
  next_at?: string;
};

export type ListEndpointDeliveriesResponse = PageEnd & {
  /** Newest first, of the last 30 days. */
  deliveries: Array<EndpointDelivery>;
};

export type AccountEvent = {
  /** The event: the `webhook-id` of its deliveries is `msg_` and this id. Process each id once. A ULID: ids sort by creation time. */
  event_id: string;
  /** Number of the event in the account's log: from 1, without gaps. */
  sequence: number;
  /** What has ended. New types may be added: ignore those that you do not know. */
  event:
    | 'report.completed'
    | 'report.failed'
    | 'import.completed'
    | 'import.failed'
    | 'export.completed'
    | 'export.failed'
    | 'erasure.completed'
    | 'schedule.paused'
    | 'audience_run.completed'
    | 'audience_run.failed';
  /** When it ended: the same in every attempt. UTC, ISO 8601 with milliseconds. */
  timestamp: string;
  /** The dataset. */
  dataset_id?: string;
  /** The report: read it with `GET /reports/{id}`. A ULID: ids sort by creation time. */
  report_id?: string;
  /** Type of the report. */
  report_type?: 'MBA' | 'RFM' | 'COHORT' | 'REPLENISHMENT' | 'EFFECT';
  /** The import: read it with `GET /data/orders?import_id=`. A ULID: ids sort by creation time. */
  import_id?: string;
  /** The export: read it with `GET /reports/{id}/exports/{export_id}`. A ULID: ids sort by creation time. */
  export_id?: string;
  /** The erasure: read it with `GET /erasures/{id}`. A ULID: ids sort by creation time. */
  erasure_id?: string;
  /** What was erased. */
  erasure_kind?: 'dataset' | 'customer';
  /** The schedule: read it with `GET /schedules/{id}`. A ULID: ids sort by creation time. */
  schedule_id?: string;
  /** Why the schedule was paused. */
  paused_because?: 'requested' | 'failures' | 'dataset_erased' | 'key_revoked';
  /** The audience: read it with `GET /audiences/{id}`. A ULID: ids sort by creation time. */
  audience_id?: string;
  /** The run of the audience. A ULID: ids sort by creation time. */
  run_id?: string;
  /** How it ended, as its resource says. */
  status?: string;
  /** Why it failed and what to do: of reports, exports and runs of audiences. */
  fail_reason?: string;
  /** The sentences of `fail_reason` by code. Absent in reports of earlier versions. */
  fail_reason_coded?: Array<Sentence>;
  /** Figures of the result: of an import `inserted`, `updated` and `failed` rows; of an export `rows` and `bytes`; of an erasure `orders`, `line_items` and `reports`; of an audience `customers`, `joined` and `left`. */
  counts?: Record<string, number>;
};

export type ListAccountEventsResponse = PageEnd & {
  /** By ascending `sequence`, of the last 30 days. An event is listed about a minute after the end that it tells of. */
  events: Array<AccountEvent>;
};

export type MbaTemplate =
  | 'standard_mba'
  | 'first_order'
  | 'repeat_purchase'
  | 'high_value_baskets'
  | 'churning_analysis';

export type RfmTemplate = 'standard_rfm' | 'new_customer_cohort';

export type CohortTemplate = 'cohort_retention';

export type ReplenishmentTemplate = 'due_to_reorder';

export type EffectTemplate = 'audience_effect';

/** The report that a report_type stands for, and its templates. */
export interface ReportsByType {
  MBA: { report: MbaReport; template: MbaTemplate };
  RFM: { report: RfmReport; template: RfmTemplate };
  COHORT: { report: CohortReport; template: CohortTemplate };
  REPLENISHMENT: { report: ReplenishmentReport; template: ReplenishmentTemplate };
  EFFECT: { report: EffectReport; template: EffectTemplate };
}

export const MAX_LINE_ITEMS_PER_REQUEST = 10000;

export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
