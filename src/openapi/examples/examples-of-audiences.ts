// Example requests and responses of audiences.
import { EXAMPLE_AT, EXAMPLE_AUTHORS, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const conditions = [
  { report: { template: 'standard_rfm' }, customers: { segment: ['At Risk', "Can't Lose Them"] } },
];
const asked = {
  name: 'Win back',
  dataset_id: 'default',
  conditions,
  hold_out: 0.1,
  refresh: 'after_import',
};
const newAudience = {
  audience_id: EXAMPLE_IDS.audience,
  ...asked,
  expression: null,
  time_zone: null,
  next_run_at: EXAMPLE_AT,
  status: 'active',
  paused_because: null,
  paused_at: null,
  created_at: EXAMPLE_AT,
  ...EXAMPLE_AUTHORS,
  run_in_progress: null,
  members: null,
};
const counts = { customers: 1_204, held_out: 118, with_contact: 1_150 };
const refreshed = {
  ...newAudience,
  members: { ...counts, run_id: EXAMPLE_IDS.audienceRun, as_of: '2026-03-31T14:05:41.212Z' },
};
const startedRun = {
  run_id: EXAMPLE_IDS.audienceRun,
  status: 'Processing',
  state: 'processing',
  created_at: '2026-03-31T14:05:30.000Z',
  completed_at: null,
  report_ids: [],
  customers: null,
  held_out: null,
  with_contact: null,
  joined: null,
  left: null,
  fail_reason: null,
};
const endedRun = {
  ...startedRun,
  status: 'Completed',
  state: 'completed',
  completed_at: '2026-03-31T14:05:41.380Z',
  report_ids: [EXAMPLE_IDS.report],
  ...counts,
  joined: 61,
  left: 23,
};
const at = '2026-03-31T14:05:41.212Z';

export const AUDIENCE_EXAMPLES = {
  createAudience: {
    body: {
      atRisk: { summary: 'Two segments, a tenth held out', value: asked },
      combined: {
        summary: 'Due in the next days, and not among the champions',
        value: {
          name: 'Reminder',
          conditions: [
            { report: { template: 'due_to_reorder' }, customers: { max_days_until_due: 7 } },
            { report: { template: 'standard_rfm' }, customers: { segment: 'Champions' }, exclude: true },
          ],
          refresh: 'schedule',
          expression: 'cron(0 6 * * *)',
          time_zone: 'Europe/Berlin',
        },
      },
    },
    answer: one('audience', 'The audience', newAudience),
  },
  previewAudience: {
    body: one('atRisk', 'Its size, and what changes', { conditions, overlap_with: [EXAMPLE_IDS.audience] }),
    answer: one('counts', 'The counts', {
      report_ids: [EXAMPLE_IDS.report],
      customers: 1_204,
      with_contact: 1_150,
      overlaps: [{ audience_id: EXAMPLE_IDS.audience, customers: 1_166, common: 1_143 }],
    }),
  },
  listAudiences: {
    answer: one('audiences', 'One audience', { audiences: [refreshed], has_more: false }),
  },
  getAudience: { answer: one('audience', 'An audience', refreshed) },
  updateAudience: {
    body: {
      name: { summary: 'Another name', value: { name: 'Win back, spring' } },
      pause: { summary: 'No more runs without a request', value: { refresh: 'manual' } },
    },
    answer: one('audience', 'The audience', { ...refreshed, name: 'Win back, spring' }),
  },
  deleteAudience: { answer: one('audience', 'The audience as it was', refreshed) },
  refreshAudience: { answer: one('run', 'The run', startedRun) },
  listAudienceRuns: {
    answer: one('runs', 'One run', { runs: [endedRun], has_more: false }),
  },
  listAudienceMembers: {
    answer: one('members', 'One member', {
      members: [{ customer_id: 'c1', contact: 'ann@example.com', joined_at: at, held_out: false }],
      has_more: false,
    }),
  },
  listAudienceChanges: {
    answer: one('changes', 'One joined, one left', {
      until: at,
      has_more: false,
      changes: [
        { customer_id: 'c1', contact: 'ann@example.com', change: 'joined', at },
        { customer_id: 'c2', contact: null, change: 'left', at },
      ],
    }),
  },
} satisfies ExamplesOfSome;
