// What finished reports of all types have in common: the envelope, the settings that they answer, the report before.
import * as v from 'valibot';
import { CONDITION_OPERATORS, CUSTOMER_SCOPES } from '../core/settings/settings.ts';
import { deliveries } from './delivery.ts';
import { described } from './described.ts';
import { timestamp, ulid } from './fields.ts';
import type { Shape } from './shape.ts';

export const calendarDay = (description: string) =>
  described(v.pipe(v.string(), v.isoDate()), description, { examples: ['2026-03-31'] });

/** Half-open ranges lack a member. */
export const echoedRange = v.object({
  start: v.optional(calendarDay('First day, inclusive.')),
  end: v.optional(calendarDay('Last day, inclusive.')),
});

const echoedCondition = v.object({
  field: described(v.string(), 'What is compared.', { examples: ['product_name'] }),
  operator: described(v.picklist(CONDITION_OPERATORS), 'How it is compared.'),
  value: described(v.union([v.string(), v.number()]), 'With what; for between, the lower bound.'),
  valueTo: v.optional(described(v.number(), 'For between, the upper bound.')),
});

const echoedFilters = v.object({
  dateRange: described(v.nullable(echoedRange), 'Null for all days.'),
  conditions: described(v.array(echoedCondition), 'Filters on rows, joined by AND.'),
});

/** `templates`: names of the type's own; `entries`: its own settings. */
export function settingsEcho<const N extends readonly string[], E extends v.ObjectEntries>(
  templates: N,
  entries: E,
) {
  return v.object({
    template: described(v.nullable(v.picklist(templates)), 'The template that was asked for.'),
    customer_scope: described(v.picklist(CUSTOMER_SCOPES), 'Whose orders were looked at.'),
    filters: described(echoedFilters, 'Which orders and rows were looked at.'),
    context: described(v.nullable(v.string()), 'What was told about the business.'),
    ...entries,
  });
}

export const comparedReport = v.object({
  report_id: ulid('The earlier report.'),
  created_at: timestamp('When it was asked for.'),
});

export const comparedWith = described(
  v.nullable(comparedReport),
  'The newest finished report that was asked for before with the same type, dataset and settings. Null where there is none; `note` says so.',
);

export const comparisonNote = v.optional(
  described(v.string(), 'Why there is nothing to compare with; only then.'),
);

export const warnings = described(
  v.array(v.string()),
  'Sentences that a reader of the figures must know: what was left out, cut off or answered at a higher support. Empty exactly when the status is `Completed`.',
);

/** Bodies that were stored before notes existed have none. */
export const notes = v.optional(
  described(
    v.array(v.string()),
    'Sentences about parts of the report that its figures do not depend on, such as why there are no predictions. They do not change the status. Absent in reports of earlier versions.',
  ),
);

export const referenceDate = described(
  v.nullable(calendarDay('The day that ages are counted from.')),
  'The day that ages are counted from: `dateRange.end`, else the newest order date in the dataset. Null where no order has a date.',
);

/** Over all rows that a report looks at: the same in every type of report and scope of baskets. */
export const turnover = {
  gross_revenue: described(
    v.number(),
    "Value (unit_price × quantity) of the rows with a positive quantity, in the dataset's currency, of all orders that the report looks at.",
  ),
  returns: described(v.number(), 'What the rows with a quantity of zero or less take off it.'),
  net_revenue: described(
    v.number(),
    'gross_revenue − returns: the value of all rows of the orders that the report looks at, with a customer, a purchase, or neither.',
  ),
};

export const generatedBy = described(
  v.string(),
  '`rules`: the texts are made from the figures by fixed rules. `bedrock:<model id>`: a model worded them.',
  { examples: ['rules'] },
);

export const businessContext = described(
  v.nullable(v.string()),
  'What the template is for, in a sentence; null without a template.',
);

export const toldContext = described(v.nullable(v.string()), '`params.context` as it was sent.');

export const finishedEnvelope = {
  report_id: ulid('The report.'),
  name: described(v.string(), 'Its name.', { examples: ['Standard market basket analysis'] }),
  dataset_id: described(v.string(), 'The dataset that it is about.', { examples: ['default'] }),
  status: described(
    v.picklist(['Completed', 'Completed with warnings']),
    'With warnings exactly when `warnings` has any.',
  ),
  created_at: timestamp('When it was asked for.'),
  reference_date: referenceDate,
  warnings,
  notes,
  deliveries,
};

/** Members that are no part of the analysis: the workflow knows them, not the record of a type. */
type EnvelopeMember = 'report_id' | 'name' | 'dataset_id' | 'status' | 'created_at' | 'deliveries';

/** A finished report without its envelope, by the schema of the whole. */
export type Body<S extends v.GenericSchema> = Omit<Shape<S>, EnvelopeMember>;
