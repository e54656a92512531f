// POST /reports, GET /reports and GET /reports/{id}: requests. Unknown fields are refused here: a typo in a
// parameter must not pass silently as its default.
import * as v from 'valibot';
import { pageStart, workFilters } from '../../list-fields.ts';
import { flagText } from '../../query-values.ts';
import {
  getDefinition,
  REPORT_TYPES,
  TEMPLATE_NAMES,
  TEMPLATES,
  TYPE_PARAMS,
} from '../../report-types/report-types.ts';
import { closedObject } from '../../schema/closed-object.ts';
import { DEFAULT_DATASET, datasetSlug, timeZone } from '../../schema/dataset-fields.ts';
import { described, optionally } from '../../schema/described.ts';
import { isCustomField, oneOf, orDefault, orNull, text, ulid } from '../../schema/fields.ts';
import { requestedIdentity } from '../../schema/identity.ts';
import {
  LONGEST_WAIT_FOR_IMPORTS_MINUTES,
  MAX_CONDITIONS,
  MAX_CONTEXT_LENGTH,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_REPORT_NAME_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  REPORT_LIST_DEFAULT,
} from '../../schema/limits.ts';
import {
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  findConditionProblem,
  withNumericValue,
} from '../../settings/conditions.ts';
import { CUSTOMER_SCOPES, PRODUCT_IDENTIFIERS } from '../../settings/settings.ts';
import { isCalendarDate } from '../orders/order-date.ts';
import { REPORT_STATES, REPORT_STATUSES } from './progress.ts';

const NAMED_FIELDS: readonly string[] = CONDITION_FIELDS;

const conditionField = described(
  v.pipe(
    v.string('expected a string'),
    v.check(
      (field) => NAMED_FIELDS.includes(field) || isCustomField(field),
      `expected one of ${NAMED_FIELDS.join(', ')} or custom:<key>`,
    ),
  ),
  `The compared field: ${NAMED_FIELDS.join(', ')} (line_item_value is unit_price × quantity), or \`custom:<key>\` with a key of 1 to ${MAX_CUSTOM_KEY_LENGTH} characters.`,
  { examples: ['product_name', 'custom:channel'], pattern: `^(${NAMED_FIELDS.join('|')}|custom:[\\s\\S]+)$` },
);

const CONDITION_VALUE = `expected a number or a string of at most ${MAX_PRODUCT_LENGTH} characters`;
const conditionShape = closedObject(
  {
    field: conditionField,
    operator: described(
      oneOf(CONDITION_OPERATORS),
      'contains and not_contains compare text (case-insensitively); greater_than, less_than and between compare numbers; custom fields take all operators. A row without the field passes only not_equals and not_contains.',
    ),
    value: described(
      v.union(
        [text(MAX_PRODUCT_LENGTH), v.pipe(v.number(CONDITION_VALUE), v.finite(CONDITION_VALUE))],
        CONDITION_VALUE,
      ),
      `A number, or its text, for number fields and operators; otherwise a string of at most ${MAX_PRODUCT_LENGTH} characters. For between, the lower bound, inclusive.`,
      { examples: ['postage', 10] },
    ),
    valueTo: orNull(
      v.pipe(v.number('expected a number'), v.finite('expected a number')),
      'Required for between, otherwise not allowed: the upper bound, inclusive, not below value.',
    ),
  },
  'expected a condition object',
);

/** The operator must fit the field: the problem is reported on the wrong member. */
export const condition = v.pipe(
  described(conditionShape, 'A filter on rows. Its operator and value must fit the field.'),
  v.transform(withNumericValue),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = findConditionProblem(dataset.value);
    if (problem === undefined) return;
    addIssue({
      message: problem.message,
      path: [
        {
          type: 'object',
          origin: 'value',
          input: dataset.value,
          key: problem.path,
          value: dataset.value[problem.path],
        },
      ],
    });
  }),
);

const calendarDate = (description: string, example: string) =>
  described(
    v.pipe(v.string('expected a date YYYY-MM-DD'), v.check(isCalendarDate, 'expected a date YYYY-MM-DD')),
    description,
    { format: 'date', examples: [example] },
  );

export const dateRange = v.pipe(
  described(
    closedObject(
      {
        start: orNull(
          calendarDate('First day in the time zone of the report, inclusive. Default: open.', '2026-03-01'),
        ),
        end: orNull(
          calendarDate(
            'Last day in the time zone of the report, inclusive, not before start; also the reference date of recency. Default: open.',
            '2026-03-31',
          ),
        ),
      },
      'expected an object with start and end',
    ),
    'Only orders of these days. Omits orders without a date.',
  ),
  v.check(
    ({ start, end }) => start === undefined || end === undefined || start <= end,
    'expected start on or before end',
  ),
);

export const filters = described(
  closedObject(
    {
      dateRange: orNull(dateRange),
      conditions: orNull(
        v.pipe(
          v.array(condition, 'expected an array of conditions'),
          v.maxLength(MAX_CONDITIONS, `expected at most ${MAX_CONDITIONS} conditions`),
        ),
        `At most ${MAX_CONDITIONS} filters on rows, all of which must match. Orders without a matching row are omitted.`,
      ),
    },
    'expected an object',
  ),
  'Selects the orders and rows of the report.',
);

export const params = described(
  closedObject(
    {
      ...TYPE_PARAMS,
      product_identifier: orNull(oneOf(PRODUCT_IDENTIFIERS), 'What identifies a product. Default: name.'),
      customer_scope: orNull(
        oneOf(CUSTOMER_SCOPES),
        "Whose orders: all; first_order (first purchases only); repeat (customers with at least two purchases); high_value (top fifth by spend); churning (no order for 90 days or more); new_90d (first order in the last 90 days). Default: the template's, otherwise all.",
      ),
      identity: orNull(
        requestedIdentity,
        "Which customer ids are one person, for this report alone, as a trial: `identity` of the report states what the rules join. none: each id is a customer. Default: the dataset's rules.",
      ),
      time_zone: orNull(
        timeZone,
        "IANA time zone of all days: date ranges, recency and the reference date count its midnights. Default: the dataset's, otherwise UTC.",
      ),
      context: orNull(
        text(MAX_CONTEXT_LENGTH),
        `Background on the business for the insights, at most ${MAX_CONTEXT_LENGTH} characters.`,
        { examples: ['We sell tea and everything around it.'] },
      ),
    },
    'expected an object',
  ),
  "Parameters of the analysis. They override the template's. A parameter that only another report type has is refused; `min_support`, `min_confidence` and `scope` are accepted for every type, with a note in the report that they have no effect.",
);

const DEFAULT_NAMES = REPORT_TYPES.map((type) => `“${getDefinition(type).defaultName}” (${type})`).join(', ');

/** Each with its type and customer scope. */
function templateList(): string {
  return TEMPLATE_NAMES.map((name) => {
    const { reportType, customerScope } = TEMPLATES[name];
    return `${name}: ${reportType}, ${customerScope}`;
  }).join('; ');
}

/** URL of a webhook receiver. The stage's configuration decides which addresses are allowed. */
export const receiverUrl = v.pipe(
  text(MAX_WEBHOOK_URL_LENGTH, 1),
  v.check((value) => URL.canParse(value), 'expected an absolute URL'),
);
const webhookUrl = described(
  receiverUrl,
  `Receives a POST when the report has finished or failed: https on port 443 of a public address, without credentials, at most ${MAX_WEBHOOK_URL_LENGTH} characters.`,
  { format: 'uri', examples: ['https://example.com/hooks/reports'] },
);

export const createReportRequest = closedObject({
  report_type: orNull(
    oneOf(REPORT_TYPES),
    'Required without template; with template, it must be the type of the template.',
  ),
  template: orNull(
    oneOf(TEMPLATE_NAMES),
    `Sets report_type, name, customer_scope, scope and business context; params override them. ${templateList()}.`,
  ),
  name: orNull(
    text(MAX_REPORT_NAME_LENGTH, 1),
    `Name of the report, 1 to ${MAX_REPORT_NAME_LENGTH} characters. Default: the template's, otherwise ${DEFAULT_NAMES}.`,
    { examples: ['March, without postage'] },
  ),
  dataset_id: orDefault(
    described(datasetSlug, 'Slug of the dataset to analyse, which must exist.'),
    DEFAULT_DATASET,
  ),
  webhook_url: orNull(webhookUrl),
  filters: orNull(filters),
  params: orNull(params),
  wait_for_imports: orNull(
    v.boolean('expected true or false'),
    `Whether the report starts only when the imports of the dataset that were accepted in the 24 hours before it have ended. It waits for at most ${LONGEST_WAIT_FOR_IMPORTS_MINUTES} minutes, with the phase \`queued\`, then starts with a remark in \`notes\`.`,
    { default: false },
  ),
});
export type CreateReportRequest = v.InferOutput<typeof createReportRequest>;

export const createReportResponse = v.object({
  report_id: ulid('The report: read it with `GET /reports/{id}`.'),
  status: described(v.literal('Processing'), 'The report is being generated.'),
  report_type: described(v.picklist(REPORT_TYPES), "The requested type, or the template's."),
  dataset_id: described(v.string(), 'The analysed dataset.', { examples: ['default'] }),
});
export type CreateReportResponse = v.InferOutput<typeof createReportResponse>;

export const getReportQuery = v.object({
  lists: v.optional(
    described(
      flagText,
      'false: of a finished report, `association_rules` and `cohorts` are empty, which leaves a small response with all figures, findings and settings.',
    ),
    'true',
  ),
});

export const listReportsQuery = v.object({
  ...workFilters('reports', [...REPORT_STATUSES, ...REPORT_STATES]),
  report_type: optionally(oneOf(REPORT_TYPES), 'Only reports of this type.'),
  ...pageStart('reports', REPORT_LIST_DEFAULT),
});
