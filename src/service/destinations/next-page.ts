// The next page for a destination: erased customers before all others, then the differences of its plan.

import { createChangesPage } from '../../analysis/audiences/changes-page.ts';
import type { CustomerList } from '../../contract/customer-lists/columns.ts';
import type { Written } from './delivery-plan.ts';
import {
  type DeliveryItem,
  type DestinationItem,
  type ForgottenItem,
  NO_COUNTS,
  type PageInProgress,
  toDestinationRef,
} from './destination-item.ts';
import type { DestinationKind, PageToSend } from './destination-kind.ts';
import type { ForgottenStore } from './forgotten.ts';

/** The customers that the destination has, and those that its plan names. */
export type Lists = () => Promise<{ readonly has: CustomerList; readonly wanted: CustomerList }>;

export interface NextPage {
  readonly page: PageInProgress;
  readonly content: PageToSend;
  /** The hash after which the plan continues. */
  readonly last?: string | undefined;
}

type Forgotten = Pick<ForgottenStore, 'some' | 'get' | 'remove'>;

/** Undefined if the destination has received its plan, or has none. */
export async function findNextPage(
  forgotten: Forgotten,
  kind: DestinationKind,
  item: DestinationItem,
  lists: Lists,
): Promise<NextPage | undefined> {
  const open = item.page;
  if (open === undefined) {
    const erased = await forgotten.some(toDestinationRef(item), kind.erasedLimit);
    const hashes = erased.map(({ hash }) => hash);
    if (erased.length > 0) return createErasedPage(kind, { forgotten: hashes, tries: 0 }, erased);
  } else if (open.forgotten !== undefined) {
    return createErasedPage(kind, open, await forgotten.get(toDestinationRef(item), open.forgotten));
  }
  if (item.plan === undefined) return undefined;
  const { has, wanted } = await lists();
  const { last, ...changes } = createChangesPage(
    has,
    wanted,
    kind.knownBy,
    kind.limits,
    item.plan.after,
    open?.last,
  );
  if (last === undefined) return undefined;
  return { page: open ?? { last, tries: 0 }, content: { ...changes, erased: [] }, last };
}

function createErasedPage(
  { knownBy }: DestinationKind,
  page: PageInProgress,
  customers: readonly ForgottenItem[],
): NextPage {
  const erased = customers.map(({ hash, customer_id, contact = null }) => ({
    id: knownBy === 'customer' ? customer_id : (contact ?? customer_id),
    contact,
    customer: BigInt(`0x${hash}`),
  }));
  return { page, content: { joined: [], left: [], erased } };
}

/** Records that the destination has applied the page. `refused`: number of customers that it refuses. */
export async function acknowledgePage(
  forgotten: Forgotten,
  item: DestinationItem,
  { page, content, last }: NextPage,
  refused: number,
  delivery: { readonly id: string; readonly at: string },
): Promise<Written> {
  if (page.forgotten !== undefined) {
    await forgotten.remove(toDestinationRef(item), page.forgotten);
    return {
      changes: { page: null, failing: null },
      delivery: content.erased.length === 0 ? undefined : createErasedRecord(item, content, delivery),
    };
  }
  const { plan } = item;
  if (plan === undefined) return { changes: { page: null, failing: null } };
  const { counts } = plan;
  const sums = {
    ...counts,
    joined: counts.joined + Math.max(0, content.joined.length - refused),
    left: counts.left + content.left.length,
    refused: counts.refused + refused,
  };
  return { changes: { page: null, failing: null, plan: { ...plan, after: last, counts: sums } } };
}

function createErasedRecord(
  { account_id, audience_id, destination_id }: DestinationItem,
  { erased }: PageToSend,
  { id, at }: { readonly id: string; readonly at: string },
): DeliveryItem {
  return {
    ...{ account_id, audience_id, destination_id, delivery_id: id, status: 'Completed' },
    ...{ created_at: at, completed_at: at },
    ...{ ...NO_COUNTS, requests: 1, erased: erased.length, without_contact: 0 },
  };
}
