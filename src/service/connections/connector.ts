// The interface of a kind of shop whose orders the service reads: one request at a time. Plans, pauses,
// limits, versions, imports and progress are the same for all kinds (pull-orders.ts).
import type { DeliverySentence } from '../../contract/sentences/undelivered-because.ts';

/** A shop and its credentials, by their names in the API. */
export interface Shop {
  readonly address: string;
  readonly credentials: Readonly<Record<string, string>>;
}

export interface ShopOrder {
  /** As an event of the shop would name it. */
  readonly topic: string;
  /** As an event of the shop would state it. */
  readonly payload: unknown;
}

/** Orders changed from `since` on, before `until`: epoch milliseconds. */
export interface TimeWindow {
  readonly since?: number | undefined;
  readonly until: number;
}

/** Repeats the same request, after `seconds` or later; or it is pointless without a change by the owner. */
export type Refusal =
  | { readonly outcome: 'retry'; readonly problem: DeliverySentence; readonly seconds?: number | undefined }
  | { readonly outcome: 'refused'; readonly problem: DeliverySentence };

/** The outcome of reading on. */
export type PullOutcome =
  | {
      readonly outcome: 'page';
      readonly orders: readonly ShopOrder[];
      /** The place to continue; undefined at the end. */
      readonly cursor: string | undefined;
      /** Orders of the whole window, if the shop counts them. */
      readonly expected?: number | undefined;
    }
  /** The next request follows after this many seconds: the shop is busy. */
  | { readonly outcome: 'wait'; readonly cursor: string | undefined; readonly seconds: number }
  | Refusal;

/** The address to which the shop posts its events, and the secret with which it signs them. */
export interface EventReceiver {
  readonly url: string;
  readonly secret: string;
}

export interface Connector {
  /**
   * A new secret with which the shop is to sign its events; undefined if it keeps the one that it has, or if its owner
   * has to enter it.
   */
  findSecret(credentials: Shop['credentials'], hasSecret: boolean): string | undefined;
  /** The address in its usual form, or the expected form of one that is not valid. */
  readAddress(given: string): { readonly address: string } | { readonly expected: string };
  /** Why the shop cannot be read with these credentials; undefined if it can. */
  check(shop: Shop): Promise<Refusal | undefined>;
  /**
   * Makes the shop post the events of its orders. Repeated, it changes the secret. Undefined if it succeeded.
   */
  registerEvents(shop: Shop, receiver: EventReceiver): Promise<Refusal | undefined>;
  /** Ends that, as far as the shop permits it. */
  removeEvents(shop: Shop, url: string): Promise<void>;
  /** Sends one request, or a few. Never throws for a shop's answer. */
  pull(shop: Shop, window: TimeWindow, cursor: string | undefined): Promise<PullOutcome>;
}
