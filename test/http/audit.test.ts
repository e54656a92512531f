// The audit entry of a request that changed something: it holds no customer id, and its size is bounded.
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import { noteChanges } from '../../src/http/audit.ts';
import type { Answer, ApiEvent } from '../../src/http/call.ts';
import { answerJson } from '../../src/http/call.ts';
import type { NewAuditItem } from '../../src/service/accounts/audit-log.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

interface Asked {
  readonly route: string;
  readonly path?: Record<string, string>;
  readonly agent?: string;
  readonly answer?: Answer;
  readonly isKnown?: boolean;
}

async function collectEntries(
  { route, path, agent = 'curl/8', answer = answerJson(200, {}), isKnown = true }: Asked,
  add?: () => Promise<void>,
) {
  const entries: NewAuditItem[] = [];
  const list = {
    add: add ?? (async (_: string, entry: NewAuditItem) => void entries.push(entry)),
    list: async () => ({ entries: [], next: undefined }),
  };
  const asked: ApiEvent = createApiEvent('');
  const { requestContext } = asked;
  const http = {
    ...requestContext.http,
    method: route.split(' ')[0] ?? '',
    userAgent: agent,
    sourceIp: '203.0.113.7',
  };
  Object.assign(asked, {
    routeKey: route,
    pathParameters: path,
    requestContext: { ...requestContext, http },
    ...(isKnown && {
      caller: { accountId: 'acc', keyHash: '', limits: DEFAULT_PLANS.max },
      author: { key_id: 'k', name: 'Ana' },
    }),
  });
  await noteChanges(list, () => 0).after?.({
    event: asked,
    context,
    response: answer,
    error: null,
    internal: {},
  });
  return entries;
}

describe('an audit entry', () => {
  it('holds the key, the route, the resource, the address and the user agent', async () => {
    expect(await collectEntries({ route: 'DELETE /api/v1/sources/{id}', path: { id: 's1' } })).toEqual([
      {
        ...{ at: '1970-01-01T00:00:00.000Z', route: 'DELETE /api/v1/sources/{id}', resource: '/sources/s1' },
        ...{ key: { key_id: 'k', name: 'Ana' }, source_ip: '203.0.113.7', user_agent: 'curl/8' },
      },
    ]);
    const created = answerJson(201, {}, { Location: '/api/v1/sources/s2' });
    expect(await collectEntries({ route: 'POST /api/v1/sources', answer: created })).toMatchObject([
      { resource: '/sources/s2' },
    ]);
  });

  it('names the erasure or the collection instead of a customer id', async () => {
    const asked = { route: 'DELETE /api/v1/customers/{id+}', path: { id: 'ann@example.com' } };
    const erasure = answerJson(202, {}, { Location: '/api/v1/erasures/e1' });
    const entries = [
      ...(await collectEntries(asked)),
      ...(await collectEntries({ ...asked, answer: erasure })),
    ];
    expect(entries.map(({ resource }) => resource)).toEqual(['/customers', '/erasures/e1']);
    expect(JSON.stringify(entries)).not.toContain('ann@');
  });

  it('has a bounded resource and user agent without control characters', async () => {
    const [entry] = await collectEntries({
      route: 'DELETE /api/v1/data/orders/{id+}',
      path: { id: 'o'.repeat(900) },
      agent: `\u001b[31m${'a'.repeat(8_000)}`,
    });
    expect(entry?.resource).toHaveLength(300);
    expect(entry?.user_agent).toBe(`[31m${'a'.repeat(116)}`);
    expect(JSON.stringify(entry).length).toBeLessThan(1_024);
  });

  it('is not written for a read, a refused request or a request without a key', async () => {
    expect(await collectEntries({ route: 'GET /api/v1/sources' })).toEqual([]);
    expect(await collectEntries({ route: 'HEAD /api/v1/sources' })).toEqual([]);
    expect(await collectEntries({ route: 'POST /api/v1/sources', answer: answerJson(400, {}) })).toEqual([]);
    expect(await collectEntries({ route: 'POST /api/v1/sources', answer: answerJson(304, {}) })).toEqual([]);
    expect(await collectEntries({ route: 'POST /api/v1/sources', isKnown: false })).toEqual([]);
  });

  it('does not fail its request if it cannot be written', async () => {
    const failToAdd = async () => {
      throw new Error('the table does not respond');
    };
    expect(await collectEntries({ route: 'POST /api/v1/sources' }, failToAdd)).toEqual([]);
  });
});
