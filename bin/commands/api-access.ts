// Where the public API is, and with which key.
import { OperationError } from '../../src/operations/accounts.ts';
import type { Context } from './context.ts';

export interface ApiFlags {
  readonly key?: string;
  readonly url?: string;
}

export async function apiAccess(
  { target }: Context,
  { key = process.env.ORDER_ANALYTICS_API_KEY, url }: ApiFlags,
): Promise<{ readonly baseUrl: string; readonly apiKey: string }> {
  if (key === undefined || key === '') {
    throw new OperationError(
      'an API key is needed: --key or ORDER_ANALYTICS_API_KEY; accounts create makes one',
    );
  }
  return { baseUrl: (url ?? (await target()).apiUrl).replace(/\/$/, ''), apiKey: key };
}
