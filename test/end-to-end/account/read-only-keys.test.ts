// A read-only key reads everything of its account and changes nothing: every operation of the registry is asked.
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../quality/harness/client.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const KEYED: readonly Operation[] = OPERATIONS.filter((operation: Operation) => operation.keyless !== true);

describe.skipIf(DEPLOYED)('a read-only key', () => {
  const target = useTarget();
  let key = '';

  beforeAll(async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('viewers', 'max', { requestsPerMinute: 1_000 });
    key = await operations.createKey(account_id, 'read only');
  });

  it('is answered by all operations that read, and refused with 403 by all others before they read a body', async () => {
    const { send } = createClient(target.baseUrl, key);
    const found = [];
    // One after the other: each may be the first request to its function.
    for (const { method, path, operationId } of KEYED) {
      const asked = path.replaceAll(/\{\w+\+?\}/g, 'x');
      const { status, body } = await send(asked, { method, ...(method !== 'GET' && { body: 'not JSON' }) });
      found.push([operationId, status === 403, body.code === 'key_not_allowed']);
    }
    const expected = KEYED.map(({ operationId, method, adminKeys }) => {
      const reads = method === 'GET' && !adminKeys;
      return [operationId, !reads, !reads];
    });
    expect(found).toEqual(expected);
    expect(expected.filter(([, isRefused]) => isRefused === false).length).toBeGreaterThan(10);
    expect(expected.filter(([, isRefused]) => isRefused === true).length).toBeGreaterThan(10);
  });

  it('reads schedules without what may be a secret of their receivers', async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('receivers', 'max', { requestsPerMinute: 1_000 });
    const secret = createClient(target.baseUrl, await operations.createKey(account_id));
    const webhook_url = 'https://hooks.example.com/T01/hush?token=hush';
    const report = { template: 'standard_rfm', webhook_url };
    const created = await secret.post('/schedules', { expression: 'rate(1 day)', report });
    const one = `/schedules/${String(created.body.schedule_id)}`;
    expect((await secret.get(one)).body).toMatchObject({ report: { webhook_url } });
    const viewer = createClient(target.baseUrl, await operations.createKey(account_id, 'read only'));
    for (const path of ['/schedules', one]) {
      const text = JSON.stringify((await viewer.get(path)).body);
      expect(text).toContain('"https://hooks.example.com/…"');
      expect(text).not.toContain('hush');
    }
  });
});
