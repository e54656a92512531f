// Sentences about the service's work, for any type of report: codes, their parameters, and the English sentences.

import type { Currency } from './currency.ts';
import type { FigureFormats } from './figures.ts';
import { formatCount, formatWhole, joinWithAnd } from './wording.ts';

/** The step of a report in partitions; null for other reports. */
type At = {
  readonly step: 'extract' | 'pass' | 'join' | null;
};

/** A type, not an interface: parameters are any object's. */
type FilesLeftOut = {
  readonly import_id: string;
  /** YYYY-MM-DD. */
  readonly created: string;
  readonly rows: number;
  readonly orders: number;
  readonly first_date: string | null;
  readonly last_date: string | null;
  readonly left_out: readonly {
    readonly reason: string;
    readonly rows: number;
    readonly orders: number | null;
    readonly amount: number | null;
    readonly currency: Currency;
  }[];
  readonly bad_rows: number;
  readonly other_records: number;
  readonly tips: number;
  readonly currency: Currency;
};

const REASONS: Readonly<Record<string, string>> = {
  not_paid: 'not paid',
  other_currency: 'in another currency',
};

const STEPS = {
  extract: ' while its orders were read (step extract)',
  pass: ' while its partitions were computed (step pass)',
  join: ' while its partitions were joined (step join)',
};
const describeStep = ({ step }: At): string => (step === null ? '' : STEPS[step]);

/** Advice for every type: customer scopes and cohorts also read orders before the range. */
const NARROWER =
  'Choose fewer days, or a higher share of baskets that must hold a combination. Cohorts and reports on some customers read earlier orders, too.';
const AGAIN = 'it does not count against the monthly limit.';

export const WORK_SENTENCES = {
  report_took_too_long: (params: At) =>
    `The report took longer than allowed${describeStep(params)}. ${NARROWER}`,
  report_needs_memory: (params: At) =>
    `The report needs more memory than allowed${describeStep(params)}. ${NARROWER}`,
  report_file_lost: (params: At) =>
    `A temporary file of the report was missing or damaged${describeStep(params)}. Request the report again; ${AGAIN}`,
  report_failed: (params: At) =>
    `The report could not be generated because of an unexpected error${describeStep(params)}. Request it again; ${AGAIN}`,
  report_cancelled: () => `The report was cancelled on request; ${AGAIN}`,
  report_dataset_erased: () => `The report was cancelled because its dataset is being erased; ${AGAIN}`,
  report_stopped: () => `The report stopped before it was complete. Request it again; ${AGAIN}`,
  /** A schedule's report was refused. `error_code`: a code of the API's errors; `message`: its text. */
  report_refused: ({ message }: { error_code: string; message: string }) => message,

  /** `ids`: the first of them. `waited_minutes`: null where the report was not asked to wait. */
  imports_in_progress: ({
    imports,
    ids,
    waited_minutes,
  }: {
    imports: number;
    ids: readonly string[];
    waited_minutes: number | null;
  }) => {
    const more = imports - ids.length;
    const [were, their] =
      imports === 1
        ? ['1 import of this dataset was', 'its']
        : [`${imports} imports of this dataset were`, 'their'];
    const advice =
      waited_minutes === null
        ? 'A report requested with wait_for_imports: true starts when such imports have ended.'
        : `The report had waited for ${waited_minutes} minutes, the longest that it waits for imports.`;
    return `${were} in progress when the report was generated: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Some of ${their} orders may be missing. ${advice}`;
  },
  /**
   * One import's files. `first_date`, `last_date`: null if the file states none; amounts are null if they are unknown.
   */
  files_left_out: (
    {
      import_id,
      created,
      rows,
      orders,
      first_date,
      last_date,
      left_out,
      bad_rows,
      other_records,
      tips,
      currency,
    }: FilesLeftOut,
    { moneyIn }: FigureFormats,
  ) => {
    const period = first_date === null ? '' : `, ${first_date} to ${last_date}`;
    const parts = [
      ...left_out.map((each) => {
        const of = each.orders === null ? formatCount(each.rows, 'row') : formatCount(each.orders, 'order');
        const worth = each.amount === null ? '' : ` worth ${moneyIn(each.amount, each.currency)}`;
        return `${of} ${REASONS[each.reason] ?? each.reason}${worth}`;
      }),
      ...(bad_rows > 0 ? [`${formatCount(bad_rows, 'row')} that could not be read`] : []),
      ...(other_records > 0 ? [`${formatWhole(other_records)} records of fees, shipping and tax`] : []),
      ...(tips === 0 ? [] : [`tips worth ${moneyIn(tips, currency)}`]),
    ];
    return `The files of import ${import_id} of ${created} (${formatCount(rows, 'row')}, ${formatCount(orders, 'order')}${period}) hold more than the report: ${parts.join('; ')}.`;
  },
  param_without_effect: ({ param, types }: { param: string; types: readonly string[] }) =>
    `params.${param} has no effect: only ${joinWithAnd(types)} reports have it.`,
  next_products_not_served: () =>
    'The list has no next products: no recommendations were served. Request a market basket report with `serve`, then this one again.',
  next_products_replaced: () =>
    'The list has no next products: its recommendations were replaced in the meantime. Request the report again.',
  next_products_named_otherwise: () =>
    'The list has no next products: the served recommendations name products in another way. Request this report with their product_identifier and product_level.',
  next_products_too_many: ({ products, most }: { products: number; most: number }) =>
    `The list has no next products: the recommendations hold ${formatWhole(products)} products, and at most ${formatWhole(most)} are read.`,
  persons_not_served: ({ ids, most }: { ids: number; most: number }) =>
    `Recommendations for a customer use the requested id only: ${formatWhole(ids)} ids are joined, and at most ${formatWhole(most)} can be kept.`,
  model_not_used: () => 'The language model could not choose the insights, so fixed rules chose them.',
  nothing_to_compare: () =>
    'This is the first finished report of this type, dataset and settings: there is nothing to compare it with.',

  export_took_too_long: () =>
    'The export took too long. Export a report with fewer rules, or orders of fewer days.',
  export_failed: () => 'The export failed. Request it again.',
  export_stopped: () => 'The export stopped before it was complete. Request it again.',
  export_of_erased_report: () => 'The report was erased.',
  export_of_too_many_rules: ({ found, most }: { found: number; most: number }) =>
    `The report found ${formatWhole(found)} rules, and an export holds at most ${formatWhole(most)}. Request a report that looks for fewer rules, or for a higher share of baskets or buyers.`,
  export_of_erased_orders: () => 'The dataset is being erased.',
  export_over_monthly_bytes: ({ most }: { most: number }) =>
    `The files are larger than the ${formatWhole(most)} bytes that the plan had left in the month. Export fewer days, or as Parquet, which is smaller.`,
  export_of_rules_not_kept: () =>
    'The service has stored only the rules that the report lists: there are too many combinations. Choose a higher share of baskets.',
  export_without_customers: () => 'The report has no list of customers. Generate it again.',

  /** `reason`: of the report. */
  audience_report_failed: ({ reason }: { reason: string }) => `A report for the audience failed: ${reason}`,
  audience_too_large: ({ found, most }: { found: number; most: number }) =>
    `The conditions select ${formatWhole(found)} customers, and the plan allows an audience ${formatWhole(most)}. The members are those of the run before. Narrow the conditions.`,
  audience_run_failed: () => 'The run failed. The members are those of the run before. Start another run.',
  audience_run_stopped: () =>
    'The run stopped before it was complete. The members are those of the run before. Start another run.',
};

// Sentences about imports: codes, their parameters, and the English sentences.

export const IMPORT_SENTENCES = {
  storage_cap_reached: () =>
    "The plan's storage cap is reached: existing rows are updated; new rows are rejected and counted as failed.",
  /** `room`: rows that the plan can still store; `rows`: of the request. */
  storage_room_left: ({ room, rows }: { room: number; rows: number }) =>
    `The plan has room for ${formatCount(room, 'more row')}: existing rows are updated; of the ${formatWhole(rows)} rows of this request, new ones beyond that are rejected and counted as failed.`,
  some_rows_failed: () => 'Some rows could not be applied.',
  all_rows_failed: () => 'No row could be stored.',

  order_without_items: () => 'The order has no line items.',
  item_without_product: () => 'The line item has neither product_name nor product_sku.',
  row_over_storage_cap: () => "The plan's storage cap is reached: new rows are rejected.",
  order_erased: () => 'The data was erased before it could be stored.',
  chunk_too_large: () => 'The chunk is too large for one transaction and is not applied yet.',
  chunk_not_applied: () => 'The chunk could not be applied after several attempts.',
  chunk_lost: () => 'The chunk was lost. Send the request again.',
  chunk_not_queued: () => 'The request ended before the chunk was queued. Send the request again.',
  chunk_unnamed: () => 'The message does not name its chunk.',
  message_not_json: () => 'The message is not JSON.',
  /** `message`: an error as the service met it. */
  rows_failed_by_error: ({ message }: { message: string }) => message,
};

// Why an event did not reach its receiver: codes, their parameters, and the English sentences.

/** The kind of address that was expected. */
type Expected = 'no_credentials' | 'http' | 'https' | 'port_443' | 'public_address' | 'public_host';

const EXPECTED: Readonly<Record<Expected, string>> = {
  no_credentials: 'expected a URL without credentials',
  http: 'expected an http or https URL',
  https: 'expected an https URL',
  port_443: 'expected the standard https port 443',
  public_address: 'expected a public address',
  public_host: 'expected a public host name',
};

/** Ends a sentence about the address. */
export function describeExpected(expected: Expected): string {
  return EXPECTED[expected];
}

export const DELIVERY_SENTENCES = {
  receiver_responded: ({ status }: { status: number }) => `the receiver responded with ${status}`,
  receiver_silent: ({ seconds }: { seconds: number }) => `no answer within ${seconds} s`,
  receiver_closed: () => 'the receiver closed the connection without a response',
  receiver_address_refused: ({ expected }: { expected: Expected }) => `webhook_url: ${EXPECTED[expected]}`,
  /** Its worker ended between sending and recording. */
  digest_uncertain: () => 'the service stopped while sending the digest, which may have arrived',
  /** The service rejects the destination's secret, which is its key. */
  service_denied: ({ status }: { status: number }) =>
    `the service refused the secret of the destination with ${status}: replace it by one that may do what docs/audiences.md lists`,
  /** `code`: the service's own; null if it names none. */
  service_refused: ({ status, code }: { status: number; code: string | null }) =>
    `the service refused the request with ${status}${code === null ? '' : ` (${code})`}`,
  service_unreadable: ({ status }: { status: number }) =>
    `the service responded with ${status}, and with a body that is not what it documents`,
  shop_denied: ({ status }: { status: number }) =>
    `the shop refused the credentials with ${status}: create new ones, and replace them`,
  shop_app_missing: () =>
    'the app is not installed in the shop, or belongs to another organization than the shop: install it there',
  shop_scope_missing: ({ scope }: { scope: string }) =>
    `the app lacks the scope ${scope}: add it to the app, and install the app again`,
  shop_history_hidden: () =>
    'the app lacks the scope read_all_orders, so it shows the last 60 days only: add the scope to the app, and install the app again',
  shop_closed: ({ status }: { status: number }) =>
    `the shop is paused, frozen or locked (${status}): open it again`,
  shop_not_found: ({ status }: { status: number }) =>
    `the address has no shop of this kind (${status}): check it and, in WordPress, that permalinks are on`,
  shop_redirects: ({ status }: { status: number }) =>
    `the address redirects to another (${status}): use the other one`,
  /** `code`: the shop's own; null if it names none. */
  shop_export_failed: ({ code }: { code: string | null }) =>
    `the shop could not complete its export${code === null ? '' : ` (${code})`}`,
  /** `error`: the code of the network's error, such as ECONNREFUSED; null where it has none. */
  receiver_unreachable: ({ message }: { error: string | null; message: string }) => message,
};
export type ExpectedAddress = Expected;
