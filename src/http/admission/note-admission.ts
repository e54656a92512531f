// What the rate window says of a request, for the headers of its response.
import { RateLimitedError } from '../../contract/errors/errors.ts';
import { RATE_WINDOW_MS } from '../../contract/schema/limits.ts';
import { measure } from '../../observability/metrics.ts';
import type { Admission } from '../../stores/accounts/rate-windows.ts';
import type { ApiEvent } from '../call.ts';

/** Throws RateLimitedError. */
export function noteAdmission(event: ApiEvent, limit: number, admission: Admission): void {
  const { admitted, resetMs } = admission;
  event.rate = { limit, remaining: admitted ? admission.remaining : 0, resetMs };
  if (admitted) return;
  measure('RateLimitedRequests');
  throw new RateLimitedError(admission.retryAfterMs, limit);
}

/** Until the window has answered: of a response that fails before. */
export function noteUnknown(event: ApiEvent, limit: number): void {
  event.rate = { limit, remaining: 0, resetMs: RATE_WINDOW_MS };
}

/** Of a request that is not counted. */
export function noteUncounted(event: ApiEvent, limit: number): void {
  event.rate = { limit, remaining: limit, resetMs: 0 };
}
