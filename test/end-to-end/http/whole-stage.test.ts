// No log line and no item of a table shows a key, on a stage of the file's own.
import { expect, it } from 'vitest';
import { hashApiKey, keyHint } from '../../../src/analysis/accounts/api-key.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { orders } from '../../../tools/harness/orders.ts';
import { itemsOf } from '../stored-items.ts';
import { DEPLOYED, useOwnTarget } from '../use-target.ts';

const logged: string[] = [];
const target = useOwnTarget({ log: ({ message }) => logged.push(message) });

it.skipIf(DEPLOYED)('shows a key in tables and logs by its hash and its hint only', async () => {
  const { apiKey } = await target.local.newAccount('max');
  const client = createClient(target.baseUrl, apiKey);
  const headers = { 'Idempotency-Key': 'once' };
  await client.push(orders(2));
  await client.report({ template: 'standard_rfm' });
  await client.send('/reports', { method: 'POST', headers, body: '{"template":"standard_mba"}' });
  await client.send('/reports', { method: 'POST', body: '{' });
  await client.get('/nowhere');
  await client.get('/reports/unknown');

  const { OrdersTable, ServiceTable } = target.local.cloud.outputs;
  const items = [ServiceTable, OrdersTable].map((name) => itemsOf(target.local, name, ''));
  const stored = JSON.stringify(await Promise.all(items));
  const logs = logged.join('\n');
  expect(stored).toContain(hashApiKey(apiKey));
  expect(stored).toContain(keyHint(apiKey));
  expect(logs).toContain('REPORT RequestId');
  // The hint has four characters of either end: any eight in a row are more than it tells.
  const secret = apiKey.slice('afn_'.length);
  for (let at = 0; at + 8 <= secret.length; at++) {
    expect(stored).not.toContain(secret.slice(at, at + 8));
    expect(logs).not.toContain(secret.slice(at, at + 8));
  }
  expect(logs).not.toContain(hashApiKey(apiKey));
});
