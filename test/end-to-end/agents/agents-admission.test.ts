// Tests who may call an agent's tools, and how often: POST /mcp has the rules and limits of the API.

import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../../src/agents/tools.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();

const USAGE = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_usage', arguments: {} } };

/** Sends a message as clients of the 2025 protocol do, but without an initialization: the server is stateless. */
async function send(
  body: unknown,
  {
    key,
    headers = {},
    method = 'POST',
  }: { key?: string; headers?: Record<string, string>; method?: string } = {},
) {
  const response = await fetch(`${target.baseUrl}/mcp`, {
    method,
    headers: {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2025-11-25',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe.skipIf(DEPLOYED)('POST /mcp', () => {
  it('refuses callers without a valid key with 401, and publishable keys with 403', async () => {
    expect((await send(USAGE)).status).toBe(401);
    expect((await send(USAGE, { key: `afn_${'a'.repeat(36)}` })).status).toBe(401);
    const { accountId } = await target.local.newAccount('max');
    const publishable = await target.local.operations.createKey(accountId, {
      origins: ['https://shop.example'],
    });
    const { status, text } = await send(USAGE, { key: publishable });
    expect([status, JSON.parse(text).code]).toEqual([403, 'key_not_allowed']);
  });

  it('refuses plans without the API, other methods, invalid and long bodies, and batches', async () => {
    const { apiKey: free } = await target.local.newAccount('free');
    expect((await send(USAGE, { key: free })).status).toBe(403);
    const key = target.apiKey;
    const got = await send(undefined, { key, method: 'GET' });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send('{', { key })).status).toBe(400);
    const many = await send([USAGE, { ...USAGE, id: 2 }], { key });
    expect([many.status, JSON.parse(many.text)]).toMatchObject([400, { code: 'invalid_request' }]);
    expect((await send({ ...USAGE, padding: 'x'.repeat(1_000_000) }, { key })).status).toBe(413);
  });

  it('refuses pages of other origins, even if their host name resolves to the service', async () => {
    const key = target.apiKey;
    const { status, text } = await send(USAGE, { key, headers: { Origin: 'https://rebound.example' } });
    expect([status, JSON.parse(text).code]).toEqual([403, 'origin_not_allowed']);
  });

  it('offers no tool that manages keys, even to an admin key', async () => {
    const { accountId } = await target.local.newAccount('max');
    const key = await target.local.operations.createKey(accountId, 'admin');
    const { text } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { key });
    expect(text).toContain('"get_usage"');
    for (const { operationId, path } of OPERATIONS.filter((operation: Operation) => operation.adminKeys)) {
      const uses = TOOLS.filter(({ operations }) => operations.some((one) => one.path === path));
      expect([operationId, uses.map(({ name }) => name)]).toEqual([operationId, []]);
      const name = operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(text).not.toContain(`"${name}"`);
      const called = await send({ ...USAGE, params: { name, arguments: { kind: 'secret' } } }, { key });
      expect(called.text).toContain('error');
      expect(called.text).not.toContain('afn_');
    }
    expect(await target.local.operations.listKeys(accountId)).toHaveLength(2);
  });

  it('counts a message, and each request that its tool makes, against the limit of the account', async () => {
    const { apiKey: key } = await target.local.newAccount('max', { requestsPerMinute: 6 });
    const first = await send(USAGE, { key });
    expect(first.text).toContain('stored_rows');
    const fetchRemaining = async () =>
      Number((await send({ ...USAGE, method: 'ping' }, { key })).headers.get('x-ratelimit-remaining'));
    expect(await fetchRemaining()).toBe(3);
    await send(USAGE, { key });
    const outOfRequests = await send(USAGE, { key });
    expect(outOfRequests.text).toContain('rate_limited');
    const refused = await send(USAGE, { key });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('refuses subscriptions, which would keep a connection open', async () => {
    const listen = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        filter: { toolsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const { text } = await send(listen, { key: target.apiKey, headers });
    expect(text).toContain('Subscription limit reached');
  });
});
