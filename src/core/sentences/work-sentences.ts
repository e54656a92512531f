// What the service says of its work, whatever the type of report: codes, their parameters, and the English sentences.
import { counted, whole } from '../insights/wording.ts';
import type { Currency } from '../money/currency.ts';
import type { Figures } from './figures.ts';

/** What a report in partitions was at; null for the others. */
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
const at = ({ step }: At): string => (step === null ? '' : STEPS[step]);

/** What each report needs: customer scopes and cohorts are decided on orders before the range, too. */
const NARROWER =
  'Narrow it to fewer days (customer scopes other than all, and cohorts, read earlier orders as well) or raise the lowest support.';
const AGAIN = 'it does not count against the monthly limit.';

export const WORK_SENTENCES = {
  report_took_too_long: (params: At) => `The report took longer than allowed${at(params)}. ${NARROWER}`,
  report_needs_memory: (params: At) => `The report needs more memory than allowed${at(params)}. ${NARROWER}`,
  report_file_lost: (params: At) =>
    `A temporary file of the report was missing or damaged${at(params)}. Request the report again; ${AGAIN}`,
  report_failed: (params: At) =>
    `The report could not be generated because of an unexpected error${at(params)}. Request it again; ${AGAIN}`,
  report_cancelled: () => `The report was cancelled on request; ${AGAIN}`,
  report_dataset_erased: () => `The report was cancelled because its dataset is being erased; ${AGAIN}`,
  report_stopped: () => `The report stopped before it was complete. Request it again; ${AGAIN}`,
  /** Of a schedule. `error_code`: as the API's errors; `message`: its own words. */
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
  /** Of one import. `first_date`, `last_date`: null if the file states none; amounts are null if they are unknown. */
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
    { moneyIn }: Figures,
  ) => {
    const period = first_date === null ? '' : `, ${first_date} to ${last_date}`;
    const parts = [
      ...left_out.map((each) => {
        const of = each.orders === null ? counted(each.rows, 'row') : counted(each.orders, 'order');
        const worth = each.amount === null ? '' : ` worth ${moneyIn(each.amount, each.currency)}`;
        return `${of} ${REASONS[each.reason] ?? each.reason}${worth}`;
      }),
      ...(bad_rows > 0 ? [`${counted(bad_rows, 'row')} that could not be read`] : []),
      ...(other_records > 0 ? [`${whole(other_records)} records of fees, shipping and tax`] : []),
      ...(tips === 0 ? [] : [`tips worth ${moneyIn(tips, currency)}`]),
    ];
    return `The files of import ${import_id} of ${created} (${counted(rows, 'row')}, ${counted(orders, 'order')}${period}) hold more than the report: ${parts.join('; ')}.`;
  },
  param_without_effect: ({ param, types }: { param: string; types: readonly string[] }) =>
    `params.${param} has no effect: only ${types.join(' and ')} reports have it.`,
  model_not_used: () => 'The language model could not choose the insights, so fixed rules chose them.',
  nothing_to_compare: () =>
    'This is the first finished report of this type, dataset and settings: there is nothing to compare it with.',

  export_took_too_long: () =>
    'The export took too long. Export fewer rules: generate a report with a higher confidence, or one that looks for fewer rules.',
  export_failed: () => 'The export failed. Request it again.',
  export_stopped: () => 'The export stopped before it was complete. Request it again.',
  export_of_erased_report: () => 'The report was erased.',
  export_of_too_many_rules: ({ found, most }: { found: number; most: number }) =>
    `The report found ${whole(found)} rules, and an export holds at most ${whole(most)}. Generate a report that looks for fewer rules, or with a higher support or confidence.`,
  export_of_rules_not_kept: () =>
    'The service has stored only the rules that the report lists: it has too many itemsets. Use a higher support.',
  export_without_customers: () => 'The report has no list of customers. Generate it again.',

  /** `reason`: of the report. */
  audience_report_failed: ({ reason }: { reason: string }) => `A report for the audience failed: ${reason}`,
  audience_too_large: ({ found, most }: { found: number; most: number }) =>
    `The conditions select ${whole(found)} customers, and the plan allows an audience ${whole(most)}. The members are those of the run before. Narrow the conditions.`,
  audience_run_failed: () => 'The run failed. The members are those of the run before. Start another run.',
  audience_run_stopped: () =>
    'The run stopped before it was complete. The members are those of the run before. Start another run.',
};
