// Lists the items that keys of an account created, or changed last (audiences, destinations, webhook
// endpoints, schedules and sources), and pauses them when a key is revoked. A revoked key can create or
// change none, so a list read after the revocation is complete.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Author } from '../../analysis/accounts/caller.ts';
import type { Authored } from '../accounts/authors.ts';
import { type AudienceStore, createAudienceStore, pauseAudience } from '../audiences/audiences.ts';
import { type DestinationItem, toDestinationRef } from '../destinations/destination-item.ts';
import { createDestinationStore, type DestinationStore } from '../destinations/destinations.ts';
import { createScheduleStore, type ScheduleStore } from '../schedules/schedules.ts';
import { createSourceStore, type SourceStore } from '../sources/sources.ts';
import { createEndpointStore, type EndpointStore } from '../webhooks/endpoints.ts';

export const MADE_KINDS = ['audience', 'destination', 'endpoint', 'schedule', 'source', 'key'] as const;
export const MADE_STATUSES = ['active', 'paused', 'revoked'] as const;

/** An item that a key created, or changed last. */
export interface MadeByKey {
  readonly kind: (typeof MADE_KINDS)[number];
  readonly id: string;
  /** The audience of a destination. */
  readonly audience_id?: string | undefined;
  readonly name: string;
  readonly by: 'created' | 'changed';
  readonly status: (typeof MADE_STATUSES)[number];
}

export interface MadeByKeysDeps {
  readonly audiences: Pick<AudienceStore, 'list' | 'get' | 'replace'>;
  readonly destinations: Pick<DestinationStore, 'ofAccount' | 'get' | 'changeSettings'>;
  readonly endpoints: Pick<EndpointStore, 'list' | 'get' | 'changeSettings'>;
  readonly schedules: Pick<ScheduleStore, 'list' | 'get' | 'pause'>;
  readonly sources: Pick<SourceStore, 'list' | 'get' | 'change'>;
}

const REASON = 'key_revoked';

/** How to pause an item. `change` resolves to false, or undefined, if another writer was first. */
interface Pausable<Item> {
  read(): Promise<Item | undefined>;
  isPaused(item: Item): boolean;
  change(item: Item, at: string): Promise<unknown>;
}

async function pauseItem<Item>({ read, isPaused, change }: Pausable<Item>, at: string): Promise<void> {
  for (;;) {
    const item = await read();
    if (item === undefined || isPaused(item)) return;
    const done = await change(item, at);
    if (done !== undefined && done !== false) return;
  }
}

interface Found extends Omit<MadeByKey, 'by' | 'status'> {
  readonly authored: Authored;
  readonly isPaused: boolean;
  pause(at: string): Promise<void>;
}

export function createMadeByKeys({ audiences, destinations, endpoints, schedules, sources }: MadeByKeysDeps) {
  function toFound<Item extends Authored & { readonly name: string }>(
    made: Pick<MadeByKey, 'kind' | 'id' | 'audience_id'>,
    item: Item,
    how: Pausable<Item>,
  ): Found {
    const isPaused = how.isPaused(item);
    return { ...made, name: item.name, authored: item, isPaused, pause: (at) => pauseItem(how, at) };
  }

  async function listAll(accountId: string): Promise<readonly Found[]> {
    const [ofAudiences, ofDestinations, ofEndpoints, ofSchedules, ofSources] = await Promise.all([
      audiences.list(accountId),
      destinations.ofAccount(accountId),
      endpoints.list(accountId),
      schedules.list(accountId),
      sources.list(accountId),
    ]);
    return [
      ...ofAudiences.map((item) =>
        toFound({ kind: 'audience', id: item.audience_id }, item, {
          read: () => audiences.get({ accountId, audienceId: item.audience_id }),
          isPaused: ({ paused }) => paused !== undefined,
          change: (now, at) => audiences.replace(pauseAudience(now, { because: REASON, at })),
        }),
      ),
      ...ofDestinations.map((item) =>
        toFound({ kind: 'destination', id: item.destination_id, audience_id: item.audience_id }, item, {
          read: () => destinations.get(toDestinationRef(item)),
          isPaused: ({ is_paused }: DestinationItem) => is_paused,
          change: (now, at) =>
            destinations.changeSettings(now, { is_paused: true, paused_because: REASON }, at),
        }),
      ),
      ...ofEndpoints.map((item) =>
        toFound({ kind: 'endpoint', id: item.endpoint_id }, item, {
          read: () => endpoints.get({ accountId, endpointId: item.endpoint_id }),
          isPaused: ({ paused }) => paused !== undefined,
          change: (now, at) => endpoints.changeSettings(now, { paused: { because: REASON, at } }, at),
        }),
      ),
      ...ofSchedules.map((item) =>
        toFound({ kind: 'schedule', id: item.schedule_id }, item, {
          read: () => schedules.get({ accountId, scheduleId: item.schedule_id }),
          isPaused: ({ paused }) => paused !== undefined,
          change: (now, at) => schedules.pause(now, REASON, at),
        }),
      ),
      ...ofSources.map((item) =>
        toFound({ kind: 'source', id: item.source_id }, item, {
          read: () => sources.get({ accountId, sourceId: item.source_id }),
          isPaused: ({ paused }) => paused,
          change: (now) =>
            sources.change(
              { accountId, sourceId: item.source_id },
              { paused: true, paused_because: REASON },
              { seen: now },
            ),
        }),
      ),
    ];
  }

  async function listMadeBy(accountId: string, keyIds: ReadonlySet<string>) {
    const isByKeys = (author: Author | undefined): boolean =>
      author !== undefined && keyIds.has(author.key_id);
    return (await listAll(accountId)).filter(
      ({ authored }) => isByKeys(authored.created_by) || isByKeys(authored.updated_by),
    );
  }

  const toMadeByKey = (
    { authored, isPaused: _, pause: __, ...made }: Found,
    keyIds: ReadonlySet<string>,
    isPaused: boolean,
  ): MadeByKey => ({
    ...made,
    by: authored.created_by !== undefined && keyIds.has(authored.created_by.key_id) ? 'created' : 'changed',
    status: isPaused ? 'paused' : 'active',
  });

  return {
    async list(accountId: string, keyIds: ReadonlySet<string>): Promise<readonly MadeByKey[]> {
      return (await listMadeBy(accountId, keyIds)).map((one) => toMadeByKey(one, keyIds, one.isPaused));
    },

    /** An already paused item stays unchanged. */
    async pause(accountId: string, keyIds: ReadonlySet<string>, at: string): Promise<readonly MadeByKey[]> {
      const made = await listMadeBy(accountId, keyIds);
      await Promise.all(made.map((one) => one.pause(at)));
      return made.map((one) => toMadeByKey(one, keyIds, true));
    },
  };
}
export function wireMadeByKeys(db: DynamoDBDocumentClient, serviceTable: string): MadeByKeys {
  return createMadeByKeys({
    audiences: createAudienceStore(db, serviceTable),
    destinations: createDestinationStore(db, serviceTable),
    endpoints: createEndpointStore(db, serviceTable),
    schedules: createScheduleStore(db, serviceTable),
    sources: createSourceStore(db, serviceTable),
  });
}

export type MadeByKeys = ReturnType<typeof createMadeByKeys>;
