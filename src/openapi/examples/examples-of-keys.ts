// Example requests and responses about keys.
import { DESTINATION_OPERATIONS } from '../../contract/endpoints/destinations.ts';
import { EXAMPLE_AT, EXAMPLE_AUTHORS, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const viewer = {
  key_id: EXAMPLE_IDS.source,
  kind: 'read_only',
  name: 'Ana, buying',
  hint: 'afn_ro_Ab12…9xYz',
  status: 'active',
  is_current: false,
  created_at: EXAMPLE_AT,
  created_by: EXAMPLE_IDS.schedule,
  last_used_at: '2026-04-02T08:11:40.112Z',
  expires_at: '2027-01-01T00:00:00.000Z',
  revoked_at: null,
  revoked_by: null,
};
const made = {
  kind: 'destination',
  id: EXAMPLE_IDS.destination,
  audience_id: EXAMPLE_IDS.audience,
  name: 'Newsletter',
  by: 'created',
  status: 'active',
};
const key = { key: { summary: 'A key for a person', value: viewer } };

export const KEY_EXAMPLES = {
  createKey: {
    body: {
      viewer: {
        summary: 'A key for a person who looks',
        value: { kind: 'read_only', name: 'Ana, buying', expires_at: '2027-01-01' },
      },
      page: {
        summary: "A key for a shop's pages",
        value: { kind: 'publishable', name: 'Shop', origins: ['https://shop.example'] },
      },
    },
    answer: one('key', 'The key, which is shown once', {
      ...viewer,
      last_used_at: null,
      api_key: 'afn_ro_…',
    }),
  },
  listKeys: { answer: one('keys', 'One key', { keys: [viewer], has_more: false }) },
  getKey: { answer: key },
  listCreatedByKey: { answer: one('created', 'One destination', { created: [made], has_more: false }) },
  listAudit: {
    answer: one('entries', 'One entry', {
      entries: [
        {
          entry_id: EXAMPLE_IDS.attempt,
          at: EXAMPLE_AT,
          operation: DESTINATION_OPERATIONS[0].operationId,
          resource: `/audiences/${EXAMPLE_IDS.audience}/destinations/${EXAMPLE_IDS.destination}`,
          key: EXAMPLE_AUTHORS.created_by,
          source_ip: '203.0.113.7',
          user_agent: 'curl/8.9.1',
        },
      ],
      has_more: false,
    }),
  },
  updateKey: {
    body: one('end', 'Let it expire', { expires_at: '2027-01-01T00:00:00Z' }),
    answer: key,
  },
  revokeKey: {
    answer: one('key', 'The key, which is refused from now on', {
      ...viewer,
      status: 'revoked',
      revoked_at: '2026-04-03T08:11:40.112Z',
      revoked_by: EXAMPLE_IDS.schedule,
      created: [{ ...made, status: 'paused' }],
    }),
  },
} satisfies ExamplesOfSome;
