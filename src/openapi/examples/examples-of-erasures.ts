// Example requests and responses of erasures.
import { EXAMPLE_AT, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const acceptedErasure = {
  erasure_id: EXAMPLE_IDS.erasure,
  kind: 'customer',
  dataset_id: 'default',
  status: 'pending',
  state: 'pending',
  erased: { orders: 0, line_items: 0, reports: 0, dead_letters: 0 },
  progress: { phase: 'settling', fraction: 0 },
  created_at: EXAMPLE_AT,
  completed_at: null,
  recoverable_until: null,
};
const endedErasure = {
  ...acceptedErasure,
  status: 'completed',
  state: 'completed',
  progress: null,
  erased: { orders: 3, line_items: 7, reports: 1, dead_letters: 0 },
  completed_at: '2026-03-31T14:06:12.480Z',
  recoverable_until: '2026-05-05T14:06:12.480Z',
};

export const ERASURE_EXAMPLES = {
  deleteDataset: {
    answer: one('accepted', 'Accepted', { ...acceptedErasure, kind: 'dataset', dataset_id: 'wholesale' }),
  },
  deleteCustomer: { answer: one('accepted', 'Accepted', acceptedErasure) },
  listErasures: {
    answer: one('page', 'One erasure', { erasures: [endedErasure], has_more: false }),
  },
  getErasure: {
    answer: {
      ended: { summary: 'A completed erasure', value: endedErasure },
      going: {
        summary: 'An erasure in progress',
        value: {
          ...acceptedErasure,
          status: 'processing',
          state: 'processing',
          progress: { phase: 'orders', fraction: 0.5 },
        },
      },
    },
  },
} satisfies ExamplesOfSome;
