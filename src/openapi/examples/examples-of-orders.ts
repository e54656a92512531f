// Example requests and responses of pushing orders and reading imports.
import { importText } from '../../core/sentences/import-reasons.ts';
import { say } from '../../core/sentences/sentence.ts';
import { EXAMPLE_AT, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

const CAP_REACHED = say('storage_cap_reached', {});
const ROW_OVER_CAP = say('row_over_storage_cap', {});

const rows = { total: 2, inserted: 2, updated: 0, failed: 0 };
const job = {
  import_id: EXAMPLE_IDS.import,
  status: 'completed',
  state: 'completed',
  rows,
  created_at: EXAMPLE_AT,
  dataset_id: 'default',
};

const storedOrder = {
  order_id: '536365',
  customer_id: '17850',
  order_date: '2026-03-31T10:00:00.000Z',
  contact: null,
};
const tea = { product_name: 'Tea', product_sku: 'TEA-EG-100', unit_price: 4.5, quantity: 2 };
const milk = { product_name: 'Milk', unit_price: 1.2, quantity: 1 };

export const ORDER_EXAMPLES = {
  submitOrders: {
    body: one('order', 'One order of two line items', {
      orders: [
        {
          order_id: '536365',
          customer_id: '17850',
          order_date: '2026-03-31T10:00:00Z',
          line_items: [
            {
              product_name: 'Tea',
              product_sku: 'TEA-EG-100',
              unit_price: 4.5,
              quantity: 2,
              custom_fields: { channel: 'web' },
            },
            { product_name: 'Milk', unit_price: 1.2, quantity: 1 },
          ],
        },
      ],
      dataset_id: 'default',
    }),
    answer: one('accepted', 'Accepted', {
      success: true,
      import_id: EXAMPLE_IDS.import,
      rows_accepted: 2,
      orders_count: 1,
    }),
  },
  getImports: {
    answer: {
      finished: { summary: 'A finished import', value: { ...job, completed_at: '2026-03-31T14:05:01.204Z' } },
      someFailed: {
        summary: 'An import with a failed row',
        value: {
          ...job,
          rows: { ...rows, inserted: 1, failed: 1 },
          completed_at: '2026-03-31T14:05:01.204Z',
          warning: importText([CAP_REACHED]),
          warning_coded: [CAP_REACHED],
          errors: [
            {
              order_id: '536365',
              product_name: 'Milk',
              fail_reason: importText([ROW_OVER_CAP]),
              fail_reason_coded: [ROW_OVER_CAP],
              reason: importText([ROW_OVER_CAP]),
            },
          ],
        },
      },
      going: {
        summary: 'An import in progress',
        value: {
          ...job,
          status: 'processing',
          state: 'processing',
          rows: { ...rows, inserted: 1 },
          progress: { phase: 'applying', fraction: 0.5 },
        },
      },
      list: {
        summary: 'Without import_id: recent imports',
        value: {
          imports: [{ ...job, completed_at: '2026-03-31T14:05:01.204Z' }],
          next_cursor: 'MDFNN1lOOFozSzVUOVhRMlc0UjZWOEJDREU',
          has_more: true,
        },
      },
    },
  },
  getOrder: {
    answer: one('order', 'An order of two line items', {
      dataset_id: 'default',
      ...storedOrder,
      version: 1,
      written_by: {
        customer_id: EXAMPLE_IDS.import,
        order_date: EXAMPLE_IDS.import,
        contact: null,
        all_line_items: null,
      },
      line_items: [
        { ...milk, written_by: EXAMPLE_IDS.import },
        { ...tea, custom_fields: { channel: 'web' }, written_by: EXAMPLE_IDS.import },
      ],
      has_more: false,
    }),
  },
  deleteOrder: {
    answer: one('accepted', 'Accepted', {
      success: true,
      import_id: EXAMPLE_IDS.import,
      rows_accepted: 1,
      orders_count: 1,
    }),
  },
  listOrders: {
    answer: one('page', 'One order', {
      orders: [{ ...storedOrder, line_count: 2, revenue: 10.2, line_items: [milk, tea] }],
      has_more: false,
    }),
  },
} satisfies ExamplesOfSome;
