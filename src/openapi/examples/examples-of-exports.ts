// Example requests and responses of exports.
import { EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const acceptedExport = {
  export_id: EXAMPLE_IDS.export,
  report_id: EXAMPLE_IDS.report,
  what: 'rules',
  format: 'csv',
  status: 'Processing',
  state: 'processing',
  created_at: '2026-03-31T14:06:00.000Z',
  expires_at: '2026-04-07T14:06:00.000Z',
  completed_at: null,
  rows: null,
  bytes: null,
  fail_reason: null,
  download_url: null,
  download_expires_at: null,
};
const endedExport = {
  ...acceptedExport,
  status: 'Completed',
  state: 'completed',
  completed_at: '2026-03-31T14:06:08.310Z',
  rows: 69_862,
  bytes: 2_417_330,
};

export const EXPORT_EXAMPLES = {
  createExport: {
    body: {
      rules: { summary: 'All rules as CSV', value: { what: 'rules', format: 'csv' } },
      customers: { summary: 'Customers as Parquet', value: { what: 'customers', format: 'parquet' } },
    },
    answer: one('started', 'Started', acceptedExport),
  },
  listExports: {
    answer: one('one', 'One export', { exports: [endedExport], has_more: false }),
  },
  getExport: {
    answer: {
      running: { summary: 'In progress', value: acceptedExport },
      ended: {
        summary: 'With an address to download from',
        value: {
          ...endedExport,
          download_url: `https://orders-bodies.s3.eu-central-1.amazonaws.com/exports/acc_1/${EXAMPLE_IDS.report}/${EXAMPLE_IDS.export}.csv?X-Amz-Expires=900`,
          download_expires_at: '2026-03-31T14:21:10.000Z',
        },
      },
      failed: {
        summary: 'Failed',
        value: {
          ...acceptedExport,
          status: 'Failed',
          state: 'failed',
          fail_reason: 'The export stopped before it was complete. Request it again.',
        },
      },
    },
  },
} satisfies ExamplesOfSome;
