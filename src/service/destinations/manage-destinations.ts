// Creates, changes and deletes destinations. A secret is encrypted before it is stored.

import type { Caller } from '../../analysis/accounts/caller.ts';
import { DestinationLimitError, InvalidRequestError, NotFoundError } from '../../contract/errors/errors.ts';
import type {
  CreateDestinationRequest,
  UpdateDestinationRequest,
} from '../../contract/resources/destinations.ts';
import { MAX_DESTINATIONS_OF_AUDIENCE } from '../../contract/schema/limits.ts';
import type { AudienceRef, AudienceStore } from '../audiences/audiences.ts';
import type { DeliveryWorkflow } from '../aws/executions.ts';
import type { SealSecret } from '../secrets/sealed-secrets.ts';
import { findReceiverUrlProblem } from '../webhooks/receiver-url.ts';
import type { WebhookTargets } from '../wiring/environment.ts';
import type { DeliveryItem, DestinationItem, DestinationRef } from './destination-item.ts';
import type { DestinationKind } from './destination-kind.ts';
import type { DeliveryRecords, DestinationStore } from './destinations.ts';
import type { DestinationKinds } from './kinds.ts';
import { type RemoveDestinationDeps, removeDestination } from './remove-destination.ts';

export interface ManageDestinationsDeps extends RemoveDestinationDeps {
  readonly destinations: DestinationStore;
  readonly records: Pick<DeliveryRecords, 'list'>;
  readonly audiences: Pick<AudienceStore, 'get'>;
  readonly workflow: Pick<DeliveryWorkflow, 'start'>;
  readonly sealSecret: SealSecret;
  readonly kinds: DestinationKinds;
  readonly receivers: WebhookTargets;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

const SETTINGS = ['url', 'list_id'] as const;

export function createManageDestinations(deps: ManageDestinationsDeps) {
  const { destinations, audiences, workflow, kinds, receivers, newId, clock } = deps;

  /** Throws NotFoundError. */
  async function requireDestination(ref: DestinationRef): Promise<DestinationItem> {
    const item = await destinations.get(ref);
    if (item === undefined) throw new NotFoundError('Destination not found.');
    return item;
  }

  /** Throws NotFoundError. */
  async function requireAudience(ref: AudienceRef) {
    const audience = await audiences.get(ref);
    if (audience === undefined) throw new NotFoundError('Audience not found.');
    return audience;
  }

  function check(
    kind: DestinationKind,
    given: Readonly<Partial<Record<(typeof SETTINGS)[number] | 'secret', string | undefined>>>,
  ): void {
    const { url, secret } = given;
    for (const name of SETTINGS)
      if (given[name] !== undefined && name !== kind.setting)
        throw new InvalidRequestError(name, 'not allowed for this kind of destination');
    const problem = url === undefined ? undefined : findReceiverUrlProblem(url, receivers);
    if (problem !== undefined) throw new InvalidRequestError('url', problem);
    const refused = secret === undefined ? undefined : kind.secretProblem(secret);
    if (refused !== undefined) throw new InvalidRequestError('secret', refused);
  }

  const seal = (accountId: string, destinationId: string, secret: string) =>
    deps.sealSecret(secret, { accountId, kind: 'destination', id: destinationId });

  return {
    /** `startedId`: the id that an earlier attempt of the request has reserved. Throws ServiceError. */
    async create(
      by: Caller,
      audienceId: string,
      request: CreateDestinationRequest,
      startedId: string | undefined,
    ): Promise<DestinationItem> {
      const { accountId, author, limits } = by;
      const audience = await requireAudience({ accountId, audienceId });
      const now = clock();
      const destinationId = startedId ?? newId(now);
      const known = await destinations.ofAccount(accountId);
      const earlier = known.find(({ destination_id }) => destination_id === destinationId);
      if (earlier !== undefined) return earlier;
      if (known.length >= limits.maxDestinations) throw new DestinationLimitError(limits.maxDestinations);
      if (
        known.filter(({ audience_id }) => audience_id === audienceId).length >= MAX_DESTINATIONS_OF_AUDIENCE
      )
        throw new DestinationLimitError(MAX_DESTINATIONS_OF_AUDIENCE);
      const { kind, name = kind, secret, url, list_id, status } = request;
      const { setting } = kinds[kind];
      check(kinds[kind], { url, list_id, secret });
      if (request[setting] === undefined)
        throw new InvalidRequestError(setting, `required with kind: ${kind}`);
      const item: DestinationItem = {
        ...{ account_id: accountId, audience_id: audienceId, destination_id: destinationId },
        ...{ dataset_id: audience.dataset_id, kind, name, url, list_id },
        secret: await seal(accountId, destinationId, secret),
        is_paused: status === 'paused',
        created_at: new Date(now).toISOString(),
        created_by: author,
        ...{ version: 1, woken: 1, runs: 0, content: 0, sequence: 0 },
      };
      await destinations.create(item, by);
      // If this is lost, the reconciler starts it.
      await workflow.start(item);
      return item;
    },

    /** Throws NotFoundError. */
    async list(ref: AudienceRef): Promise<DestinationItem[]> {
      await requireAudience(ref);
      return destinations.list(ref.accountId, ref.audienceId);
    },

    get: requireDestination,

    /**
     * `checkRead` throws if the destination differs from the version that the client has read. Throws
     * ServiceError.
     */
    async update(
      by: Caller,
      ref: DestinationRef,
      request: UpdateDestinationRequest,
      checkRead: (found: DestinationItem) => void,
    ): Promise<DestinationItem> {
      for (;;) {
        const item = await requireDestination(ref);
        checkRead(item);
        const { name, secret, url, status } = request;
        check(kinds[item.kind], { url, secret });
        const changes = {
          updated_by: by.author,
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(status !== undefined && { is_paused: status === 'paused', paused_because: null }),
          ...(secret !== undefined && { secret: await seal(ref.accountId, ref.destinationId, secret) }),
        };
        const changed = await destinations.changeSettings(item, changes, new Date(clock()).toISOString(), by);
        // Otherwise another request has changed or deleted it.
        if (changed === undefined) continue;
        await workflow.start(changed);
        return changed;
      }
    },

    /** Returns the deleted destination. Throws NotFoundError. */
    async remove(ref: DestinationRef): Promise<DestinationItem> {
      const item = await requireDestination(ref);
      await removeDestination(deps, ref);
      return item;
    },

    /** Newest first, with the existing destinations. Throws NotFoundError. */
    async deliveries(
      ref: AudienceRef,
      page: Parameters<DeliveryRecords['list']>[1],
    ): Promise<{
      readonly items: DeliveryItem[];
      readonly destinations: ReadonlyMap<string, DestinationItem>;
    }> {
      await requireAudience(ref);
      const items = await deps.records.list(ref, page);
      const known = await destinations.list(ref.accountId, ref.audienceId);
      return { items, destinations: new Map(known.map((item) => [item.destination_id, item])) };
    },
  };
}
