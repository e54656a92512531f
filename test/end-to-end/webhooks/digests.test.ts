// Tests the digest of a schedule over HTTP: from the API to a message in a channel, once, without a customer in it and
// without its address in any response.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { createScheduleStore } from '../../../src/service/schedules/schedules.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { createEventWaker } from '../../../tools/harness/event-waker.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
let receivers: WebhookReceivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers.stop());

const createOrder = (id: string) => ({
  ...{ order_id: id, customer_id: 'zoe', contact: 'zoe@example.com', order_date: '2026-01-05' },
  line_items: [{ product_name: 'tea', unit_price: 2, quantity: 1 }],
});

describe.skipIf(DEPLOYED)('digests (need an account of their own)', () => {
  it('arrive in Slack and Teams when a report of their schedule has completed', async () => {
    const wake = await createEventWaker(target.local);
    const overrides = { maxWebhookEndpoints: 4, requestsPerMinute: 6_000 };
    const { apiKey, accountId } = await target.local.newAccount('max', overrides);
    const api = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await createClient(target.baseUrl, apiKey).push(['1', '2'].map(createOrder));
    const { schedule_id } = await api.schedules.create({
      expression: 'cron(0 7 * * MON)',
      report: { template: 'standard_rfm' },
    });
    const [slack, teams] = [receivers.open(takeWebhook), receivers.open(takeWebhook)];
    const made = await api.endpoints.create({ kind: 'slack', url: slack.url, schedule_id });
    await api.endpoints.create({ kind: 'teams', url: teams.url, schedule_id, language: 'de' });
    expect(made).toMatchObject({
      ...{ kind: 'slack', schedule_id, language: 'en', secrets: [], events: ['report.completed'] },
      url: `${new URL(slack.url).origin}/…`,
    });

    const url = 'https://example.com';
    for (const [request, error] of [
      [{ kind: 'slack', url }, 'schedule_id: required with kind: slack'],
      [
        { kind: 'slack', url, schedule_id, events: ['report.failed'] },
        'events: not allowed with kind: slack',
      ],
      [{ url }, 'secret: required with kind: webhook'],
      [{ url, schedule_id }, 'schedule_id: not allowed with kind: webhook'],
      [
        { kind: 'teams', url, schedule_id: made.endpoint_id },
        'schedule_id: expected a schedule of the account',
      ],
    ] as const)
      await expect(api.endpoints.create(request)).rejects.toThrow(error);
    await expect(api.endpoints.update(made.endpoint_id, { sent_until: 0 })).rejects.toThrow(
      'sent_until: not allowed with kind: slack',
    );
    expect(await api.endpoints.ping(made.endpoint_id)).toMatchObject({ outcome: 'delivered' });
    expect(slack.received[0]?.body).toContain('Test: the digest of a schedule arrives here.');

    // The schedule is due: the run of every minute finds it. Another report sends nothing.
    const schedules = createScheduleStore(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
    const item = await schedules.get({ accountId, scheduleId: schedule_id });
    if (item === undefined) throw new Error('expected the schedule');
    await schedules.replace({ ...item, next_run: Date.now() - 1_000 });
    await api.reports.createAndWait({ template: 'standard_rfm' });
    await until(async () => {
      await wake();
      return slack.received.length + teams.received.length >= 3 ? true : undefined;
    }, 150);
    const [first, second] = [slack.received[1]?.body ?? '', teams.received[0]?.body ?? ''];
    expect(JSON.parse(first)).toMatchObject({ text: 'default: nothing stands out' });
    expect(second).toContain('default: keine Auffälligkeiten');
    expect(first).toMatch(/"url":"[^"]+\/console\?dataset=default"/);
    expect(first + second).not.toMatch(/zoe|@/);

    const { events } = await api.endpoints.events().page();
    const ofReports = events.filter(({ event }) => event === 'report.completed');
    expect(ofReports.map((one) => one.schedule_id)).toEqual([undefined, schedule_id]);
    await wake();
    const { deliveries } = await api.endpoints.deliveries(made.endpoint_id).page();
    expect(deliveries.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['report.completed', 'delivered'],
      ['webhook.test', 'delivered'],
    ]);
    const shown = [await api.endpoints.list(), deliveries, events];
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${slack.url}\\b|${teams.url}\\b`));
  }, 240_000);
});
