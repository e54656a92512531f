// POST /reports, GET /reports and GET /reports/{id}: requests. Unknown fields are refused here: a typo in a
// parameter must not pass silently as its default.
import * as v from 'valibot';
import { conditionProblem } from '../core/orders/filters.ts';
import {
  BASKET_SCOPES,
  CONDITION_OPERATORS,
  CUSTOMER_SCOPES,
  PRODUCT_IDENTIFIERS,
  REPORT_TYPES,
} from '../core/reports/settings.ts';
import { TEMPLATE_NAMES } from '../core/reports/templates.ts';
import { closedObject } from './closed-object.ts';
import { DEFAULT_DATASET, datasetSlug, oneOf, text } from './fields.ts';
import {
  LIST_MAX,
  MAX_CONDITIONS,
  MAX_CONTEXT_LENGTH,
  MAX_CUSTOM_KEY_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_REPORT_NAME_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  REPORT_LIST_DEFAULT,
} from './limits.ts';
import { isCalendarDate } from './order-date.ts';
import { listCursor, listLimit } from './paging.ts';

const NAMED_FIELDS = ['product_name', 'customer_id', 'order_id', 'line_item_value', 'quantity'];

const conditionField = v.pipe(
  v.string('expected a string'),
  v.check(
    (field) => NAMED_FIELDS.includes(field) || isCustomField(field),
    `expected one of ${NAMED_FIELDS.join(', ')} or custom:<key>`,
  ),
);

function isCustomField(field: string): boolean {
  const isLong = field.length > 'custom:'.length + MAX_CUSTOM_KEY_LENGTH;
  return /^custom:./s.test(field) && !isLong && field.isWellFormed();
}

const conditionShape = closedObject(
  {
    field: conditionField,
    operator: oneOf(CONDITION_OPERATORS),
    value: v.union(
      [text(MAX_PRODUCT_LENGTH), v.pipe(v.number(), v.finite())],
      `expected a number or a string of at most ${MAX_PRODUCT_LENGTH} characters`,
    ),
    valueTo: v.optional(v.pipe(v.number('expected a number'), v.finite('expected a number'))),
  },
  'expected a condition object',
);

/** The operator must fit the field: the problem is reported on the member that is off. */
const condition = v.pipe(
  conditionShape,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = conditionProblem(dataset.value);
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

const calendarDate = v.pipe(
  v.string('expected a date YYYY-MM-DD'),
  v.check(isCalendarDate, 'expected a date YYYY-MM-DD'),
);

const dateRange = v.pipe(
  closedObject(
    { start: v.optional(calendarDate), end: v.optional(calendarDate) },
    'expected an object with start and end',
  ),
  v.check(
    ({ start, end }) => start === undefined || end === undefined || start <= end,
    'expected start on or before end',
  ),
);

const filters = closedObject(
  {
    dateRange: v.optional(dateRange),
    conditions: v.optional(
      v.pipe(
        v.array(condition, 'expected an array of conditions'),
        v.maxLength(MAX_CONDITIONS, `expected at most ${MAX_CONDITIONS} conditions`),
      ),
    ),
  },
  'expected an object',
);

const params = closedObject(
  {
    min_support: v.optional(
      v.pipe(
        v.number('expected a number above 0 and at most 1'),
        v.gtValue(0, 'expected a number above 0 and at most 1'),
        v.maxValue(1, 'expected a number above 0 and at most 1'),
      ),
    ),
    min_confidence: v.optional(
      v.pipe(
        v.number('expected a number from 0 to 1'),
        v.minValue(0, 'expected a number from 0 to 1'),
        v.maxValue(1, 'expected a number from 0 to 1'),
      ),
    ),
    scope: v.optional(oneOf(BASKET_SCOPES)),
    product_identifier: v.optional(oneOf(PRODUCT_IDENTIFIERS)),
    customer_scope: v.optional(oneOf(CUSTOMER_SCOPES)),
    context: v.optional(text(MAX_CONTEXT_LENGTH)),
  },
  'expected an object',
);

const webhookUrl = v.pipe(
  text(MAX_WEBHOOK_URL_LENGTH, 1),
  v.check((value) => URL.canParse(value), 'expected an absolute URL'),
);

export const createReportRequest = closedObject(
  {
    report_type: v.optional(oneOf(REPORT_TYPES)),
    template: v.optional(oneOf(TEMPLATE_NAMES)),
    name: v.optional(text(MAX_REPORT_NAME_LENGTH, 1)),
    dataset_id: v.optional(datasetSlug, DEFAULT_DATASET),
    webhook_url: v.optional(webhookUrl),
    filters: v.optional(filters),
    params: v.optional(params),
  },
  'expected a JSON object',
);
export type CreateReportRequest = v.InferOutput<typeof createReportRequest>;

export const createReportResponse = v.object({
  report_id: v.string(),
  status: v.literal('Processing'),
  report_type: v.picklist(REPORT_TYPES),
  dataset_id: v.string(),
});
export type CreateReportResponse = v.InferOutput<typeof createReportResponse>;

export const listReportsQuery = v.object({
  dataset_id: v.optional(datasetSlug),
  report_type: v.optional(oneOf(REPORT_TYPES)),
  limit: v.optional(listLimit(LIST_MAX), String(REPORT_LIST_DEFAULT)),
  cursor: v.optional(listCursor),
});
