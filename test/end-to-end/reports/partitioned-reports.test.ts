// A report that is computed in partitions is the one that a single function computes. The account's counters say that it
// stores more line items than it does: that is what the plan goes by.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { toRowCounterPartition } from '../../../src/service/tables/service-table.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { chooseCases } from '../../../tools/harness/depth.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();
const LINES_PER_PARTITION = 5_000_000;

const order = (id: number) => ({
  order_id: `o${id}`,
  ...(id % 11 !== 0 && { customer_id: `c${(id * id) % 23}` }),
  ...(id % 13 !== 0 && {
    order_date: `2026-0${1 + (id % 3)}-${String(1 + (id % 28)).padStart(2, '0')}T10:00:00Z`,
  }),
  line_items: ['Tea', 'Cake', `Cup ${id % 5}`, 'Milk'].slice(id % 3).map((product_name, at) => ({
    product_name,
    unit_price: 2.37 + at / 3,
    quantity: id % 17 === 0 ? -1 : 1 + (id % 4),
    custom_fields: { category: at === 0 ? 'Drinks' : 'Other' },
  })),
});

const REQUESTS: readonly object[] = [
  { report_type: 'RFM' },
  { report_type: 'COHORT' },
  { report_type: 'REPLENISHMENT' },
  {
    report_type: 'MBA',
    params: { serve: { fields: ['category'] }, min_support: 0.02, product_profiles: true },
  },
];

// There is no report of one function to compare with where all are partitioned.
it.skipIf(DEPLOYED || PARTITIONED)(
  'is equal in every figure, in 3 partitions and every night in 16',
  async () => {
    const { accountId, apiKey } = await target.local.newAccount('enterprise', {
      requestsPerMinute: 1_000_000,
    });
    const client = createClient(target.baseUrl, apiKey);
    const { db, cloud } = target.local;
    const TableName = cloud.outputs.ServiceTable ?? '';
    const reports = createReportStore(db, TableName);
    const store = async (rows: number): Promise<void> => {
      const Key = { pk: toRowCounterPartition(accountId), sk: '00' };
      const values = { ':rows': rows };
      const UpdateExpression = 'SET stored_rows = :rows';
      await db.send(
        new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: values }),
      );
    };
    await client.push(Array.from({ length: 120 }, (_, id) => order(id)));

    /** Its figures, and into how many partitions it was cut. */
    const report = async (request: object) => {
      const { report_id, name, created_at, changes, deliveries, ...rest } = {
        ...(await client.report(request)),
      };
      const item = await reports.get({ accountId, reportId: String(report_id) });
      const profile = await client.send(`/reports/${report_id}/product-profile?product=Tea`);
      const changed = Object.entries(changes ?? {}).filter(([member]) => member !== 'compared_with');
      return {
        figures: { ...rest, changed, profile: profile.status === 200 ? profile.body : undefined },
        partitions: item?.partitions,
      };
    };
    const audience = await client.post('/audiences', {
      ...{ name: 'All', conditions: [{ report: { report_type: 'RFM' } }], hold_out: 0.5 },
    });
    const audience_id = String(audience.body.audience_id);
    await client.send(`/audiences/${audience_id}/runs`, { method: 'POST' });
    await until(async () => {
      const { body } = await client.get(`/audiences/${audience_id}`);
      return body.members === null ? undefined : body;
    });
    const effect = { report_type: 'EFFECT', params: { audience_id, days: 60 } };
    const requests = chooseCases([...REQUESTS.slice(-1), effect], REQUESTS.slice(0, -1));
    await store(100);
    // Insights mention what changed since the report before: all have one.
    await Promise.all(requests.map(report));
    const single = await Promise.all(requests.map(report));
    expect(single.flatMap(({ partitions }) => partitions ?? [])).toEqual([]);
    expect(single.flatMap(({ figures: { profile } }) => profile?.orders ?? [])).toEqual([expect.any(Number)]);
    for (const parts of chooseCases([3], [16])) {
      // In the middle: other counters have the rows that were pushed.
      await store((parts - 0.5) * LINES_PER_PARTITION);
      const found = await Promise.all(requests.map(report));
      const expected = single.map(({ figures }) => ({ figures, partitions: parts }));
      expect(found).toEqual(expected);
    }
  },
  120_000,
);
