// GET /events, and what webhook endpoints of an account receive: the ends of work, in the order of the account's log.
// An event has ids and figures, never what a customer sent.
import * as v from 'valibot';
import { pageEnd, pageStart } from '../list-fields.ts';
import { REPORT_TYPES } from '../report-types/report-types.ts';
import { REST_REASONS } from '../schedules/relative-range.ts';
import { codedText } from '../schema/coded.ts';
import { described, optionally } from '../schema/described.ts';
import { count, timestamp, ulid } from '../schema/fields.ts';
import { EVENT_DAYS, REPORT_LIST_DEFAULT } from '../schema/limits.ts';
import { ERASURE_KINDS } from './erasures.ts';

export const EVENT_TYPES = [
  'report.completed',
  'report.failed',
  'import.completed',
  'import.failed',
  'export.completed',
  'export.failed',
  'erasure.completed',
  'schedule.paused',
  'audience_run.completed',
  'audience_run.failed',
] as const;

const ofWork = (what: string, path: string) => v.optional(ulid(`The ${what}: read it with \`${path}\`.`));

export const sequenceNumber = described(
  v.pipe(v.number(), v.integer(), v.minValue(1)),
  "Number of the event in the account's log: from 1, without gaps.",
  { examples: [42] },
);

/** As they are born, with the end of the work; the log numbers them. */
const eventFields = {
  event: described(
    v.picklist(EVENT_TYPES),
    'Type of work that has ended. New types may be added: ignore unknown ones.',
  ),
  timestamp: timestamp('When it ended: the same in every attempt.'),
  dataset_id: optionally(v.string(), 'The dataset.', { examples: ['default'] }),
  report_id: ofWork('report', 'GET /reports/{id}'),
  report_type: optionally(v.picklist(REPORT_TYPES), 'Type of the report.'),
  import_id: ofWork('import', 'GET /data/orders?import_id='),
  export_id: v.optional(
    ulid(
      'The export: read it with `GET /reports/{id}/exports/{export_id}`; one without a `report_id`, of orders, with `GET /datasets/{slug}/exports/{export_id}`.',
    ),
  ),
  erasure_id: ofWork('erasure', 'GET /erasures/{id}'),
  erasure_kind: optionally(v.picklist(ERASURE_KINDS), 'Kind of erased data.'),
  schedule_id: v.optional(
    ulid('The schedule, also of a report that it requested: read it with `GET /schedules/{id}`.'),
  ),
  paused_because: optionally(v.picklist(REST_REASONS), 'Why the schedule was paused.'),
  audience_id: ofWork('audience', 'GET /audiences/{id}'),
  run_id: v.optional(ulid('The run of the audience.')),
  status: optionally(v.string(), 'How it ended, as its resource says.', { examples: ['Completed'] }),
  fail_reason: optionally(
    v.string(),
    'Why it failed and what to do: of reports, exports and runs of audiences.',
  ),
  fail_reason_coded: codedText('fail_reason'),
  counts: optionally(
    v.record(v.string(), count),
    'Figures of the result: of an import `inserted`, `updated` and `failed` rows; of an export `rows` and `bytes`; of an erasure `orders`, `line_items` and `reports`; of an audience `customers`, `joined` and `left`.',
    { examples: [{ inserted: 40, updated: 2, failed: 0 }] },
  ),
};
export const bornEvent = v.object(eventFields);
export type BornEvent = v.InferOutput<typeof bornEvent>;

export const accountEvent = v.object({
  event_id: ulid(
    'The event: the `webhook-id` of its deliveries is `msg_` and this id. Process each id once.',
  ),
  sequence: sequenceNumber,
  ...eventFields,
});
export type AccountEvent = v.InferOutput<typeof accountEvent>;

const SEQUENCE = /^(0|[1-9]\d{0,11})$/;

export const listEventsQuery = v.object({
  after: v.optional(
    described(
      v.pipe(v.string(), v.regex(SEQUENCE, 'expected a whole number from 0'), v.transform(Number)),
      'Only events with a higher `sequence`: the last one that you have processed. Default 0: from the oldest that is kept.',
    ),
    '0',
  ),
  ...pageStart('events', REPORT_LIST_DEFAULT),
});
export const listEventsResponse = v.object({
  events: described(
    v.array(accountEvent),
    `By ascending \`sequence\`, of the last ${EVENT_DAYS} days. An event is listed about a minute after the end that it tells of.`,
  ),
  ...pageEnd,
});
