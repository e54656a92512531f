// Who is let in: keys, plans, the minute’s and the month’s limits, and tenants kept apart.
import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../quality/harness/client.ts';
import { listReportsResponse } from '../../../src/contract/resources/reports/report-responses.ts';
import { createApiKey, hashApiKey, keyHint } from '../../../src/core/accounts/api-key.ts';
import { createKeyStore } from '../../../src/stores/accounts/api-keys.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();

/** Operators make two at most; the limit must hold for however many there are. */
async function keyBeyondTwo(accountId: string): Promise<string> {
  const key = createApiKey(randomInt);
  const keys = createKeyStore(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
  const { seen = 0 } = (await keys.listKeys(accountId)) ?? {};
  const created_at = new Date().toISOString();
  await keys.addKey(
    { key_hash: hashApiKey(key), key_id: 'k', account_id: accountId, hint: keyHint(key), created_at },
    seen,
  );
  return key;
}

describe('admission', () => {
  it('answers 401 without a key, with a malformed one and with a forged one, rate headers included', async () => {
    for (const key of [undefined, 'sk_123', `afn_${'a'.repeat(36)}`]) {
      const reply = await createClient(target.baseUrl, key).get('/datasets');
      expect(reply.status).toBe(401);
      expect(typeof reply.body.error).toBe('string');
      expect(reply.headers.get('x-ratelimit-limit')).toBe('60');
      expect(Number(reply.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
    }
  });

  it.skipIf(DEPLOYED)('answers 403 to a plan without API access (needs an account of its own)', async () => {
    const { apiKey } = await target.local.newAccount('pro');
    const reply = await createClient(target.baseUrl, apiKey).get('/datasets');
    expect(reply.status).toBe(403);
    expect(reply.body.error).toContain('pro plan');
  });

  it.skipIf(DEPLOYED)(
    'admits exactly 60 of 200 parallel requests over three keys (needs an account of its own)',
    async () => {
      const { accountId, apiKey } = await target.local.newAccount('max', {});
      const second = await target.local.operations.createKey(accountId);
      const third = await keyBeyondTwo(accountId);
      const clients = [apiKey, second, third].map((key) => createClient(target.baseUrl, key));
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) => clients[i % 3]?.get('/datasets')),
      );
      expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(60);
      expect(replies.filter((reply) => reply?.status === 429)).toHaveLength(140);
      const refused = replies.find((reply) => reply?.status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(refused?.body.retry_after_ms).toBeGreaterThan(0);
      expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    },
  );

  it.skipIf(DEPLOYED)(
    'refuses a revoked key at once, and keeps tenants apart (needs accounts of its own)',
    async () => {
      const { accountId, apiKey } = await target.local.newAccount('max');
      const other = createClient(target.baseUrl, apiKey);
      const { body } = await target.client.get('/reports?limit=1');
      const [mine] = v.parse(listReportsResponse, body).reports;
      expect((await other.get(`/reports/${mine?.report_id}`)).status).toBe(404);
      expect((await other.get('/reports')).body).toEqual({ reports: [], has_more: false });
      await target.local.operations.revokeKey(accountId, apiKey);
      expect((await other.get('/reports')).status).toBe(401);
    },
  );
});
