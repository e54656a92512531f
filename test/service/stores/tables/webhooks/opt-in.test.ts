// Tests the consent of e-mail addresses on a real table: nothing but few requests to confirm is sent before it, and
// nothing after it is withdrawn.
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountEvent } from '../../../../../src/contract/resources/events.ts';
import { createRateWindows } from '../../../../../src/service/accounts/rate-windows.ts';
import { createTestDigest } from '../../../../../src/service/digests/compose-digest.ts';
import { createPrepareMail } from '../../../../../src/service/digests/mail-on-request.ts';
import { createOptIn, hashToken } from '../../../../../src/service/digests/opt-in.ts';
import type { Mail } from '../../../../../src/service/digests/send-mail.ts';
import { createOpenReceiver, isFor } from '../../../../../src/service/webhooks/endpoints/open-receiver.ts';
import { createEndpointStore, type EndpointItem } from '../../../../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../../../../src/service/webhooks/event-log.ts';
import { createEndpointItem, TOKEN } from '../../../digests/endpoint-item.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const START = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const BASE = 'https://api.example.com/api/v1';
const OPENED = { openSecret: async (sealed: string) => Buffer.from(sealed, 'base64').toString() };

let now = START;
beforeEach(() => {
  now = START;
});

function createService() {
  const clock = () => now;
  const endpoints = createEndpointStore(stage.db, TABLES.service);
  const events = createEventLog(stage.db, TABLES.service);
  const rateWindows = createRateWindows(stage.db, TABLES.service);
  const prepareMail = createPrepareMail({ endpoints, rateWindows, ...OPENED, clock });
  const links = createOptIn({ endpoints, events, clock });
  return {
    ...{ endpoints, links },
    async open(more: Partial<EndpointItem> = {}) {
      const item = createEndpointItem({
        ...{ account_id: `acc_${ulid()}`, endpoint_id: ulid(), url: `mailto:${ulid()}@example.com` },
        paused: { because: 'unconfirmed', at: new Date(now).toISOString() },
        opt_in: { unsubscribe_hash: hashToken(TOKEN) },
        ...more,
      });
      await endpoints.create(item, 100);
      const ref = { accountId: item.account_id, endpointId: item.endpoint_id };
      const read = async (): Promise<EndpointItem> => {
        const found = await endpoints.get(ref);
        if (found === undefined) throw new Error('expected the endpoint');
        return found;
      };
      /** The link of the e-mail that a ping sends. */
      const ask = async (): Promise<string> => findLink(await prepareMail(await read(), BASE));
      return { ref, read, ask, unsubscribeLink: `${ref.accountId}.${ref.endpointId}.${TOKEN}` };
    },
  };
}

function findLink({ text }: Mail): string {
  return text.match(/\/mail\/(\S+)/)?.[1] ?? '';
}

describe('an e-mail address', () => {
  it('gets digests after its link was used, not when it was opened, and none after it unsubscribed', async () => {
    const { open, links } = createService();
    const { read, ask, unsubscribeLink } = await open();
    const link = await ask();
    expect(await links.open(link)).toMatchObject({ asks: 'confirm' });
    expect(await read()).toMatchObject({ paused: { because: 'unconfirmed' } });
    expect(await links.use(link)).toMatchObject({ asks: 'confirmed' });
    const confirmed = await read();
    expect(confirmed.paused).toBeUndefined();
    expect(confirmed.opt_in).toMatchObject({ confirmed_at: new Date(START).toISOString() });
    expect(await links.use(link)).toMatchObject({ asks: 'confirmed' });
    expect((await read()).version).toBe(confirmed.version);

    expect(await links.open(unsubscribeLink)).toMatchObject({ asks: 'unsubscribe' });
    expect((await read()).paused).toBeUndefined();
    for (const _ of [1, 2]) expect(await links.use(unsubscribeLink)).toMatchObject({ asks: 'unsubscribed' });
    expect(await read()).toMatchObject({ paused: { because: 'unsubscribed' } });
    // The link that confirmed it is used up.
    expect(await links.use(link)).toBeUndefined();
    // It may be asked again.
    expect(await links.use(await ask())).toMatchObject({ asks: 'confirmed' });
    expect((await read()).paused).toBeUndefined();
  });

  it('confirms by the newest link only, for seven days', async () => {
    const { open, links } = createService();
    const { read, ask } = await open();
    const first = await ask();
    const second = await ask();
    expect(await links.use(first)).toBeUndefined();
    now += 7 * DAY_MS;
    expect(await links.use(second)).toMatchObject({ asks: 'expired' });
    now -= 1;
    expect(await links.open(second)).toMatchObject({ asks: 'confirm' });
    expect(await read()).toMatchObject({ paused: { because: 'unconfirmed' } });
  });

  it('stays paused by its account after it confirmed', async () => {
    const { open, links } = createService();
    const { read, ask } = await open({ paused: { because: 'requested', at: '' } });
    await links.use(await ask());
    expect(await read()).toMatchObject({
      paused: { because: 'requested' },
      opt_in: { confirmed_at: expect.any(String) },
    });
  });

  it('gets nothing more after an e-mail came back, and its own choice to unsubscribe stays', async () => {
    const { open, links } = createService();
    const { read, ask, ref, unsubscribeLink } = await open();
    const link = await ask();
    await links.use(link);
    await links.withdraw(ref, 'bounced');
    expect(await read()).toMatchObject({ paused: { because: 'bounced' } });
    expect((await read()).opt_in).toEqual({ unsubscribe_hash: hashToken(TOKEN) });
    expect(await links.use(link)).toBeUndefined();

    await links.use(await ask());
    await links.use(unsubscribeLink);
    await links.withdraw(ref, 'complained');
    expect(await read()).toMatchObject({ paused: { because: 'unsubscribed' } });
    await links.withdraw({ ...ref, endpointId: ulid() }, 'bounced');
  });

  it('is not confirmed or unsubscribed by a link of another, or a made-up one', async () => {
    const { open, links } = createService();
    const [ann, eve] = [
      await open(),
      await open({ opt_in: { unsubscribe_hash: hashToken('v'.repeat(43)) } }),
    ];
    const token = (await eve.ask()).split('.')[2];
    const { accountId, endpointId } = ann.ref;
    for (const made of [
      `${accountId}.${endpointId}.${token}`,
      `${accountId}.${endpointId}.${'w'.repeat(43)}`,
      `${accountId}.${endpointId}.`,
      `${accountId}.${endpointId}`,
      '',
    ])
      expect(await links.use(made)).toBeUndefined();
    expect(await ann.read()).toMatchObject({ version: 1 });
  });

  it('gets at most three e-mails on request in 24 hours, whichever accounts ask, and then again', async () => {
    const { open } = createService();
    const name = ulid().toLowerCase();
    const asking = [`${name}@example.com`, `${name}+shop@example.com`, `${name.toUpperCase()}@Example.com`];
    const asked = await Promise.all(asking.map((address) => open({ url: `mailto:${address}` })));
    for (const { ask } of asked) {
      await ask();
      now += DAY_MS / 4;
    }
    const refused = { code: 'webhook_limit_exceeded' };
    for (const { ask } of asked) await expect(ask()).rejects.toMatchObject(refused);
    // The first e-mail was sent a day ago.
    now += DAY_MS / 4;
    await asked[0]?.ask();
    await expect(asked[1]?.ask()).rejects.toMatchObject(refused);
  });

  it('is asked to confirm by an account that asks at most twenty in 24 hours', async () => {
    const { open } = createService();
    const account_id = `acc_${ulid()}`;
    const asked = await Promise.all(Array.from({ length: 21 }, () => open({ account_id })));
    for (const { ask } of asked.slice(0, 20)) await ask();
    await expect(asked[20]?.ask()).rejects.toMatchObject({
      ...{ code: 'webhook_limit_exceeded', message: expect.stringContaining('The account has been sent 20') },
    });
  });
});

describe('a digest by e-mail', () => {
  const EVENT: AccountEvent = {
    ...{ event: 'report.completed', event_id: 'E', sequence: 1, schedule_id: 'S' },
    timestamp: new Date(START).toISOString(),
  };

  it('is for a confirmed address only, whatever has become of its pause', () => {
    const opt_in = { unsubscribe_hash: '', confirmed_at: '' };
    expect(isFor(createEndpointItem({ opt_in }), EVENT)).toBe(true);
    expect(isFor(createEndpointItem({ opt_in: { unsubscribe_hash: '' } }), EVENT)).toBe(false);
    expect(isFor(createEndpointItem(), EVENT)).toBe(false);
  });

  it('has a link that unsubscribes its address, and tags that name its endpoint', async () => {
    const { open, links } = createService();
    const { ask, read, ref } = await open();
    await links.use(await ask());
    const sent: Mail[] = [];
    const openReceiver = createOpenReceiver({
      ...OPENED,
      publicUrl: BASE,
      composeDigest: async (_, __, language) => createTestDigest(language),
      send: async () => {
        throw new Error('expected no webhook');
      },
      sendMail: async (mail) => {
        sent.push(mail);
        return { verdict: 'delivered', responseStatus: 200, problem: undefined };
      },
    });
    const item = await read();
    await (await (await openReceiver(item))(EVENT))?.(now);
    const [mail] = sent;
    if (mail === undefined) throw new Error('expected an e-mail');
    expect(mail.to).toBe(item.url.replace('mailto:', ''));
    expect(mail.tags).toEqual({ account: ref.accountId, endpoint: ref.endpointId });
    expect(mail.headers['List-Unsubscribe']).toBe(`<${BASE}/mail/${findLink(mail)}>`);
    await links.use(findLink(mail));
    expect(await read()).toMatchObject({ paused: { because: 'unsubscribed' } });
  });
});
