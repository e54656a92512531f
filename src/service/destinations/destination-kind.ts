// What a kind of destination is: whom it knows customers by, how many a page has, and one request at a time. Plans, pages, retries,
// leases and erasures are the same for all kinds (bring-in-step.ts).

import type { Entry, KnownBy, PageLimits } from '../../analysis/audiences/changes-page.ts';
import type { DestinationKindName } from '../../contract/resources/destinations.ts';
import type { DeliverySentence } from '../../contract/sentences/undelivered-because.ts';
import type { DestinationItem } from './destination-item.ts';

/** What a destination tells customers apart by. */
export const KNOWN_BY: Readonly<Record<DestinationKindName, KnownBy>> = {
  webhook: 'customer',
  klaviyo: 'contact',
};

export interface PageToSend {
  readonly joined: readonly Entry[];
  readonly left: readonly Entry[];
  /** Alone in its page. */
  readonly erased: readonly Entry[];
}

export interface SendingContext {
  readonly destination: Pick<DestinationItem, 'audience_id' | 'destination_id' | 'url' | 'list_id'>;
  readonly secret: string;
  /** Above that of every request before. */
  readonly sequence: number;
  /** What the request before has returned; undefined at the beginning of a page. */
  readonly progress: string | undefined;
  /** A request with this progress was begun before, and its outcome is not known. */
  readonly isRepeated: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What one request has come to. */
export type SendOutcome =
  /** The page is applied. `refused`: customers whom the destination does not take. */
  | { readonly outcome: 'taken'; readonly refused?: number }
  /** The next request follows at once. */
  | { readonly outcome: 'next'; readonly progress: string }
  /** It follows after so many seconds: the destination is at work. */
  | { readonly outcome: 'wait'; readonly progress: string; readonly seconds: number }
  /** The same request again, after `seconds` or later. */
  | { readonly outcome: 'retry'; readonly problem: DeliverySentence; readonly seconds?: number | undefined }
  /** No use without a change by the owner. */
  | { readonly outcome: 'refused'; readonly problem: DeliverySentence };

export interface DestinationKind {
  readonly knownBy: KnownBy;
  readonly limits: PageLimits;
  /** Erased customers of a page. */
  readonly erasedLimit: number;
  /** The setting that it has beside name and secret. */
  readonly setting: 'url' | 'list_id';
  /** What a secret should have been; undefined if it may be one. */
  secretProblem(secret: string): string | undefined;
  /**
   * One request. The page is the same for the same progress, unless a customer was erased in between. Never throws for what a
   * destination may answer.
   */
  send(page: PageToSend, context: SendingContext): Promise<SendOutcome>;
}
