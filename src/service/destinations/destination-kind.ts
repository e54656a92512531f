// The interface of a kind of destination: how it identifies customers, the size of a page, and one request at
// a time. Plans, pages, retries, leases and erasures are the same for all kinds (bring-in-step.ts).

import type { Entry, KnownBy, PageLimits } from '../../analysis/audiences/changes-page.ts';
import type { DestinationKindName } from '../../contract/resources/destinations.ts';
import type { DeliverySentence } from '../../contract/sentences/undelivered-because.ts';
import type { DestinationItem } from './destination-item.ts';

/** The identifier of customers at a destination. */
export const KNOWN_BY: Readonly<Record<DestinationKindName, KnownBy>> = {
  webhook: 'customer',
  klaviyo: 'contact',
};

export interface PageToSend {
  readonly joined: readonly Entry[];
  readonly left: readonly Entry[];
  /** Erased customers have pages of their own. */
  readonly erased: readonly Entry[];
}

export interface SendingContext {
  readonly destination: Pick<DestinationItem, 'audience_id' | 'destination_id' | 'url' | 'list_id'>;
  readonly secret: string;
  /** Higher than that of every earlier request. */
  readonly sequence: number;
  /** Progress that the previous request returned; undefined at the beginning of a page. */
  readonly progress: string | undefined;
  /** An earlier request with this progress was started, and its outcome is unknown. */
  readonly isRepeated: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The outcome of one request. */
export type SendOutcome =
  /** The page is applied. `refused`: number of customers that the destination refuses. */
  | { readonly outcome: 'taken'; readonly refused?: number }
  /** The next request follows at once. */
  | { readonly outcome: 'next'; readonly progress: string }
  /** The next request follows after this many seconds: the destination is busy. */
  | { readonly outcome: 'wait'; readonly progress: string; readonly seconds: number }
  /** Repeats the same request, after `seconds` or later. */
  | { readonly outcome: 'retry'; readonly problem: DeliverySentence; readonly seconds?: number | undefined }
  /** Pointless to repeat without a change by the owner. */
  | { readonly outcome: 'refused'; readonly problem: DeliverySentence };

export interface DestinationKind {
  readonly knownBy: KnownBy;
  readonly limits: PageLimits;
  /** Maximum number of erased customers of a page. */
  readonly erasedLimit: number;
  /** The setting that it has beside name and secret. */
  readonly setting: 'url' | 'list_id';
  /** The expected form of a secret that is not valid; undefined for a valid one. */
  secretProblem(secret: string): string | undefined;
  /**
   * Sends one request. The page is equal for equal progress, unless a customer was erased in between. Never
   * throws for a destination's answer.
   */
  send(page: PageToSend, context: SendingContext): Promise<SendOutcome>;
}
