// Tests keys over HTTP: an admin key creates, lists, changes and revokes the keys of its account, and stored items do
// not contain a key.
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { hashApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { toIdempotencyKey } from '../../../src/service/tables/service-table.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const HOUR_MS = 3_600_000;

async function createOwner() {
  const { accountId, apiKey } = await target.local.newAccount('max');
  const key = await target.local.operations.createKey(accountId, 'admin');
  const client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: key });
  return { accountId, apiKey, key, client, api: createClient(target.baseUrl, key) };
}
const fetchStatus = async (key: string, path = '/datasets'): Promise<number> =>
  (await createClient(target.baseUrl, key).get(path)).status;

describe.skipIf(DEPLOYED)('an admin key', () => {
  it('creates, lists, renames and revokes a read-only key with a name and an expiry', async () => {
    const { client, api, key } = await createOwner();
    const created = await client.keys.create({ kind: 'read_only', name: 'Ana', expires_at: '2999-01-01' });
    const viewer = created.api_key ?? '';
    expect(viewer).toMatch(/^afn_ro_/);
    expect([await fetchStatus(viewer), await fetchStatus(viewer, '/keys')]).toEqual([200, 403]);
    const listed = await client.keys.list();
    expect(listed.map(({ kind, name, is_current }) => [kind, name, is_current])).toEqual([
      ['secret', null, false],
      ['admin', null, true],
      ['read_only', 'Ana', false],
    ]);
    const { key_id } = created;
    const owner = listed[1]?.key_id;
    const used = await client.keys.get(key_id);
    expect(used).toMatchObject({ created_by: owner, expires_at: '2999-01-01T00:00:00.000Z' });
    expect(Date.now() - Date.parse(used.last_used_at ?? '')).toBeLessThan(HOUR_MS);
    expect(JSON.stringify([listed, used])).not.toContain(hashApiKey(viewer));
    expect(JSON.stringify([listed, used])).not.toContain(viewer.slice(11, -4));

    const tag = (await api.get(`/keys/${key_id}`)).headers.get('etag') ?? '';
    const rename = (etag: string) =>
      api.send(`/keys/${key_id}`, {
        method: 'PATCH',
        headers: { 'If-Match': etag, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Ana, buying', expires_at: null }),
      });
    expect((await rename('"other"')).status).toBe(412);
    expect((await rename(tag)).body).toMatchObject({ name: 'Ana, buying', expires_at: null });

    expect(await client.keys.revoke(key_id)).toMatchObject({ status: 'revoked', revoked_by: owner });
    expect(await fetchStatus(viewer)).toBe(401);
    expect((await api.get('/keys?status=revoked')).body.keys).toMatchObject([{ key_id }]);
    const last = await client.keys.revoke(owner ?? '').catch((error: unknown) => error);
    expect(last).toMatchObject({ status: 409, code: 'last_admin_key' });
    expect(await fetchStatus(key)).toBe(200);
  });

  it('gets a new key once: a repeated request returns it without the key, and no stored item contains the key', async () => {
    const { accountId, api, client } = await createOwner();
    const once = randomUUID();
    const send = () =>
      api.send('/keys', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': once },
        body: JSON.stringify({ kind: 'read_only' }),
      });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual({ ...first.body, api_key: null });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await client.keys.list()).toHaveLength(3);
    const Key = toIdempotencyKey(accountId, once);
    const TableName = target.local.cloud.outputs.ServiceTable ?? '';
    const { Item } = await target.local.db.send(new GetCommand({ TableName, Key }));
    expect(JSON.stringify(Item)).toContain(String(first.body.key_id));
    expect(JSON.stringify(Item)).not.toContain(String(first.body.api_key));
  });
});
