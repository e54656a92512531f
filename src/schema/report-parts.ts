// What market basket and RFM reports have in common: the envelope, the settings that they answer, the report before.
import * as v from 'valibot';
import {
  BASKET_SCOPES,
  CONDITION_OPERATORS,
  CUSTOMER_SCOPES,
  PRODUCT_IDENTIFIERS,
} from '../core/settings/settings.ts';
import { TEMPLATE_NAMES } from '../report-types/templates.ts';
import { deliveries } from './delivery.ts';
import { described } from './described.ts';
import { share, timestamp, ulid } from './fields.ts';

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

/** The optional members are those of market basket reports. */
export const settingsEcho = v.object({
  template: described(v.nullable(v.picklist(TEMPLATE_NAMES)), 'The template that was asked for.'),
  customer_scope: described(v.picklist(CUSTOMER_SCOPES), 'Whose orders were looked at.'),
  filters: described(echoedFilters, 'Which orders and rows were looked at.'),
  context: described(v.nullable(v.string()), 'What was told about the business.'),
  min_support: v.optional(described(share, 'MBA only.')),
  min_confidence: v.optional(described(share, 'MBA only.')),
  scope: v.optional(described(v.picklist(BASKET_SCOPES), 'MBA only.')),
  product_identifier: v.optional(described(v.picklist(PRODUCT_IDENTIFIERS), 'MBA only.')),
});

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
  'Sentences that a reader must know: what was left out, cut off or answered at a higher support. Empty exactly when the status is `Completed`.',
);

export const referenceDate = described(
  v.nullable(calendarDay('The day that ages are counted from.')),
  'The day that ages are counted from: `dateRange.end`, else the newest order date in the dataset. Null where no order has a date.',
);

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
  settings: settingsEcho,
  warnings,
  deliveries,
};
