// The address under which the caller reached the API.
import { BASE_PATH } from '../contract/operation.ts';
import type { ApiEvent } from './call.ts';

export function baseUrlOf({ headers, requestContext }: ApiEvent): string {
  const scheme = headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';
  return `${scheme}://${requestContext.domainName}${BASE_PATH}`;
}
