// Tests the admission of keys: revoked and expired ones, and the operations of read-only ones.

import { randomInt } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_ROUTES } from '../../../src/contract/console-routes.ts';
import { MAIL_ROUTE } from '../../../src/contract/mail-route.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { listReportsResponse } from '../../../src/contract/resources/reports/report-responses.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { createOperations } from '../../../src/service/operations/accounts.ts';
import { wireMadeByKeys } from '../../../src/service/operations/made-by-keys.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();

describe('admission', () => {
  it.skipIf(DEPLOYED)(
    'refuses a revoked key at once, and hides the reports of other accounts (needs accounts of its own)',
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

describe.skipIf(DEPLOYED)('an API key (needs accounts of its own)', () => {
  let table: string;
  beforeAll(() => {
    table = target.local.cloud.outputs.ServiceTable ?? '';
  });

  it('is refused on every route as soon as it is revoked or expired', async () => {
    const { accountId, apiKey } = await target.local.newAccount('max');
    // A shop's events carry a signature instead of a key, links of e-mails a token.
    const keyless = [
      'GET /api/v1/openapi.json',
      'GET /api/v1/docs',
      'POST /api/v1/hooks/{id}',
      ...CONSOLE_ROUTES.map((path) => `GET ${path}`),
      ...['GET', 'POST'].map((method) => `${method} ${MAIL_ROUTE}`),
      '$default',
    ];
    const routes = target.local.routeKeys.filter((route) => !keyless.includes(route.replace('HEAD', 'GET')));
    /** Number of requests. Refused keys count by address, 60 a minute, and there are more routes. */
    let requests = 0;
    const { hostname } = new URL(target.local.cloud.url);
    const ask = async (route: string, key = apiKey): Promise<number> => {
      if (requests++ % 50 === 0)
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

const KEYED: readonly Operation[] = OPERATIONS.filter((operation: Operation) => operation.keyless !== true);

describe.skipIf(DEPLOYED)('a read-only key', () => {
  let key = '';

  beforeAll(async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('viewers', 'max', { requestsPerMinute: 1_000 });
    key = await operations.createKey(account_id, 'read only');
  });

  it('may call all operations that read, and gets 403 from all others before they read a body', async () => {
    const { send } = createClient(target.baseUrl, key);
    const found = [];
    // One after the other: each may be the first request to its function.
    for (const { method, path, operationId } of KEYED) {
      const filled = path.replaceAll(/\{\w+\+?\}/g, 'x');
      const { status, body } = await send(filled, { method, ...(method !== 'GET' && { body: 'not JSON' }) });
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

  it('reads schedules without the paths of their webhook URLs, which may contain secrets', async () => {
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
