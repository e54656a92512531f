// Tests digests by e-mail over HTTP, with the e-mails that the local cloud keeps: asked for, confirmed, sent and
// unsubscribed with one click.
import { describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { createScheduleStore } from '../../../src/service/schedules/schedules.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { createCommandLine } from '../../../tools/harness/command-line.ts';
import { createEventWaker } from '../../../tools/harness/event-waker.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const createOrder = (id: string) => ({
  ...{ order_id: id, customer_id: 'zoe', contact: 'zoe@example.com', order_date: '2026-01-05' },
  line_items: [{ product_name: 'tea', unit_price: 2, quantity: 1 }],
});

/** Pages of the e-mails to the address, newest first. */
async function readMails(origin: string, address: string): Promise<string[]> {
  const list = await (await fetch(`${origin}/mail`)).text();
  const ids = [...list.matchAll(/href="(\/mail\/\d+)"/g)].map(([, path]) => path);
  const pages = await Promise.all(ids.map(async (path) => (await fetch(`${origin}${path}`)).text()));
  return pages.filter((page) => page.includes(`To: ${address}<br>`));
}

const findLink = (page: string | undefined, words: string): string =>
  new RegExp(`${words}: (\\S+)`).exec(page ?? '')?.[1] ?? '';

describe.skipIf(DEPLOYED)('digests by e-mail (need an account of their own)', () => {
  it('arrive at an address that has confirmed, until it unsubscribes', async () => {
    const wake = await createEventWaker(target.local);
    const { apiKey, accountId } = await target.local.newAccount('max', { requestsPerMinute: 6_000 });
    const api = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    const { origin } = new URL(target.baseUrl);
    await createClient(target.baseUrl, apiKey).push(['1', '2'].map(createOrder));
    const { schedule_id } = await api.schedules.create({
      expression: 'cron(0 7 * * MON)',
      report: { template: 'standard_rfm' },
    });
    const address = `ann.${accountId.slice(-8).toLowerCase()}@example.com`;
    const request = { kind: 'email', url: `mailto:${address}`, schedule_id } as const;
    for (const url of [`mailto:${address},eve@example.com`, 'https://example.com/'])
      await expect(api.endpoints.create({ ...request, url })).rejects.toThrow(
        'url: expected mailto: and one address, such as mailto:ann@example.com',
      );
    const { endpoint_id: id, ...made } = await api.endpoints.create({ ...request, language: 'de' });
    expect(made).toMatchObject({
      ...{ kind: 'email', url: `mailto:${address}`, name: 'example.com', secrets: [] },
      ...{ status: 'paused', paused_because: 'unconfirmed' },
    });
    for (const [change, error] of [
      [{ status: 'active' }, 'status: the address has not confirmed'],
      [{ url: 'mailto:eve@example.com' }, 'url: not allowed with kind: email'],
    ] as const)
      await expect(api.endpoints.update(id, change)).rejects.toThrow(error);
    expect(await readMails(origin, address)).toEqual([]);

    expect(await api.endpoints.ping(id)).toMatchObject({ outcome: 'delivered' });
    const [asked] = await readMails(origin, address);
    const confirm = findLink(asked, 'Bestätigen');
    const page = await fetch(confirm);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('<button>Bestätigen</button>');
    expect(await api.endpoints.get(id)).toMatchObject({ paused_because: 'unconfirmed' });
    expect(await (await fetch(confirm, { method: 'POST' })).text()).toContain('<h1>Bestätigt</h1>');
    expect(await api.endpoints.get(id)).toMatchObject({ status: 'active', paused_because: null });
    expect((await fetch(`${confirm}x`)).status).toBe(404);

    // The schedule is due: the run of every minute finds it.
    const schedules = createScheduleStore(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
    const item = await schedules.get({ accountId, scheduleId: schedule_id });
    if (item === undefined) throw new Error('expected the schedule');
    await schedules.replace({ ...item, next_run: Date.now() - 1_000 });
    const digest = await until(async () => {
      await wake();
      const [newest] = await readMails(origin, address);
      return newest === asked ? undefined : newest;
    }, 150);
    expect(digest).toContain('Subject: default: keine Auffälligkeiten<br>');
    expect(digest).toMatch(/\/console\?dataset=default/);
    expect(digest).not.toMatch(/zoe/);

    const unsubscribe = findLink(digest, 'Abbestellen');
    expect(digest).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click<br>');
    const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await fetch(unsubscribe, click)).status).toBe(200);
    expect(await api.endpoints.get(id)).toMatchObject({ status: 'paused', paused_because: 'unsubscribed' });
    const cli = createCommandLine(target.local.cloud);
    const args = ['--kind', 'email', '--schedule', schedule_id, '--key', apiKey];
    const { stdout } = await cli.run(['webhooks', 'add', `cli.${address}`, ...args]);
    cli.remove();
    expect(stdout).toMatch(/^Endpoint \w+: the address gets an e-mail with a link to confirm\./);
    expect(await readMails(origin, `cli.${address}`)).toHaveLength(1);
    // The mailbox simulator of SES.
    for (const [kind, because] of [
      ['bounce', 'bounced'],
      ['complaint', 'complained'],
    ]) {
      const returned = `mailto:${kind}+${accountId.slice(-8)}@simulator.amazonses.com`;
      const { endpoint_id } = await api.endpoints.create({ ...request, url: returned });
      await api.endpoints.ping(endpoint_id);
      await until(async () =>
        (await api.endpoints.get(endpoint_id)).paused_because === because ? true : undefined,
      );
    }
    const { deliveries } = await api.endpoints.deliveries(id).page();
    expect(deliveries.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['report.completed', 'delivered'],
      ['webhook.test', 'delivered'],
    ]);
  }, 240_000);
});
