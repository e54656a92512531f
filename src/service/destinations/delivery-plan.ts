// The customers that a destination is to have: decided once for each file of an audience's members, and kept
// until the destination has them.
import { decodeTime } from 'ulid';
import { createChangesPage, selectDeliverable } from '../../analysis/audiences/changes-page.ts';
import { createEmptyMembership } from '../../analysis/audiences/membership.ts';
import { decodeList, encodeList } from '../../analysis/customer-lists/list-file.ts';
import type { CustomerList } from '../../contract/customer-lists/columns.ts';
import type { AudienceItem } from '../audiences/audiences.ts';
import type { MemberFiles } from '../audiences/member-files.ts';
import type { HiddenCustomers } from '../reports/lists/hidden-customers.ts';
import { OutdatedError } from '../webhooks/leased-step.ts';
import type { Copies } from './copies.ts';
import {
  type DeliveryItem,
  type DeliveryPlan,
  type DestinationItem,
  NO_COUNTS,
  toDestinationRef,
} from './destination-item.ts';
import type { LeasedChanges as Changes } from './destinations.ts';
import type { DestinationKinds } from './kinds.ts';

export interface DeliveryPlanDeps {
  readonly copies: Pick<Copies, 'put' | 'find' | 'remove'>;
  readonly members: Pick<MemberFiles, 'find'>;
  readonly hidden: HiddenCustomers;
  readonly kinds: DestinationKinds;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

/** The writes of the worker: the destination's changes and the record of the delivery, in one transaction. */
export interface Written {
  readonly changes: Changes;
  readonly delivery?: DeliveryItem | undefined;
}

type Started = DeliveryPlan & { readonly delivery_id: string };

export function toDeliveryRecord(item: DestinationItem, plan: Started): DeliveryItem {
  const { account_id, audience_id, destination_id } = item;
  const { delivery_id, run_id, counts, without_contact } = plan;
  return {
    ...{ account_id, audience_id, destination_id, delivery_id, run_id, status: 'Processing' },
    created_at: new Date(decodeTime(delivery_id)).toISOString(),
    ...{ ...counts, erased: 0, without_contact },
  };
}

export function createDeliveryPlan({ copies, members, hidden, kinds, newId, clock }: DeliveryPlanDeps) {
  /** Throws OutdatedError if an erasure has replaced it. */
  async function read(item: DestinationItem, file: string | undefined): Promise<CustomerList> {
    if (file === undefined) return createEmptyMembership();
    const stored = await copies.find({ ...toDestinationRef(item), file });
    if (stored === undefined) throw new OutdatedError();
    return decodeList(stored);
  }

  return {
    read,

    /** Decides for the newest members; undefined if they equal the copy. */
    async decide(item: DestinationItem, audience: AudienceItem): Promise<Written | undefined> {
      const newest = audience.members;
      if (newest === undefined || newest.file === item.copy?.members_file) return undefined;
      const { account_id: accountId, audience_id: audienceId, dataset_id: datasetId } = item;
      // Must be read before the members; see hidden-customers.ts.
      const unseen = await hidden({ accountId, datasetId });
      const stored = await members.find({ accountId, audienceId, file: newest.file });
      // A run or an erasure has replaced the file since the audience was read.
      if (unseen.everybody || stored === undefined) throw new OutdatedError();
      const { knownBy, limits } = kinds[item.kind];
      const { list, withoutContact } = selectDeliverable(decodeList(stored), unseen.customers, knownBy);
      const { run_id, as_of } = newest;
      const source = { members_file: newest.file, run_id, as_of, customers: list.head.rows };
      const plan: Started = {
        ...{ ...source, without_contact: withoutContact, counts: NO_COUNTS },
        delivery_id: newId(clock()),
      };
      const delivery = toDeliveryRecord(item, plan);
      const has = await read(item, item.copy?.file);
      if (createChangesPage(has, list, knownBy, limits, undefined).last === undefined) {
        const ended: DeliveryItem = { ...delivery, status: 'Completed', completed_at: delivery.created_at };
        // Otherwise an erasure has replaced the file of members without affecting this destination.
        const isNews = run_id !== item.copy?.run_id;
        return {
          changes: { copy: { ...source, file: item.copy?.file } },
          delivery: isNews ? ended : undefined,
        };
      }
      if (list.head.rows === 0) return { changes: { plan }, delivery };
      const file = newId(clock());
      await copies.put({ ...toDestinationRef(item), file }, encodeList(list));
      return { changes: { plan: { ...plan, file } }, delivery };
    },

    /** Continues a plan whose delivery has failed, as another delivery. */
    resume(item: DestinationItem, plan: DeliveryPlan): Written {
      const resumed = { ...plan, counts: NO_COUNTS, delivery_id: newId(clock()) };
      return { changes: { plan: resumed, failing: null }, delivery: toDeliveryRecord(item, resumed) };
    },

    /** Ends a plan that the destination has received completely. */
    complete(item: DestinationItem, plan: Started): Written {
      const { members_file, run_id, as_of, customers, file } = plan;
      const at = new Date(clock()).toISOString();
      return {
        changes: { plan: null, copy: { members_file, run_id, as_of, customers, file } },
        delivery: { ...toDeliveryRecord(item, plan), status: 'Completed', completed_at: at },
      };
    },

    /** Deletes files of earlier plans and copies. */
    async dropFormer(before: DestinationItem, now: DestinationItem): Promise<void> {
      const file = before.copy?.file;
      if (file !== undefined && file !== now.copy?.file)
        await copies.remove({ ...toDestinationRef(before), file });
    },
  };
}
