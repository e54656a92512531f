// Tests reports whose customers are persons: one function and partitions give the same bytes, as if each person had one
// customer id, and no stored order changes.
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CustomerFacts } from '../../../src/analysis/identity/customer-facts.ts';
import { linkPersons } from '../../../src/analysis/identity/link-persons.ts';
import type { IdentityRules } from '../../../src/contract/schema/identity.ts';
import { pickServedPersons } from '../../../src/service/reports/steps/store-analysis.ts';
import { toMergesKey } from '../../../src/service/tables/service-table.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { plantShop } from '../../analysis/identity/planted-shop.ts';
import { createOrderItems } from './order-items.ts';
import { createWorkflow, DATASET, type Written } from './workflow-in-memory.ts';

const quiet = vi.spyOn(console, 'info').mockImplementation(() => undefined);
afterAll(() => quiet.mockRestore());

const IDENTITY: IdentityRules = {
  email: { ignore_plus_tags: true, ignore_gmail_dots: true },
  phone: { fields: ['contact', 'custom:phone'], country_code: '49' },
  customer_number: { fields: ['custom:customer_no'] },
};
const { orders, list } = plantShop(7);
const facts = new CustomerFacts(IDENTITY);
for (const { header, lines } of orders) facts.add(header, lines);
const { idOf, figures } = linkPersons(facts.pack(), IDENTITY, list);

const submit = (rename: (id: string) => string) =>
  orders.map(({ header: { orderId, customerId = '', orderDate = 0, contact }, lines: [line] }) => ({
    order_id: orderId,
    customer_id: rename(customerId),
    ...(contact !== undefined && { contact }),
    order_date: new Date(orderDate).toISOString(),
    line_items: [
      {
        product_name: line?.name ?? '',
        unit_price: 2,
        ...(line?.customFields && { custom_fields: line.customFields }),
      },
    ],
  }));
const isWide = ({ order_id }: { readonly order_id: string }): boolean => order_id.endsWith('7');
const customers = [...new Set(orders.map(({ header }) => header.customerId ?? ''))].sort();
const assigned = {
  customers,
  isHeldOut: Uint8Array.from(customers, (_, at) => Number(at % 3 === 0)),
  at: Float64Array.from(customers, (_, at) => Date.parse('2025-05-20') + (at % 2)),
  isMember: new Uint8Array(customers.length).fill(1),
};

const workflow = createWorkflow(assigned);
const renamed = createWorkflow(assigned);

beforeAll(() => {
  workflow.setOrders(
    createOrderItems(
      DATASET,
      submit((id) => id),
      isWide,
    ),
  );
  renamed.setOrders(
    createOrderItems(
      DATASET,
      submit((id) => idOf.get(id) ?? id),
      isWide,
    ),
  );
  const { version, ...merges } = list;
  workflow.store({
    ...toMergesKey(DATASET.accountId, DATASET.datasetId),
    version,
    packed: zstdCompressSync(JSON.stringify(merges)).toString('base64'),
  });
});

function readBody(written: Written): Record<string, unknown> {
  const [, bytes] = [...written].find(([name]) => name.startsWith('reports/')) ?? [];
  return JSON.parse(gunzipSync(bytes ?? new Uint8Array()).toString('utf8'));
}

const REQUESTS = {
  segments: { report_type: 'RFM' },
  'cohorts of some days': {
    report_type: 'COHORT',
    filters: { dateRange: { start: '2025-03-01', end: '2025-09-30' } },
  },
  'segments up to a day, without some customers': {
    report_type: 'RFM',
    filters: {
      dateRange: { end: '2025-10-31' },
      conditions: [{ field: 'customer_id', operator: 'not_contains', value: '@gmail' }],
    },
  },
  'baskets of customers': { report_type: 'MBA', params: { scope: 'customer', min_support: 0.05 } },
  'baskets that recommendations come from': {
    report_type: 'MBA',
    params: { serve: true, min_support: 0.05 },
  },
  replenishment: { report_type: 'REPLENISHMENT' },
  effect: { report_type: 'EFFECT', params: { audience_id: 'a', since: '2025-06-01', days: 7 } },
} as const;

/** A single partition writes and reads the same files as five do: the daily run checks it with one request. */
const ONE = { parts: 1, linesPerFile: 500 };
const FIVE = { parts: 5, linesPerFile: 90 };

describe.each(Object.entries(REQUESTS))('a report whose customers are persons: %s', (what, request) => {
  const params = { ...('params' in request && request.params), identity: IDENTITY };

  it('is equal byte for byte by one function and in partitions', async () => {
    const found = [];
    for (const way of [undefined, FIVE, ...(IS_DEEP || what === 'baskets of customers' ? [ONE] : [])]) {
      const written = await workflow.finish('report-1', { ...request, params }, way);
      found.push(new Map([...written].filter(([name]) => !name.startsWith('partitions/'))));
      workflow.forget('report-1');
    }
    expect(readBody(found[0] ?? new Map()).identity).toEqual(figures);
    for (const inPartitions of found.slice(1)) expect(inPartitions).toEqual(found[0]);
  });
});

describe('the figures of persons', () => {
  it('are those of a shop in which each person has one customer id', async () => {
    const params = { identity: IDENTITY };
    const { identity, settings, ...own } = readBody(
      await workflow.finish('report-2', { report_type: 'RFM', params }),
    );
    const { settings: _, ...wanted } = readBody(await renamed.finish('report-2', { report_type: 'RFM' }));
    expect(own).toEqual(wanted);
    expect(settings).toMatchObject({ identity: IDENTITY });
    expect(identity).toMatchObject({ merge_list: 'v1' });
    expect(own.customer_count).toBe(figures.persons);
  });

  it('are kept with the recommendations of a report, once for each id of a person who has several', async () => {
    const findPersons = async (identity: IdentityRules | 'none') => {
      const params = { serve: true, min_support: 0.05, identity };
      const written = await workflow.finish('report-4', { report_type: 'MBA', params });
      workflow.forget('report-4');
      const items = [...written.values()].map((bytes) => Buffer.from(bytes).toString());
      return items.filter((item) => item.includes('"person_ids"'));
    };
    expect(await findPersons(IDENTITY)).toHaveLength(idOf.size + new Set(idOf.values()).size);
    expect(await findPersons('none')).toEqual([]);
  });

  it('are left out of recommendations with a note if they are too many', () => {
    const joined = new Map([
      ['ann@web.de', 'ann'],
      ['till-4', 'ann'],
    ]);
    expect(pickServedPersons(joined, 2)).toEqual({ persons: [['ann', 'ann@web.de', 'till-4']] });
    const note = expect.objectContaining({ code: 'persons_not_served' });
    expect(pickServedPersons(joined, 1)).toEqual({ note });
  });

  it('are those of customer ids again without rules', async () => {
    const plain = readBody(await workflow.finish('report-3', { report_type: 'RFM' }));
    const none = readBody(
      await workflow.finish('report-3', { report_type: 'RFM', params: { identity: 'none' } }),
    );
    expect(none).toEqual(plain);
    expect(plain).not.toHaveProperty('identity');
    expect(plain.customer_count).toBe(figures.ids);
  });
});
