// Access tokens of a Shopify app. An app of the Dev Dashboard has no lasting token: its client id and secret are
// exchanged for one of 24 hours. Apps that were created in the admin of a shop, before 2026, keep theirs.
// https://shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant
import * as v from 'valibot';
import { say } from '../../contract/sentences/sentence.ts';
import type { ReceiverResponse, RequestOptions } from '../webhooks/request.ts';
import type { Refusal, Shop } from './connector.ts';
import { callShop, readBody, retryUnreadable } from './shop-request.ts';

interface Token {
  readonly value: string;
  /** It was obtained for an earlier request: it may have expired. */
  readonly isKept: boolean;
}

const tokenBody = v.object({ access_token: v.pipe(v.string(), v.minLength(1)) });

export function toShopUrl({ address }: Shop): string {
  return /^https?:/.test(address) ? address : `https://${address}`;
}

/** Keeps the token of the last shop: a step asks one shop some hundred times. */
export function createTokenReader(options: RequestOptions, timeoutMs: number) {
  let kept: { readonly owner: string; readonly value: string } | undefined;

  /** `isRenewed`: the kept token was refused, or may lack scopes that the app has got since. */
  return async function readToken(shop: Shop, isRenewed = false): Promise<Token | Refusal> {
    const { access_token, client_id = '', client_secret = '' } = shop.credentials;
    if (access_token !== undefined) return { value: access_token, isKept: false };
    const owner = JSON.stringify([shop.address, client_id, client_secret]);
    if (kept?.owner === owner && !isRenewed) return { value: kept.value, isKept: true };
    const answer = await callShop(
      {
        method: 'POST',
        url: `${toShopUrl(shop)}/admin/oauth/access_token`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
        timeoutMs,
      },
      options,
      explainRefusedApp,
    );
    if ('outcome' in answer) return answer;
    const value = readBody(tokenBody, answer)?.access_token;
    if (value === undefined) return retryUnreadable(answer);
    kept = { owner, value };
    return { value, isKept: false };
  };
}

/** Shopify answers every wrong request with 400, as JSON or as a page. */
function explainRefusedApp({ status, body }: ReceiverResponse): Refusal | undefined {
  if (status !== 400) return undefined;
  const isMissing = /app_not_installed|shop_not_permitted/.test(body.toString('utf8'));
  return {
    outcome: 'refused',
    problem: isMissing ? say('shop_app_missing', {}) : say('shop_denied', { status }),
  };
}
