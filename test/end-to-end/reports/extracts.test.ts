// A report on a dataset that has not changed is computed on the extract of the report before. Orders that are changed behind
// the service's back tell which of the two it read.
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createClient } from '../../../quality/harness/client.ts';
import { SHARD_COUNT } from '../../../src/core/ingest/hash.ts';
import { orderPartition } from '../../../src/stores/tables/orders-table.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();

const order = (id: number, customer: string) => ({
  order_id: `o${id}`,
  customer_id: customer,
  order_date: `2026-01-${String(1 + (id % 28)).padStart(2, '0')}T10:00:00Z`,
  line_items: ['Tea', 'Cake', `Cup ${id % 3}`].map((product_name, at) => ({
    product_name,
    unit_price: 2.5 + at,
    quantity: 1 + (id % 2),
    custom_fields: { category: at === 0 ? 'Drinks' : 'Other' },
  })),
});

// Reports in partitions read no extract.
it.skipIf(DEPLOYED || PARTITIONED)(
  'reads the extract until an order changes, with equal reports of every kind',
  async () => {
    const { accountId, apiKey } = await target.local.newAccount('max', { requestsPerMinute: 1_000_000 });
    const client = createClient(target.baseUrl, apiKey);
    const { db, cloud } = target.local;
    const TableName = cloud.outputs.OrdersTable ?? '';
    const requests = [
      { report_type: 'RFM' },
      { report_type: 'COHORT' },
      { report_type: 'MBA', params: { product_level: ['product', 'custom:category'] } },
      { report_type: 'MBA', filters: { dateRange: { start: '2026-01-05', end: '2026-01-20' } } },
    ];
    const figures = async (request: object): Promise<object> => {
      const { report_id, name, created_at, changes, deliveries, ...rest } = {
        ...(await client.report(request)),
      };
      return rest;
    };
    await client.push(Array.from({ length: 40 }, (_, id) => order(id, `c${id % 7}`)));
    const direct: object[] = [];
    for (const request of requests) {
      // Insights mention what changed since the report before: both have one.
      await figures(request);
      // The next report reads the table again.
      await client.push([order(0, 'c0')]);
      direct.push(await figures(request));
    }
    expect(direct[2]).toMatchObject({
      association_rules: expect.arrayContaining([
        expect.objectContaining({ antecedents: ['Cake'], consequents: ['custom:category=Drinks'] }),
      ]),
    });
    await client.push([order(0, 'c0')]);
    await figures({ report_type: 'RFM' });

    const pk = orderPartition({ accountId, datasetId: 'default' }, 'o1', SHARD_COUNT);
    const key = { pk, sk: 'o1#0' };
    await db.send(new DeleteCommand({ TableName, Key: key }));
    for (const [at, request] of requests.entries()) expect(await figures(request)).toEqual(direct[at]);

    await client.push([order(2, 'c2')]);
    expect(await figures({ report_type: 'RFM' })).not.toEqual(direct[0]);
    const left = new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    });
    expect((await db.send(left)).Items?.map(({ sk }) => sk)).not.toContain('o1#0');
  },
);
