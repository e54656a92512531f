// The life of an API key: made once, kept as a hash, noted when it is used, two at a time, and refused once revoked.
import { randomInt } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_ROUTES } from '../../../src/contract/console-routes.ts';
import { createOperations } from '../../../src/operations/accounts.ts';
import { wireMadeByKeys } from '../../../src/operations/made-by-keys.ts';
import { createAccountStore } from '../../../src/stores/accounts/accounts.ts';
import { createKeyStore } from '../../../src/stores/accounts/api-keys.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();

describe.skipIf(DEPLOYED)('an API key (needs accounts of its own)', () => {
  let table: string;
  beforeAll(() => {
    table = target.local.cloud.outputs.ServiceTable ?? '';
  });

  it('is refused on every route from the first request after it was revoked, or when it has expired', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    // A shop's events carry a signature instead of a key.
    const keyless = [
      'GET /api/v1/openapi.json',
      'GET /api/v1/docs',
      'POST /api/v1/hooks/{id}',
      ...CONSOLE_ROUTES.map((path) => `GET ${path}`),
      '$default',
    ];
    const routes = target.local.routeKeys.filter((route) => !keyless.includes(route.replace('HEAD', 'GET')));
    /** Refused keys count by address, 60 a minute, and there are more routes. */
    let asked = 0;
    const { hostname } = new URL(target.local.cloud.url);
    const ask = async (route: string, key = apiKey): Promise<number> => {
      if (asked++ % 50 === 0)
        await target.local.db.send(
          new DeleteCommand({ TableName: table, Key: { pk: `ip#${hostname}#rate`, sk: 'window' } }),
        );
      const [method = '', path = ''] = route.split(' ');
      const url = `${target.local.cloud.url}${path.replace(/\{[^}]+\}/, 'x')}`;
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '{}' }) });
      await response.text();
      return response.status;
    };
    for (const route of routes) expect([route, await ask(route)]).not.toEqual([route, 401]);
    await target.local.operations.revokeKey(accountId, apiKey);
    const expired = await createOperations({
      accounts: createAccountStore(target.local.db, table),
      keys: createKeyStore(target.local.db, table),
      made: wireMadeByKeys(target.local.db, table),
      newId: ulid,
      randomInt,
      clock: () => Date.now() - 2_000,
    }).createKey(accountId, 'admin', { expiresAt: Date.now() - 1 });
    for (const route of routes)
      expect([route, await ask(route), await ask(route, expired)]).toEqual([route, 401, 401]);
    expect(routes.length).toBeGreaterThan(5);
  });
});
