// The consent of an e-mail address: a link in an e-mail confirms it, another withdraws it. Whoever has a link may use
// it, as often as they like. Opening a link changes nothing, because programs that check e-mails open them, too.
import { createHash, randomBytes } from 'node:crypto';
import { MAX_MAIL_ADDRESS_LENGTH } from '../../contract/schema/limits.ts';
import type { EndpointItem, EndpointRef, EndpointStore } from '../webhooks/endpoints.ts';
import type { EventLog } from '../webhooks/event-log.ts';

/** One address and nothing else: neither a second one nor the fields of a `mailto` link. */
const ONE_ADDRESS = /^mailto:([\w.!#$&'*+/=^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,63})$/i;

/** Undefined for anything but `mailto:` and one address. */
export function parseMailAddress(url: string): string | undefined {
  const address = ONE_ADDRESS.exec(url)?.[1];
  return address !== undefined && address.length <= MAX_MAIL_ADDRESS_LENGTH ? address : undefined;
}

/** Bytes that nobody guesses. */
const TOKEN_BYTES = 32;
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Where the links of e-mails lead, below the API. */
export const toMailLink = (baseUrl: string, { accountId, endpointId }: EndpointRef, token: string): string =>
  `${baseUrl}/mail/${accountId}.${endpointId}.${token}`;

const LINK = /^([\w-]{1,64})\.([\dA-Z]{26})\.([\w-]{43})$/;

/** What the holder of a link sees, and whether they may do it. */
export interface OpenedLink {
  readonly asks: 'confirm' | 'confirmed' | 'expired' | 'unsubscribe' | 'unsubscribed';
  readonly item: EndpointItem;
}

/** The e-mail address of an endpoint. */
export function toMailbox({ endpoint_id, url }: Pick<EndpointItem, 'endpoint_id' | 'url'>): string {
  const address = parseMailAddress(url);
  if (address === undefined) throw new Error(`endpoint ${endpoint_id} has no e-mail address`);
  return address;
}

/** Bounces and complaints name them. */
export const toMailTags = ({ account_id, endpoint_id }: EndpointItem) => ({
  account: account_id,
  endpoint: endpoint_id,
});

export interface OptInDeps {
  readonly endpoints: Pick<EndpointStore, 'get' | 'changeSettings'>;
  readonly events: Pick<EventLog, 'head'>;
  readonly clock: () => number;
}

export function createOptIn({ endpoints, events, clock }: OptInDeps) {
  /** `link`: the last segment of its path. Undefined if it is not valid. */
  async function open(link: string): Promise<OpenedLink | undefined> {
    const [, accountId = '', endpointId = '', token = ''] = LINK.exec(link) ?? [];
    if (token === '') return undefined;
    const item = await endpoints.get({ accountId, endpointId });
    if (item?.opt_in === undefined) return undefined;
    const { unsubscribe_hash, confirm_hash, confirm_until = 0, confirmed_at } = item.opt_in;
    const hash = hashToken(token);
    if (hash === unsubscribe_hash)
      return { item, asks: confirmed_at === undefined ? 'unsubscribed' : 'unsubscribe' };
    if (hash !== confirm_hash) return undefined;
    if (confirmed_at !== undefined) return { item, asks: 'confirmed' };
    return { item, asks: clock() < confirm_until ? 'confirm' : 'expired' };
  }

  async function confirm(item: EndpointItem): Promise<EndpointItem | undefined> {
    const { account_id, opt_in, paused } = item;
    if (opt_in === undefined) return undefined;
    const at = new Date(clock()).toISOString();
    // The account's own pause stays.
    const stays = paused?.because === 'requested' || paused?.because === 'key_revoked';
    return endpoints.changeSettings(
      item,
      {
        opt_in: { ...opt_in, confirmed_at: at },
        ...(!stays && { paused: null }),
        sent_until: (await events.head(account_id)).sequence,
      },
      at,
    );
  }

  /** Withdraws the consent. Undefined if the endpoint was changed meanwhile. */
  async function stop(
    item: EndpointItem,
    because: 'unsubscribed' | 'bounced' | 'complained',
  ): Promise<EndpointItem | undefined> {
    const at = new Date(clock()).toISOString();
    // Without its hash, the link that confirmed the address does not confirm it again.
    const opt_in = { unsubscribe_hash: item.opt_in?.unsubscribe_hash ?? '' };
    return endpoints.changeSettings(item, { opt_in, paused: { because, at } }, at);
  }

  return {
    open,

    /** Does what the link asks. Undefined if it is not valid. */
    async use(link: string): Promise<OpenedLink | undefined> {
      for (;;) {
        const opened = await open(link);
        if (opened === undefined) return undefined;
        const { asks, item } = opened;
        if (asks !== 'confirm' && asks !== 'unsubscribe') return opened;
        const changed = await (asks === 'confirm' ? confirm(item) : stop(item, 'unsubscribed'));
        // Otherwise another request has changed or deleted the endpoint.
        if (changed !== undefined)
          return { item: changed, asks: asks === 'confirm' ? 'confirmed' : 'unsubscribed' };
      }
    },

    /** Pauses the endpoint of an e-mail that came back. Does nothing if its address has unsubscribed, or it is gone. */
    async withdraw(ref: EndpointRef, because: 'bounced' | 'complained'): Promise<void> {
      for (;;) {
        const item = await endpoints.get(ref);
        if (item?.opt_in === undefined || item.paused?.because === 'unsubscribed') return;
        // Otherwise another request has changed or deleted the endpoint.
        if ((await stop(item, because)) !== undefined) return;
      }
    },
  };
}
