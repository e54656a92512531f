// Creates, changes and deletes webhook endpoints. Encrypts secrets before they are stored. A change that
// gives an endpoint something to send marks it: the next run of wake-endpoints.ts starts its worker, within a
// minute.

import { type Caller, maskAddress } from '../../../analysis/accounts/caller.ts';
import { EndpointLimitError, InvalidRequestError, NotFoundError } from '../../../contract/errors/errors.ts';
import {
  type CreateEndpointRequest,
  type EndpointDelivery,
  type EndpointKind,
  MAX_ENDPOINT_SECRETS,
  type UpdateEndpointRequest,
} from '../../../contract/resources/webhook-endpoints.ts';
import { createToken, hashToken, parseMailAddress } from '../../digests/opt-in.ts';
import type { ScheduleStore } from '../../schedules/schedules.ts';
import type { SealSecret } from '../../secrets/sealed-secrets.ts';
import type { WebhookTargets } from '../../wiring/environment.ts';
import type { EndpointDeliveries, EndpointItem, EndpointRef, EndpointStore } from '../endpoints.ts';
import type { EventLog } from '../event-log.ts';
import { findReceiverUrlProblem } from '../receiver-url.ts';
import { findSigningSecretProblem } from '../signature.ts';
import { toEndpointSecretOwner } from './endpoint-attempt.ts';

export interface ManageEndpointsDeps {
  readonly endpoints: EndpointStore;
  readonly events: Pick<EventLog, 'head'>;
  readonly deliveries: Pick<EndpointDeliveries, 'list'>;
  readonly schedules: Pick<ScheduleStore, 'get'>;
  readonly sealSecret: SealSecret;
  readonly receivers: WebhookTargets;
  /** Address of the sender of e-mails; empty if the deployment sends none. */
  readonly mailFrom: string;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

type Secrets = EndpointItem['secrets'];

const WEBHOOK_SETTINGS = ['events', 'sent_until', 'add_secret', 'drop_secret'] as const;

export function createManageEndpoints(deps: ManageEndpointsDeps) {
  const { endpoints, events, receivers, mailFrom, newId, clock } = deps;

  /** Throws NotFoundError. */
  async function requireEndpoint(ref: EndpointRef): Promise<EndpointItem> {
    const item = await endpoints.get(ref);
    if (item === undefined) throw new NotFoundError('Webhook endpoint not found.');
    return item;
  }

  function checkUrl(kind: EndpointKind, url: string): void {
    if (kind === 'email') {
      if (mailFrom === '')
        throw new InvalidRequestError(
          'kind',
          'this deployment sends no e-mails: the operator can set mailFrom',
        );
      if (parseMailAddress(url) === undefined)
        throw new InvalidRequestError(
          'url',
          'expected mailto: and one address, such as mailto:ann@example.com',
        );
      return;
    }
    const problem = findReceiverUrlProblem(url, receivers);
    if (problem !== undefined) throw new InvalidRequestError('url', problem);
  }

  function checkSecret(field: string, secret: string): void {
    const problem = findSigningSecretProblem(secret);
    if (problem !== undefined) throw new InvalidRequestError(field, problem);
  }

  /** The parts of the item that hold the address of a digest: that of a channel is its secret. */
  async function storeAddress(
    kind: EndpointKind,
    ref: EndpointRef,
    url: string,
  ): Promise<Pick<EndpointItem, 'url' | 'secrets' | 'opt_in'>> {
    if (kind === 'email') {
      const token = createToken();
      const opt_in = { unsubscribe_hash: hashToken(token) };
      return { url, secrets: [await sealForEndpoint(ref, token)], opt_in };
    }
    return { url: maskAddress(url, { isReadOnly: true }), secrets: [await sealForEndpoint(ref, url)] };
  }

  /** Throws InvalidRequestError. */
  async function checkKind(
    { accountId }: Pick<EndpointRef, 'accountId'>,
    kind: EndpointKind,
    given: Pick<CreateEndpointRequest, 'secret' | 'events' | 'schedule_id' | 'language'>,
  ): Promise<void> {
    const [needed, others] =
      kind === 'webhook'
        ? (['secret', ['schedule_id', 'language']] as const)
        : (['schedule_id', ['secret', 'events']] as const);
    for (const field of others)
      if (given[field] !== undefined) throw new InvalidRequestError(field, `not allowed with kind: ${kind}`);
    if (given[needed] === undefined) throw new InvalidRequestError(needed, `required with kind: ${kind}`);
    const { schedule_id: scheduleId } = given;
    if (scheduleId !== undefined && (await deps.schedules.get({ accountId, scheduleId })) === undefined)
      throw new InvalidRequestError('schedule_id', 'expected a schedule of the account');
  }

  async function sealForEndpoint(ref: EndpointRef, secret: string): Promise<Secrets[number]> {
    const owner = toEndpointSecretOwner(ref.accountId, ref.endpointId);
    return { secret_id: newId(clock()), sealed: await deps.sealSecret(secret, owner) };
  }

  /** Undefined if the secrets stay unchanged. Throws InvalidRequestError. */
  async function rotateSecrets(
    ref: EndpointRef,
    { secrets }: EndpointItem,
    { add_secret, drop_secret }: UpdateEndpointRequest,
  ): Promise<Secrets | undefined> {
    if (add_secret === undefined && drop_secret === undefined) return undefined;
    if (drop_secret !== undefined && !secrets.some(({ secret_id }) => secret_id === drop_secret))
      throw new InvalidRequestError('drop_secret', 'expected the secret_id of a secret of the endpoint');
    const kept = secrets.filter(({ secret_id }) => secret_id !== drop_secret);
    if (add_secret === undefined && kept.length === 0)
      throw new InvalidRequestError('drop_secret', 'this is the only secret: add another one first');
    if (add_secret === undefined) return kept;
    if (kept.length >= MAX_ENDPOINT_SECRETS)
      throw new InvalidRequestError(
        'add_secret',
        `expected at most ${MAX_ENDPOINT_SECRETS} secrets: drop one of them in the same request`,
      );
    checkSecret('add_secret', add_secret);
    return [...kept, await sealForEndpoint(ref, add_secret)];
  }

  const createPause = (because: 'requested' | 'unconfirmed', now: number) =>
    ({ because, at: new Date(now).toISOString() }) as const;

  return {
    /** `startedId`: the id that an earlier attempt of the request has reserved. Throws ServiceError. */
    async create(
      by: Caller,
      request: CreateEndpointRequest,
      startedId: string | undefined,
    ): Promise<EndpointItem> {
      const { accountId, author, limits } = by;
      const {
        kind = 'webhook',
        url,
        secret = '',
        schedule_id,
        language,
        name,
        events: types,
        status,
      } = request;
      checkUrl(kind, url);
      await checkKind(by, kind, request);
      if (kind === 'webhook') checkSecret('secret', secret);
      const now = clock();
      const ref = { accountId, endpointId: startedId ?? newId(now) };
      const earlier = await endpoints.get(ref);
      if (earlier !== undefined) return earlier;
      const item: EndpointItem = {
        account_id: accountId,
        endpoint_id: ref.endpointId,
        name: name ?? (new URL(url).hostname || url.slice(url.lastIndexOf('@') + 1)),
        kind,
        ...(kind === 'webhook'
          ? { url, secrets: [await sealForEndpoint(ref, secret)] }
          : await storeAddress(kind, ref, url)),
        schedule_id,
        language: language ?? 'en',
        events: kind === 'webhook' ? types : ['report.completed'],
        paused:
          kind === 'email'
            ? createPause('unconfirmed', now)
            : status === 'paused'
              ? createPause('requested', now)
              : undefined,
        created_at: new Date(now).toISOString(),
        created_by: author,
        sent_until: (await events.head(accountId)).sequence,
        ...{ version: 1, woken: 1, runs: 0 },
      };
      if (!(await endpoints.create(item, limits.maxWebhookEndpoints, by)))
        throw new EndpointLimitError(limits.maxWebhookEndpoints);
      return item;
    },

    list: (accountId: string): Promise<EndpointItem[]> => endpoints.list(accountId),

    get: requireEndpoint,

    /**
     * `checkRead` throws if the endpoint differs from the version that the client has read. Throws
     * ServiceError.
     */
    async update(
      by: Caller,
      ref: EndpointRef,
      request: UpdateEndpointRequest,
      checkRead: (found: EndpointItem) => void,
    ): Promise<EndpointItem> {
      const { name, url, language, events: types, status, sent_until } = request;
      for (;;) {
        const item = await requireEndpoint(ref);
        checkRead(item);
        const isOfWebhook = item.kind === 'webhook';
        for (const field of isOfWebhook ? (['language'] as const) : WEBHOOK_SETTINGS)
          if (request[field] !== undefined)
            throw new InvalidRequestError(field, `not allowed with kind: ${item.kind}`);
        if (item.kind === 'email' && url !== undefined)
          throw new InvalidRequestError('url', 'not allowed with kind: email: create another endpoint');
        if (url !== undefined) checkUrl(item.kind, url);
        if (item.kind === 'email' && status === 'active' && item.opt_in?.confirmed_at === undefined)
          throw new InvalidRequestError(
            'status',
            'the address has not confirmed: a ping sends it an e-mail with a link to confirm',
          );
        const { sequence } = await events.head(ref.accountId);
        if (sent_until !== undefined && sent_until > sequence)
          throw new InvalidRequestError('sent_until', `expected at most ${sequence}, the newest event`);
        const secrets = await rotateSecrets(ref, item, request);
        const now = clock();
        const changes = {
          updated_by: by.author,
          ...(name !== undefined && { name }),
          ...(url !== undefined && (isOfWebhook ? { url } : await storeAddress(item.kind, ref, url))),
          ...(language !== undefined && { language }),
          // A digest is on its own time: those of a pause are not made up for.
          ...(!isOfWebhook && status === 'active' && { sent_until: sequence }),
          ...(types !== undefined && { events: types }),
          ...(sent_until !== undefined && { sent_until }),
          ...(secrets !== undefined && { secrets }),
          ...(status !== undefined && { paused: status === 'paused' ? createPause('requested', now) : null }),
        };
        const changed = await endpoints.changeSettings(item, changes, new Date(now).toISOString(), by);
        // Otherwise another request has changed or deleted it.
        if (changed !== undefined) return changed;
      }
    },

    /** Returns the deleted endpoint. Throws NotFoundError. */
    async remove(ref: EndpointRef): Promise<EndpointItem> {
      const item = await requireEndpoint(ref);
      await endpoints.remove(ref);
      return item;
    },

    /** Newest first. Throws NotFoundError. */
    async attempts(
      ref: EndpointRef,
      page: Parameters<EndpointDeliveries['list']>[1],
    ): Promise<EndpointDelivery[]> {
      await requireEndpoint(ref);
      return deps.deliveries.list(ref, page);
    },
  };
}
