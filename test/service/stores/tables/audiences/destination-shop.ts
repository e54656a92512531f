// Creates a shop with an audience, a destination of it, and a receiver, in which anything may be killed, lost or late.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { expect } from 'vitest';
import { createEmptyMembership, refreshMembers } from '../../../../../src/analysis/audiences/membership.ts';
import { buildList } from '../../../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../../../src/analysis/customer-lists/customer-ids.ts';
import { decodeList, encodeList } from '../../../../../src/analysis/customer-lists/list-file.ts';
import { toErasedCustomer } from '../../../../../src/analysis/erasure/erasure.ts';
import type {
  AudiencePage,
  DestinationKindName,
} from '../../../../../src/contract/resources/destinations.ts';
import { createHeldReads } from '../../../../../src/service/accounts/held-reads.ts';
import { type AudienceItem, createAudienceStore } from '../../../../../src/service/audiences/audiences.ts';
import type { MemberFile } from '../../../../../src/service/audiences/member-files.ts';
import { createBringInStep } from '../../../../../src/service/destinations/bring-in-step.ts';
import type { DestinationItem } from '../../../../../src/service/destinations/destination-item.ts';
import type { DestinationKind } from '../../../../../src/service/destinations/destination-kind.ts';
import {
  createDeliveryRecords,
  createDestinationStore,
} from '../../../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../../../src/service/destinations/forgotten.ts';
import { createDestinationKinds } from '../../../../../src/service/destinations/kinds.ts';
import { eraseAudiences } from '../../../../../src/service/erasures/erase-audiences.ts';
import { sealedSecret } from '../../../../../src/service/secrets/sealed-secrets.ts';
import { DELIVERY_STEPS_KEY, UNFINISHED_INDEX } from '../../../../../src/service/tables/service-table.ts';
import { signEvent } from '../../../../../src/service/webhooks/signature.ts';
import {
  type FakeKlaviyo,
  type KlaviyoFault,
  startFakeKlaviyo,
} from '../../../../../tools/harness/fake-klaviyo.ts';
import type { Random } from '../../../../../tools/harness/random/random.ts';
import type { WebhookReceivers } from '../../../../../tools/harness/webhook-receivers.ts';
import { TABLES } from '../use-tables.ts';
import { createCopiesInMemory, createListsInMemory } from './lists-in-memory.ts';

export const START = Date.parse('2026-03-01T12:00:00Z');
export const DAY = 86_400_000;
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const CONDITIONS = [{ report: { report_type: 'RFM' as const } }];
const NEVER: () => boolean = () => false;

export class Killed extends Error {}

/** Opens a receiver that works as docs/webhooks.md describes, and may delay requests. */
export function openDestinationReceiver(receivers: WebhookReceivers, faultOf: () => KlaviyoFault | 'late') {
  const has = new Map<string, string | null>();
  const forgotten = new Set<string>();
  const kept: string[] = [];
  let applied = 0;
  let unsigned = 0;
  function apply(body: string): void {
    const page: AudiencePage = JSON.parse(body);
    if (page.sequence <= applied) return;
    applied = Math.max(applied, page.sequence);
    for (const { customer_id, contact } of page.joined) has.set(customer_id, contact);
    for (const { customer_id } of page.left) has.delete(customer_id);
    for (const { customer_id } of page.erased) {
      has.delete(customer_id);
      forgotten.add(customer_id);
    }
  }
  const receiver = receivers.open((response, call) => {
    const { body = '', headers } = receiver.received[call - 1] ?? {};
    const [id, timestamp] = [String(headers?.['webhook-id']), Number(headers?.['webhook-timestamp'])];
    const signature = signEvent({ id, timestamp, rawBody: body }, Buffer.alloc(24, 7));
    if (headers?.['webhook-signature'] !== signature) unsigned++;
    const fault = faultOf();
    if (fault === 'down') return void response.writeHead(503).end();
    if (fault === 'late') kept.push(body);
    else apply(body);
    if (fault === 'none') return void response.end();
    response.destroy();
  });
  return {
    url: receiver.url,
    has,
    forgotten,
    requests: () => receiver.received.length,
    unsigned: () => unsigned,
    /** Delivers the delayed requests. */
    arrive: () => kept.splice(0).forEach(apply),
  };
}

/** Creates a shop with one audience and one destination of a kind. */
export async function createDestinationShop(
  db: DynamoDBDocumentClient,
  kindName: DestinationKindName,
  options: {
    url?: string;
    faults?: () => KlaviyoFault;
    dies?: () => boolean;
    works?: () => boolean;
  } = {},
) {
  const { dies = NEVER, works = () => true, faults = () => 'none' as const } = options;
  const accountId = `acc_${ulid()}`;
  let now = START;
  let key = 'pk_1';
  const clock = () => now;
  const klaviyo: FakeKlaviyo | undefined =
    kindName === 'klaviyo'
      ? await startFakeKlaviyo({ key: () => key, clock, fault: faults, works })
      : undefined;
  const audiences = createAudienceStore(db, TABLES.service);
  const destinations = createDestinationStore(db, TABLES.service);
  const forgotten = createForgottenStore(db, TABLES.service);
  const records = createDeliveryRecords(db, TABLES.service);
  const files = createListsInMemory<MemberFile>();
  const copies = createCopiesInMemory(clock);
  const hidden = new Set<bigint>();
  const writeOrDie = async <T>(write: () => Promise<T>): Promise<T> => {
    if (dies()) throw new Killed();
    const result = await write();
    if (dies()) throw new Killed();
    return result;
  };
  const real = createDestinationKinds({ receivers: 'any' }, klaviyo?.url);
  const addDeaths = (kind: DestinationKind): DestinationKind => ({
    ...kind,
    limits: { joined: 3, left: 2 },
    send: (page, context) => writeOrDie(() => kind.send(page, context)),
  });
  const bringInStep = createBringInStep({
    destinations: {
      ...destinations,
      save: (...all) => writeOrDie(() => destinations.save(...all)),
      rest: (item) => writeOrDie(() => destinations.rest(item)),
    },
    forgotten,
    audiences,
    members: files,
    copies: { ...copies, put: (of, bytes) => writeOrDie(() => copies.put(of, bytes)) },
    hidden: async () => ({ customers: [...hidden], everybody: false }),
    openSecret: async () => (kindName === 'klaviyo' ? key : SECRET),
    kinds: { webhook: addDeaths(real.webhook), klaviyo: addDeaths(real.klaviyo) },
    steps: createHeldReads(
      db,
      TABLES.service,
      { perAccount: 2, total: 1_000 },
      { ...DELIVERY_STEPS_KEY, pk: accountId },
    ),
    newId: (time) => ulid(time),
    clock,
  });
  const audienceId = ulid(START);
  const ref = { accountId, audienceId };
  const audience: AudienceItem = {
    ...{ account_id: accountId, audience_id: audienceId, name: 'all', dataset_id: 'default' },
    ...{ conditions: CONDITIONS, hold_out: 0, hold_out_key: 'ab', refresh: 'manual', key_hash: 'hash' },
    ...{ created_at: new Date(START).toISOString(), activated_as: ulid(START), version: 1 },
  };
  await audiences.create(audience);
  const destinationId = ulid(START);
  const item: DestinationItem = {
    ...{
      account_id: accountId,
      audience_id: audienceId,
      destination_id: destinationId,
      dataset_id: 'default',
    },
    ...{
      kind: kindName,
      name: kindName,
      url: options.url,
      list_id: 'L1',
      secret: v.parse(sealedSecret, 'AAAA'),
    },
    ...{ is_paused: false, created_at: new Date(START).toISOString() },
    ...{ version: 1, woken: 1, runs: 0, content: 0, sequence: 0 },
  };
  await destinations.create(item);
  const get = () => destinations.get({ ...ref, destinationId });
  const input = { account_id: accountId, audience_id: audienceId, destination_id: destinationId };

  return {
    ...{ ref, destinationId, destinations, records, klaviyo, copies, hidden, get, accountId, forgotten },
    pass(ms: number): void {
      now += ms;
    },
    clock,
    useKey(other: string): void {
      key = other;
    },
    step: () => bringInStep(input),

    /** Runs the audience, which finds these customers, by id with their contact. */
    async refresh(
      found: ReadonlyMap<string, string>,
      heldOut: (id: string) => boolean = NEVER,
      buysNext = false,
    ) {
      now += 1_000;
      const before = await audiences.get(ref);
      if (before === undefined) throw new Error('no audience');
      const run = {
        ...{
          account_id: accountId,
          audience_id: audienceId,
          run_id: ulid(now),
          status: 'Processing' as const,
        },
        ...{
          created_at: new Date(now).toISOString(),
          conditions: CONDITIONS,
          key_hash: 'hash',
          new_report_ids: [],
        },
      };
      expect(await audiences.startRun(before, run, now)).toBe(true);
      const taken = await audiences.get(ref);
      if (taken === undefined) throw new Error('no audience');
      const ids = createCustomerIds([...found.keys()], [...found.values()]);
      // Each customer buys a product of their own again.
      const products = Array.from(found.keys(), (id) => `of ${id}`);
      const bytes = Uint8Array.from(products.flatMap((_, at) => [0, 1, at, 0, 0, 0]));
      const bought = { end: Uint32Array.from(products, (_, at) => 6 * (at + 1)), bytes };
      const list = buildList({
        ...{ reportType: 'RFM', groups: [], figures: {} },
        ...(buysNext ? { ids: { ...ids, next: bought }, next: { reportId: 'r', products } } : { ids }),
      });
      const rows = Uint32Array.from(Array(list.head.rows).keys());
      const stored = taken.members && (await files.find({ ...ref, file: taken.members.file }));
      const former = stored ? decodeList(stored) : createEmptyMembership();
      const next = refreshMembers(
        former,
        { columns: list.columns, rows, next: list.head.next },
        now,
        heldOut,
      );
      const { customers, held_out, with_contact, joined, left } = next;
      const counts = { customers, held_out, with_contact };
      const file = ulid(now);
      await files.put({ ...ref, file }, encodeList(next.list));
      const members = { file, run_id: run.run_id, as_of: new Date(now).toISOString(), ...counts };
      const all = await destinations.list(accountId, audienceId);
      const at = new Date(now).toISOString();
      expect(await audiences.complete({ ...taken, members }, run, { ...counts, joined, left }, at, all)).toBe(
        true,
      );
      if (taken.members) files.objects.delete(`${accountId}/${audienceId}/${taken.members.file}`);
    },

    /** Runs executions until the destination is idle. `atOnce`: workers that begin at the same time. */
    async settle(atOnce: () => number = () => 1, most = 2_000) {
      for (let steps = 0; steps < most; steps++) {
        if ((await get())?.[UNFINISHED_INDEX.partition] === undefined) return steps;
        const results = await Promise.allSettled(Array.from({ length: atOnce() }, () => bringInStep(input)));
        let wait = 0;
        for (const result of results) {
          if (result.status === 'fulfilled') wait = Math.max(wait, result.value.wait_seconds);
          else if (!(result.reason instanceof Killed)) throw result.reason;
        }
        now += wait * 1_000 + 100;
      }
      throw new Error('it never rests');
    },

    async erase(id: string): Promise<void> {
      hidden.add(hash64(id));
      const customer = toErasedCustomer(accountId, 'default', id);
      const deps = {
        ...{ audiences, destinations, forgotten, copies, newFileId: () => ulid(now), clock },
        memberFiles: { ...files, keepOnly: async () => undefined },
      };
      const erasures = [{ erasureId: ulid(now), customer }];
      while (!(await eraseAudiences(deps, { accountId, datasetId: 'default' }, erasures))) now += 60_000;
      hidden.delete(hash64(id));
    },
    deliveries: () => records.list(ref, { limit: 100 }),
    stop: () => klaviyo?.stop(),
  };
}

export const toMail = (id: string, at = ''): string => `${id}${at}@example.com`;
export const createPeople = (...ids: string[]) => new Map(ids.map((id) => [id, toMail(id)]));

export function createFaults(random: Random, share: number): () => KlaviyoFault {
  return () => (random() < share ? (random() < 0.5 ? 'down' : 'lost') : 'none');
}
