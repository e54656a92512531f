// Example requests and responses of sources and the events of their shops.
import { EXAMPLE_AT, EXAMPLE_AUTHORS, EXAMPLE_BASE, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const shop = {
  source_id: EXAMPLE_IDS.source,
  kind: 'woocommerce',
  name: 'Shop, Hamburg',
  dataset_id: 'default',
  customer_identifier: 'id',
  url: `${EXAMPLE_BASE}/hooks/${EXAMPLE_IDS.source}`,
  status: 'active',
  paused_because: null,
  has_secret: true,
  former_secret_until: null,
  created_at: EXAMPLE_AT,
  ...EXAMPLE_AUTHORS,
  events: { accepted: 0, duplicates: 0, ignored: 0 },
  last_event_at: null,
  last_ignored: null,
  last_refused_at: null,
};
const busyShop = {
  ...shop,
  events: { accepted: 412, duplicates: 3, ignored: 9 },
  last_event_at: '2026-04-02T08:11:40.112Z',
  last_ignored: { at: '2026-04-01T17:20:03.518Z', reason: 'topic' },
};

export const SOURCE_EXAMPLES = {
  createSource: {
    body: one('shop', 'A WooCommerce shop', {
      kind: 'woocommerce',
      name: 'Shop, Hamburg',
      secret: 'a-long-random-secret',
    }),
    answer: one('source', 'The source', shop),
  },
  listSources: {
    answer: one('sources', 'One source', { sources: [busyShop], has_more: false }),
  },
  getSource: { answer: one('source', 'A source with events', busyShop) },
  updateSource: {
    body: one('secret', 'Another secret', { secret: 'another-long-random-secret' }),
    answer: one('source', 'The source', { ...busyShop, former_secret_until: '2026-04-03T08:11:40.112Z' }),
  },
  deleteSource: { answer: one('source', 'The source as it was', busyShop) },
  receiveEvent: {
    body: one('order', 'order.created of WooCommerce, shortened', {
      id: 727,
      status: 'processing',
      currency: 'EUR',
      date_created_gmt: '2026-03-31T14:05:00',
      date_modified_gmt: '2026-03-31T14:05:02',
      customer_id: 12,
      total: '29.35',
      total_tax: '1.35',
      line_items: [{ name: 'Tea', sku: 'TEA-EG-100', quantity: 2, total: '18.00' }],
      refunds: [],
    }),
    answer: {
      accepted: { summary: 'Accepted', value: { status: 'accepted', import_id: EXAMPLE_IDS.import } },
      ignored: { summary: 'Not about orders', value: { status: 'ignored', reason: 'topic' } },
    },
  },
} satisfies ExamplesOfSome;
