// What is noted of a request that changed something: never an id of a customer, and never so much that a client decides its size.
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

async function noted(
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

describe('the note of a change', () => {
  it('has the key, the route, what it was about, and where it came from', async () => {
    expect(await noted({ route: 'DELETE /api/v1/sources/{id}', path: { id: 's1' } })).toEqual([
      {
        ...{ at: '1970-01-01T00:00:00.000Z', route: 'DELETE /api/v1/sources/{id}', resource: '/sources/s1' },
        ...{ key: { key_id: 'k', name: 'Ana' }, source_ip: '203.0.113.7', user_agent: 'curl/8' },
      },
    ]);
    const created = answerJson(201, {}, { Location: '/api/v1/sources/s2' });
    expect(await noted({ route: 'POST /api/v1/sources', answer: created })).toMatchObject([
      { resource: '/sources/s2' },
    ]);
  });

  it('keeps no id of a customer, with an address of the erasure or without', async () => {
    const asked = { route: 'DELETE /api/v1/customers/{id+}', path: { id: 'ann@example.com' } };
    const erasure = answerJson(202, {}, { Location: '/api/v1/erasures/e1' });
    const entries = [...(await noted(asked)), ...(await noted({ ...asked, answer: erasure }))];
    expect(entries.map(({ resource }) => resource)).toEqual(['/customers', '/erasures/e1']);
    expect(JSON.stringify(entries)).not.toContain('ann@');
  });

  it('is cut where a client decides its size, and holds no control characters', async () => {
    const [entry] = await noted({
      route: 'DELETE /api/v1/data/orders/{id+}',
      path: { id: 'o'.repeat(900) },
      agent: `\u001b[31m${'a'.repeat(8_000)}`,
    });
    expect(entry?.resource).toHaveLength(300);
    expect(entry?.user_agent).toBe(`[31m${'a'.repeat(116)}`);
    expect(JSON.stringify(entry).length).toBeLessThan(1_024);
  });

  it('is not written of a read, of a refused request, nor without a key', async () => {
    expect(await noted({ route: 'GET /api/v1/sources' })).toEqual([]);
    expect(await noted({ route: 'HEAD /api/v1/sources' })).toEqual([]);
    expect(await noted({ route: 'POST /api/v1/sources', answer: answerJson(400, {}) })).toEqual([]);
    expect(await noted({ route: 'POST /api/v1/sources', answer: answerJson(304, {}) })).toEqual([]);
    expect(await noted({ route: 'POST /api/v1/sources', isKnown: false })).toEqual([]);
  });

  it('does not fail the request that it is about', async () => {
    const fails = async () => {
      throw new Error('the table does not respond');
    };
    expect(await noted({ route: 'POST /api/v1/sources' }, fails)).toEqual([]);
  });
});
