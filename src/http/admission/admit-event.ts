// The rate limits of events: a source has its own, which its account's requests do not share. An event that no source
// vouches for counts against the sender's address, like a request without a key.
import { EVENTS_PER_WINDOW, RATE_WINDOW_MS, REQUESTS_PER_WINDOW } from '../../contract/schema/limits.ts';
import type { RateWindows } from '../../stores/accounts/rate-windows.ts';
import type { ApiEvent } from '../call.ts';
import { noteAdmission, noteUnknown } from './note-admission.ts';

export interface AdmitEventDeps {
  readonly rateWindows: RateWindows;
  readonly clock: () => number;
}

/** Throws RateLimitedError. */
export async function admitEvent(
  { rateWindows, clock }: AdmitEventDeps,
  event: ApiEvent,
  counted: { readonly sourceId: string } | 'address',
): Promise<void> {
  const [caller, limit] =
    counted === 'address'
      ? [`ip#${event.requestContext.http.sourceIp}`, REQUESTS_PER_WINDOW]
      : [`source#${counted.sourceId}`, EVENTS_PER_WINDOW];
  noteUnknown(event, limit);
  noteAdmission(event, limit, await rateWindows.admit(caller, { limit, windowMs: RATE_WINDOW_MS }, clock()));
}
