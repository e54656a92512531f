// Tests that a report in partitions equals the report of a single function. The test raises the account's counter of
// line items, on which the number of partitions depends.
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { toRowCounterPartition } from '../../../src/service/tables/service-table.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { chooseCases } from '../../../tools/harness/depth.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();
const LINES_PER_PARTITION = 5_000_000;

const createOrder = (id: number) => ({
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

// A stage that partitions every report has no report of a single function to compare with.
it.skipIf(DEPLOYED || PARTITIONED)(
  'computes the same figures in partitions as in a single function: 3, and every night 16',
  async () => {
    const { accountId, apiKey } = await target.local.newAccount('enterprise', {
      requestsPerMinute: 1_000_000,
    });
    const client = createClient(target.baseUrl, apiKey);
    const { db, cloud } = target.local;
    const TableName = cloud.outputs.ServiceTable ?? '';
    const reports = createReportStore(db, TableName);
    const storeRowCount = async (rows: number): Promise<void> => {
      const Key = { pk: toRowCounterPartition(accountId), sk: '00' };
      const values = { ':rows': rows };
      const UpdateExpression = 'SET stored_rows = :rows';
      await db.send(
        new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: values }),
      );
    };
    await client.push(Array.from({ length: 120 }, (_, id) => createOrder(id)));

    /** Returns the figures of a report, and its number of partitions. */
    const computeReport = async (request: object) => {
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
    await storeRowCount(100);
    // Insights mention changes since the previous report, so each compared report gets one.
    await Promise.all(requests.map(computeReport));
    const single = await Promise.all(requests.map(computeReport));
    expect(single.flatMap(({ partitions }) => partitions ?? [])).toEqual([]);
    expect(single.flatMap(({ figures: { profile } }) => profile?.orders ?? [])).toEqual([expect.any(Number)]);
    for (const parts of chooseCases([3], [16])) {
      // The middle of the last partition, because other counters add the pushed rows.
      await storeRowCount((parts - 0.5) * LINES_PER_PARTITION);
      const found = await Promise.all(requests.map(computeReport));
      const expected = single.map(({ figures }) => ({ figures, partitions: parts }));
      expect(found).toEqual(expected);
    }
  },
  120_000,
);
