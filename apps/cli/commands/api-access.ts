// Finds the address of the public API and the key, and creates the client.
import { type CallOptions, OrderAnalytics, type RetryOptions } from '../../../packages/client/src/index.ts';
import { isApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import type { Context } from './context.ts';

export interface ApiFlags {
  readonly key?: string;
  readonly url?: string;
}

export interface ApiAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly client: OrderAnalytics;
  /** Options of every call; they print why a call takes long. */
  readonly call: CallOptions;
}

export async function createApiClient(
  { deployment }: Pick<Context, 'deployment'>,
  { key = process.env.ORDER_ANALYTICS_API_KEY, url }: ApiFlags,
  /** By default few attempts: a person is waiting, and a wrong address should be reported soon. */
  retry: RetryOptions = { attempts: 3 },
): Promise<ApiAccess> {
  if (key === undefined || key === '') {
    throw new OperationError(
      'an API key is needed: --key or ORDER_ANALYTICS_API_KEY; create one with accounts create',
    );
  }
  if (!isApiKey(key)) {
    throw new OperationError(
      'this is not a complete API key: expected afn_ and 36 letters and digits, the last six a checksum',
    );
  }
  const baseUrl = (url ?? (await deployment()).apiUrl).replace(/\/$/, '');
  if (!URL.canParse(baseUrl)) throw new OperationError(`--url: ${baseUrl} is not the address of an API`);
  return {
    baseUrl,
    apiKey: key,
    client: new OrderAnalytics({ baseUrl, apiKey: key, retry }),
    call: {
      onWait: ({ ms, error }) =>
        console.error(
          `${error?.message ?? 'the rate limit is reached'}; retrying in ${(ms / 1_000).toFixed(1)} s`,
        ),
    },
  };
}
