// Tests a step of sending events to a slow receiver, and a run that wakes endpoints: both end in time, whatever is
// left.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { AccountEvent } from '../../../src/contract/resources/events.ts';
import { sealedSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { toAttempt } from '../../../src/service/webhooks/endpoints/endpoint-attempt.ts';
import { createSendEvents } from '../../../src/service/webhooks/endpoints/send-events.ts';
import { wakeEndpoints } from '../../../src/service/webhooks/endpoints/wake-endpoints.ts';
import type { EndpointItem } from '../../../src/service/webhooks/endpoints.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const ENDPOINT: EndpointItem = {
  ...{ kind: 'webhook', language: 'en' },
  ...{ account_id: 'acc', endpoint_id: 'e', name: '', url: 'https://example.com/', created_at: '' },
  secrets: [{ secret_id: 's', sealed: v.parse(sealedSecret, 'AAAA') }],
  ...{ sent_until: 0, version: 1, woken: 1, runs: 0 },
};
const createEvent = (sequence: number): AccountEvent => ({
  ...{ event_id: `${sequence}`, sequence, event: 'import.completed', timestamp: '2026-01-01T00:00:00.000Z' },
});

/** Runs a step on an endless log. `sendMs`, `readMs`: the durations of a request, and of reading a page of events. */
async function runStep({
  types,
  sendMs = 0,
  readMs = 0,
}: {
  types?: string[];
  sendMs?: number;
  readMs?: number;
}) {
  let now = 0;
  let item: EndpointItem = { ...ENDPOINT, ...(types && { events: types }) };
  let reads = 0;
  const send = createSendEvents({
    endpoints: {
      get: async () => item,
      lease: async (found) => found,
      release: async () => undefined,
      rest: async () => true,
      async save(found, { sent_until = found.sent_until }) {
        item = { ...found, sent_until };
        return item;
      },
    },
    events: {
      async after(_, sequence) {
        reads++;
        now += readMs;
        if (reads > 1_000) throw new Error('it does not end');
        return [createEvent(sequence + 1), createEvent(sequence + 2)];
      },
    },
    deliveries: { add: async () => undefined },
    openSecret: async () => SECRET,
    composeDigest: async () => undefined,
    sendMail: async () => ({ verdict: 'delivered', responseStatus: 200, problem: undefined }),
    publicUrl: 'https://api.example.com/api/v1',
    async send() {
      now += sendMs;
      return { verdict: 'delivered', responseStatus: 200, problem: undefined };
    },
    steps: {
      take: async (account_id) => ({ id: '', account_id, ends_at: 0 }),
      release: async () => undefined,
    },
    newId: () => '1',
    clock: () => now,
  });
  const result = await send({ account_id: 'acc', endpoint_id: 'e', run: 0 });
  return { result, sent: item.sent_until, ms: now };
}

it('sends for 40 seconds, and continues after the last event that was accepted', async () => {
  const { result, sent, ms } = await runStep({ sendMs: 9_000 });
  expect(result).toEqual({ outcome: 'again', wait_seconds: 0 });
  expect([sent, ms]).toEqual([5, 45_000]);
});

it('skips events of other types for 40 seconds, and notes its position', async () => {
  const { result, sent, ms } = await runStep({ types: ['report.failed'], readMs: 9_000 });
  expect(result).toEqual({ outcome: 'again', wait_seconds: 0 });
  expect([sent, ms]).toEqual([10, 45_000]);
});

it('takes the events of accounts in turn until its deadline, and starts every endpoint that it has woken', async () => {
  let now = 0;
  const taken: string[] = [];
  const started: string[] = [];
  const woken = await wakeEndpoints(
    {
      unfinished: {
        olderThan: async (kind) =>
          kind === 'event' ? ['a', 'a', 'b'].map((accountId) => ({ accountId, id: '', since: '' })) : [],
      },
      events: {
        async take(accountId) {
          now += 1_000;
          taken.push(accountId);
          return 40;
        },
      },
      endpoints: {
        get: async () => undefined,
        list: async (account_id) => [
          { ...ENDPOINT, account_id, endpoint_id: account_id },
          { ...ENDPOINT, endpoint_id: 'paused', paused: { because: 'requested', at: '' } },
        ],
      },
      workflow: { start: async ({ endpoint_id }) => void started.push(endpoint_id) },
      clock: () => now,
    },
    3_500,
  );
  expect(taken).toEqual(['a', 'b', 'a', 'b']);
  expect(started).toEqual(['a', 'b']);
  expect(woken).toEqual({ events: 160, endpoints: 2 });
});

it('logs an attempt with its duration and its outcome', () => {
  const sent = { verdict: 'retry', responseStatus: 503, problem: undefined } as const;
  const of = { attempt: 2, at: 1_000, now: 1_250 };
  const logged = { attempt: 2, at: '1970-01-01T00:00:01.000Z', response_status: 503, duration_ms: 250 };
  expect(toAttempt(sent, { ...of, nextAt: 6_250 })).toMatchObject({
    ...logged,
    outcome: 'retry',
    next_at: '1970-01-01T00:00:06.250Z',
  });
  expect(toAttempt(sent, { ...of, nextAt: undefined })).toMatchObject({ ...logged, outcome: 'given_up' });
});
