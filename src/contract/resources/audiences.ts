// /audiences: additions to the contract. An audience is the customers that lists of reports select now, kept in step by
// refreshes.
import * as v from 'valibot';
import { authors, KEY_REVOKED, pausedAt } from '../author-fields.ts';
import { pageEnd, pageStart, shortListQuery } from '../list-fields.ts';
import { flagText } from '../query-values.ts';
import { nextProductFields } from '../report-types/next-products.ts';
import { hasCustomers, REPORT_TYPES } from '../report-types/report-types.ts';
import { closedObject } from '../schema/closed-object.ts';
import { codedText } from '../schema/coded.ts';
import { DEFAULT_DATASET, datasetSlug, timeZone } from '../schema/dataset-fields.ts';
import { described, optionally } from '../schema/described.ts';
import {
  count,
  numberFrom,
  oneOf,
  orDefault,
  orNull,
  orUnset,
  text,
  timestamp,
  ulid,
} from '../schema/fields.ts';
import {
  CUSTOMER_LIST_DEFAULT,
  CUSTOMER_LIST_MAX,
  LIST_MAX,
  MAX_AUDIENCE_CONDITIONS,
  MAX_AUDIENCE_NAME_LENGTH,
  MAX_HOLD_OUT,
  MAX_ID_LENGTH,
  MAX_OVERLAPS,
  MAX_REPEATED_PARAMETER,
} from '../schema/limits.ts';
import { toState, workState } from '../schema/work-state.ts';
import { createReportRequest } from './reports/reports.ts';
import { expression } from './reports/schedules.ts';

const AUDIENCE_STATUSES = ['active', 'paused'] as const;
/** Why runs are started on request alone. */
export const AUDIENCE_PAUSE_REASONS = ['requested', 'key_revoked'] as const;
export const RUN_STATUSES = ['Processing', 'Completed', 'Failed'] as const;

const TYPES = REPORT_TYPES.filter(hasCustomers).join(', ');
const REPORT = createReportRequest.entries;

const FILTER_VALUE = 'expected a string, a number, or true or false';
const filterValue = v.union(
  [text(MAX_ID_LENGTH, 1), v.pipe(v.number(FILTER_VALUE), v.finite(FILTER_VALUE)), v.boolean(FILTER_VALUE)],
  FILTER_VALUE,
);
const FILTER_VALUES = `expected a value, or 1 to ${MAX_REPEATED_PARAMETER} of them`;

export const audienceCondition = described(
  closedObject(
    {
      report: described(
        closedObject(
          {
            report_type: REPORT.report_type,
            template: REPORT.template,
            filters: REPORT.filters,
            params: REPORT.params,
          },
          'expected an object',
        ),
        `Which report's customers, as in \`POST /reports\`. Of a type with a list of customers: ${TYPES}.`,
      ),
      customers: orNull(
        v.record(
          v.string('expected the name of a filter'),
          v.union(
            [
              filterValue,
              v.pipe(
                v.array(filterValue, FILTER_VALUES),
                v.minLength(1, FILTER_VALUES),
                v.maxLength(MAX_REPEATED_PARAMETER, FILTER_VALUES),
              ),
            ],
            FILTER_VALUES,
          ),
          'expected an object of filters',
        ),
        'Which of them: the filters of `GET /reports/{id}/customers` by name, several of a parameter that may be repeated as an array. Default: all.',
        { examples: [{ segment: ['At Risk'], min_monetary: 100 }] },
      ),
      exclude: orNull(v.boolean('expected true or false'), 'true: customers who are not among them.', {
        default: false,
      }),
    },
    'expected a condition object',
  ),
  'Customers of a report.',
);
export type AudienceCondition = v.InferOutput<typeof audienceCondition>;

export const audienceConditions = described(
  v.pipe(
    v.array(audienceCondition, 'expected an array of conditions'),
    v.minLength(1, `expected 1 to ${MAX_AUDIENCE_CONDITIONS} conditions`),
    v.maxLength(MAX_AUDIENCE_CONDITIONS, `expected 1 to ${MAX_AUDIENCE_CONDITIONS} conditions`),
  ),
  `1 to ${MAX_AUDIENCE_CONDITIONS} conditions; a member meets all of them. At least one is without \`exclude\`.`,
);

const name = described(
  text(MAX_AUDIENCE_NAME_LENGTH, 1),
  `Name of the audience, 1 to ${MAX_AUDIENCE_NAME_LENGTH} characters.`,
  { examples: ['Win back'] },
);
const datasetId = orDefault(
  described(datasetSlug, 'Slug of the dataset, which must exist.'),
  DEFAULT_DATASET,
);

export const REFRESHES = ['manual', 'after_import', 'schedule'] as const;
const REFRESH =
  'When runs are started without a request: `manual`, never; `after_import`, at most once an hour, if an import or an erasure was accepted for the dataset since the last such run; `schedule`, at the times of `expression`. Their reports are requested with the API key that created the audience or last changed it.';
const times = described(
  expression,
  'With `refresh`: `schedule`, when: an expression as of schedules. Otherwise not allowed.',
  { examples: ['cron(0 7 * * *)', 'rate(1 day)'] },
);
const zone = described(timeZone, 'With `expression`: the time zone of its clock. Default: UTC.');

/** Throws nothing: an expression stands beside `schedule`, and nowhere else. */
export function findRefreshProblem(refresh: string, expression: string | undefined): string | undefined {
  if (refresh === 'schedule') return expression === undefined ? 'required with refresh: schedule' : undefined;
  return expression === undefined ? undefined : 'only allowed with refresh: schedule';
}

export const createAudienceRequest = closedObject({
  name,
  dataset_id: datasetId,
  conditions: audienceConditions,
  hold_out: orNull(
    numberFrom(0, MAX_HOLD_OUT),
    `Share of the customers to keep aside, 0 to ${MAX_HOLD_OUT}, in order to measure what contacting the others brings. Which customers is decided once, by a keyed hash of the id; the share cannot be changed afterwards.`,
    { default: 0, examples: [0.1] },
  ),
  refresh: orNull(oneOf(REFRESHES), `${REFRESH} Default: manual.`),
  expression: orNull(times),
  time_zone: orNull(zone),
});
export type CreateAudienceRequest = v.InferOutput<typeof createAudienceRequest>;

export const updateAudienceRequest = closedObject({
  name: v.optional(name),
  conditions: v.optional(audienceConditions),
  // Without the default of a new audience: generated clients send defaults, which would reset it.
  refresh: optionally(oneOf(REFRESHES), `${REFRESH} Another value than \`schedule\` clears the expression.`),
  expression: v.optional(times),
  time_zone: v.optional(zone),
  status: optionally(
    oneOf(AUDIENCE_STATUSES),
    '`paused`: runs are started on request alone, and the one in progress is stopped. Activated again, it is next refreshed when it is due from then on.',
  ),
});
export type UpdateAudienceRequest = v.InferOutput<typeof updateAudienceRequest>;

export const previewAudienceRequest = closedObject({
  dataset_id: datasetId,
  conditions: audienceConditions,
  overlap_with: orNull(
    v.pipe(
      v.array(v.string('expected an audience_id'), 'expected an array of audience_ids'),
      v.maxLength(MAX_OVERLAPS, `expected at most ${MAX_OVERLAPS} audiences`),
    ),
    `Ids of at most ${MAX_OVERLAPS} audiences of the dataset to count common customers with. With the audience that is to be changed, what the change would do.`,
  ),
});
export type PreviewAudienceRequest = v.InferOutput<typeof previewAudienceRequest>;

const customers = described(count, 'Members, with those held out.');
const heldOut = described(count, 'Members who are held out.');
const withContact = described(count, 'Members with a contact, with those held out.');

export const audience = v.object({
  audience_id: ulid('The audience.'),
  name: described(v.string(), 'Its name.', { examples: ['Win back'] }),
  dataset_id: described(v.string(), 'The dataset of its customers.', { examples: ['default'] }),
  conditions: described(v.array(v.looseObject({})), 'Its conditions, as they were sent.', {
    examples: [[{ report: { template: 'standard_rfm' }, customers: { segment: 'At Risk' } }]],
  }),
  hold_out: described(v.number(), 'Share of the customers that is kept aside.'),
  refresh: described(v.picklist(REFRESHES), 'When runs are started without a request.'),
  expression: orUnset(v.string(), 'With `refresh`: `schedule`, when; otherwise null.', {
    examples: ['rate(1 day)'],
  }),
  time_zone: orUnset(v.string(), 'Time zone of `expression`; null without it.', {
    examples: ['Europe/Berlin'],
  }),
  status: described(
    v.picklist(AUDIENCE_STATUSES),
    'An audience that is `paused` is refreshed on request alone.',
  ),
  paused_because: orUnset(
    v.picklist(AUDIENCE_PAUSE_REASONS),
    `\`requested\` by a key of the account; ${KEY_REVOKED}. Null while it is active.`,
  ),
  paused_at: pausedAt,
  next_run_at: orUnset(
    timestamp(
      'When it is looked at next whether a run is due; null with `refresh`: `manual`, and while it is paused.',
    ),
  ),
  created_at: timestamp('When it was created.'),
  ...authors,
  run_in_progress: orUnset(ulid('The run that is refreshing it; null if there is none.')),
  members: orUnset(
    v.object({
      customers,
      held_out: heldOut,
      with_contact: withContact,
      run_id: ulid('The run that found them.'),
      as_of: timestamp('When they were found.'),
    }),
    'Its members; null before the first run has completed, and from an erasure of the dataset on.',
  ),
});
export type AudienceView = v.InferOutput<typeof audience>;

export const audiencePath = v.object({ id: ulid('The audience_id.') });
export const listAudiencesQuery = shortListQuery('audiences');
export const listAudiencesResponse = v.object({
  audiences: described(v.array(audience), 'Oldest first.'),
  ...pageEnd,
});

export const audienceRun = v.object({
  run_id: ulid('The run.'),
  status: described(v.picklist(RUN_STATUSES), '`Processing` until the members are found.'),
  state: workState(RUN_STATUSES.map(toState)),
  created_at: timestamp('When it was started.'),
  completed_at: orUnset(timestamp('When it ended; null until then.')),
  report_ids: described(
    v.array(v.string()),
    'The reports whose customers it compared, in the order of the conditions; empty until they are known.',
  ),
  customers: orUnset(count, 'Members afterwards, with those held out; null until it has completed.'),
  held_out: orUnset(count, 'Members afterwards who are held out; null until it has completed.'),
  with_contact: orUnset(count, 'Members afterwards with a contact; null until it has completed.'),
  joined: orUnset(count, 'Customers who joined; null until it has completed.'),
  left: orUnset(count, 'Customers who left; null until it has completed.'),
  fail_reason: orUnset(v.string(), 'Why the run failed, and what to do; null unless it did.'),
  fail_reason_coded: codedText('fail_reason'),
});
export type AudienceRunView = v.InferOutput<typeof audienceRun>;

export const listRunsQuery = v.object({
  ...pageStart('runs', LIST_MAX),
});
export const listRunsResponse = v.object({
  runs: described(v.array(audienceRun), 'Newest first, of the last 90 days.'),
  ...pageEnd,
});

const page = pageStart('customers', CUSTOMER_LIST_DEFAULT, CUSTOMER_LIST_MAX);
const customerId = described(v.string(), 'The customer.', { examples: ['c1'] });
const contact = orUnset(
  v.string(),
  'The `contact` of their newest order that has one, otherwise the id if it is an e-mail address; null if neither is known.',
  {
    examples: ['ann@example.com'],
  },
);

export const listMembersQuery = v.object({
  held_out: v.optional(
    described(flagText, 'true: the members who are held out, instead of those to contact.'),
    'false',
  ),
  ...page,
});
export type ListMembersQuery = v.InferOutput<typeof listMembersQuery>;

export const listMembersResponse = v.object({
  members: described(
    v.array(
      v.object({
        customer_id: customerId,
        contact,
        joined_at: timestamp('Since when they are in it.'),
        held_out: described(v.boolean(), 'Whether they are held out: not to be contacted.'),
        ...nextProductFields,
      }),
    ),
    'In an order that stays the same.',
  ),
  ...pageEnd,
});
export type ListMembersResponse = v.InferOutput<typeof listMembersResponse>;

export const listChangesQuery = v.object({
  since: optionally(
    v.pipe(v.string(), v.isoTimestamp('expected a UTC timestamp such as 2026-03-31T14:05:00.000Z')),
    'Only changes after this time: the `until` of the response before. Default: from the beginning.',
    { examples: ['2026-03-31T14:05:00.000Z'] },
  ),
  ...page,
});
export type ListChangesQuery = v.InferOutput<typeof listChangesQuery>;

const CHANGES = ['joined', 'left'] as const;

export const listChangesResponse = v.object({
  until: orUnset(
    timestamp(
      'Send it as the next `since`, when all pages are read. The same on all pages; null before the first run has completed.',
    ),
  ),
  changes: described(
    v.array(
      v.object({
        customer_id: customerId,
        contact,
        change: described(v.picklist(CHANGES), 'Their last change since then.'),
        at: timestamp('When.'),
        ...nextProductFields,
      }),
    ),
    'At most one a customer, without those held out. Whoever takes them over in any order has the members to contact; an erased customer is not among them.',
  ),
  ...pageEnd,
});
export type ListChangesResponse = v.InferOutput<typeof listChangesResponse>;

export const previewAudienceResponse = v.object({
  report_ids: described(
    v.array(v.string()),
    'The reports that the figures are of: the newest that fit, which a run may replace by newer ones.',
  ),
  customers: described(count, 'Customers who meet all conditions, with those who would be held out.'),
  with_contact: described(count, 'Customers among these with a contact.'),
  overlaps: described(
    v.array(
      v.object({
        audience_id: ulid('The audience.'),
        customers: described(count, 'Its members, with those held out.'),
        common: described(count, 'Customers among these who meet all conditions.'),
      }),
    ),
    'In the order of `overlap_with`.',
  ),
});
export type PreviewAudienceResponse = v.InferOutput<typeof previewAudienceResponse>;
