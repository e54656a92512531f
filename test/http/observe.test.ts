// The log line of a request.
import middy from '@middy/core';
import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';
import type { Answer, ApiEvent } from '../../src/http/call.ts';
import { observe } from '../../src/http/endpoint.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['answered', async (): Promise<Answer> => ({ statusCode: 202 }), 202],
  [
    'refused',
    async (): Promise<Answer> => {
      throw new Error('refused');
    },
    401,
  ],
])(
  'logs account, address, route and status of a request that is %s, and nothing that it sent',
  async (_, answer, status) => {
    const lines: string[] = [];
    vi.spyOn(console, 'info').mockImplementation((line: string) => lines.push(line));
    const stack = middy<ApiEvent, Answer>()
      .use(observe())
      .onError((request) => {
        request.response = { statusCode: 401 };
      })
      .handler(answer);
    const caller = {
      accountId: 'acc_1',
      keyHash: 'secret-hash',
      limits: DEFAULT_PLANS.max,
    };
    const sent = createApiEvent('Bearer afn_secret', { secret: true });
    const requestContext = { ...sent.requestContext, requestId: 'gateway-1' };
    await stack({ ...sent, requestContext, caller }, context);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'request');
    expect(logged).toEqual([
      expect.objectContaining({
        account_id: 'acc_1',
        source_ip: '203.0.113.9',
        route: '$default',
        gateway_request_id: 'gateway-1',
        status,
      }),
    ]);
    expect(lines.join()).not.toContain('secret');
  },
);
