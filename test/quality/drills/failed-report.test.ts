// A report that can't be computed: it fails with a reason, does not count towards the month, and its receiver is
// notified.
import { createServer } from 'node:http';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { listen } from '../../../local/free-port.ts';
import { createClient, until } from '../../../quality/harness/client.ts';
import { orderKey } from '../../../src/stores/tables/orders-table.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();

it('fails with a reason, sends report.failed, and does not count', async () => {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max', { requestsPerMinute: 1_000, monthlyReports: 1 });
  const client = createClient(target.baseUrl, apiKey);
  await db.send(
    new PutCommand({
      TableName: cloud.outputs.OrdersTable,
      Item: { ...orderKey(accountId, 'default', '1', '0'), version: 1, imports: [], lines: '[["broken' },
    }),
  );
  const events: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    events.push(JSON.parse(Buffer.concat(parts).toString()));
    response.end();
  });
  const port = await listen(server, 0);

  const report = await client.report({ template: 'standard_mba', webhook_url: `http://127.0.0.1:${port}/` });
  await until(async () => events[0]);
  server.closeAllConnections();
  server.close();

  const fail_reason = expect.stringContaining('does not count against the monthly limit');
  expect(report).toMatchObject({ status: 'Failed', fail_reason });
  expect(events).toEqual([
    {
      event: 'report.failed',
      report_id: report.report_id,
      report_type: 'MBA',
      status: 'Failed',
      fail_reason,
      timestamp: expect.any(String),
    },
  ]);
  const again = await client.post('/reports', { template: 'standard_mba' });
  expect(again.status).toBe(202);
});
