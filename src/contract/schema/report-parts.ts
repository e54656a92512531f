// The common parts of finished reports: envelope, effective settings, and the report that they are compared with.
import * as v from 'valibot';
import { CONDITION_OPERATORS } from '../settings/conditions.ts';
import { CUSTOMER_SCOPES } from '../settings/settings.ts';
import { codedSentences, codedText, wordedFields } from './coded.ts';
import { deliveries } from './delivery.ts';
import { described, optionally } from './described.ts';
import { timestamp, ulid } from './fields.ts';
import { identityFigures, identityRules } from './identity.ts';
import { reportSource } from './report-source.ts';
import type { Shape } from './shape.ts';
import { workState } from './work-state.ts';

export const calendarDay = (description: string) =>
  described(v.pipe(v.string(), v.isoDate()), description, { examples: ['2026-03-31'] });

/** Half-open ranges lack a member. */
export const echoedRange = v.object({
  start: v.optional(calendarDay('First day, inclusive.')),
  end: v.optional(calendarDay('Last day, inclusive.')),
});

const echoedCondition = v.object({
  field: described(v.string(), 'The compared field.', { examples: ['product_name'] }),
  operator: described(v.picklist(CONDITION_OPERATORS), 'The operator.'),
  value: described(v.union([v.string(), v.number()]), 'The value; for between, the lower bound.', {
    examples: ['postage'],
  }),
  valueTo: optionally(v.number(), 'For between, the upper bound.'),
});

const echoedFilters = v.object({
  dateRange: described(v.nullable(echoedRange), 'Null for all days.'),
  conditions: described(v.array(echoedCondition), 'Filters on rows, joined by AND.'),
});

export const coveredFilters = described(echoedFilters, 'The orders and rows that the report covers.');
const echoedScope = described(v.picklist(CUSTOMER_SCOPES), 'Whose orders the report covers.');

/** Tells two reports of a list apart. */
export const coverage = v.object({ customer_scope: echoedScope, filters: coveredFilters });

/** `templates`: names of the type's templates; `entries`: its own settings. */
export function settingsEcho<const N extends readonly string[], E extends v.ObjectEntries>(
  templates: N,
  entries: E,
) {
  return v.object({
    template: described(v.nullable(v.picklist(templates)), 'The requested template.'),
    customer_scope: echoedScope,
    filters: coveredFilters,
    identity: v.optional(identityRules),
    next_products: optionally(
      v.literal(true),
      'The list of customers has what they buy next. Missing if it was not requested.',
    ),
    time_zone: described(v.string(), 'Time zone of all days.', { examples: ['UTC'] }),
    context: described(
      v.nullable(v.string()),
      'Background on the business, from the request or the template.',
    ),
    ...entries,
  });
}

export const comparedReport = v.object({
  report_id: ulid('The earlier report.'),
  created_at: timestamp('When it was requested.'),
  reference_date: described(
    v.nullable(calendarDay('Its reference date.')),
    'The day that its ages are counted from: changes are those since then. Null where it had no date.',
  ),
});

export const comparedWith = described(
  v.nullable(comparedReport),
  'The newest earlier report with the same type, dataset and settings that is finished. Null if there is none; see `note`.',
);

export const comparisonNote = optionally(v.string(), 'Why there is no comparison; present only then.');

export const comparisonNoteCoded = codedText('note');

const warnings = described(
  v.array(v.string()),
  'Caveats for readers of the figures: omitted rows, truncated lists, or a higher support than requested. Empty exactly if the status is `Completed`.',
);

const notes = described(
  v.array(v.string()),
  'Remarks on parts of the report that its main figures do not depend on, such as why there are no predictions, and the imports of the dataset that were in progress when the report was generated. They do not change the status.',
);

export const referenceDate = described(
  v.nullable(calendarDay('The day from which ages are counted.')),
  'The day from which ages are counted: `dateRange.end`, otherwise the newest order date in the dataset. Null if no order has a date.',
);

/** Over all rows that a report covers: the same in every report type and scope of baskets. */
export const turnover = {
  gross_revenue: described(
    v.number(),
    "Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report covers.",
  ),
  returns: described(v.number(), 'Value of the rows with a quantity of zero or less, as a positive number.'),
  net_revenue: described(
    v.number(),
    'gross_revenue − returns: the value of all rows of the orders that the report covers, with or without a customer or a purchase.',
  ),
};

export const generatedBy = described(
  v.string(),
  '`rules`: fixed rules chose the findings. `bedrock:<model id>`: a language model chose them and their order. Fixed rules write all texts from the figures.',
  { examples: ['rules'] },
);

const businessContext = described(
  v.nullable(v.string()),
  'The purpose of the template; null without a template.',
);

/** First members of the insights of every type. */
export const insightsHead = (summary: string) => ({
  generated_by: generatedBy,
  business_context: businessContext,
  context: described(v.nullable(v.string()), '`params.context` of the request.'),
  summary: described(v.string(), summary),
  summary_coded: codedSentences('summary'),
});

export const finding = (what: string) =>
  described(
    v.nullable(v.object(wordedFields('The finding in sentences.'))),
    `${what} Null where the figures say nothing of it.`,
  );

export const reportCurrency = described(
  v.nullable(v.string()),
  "Currency of all amounts: the dataset's when the report was requested, null if it had none.",
  { examples: ['EUR'] },
);

export const finishedEnvelope = {
  report_id: ulid('The report.'),
  name: described(v.string(), 'Name of the report.', { examples: ['Standard market basket analysis'] }),
  dataset_id: described(v.string(), 'The analysed dataset.', { examples: ['default'] }),
  status: described(
    v.picklist(['Completed', 'Completed with warnings']),
    '`Completed with warnings` exactly if `warnings` is not empty.',
  ),
  state: workState(['completed', 'completed_with_warnings']),
  created_at: timestamp('When it was requested.'),
  currency: reportCurrency,
  rates_source: optionally(
    v.string(),
    "Where the exchange rates are from that prices were converted at before they were pushed: the dataset's when the report was requested. Missing if it had none.",
    { examples: ['ECB euro reference rates'] },
  ),
  reference_date: referenceDate,
  sources: optionally(
    v.array(reportSource),
    'Totals of the files of imports with a `source_summary`, and the rows that were left out: newest first, at most ten. Missing if there is none.',
  ),
  identity: v.optional(identityFigures),
  warnings,
  warnings_coded: codedSentences('warnings'),
  notes,
  notes_coded: codedSentences('notes'),
  deliveries,
};

/** Members that are not part of the analysis: the workflow sets them. */
type EnvelopeMember =
  | 'report_id'
  | 'name'
  | 'dataset_id'
  | 'status'
  | 'state'
  | 'created_at'
  | 'currency'
  | 'rates_source'
  | 'sources'
  | 'deliveries';

/** A finished report without its envelope, by the schema of the whole. */
export type Body<S extends v.GenericSchema> = Omit<Shape<S>, EnvelopeMember>;
