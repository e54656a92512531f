// Where the public API is, and with which key.
import { isApiKey } from '../../src/core/accounts/api-key.ts';
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
  if (!isApiKey(key)) {
    throw new OperationError(
      'this is no API key, or a part of one: afn_ and 36 letters and digits, of which the last six are a checksum',
    );
  }
  return { baseUrl: (url ?? (await target()).apiUrl).replace(/\/$/, ''), apiKey: key };
}

/** fetch says only that it failed; its cause says why. */
export function unreachable(baseUrl: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message || cause.name : String(cause);
  return `${baseUrl} can't be reached (${why}): is it the right address, and does it run? --url names another`;
}
