// Sends an e-mail to the address of an endpoint on request: a test to one that has confirmed, and the request to confirm
// to any other. Few are sent in a day, to one address by all accounts together and of one account, so that nobody can
// flood a mailbox. docs/digest.md
import { MailLimitError, NotFoundError } from '../../contract/errors/errors.ts';
import {
  CONFIRMATION_DAYS,
  MAX_REQUESTED_MAILS_PER_ACCOUNT,
  MAX_REQUESTED_MAILS_PER_ADDRESS,
} from '../../contract/schema/limits.ts';
import type { RateWindows } from '../accounts/rate-windows.ts';
import type { OpenSecret } from '../secrets/sealed-secrets.ts';
import { openOnlySecret } from '../webhooks/endpoints/open-receiver.ts';
import type { EndpointItem, EndpointStore } from '../webhooks/endpoints.ts';
import { createTestDigest } from './compose-digest.ts';
import { formatConfirmationMail, formatDigestMail } from './mail-message.ts';
import { createToken, hashToken, toMailbox, toMailLink, toMailTags } from './opt-in.ts';
import type { Mail } from './send-mail.ts';

const DAY_MS = 86_400_000;

export interface PrepareMailDeps {
  readonly endpoints: Pick<EndpointStore, 'changeSettings'>;
  readonly rateWindows: RateWindows;
  readonly openSecret: OpenSecret;
  readonly clock: () => number;
}

/** `baseUrl`: of the API, for links. Throws MailLimitError; NotFoundError if the endpoint was changed meanwhile. */
export type PrepareMail = (item: EndpointItem, baseUrl: string) => Promise<Mail>;

export function createPrepareMail({
  endpoints,
  rateWindows,
  openSecret,
  clock,
}: PrepareMailDeps): PrepareMail {
  async function count(of: 'account' | 'address', caller: string, limit: number): Promise<void> {
    const admission = await rateWindows.admit(`mail#${caller}`, { limit, windowMs: DAY_MS }, clock());
    if (!admission.admitted) throw new MailLimitError(of, limit, admission.retryAfterMs);
  }

  return async (item, baseUrl) => {
    const { account_id: accountId, endpoint_id: endpointId, opt_in, language } = item;
    const to = toMailbox(item);
    await count('account', accountId, MAX_REQUESTED_MAILS_PER_ACCOUNT);
    await count('address', hashToken(toOneMailbox(to)), MAX_REQUESTED_MAILS_PER_ADDRESS);
    const ref = { accountId, endpointId };
    const tags = toMailTags(item);
    if (opt_in?.confirmed_at !== undefined) {
      const url = toMailLink(baseUrl, ref, await openOnlySecret(openSecret, item));
      return { to, tags, ...formatDigestMail(createTestDigest(language), url) };
    }
    const token = createToken();
    const now = clock();
    const confirm = { confirm_hash: hashToken(token), confirm_until: now + CONFIRMATION_DAYS * DAY_MS };
    const { unsubscribe_hash = '' } = opt_in ?? {};
    const changes = { opt_in: { unsubscribe_hash, ...confirm } };
    if ((await endpoints.changeSettings(item, changes, new Date(now).toISOString())) === undefined)
      throw new NotFoundError('The endpoint was changed meanwhile: try again.');
    return { to, tags, ...formatConfirmationMail(language, toMailLink(baseUrl, ref, token)) };
  };
}

/** `Ann+shop@example.com` and `ann@example.com` are one mailbox. */
const toOneMailbox = (address: string): string => address.toLowerCase().replace(/\+[^@]*@/, '@');
