// Sends a shop's events: delivered twice, in any sequence, mixed with forged ones, while the secret is replaced. The
// newest version of each order is stored, every event is one import, and no forged event changes anything.

import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { InvalidSignatureError, RequestInProgressError } from '../../../../src/contract/errors/errors.ts';
import { DEFAULT_PLANS } from '../../../../src/contract/plans.ts';
import { createChunkQueue } from '../../../../src/service/orders/chunk-queue.ts';
import { type SealedSecret, sealedSecret } from '../../../../src/service/secrets/sealed-secrets.ts';
import { createManageSources } from '../../../../src/service/sources/manage-sources.ts';
import { createReceiveEvent } from '../../../../src/service/sources/receive-event.ts';
import { signEventBody } from '../../../../src/service/sources/signature.ts';
import { NO_CONNECTIONS } from '../../../harness/no-connections.ts';
import { drawBelow, type Random, shuffleValues } from '../../../harness/random/random.ts';
import { drainQueue } from '../delivery.ts';
import { runOutOfTurn } from '../faults.ts';
import { readCountedRows, readStored } from '../invariants.ts';
import { DATASET, DAY_MS, type Drill, MINUTE_MS, playInRun, type Run } from '../run.ts';

const FORGED_SECRET = 'guessed';
export const FIRST_SECRET = 'first';
const SECOND_SECRET = 'second';
const PRODUCTS = ['Tea', 'Milk', 'Honey', 'Bread'];

interface ShopEvent {
  readonly orderId: number;
  readonly deliveryId: string;
  readonly body: string;
}

export interface Version {
  readonly changedAt: number;
  readonly event: ShopEvent;
  /** Rows such as `Tea: 2`; empty for an order that does not count. */
  readonly rows: readonly string[];
}

export function drawVersion(random: Random, orderId: number, changedAt: number): Version {
  const lines = PRODUCTS.filter(() => random() < 0.6).map((name) => ({
    name,
    quantity: 1 + drawBelow(random, 3),
    total: '12.00',
  }));
  const status = random() < 0.2 ? 'cancelled' : 'processing';
  const at = new Date(changedAt).toISOString().slice(0, 19);
  const order = {
    ...{ id: orderId, status, currency: 'EUR', customer_id: orderId, total: '99.00' },
    ...{ date_created_gmt: at, date_modified_gmt: at, line_items: lines },
  };
  return {
    changedAt,
    event: { orderId, deliveryId: randomUUID(), body: JSON.stringify(order) },
    rows: status === 'cancelled' ? [] : lines.map(({ name, quantity }) => `${name}: ${quantity}`),
  };
}

/** Returns a secret in the form that KMS returns, without KMS. */
function sealText(secret: string): SealedSecret {
  return v.parse(sealedSecret, Buffer.from(secret).toString('base64'));
}

/** A source of its own account, and a shop that posts to it. */
export async function openShop(run: Run) {
  const { stores, clock, accountId, sqs, queueUrl } = run;
  await stores.accounts.createAccount({
    account_id: accountId,
    name: 'drill',
    plan: 'max',
    created_at: new Date(clock()).toISOString(),
    overrides: {},
  });
  const createId = (at: number): string => ulid(at, run.random);
  const sealSecret = async (secret: string) => sealText(secret);
  const openSecret = async (secret: string) => Buffer.from(secret, 'base64').toString();
  const manage = createManageSources({
    ...stores,
    ...{ connections: NO_CONNECTIONS, sealSecret, openSecret, newSourceId: createId, clock },
  });
  const receive = createReceiveEvent({
    ...stores,
    openSecret,
    plans: DEFAULT_PLANS,
    queue: createChunkQueue(sqs, queueUrl),
    newImportId: createId,
    clock,
  });
  const by = { accountId, keyHash: '', limits: DEFAULT_PLANS.max };
  const { item } = await manage.create(
    by,
    {
      kind: 'woocommerce',
      secret: FIRST_SECRET,
      dataset_id: DATASET,
      name: undefined,
      customer_identifier: undefined,
    },
    undefined,
  );
  const ref = { accountId, sourceId: item.source_id };
  return {
    ref,
    seal: sealSecret,
    rotate: () => manage.update(by, ref, { secret: SECOND_SECRET, name: undefined, status: undefined }),
    counts: () => runOutOfTurn(() => stores.sources.get(ref)),

    /** Repeats the request until it is accepted, like a shop. `refused`: the signature was wrong. */
    async post({ deliveryId, body }: ShopEvent, secret: string): Promise<'taken' | 'refused'> {
      for (;;) {
        try {
          await receive({
            sourceId: ref.sourceId,
            headers: {
              'x-wc-webhook-topic': 'order.updated',
              'x-wc-webhook-delivery-id': deliveryId,
              'x-wc-webhook-signature': signEventBody(Buffer.from(body), secret),
            },
            body: Buffer.from(body),
            admit: async () => {},
          });
          return 'taken';
        } catch (error) {
          if (error instanceof InvalidSignatureError) return 'refused';
          if (!(error instanceof RequestInProgressError)) throw error;
        }
      }
    },
  };
}

/** `lines`: as `readStored` returns them. */
export function checkRows(lines: ReadonlyMap<string, string>, newest: Version | undefined): string[] {
  const id = newest?.event.orderId;
  const found = [...lines]
    .filter(([name]) => name.startsWith(`${id} / `))
    .map(([name, value]) => `${name.slice(`${id} / name `.length)}: ${value.split(' ')[0]}`);
  const [is, expected] = [found.sort().join(), [...(newest?.rows ?? [])].sort().join()];
  return is === expected ? [] : [`order ${id} has ${is}, expected ${expected}`];
}

export const shopEvents: Drill = {
  name: 'shop-events',
  about: "a shop's events repeated, reordered and forged, while its secret is replaced",
  run: (seed, engines) =>
    playInRun(seed, engines, async (run) => {
      const { random } = run;
      const shop = await openShop(run);
      const start = run.clock() - DAY_MS;
      const versions = [1, 2, 3].flatMap((orderId) =>
        Array.from({ length: 4 }, (_, nth) => drawVersion(random, orderId, start + nth * 1_000)),
      );
      const repeated = versions.filter(() => random() < 0.4);
      const pending = shuffleValues(random, [...versions, ...repeated]);
      const half = pending.length >> 1;
      const wrong: string[] = [];
      const deliver = async (some: readonly Version[], secrets: readonly string[]): Promise<void> => {
        const rest = [...some];
        const runSender = async (): Promise<void> => {
          for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
            const secret = secrets[drawBelow(random, secrets.length)] ?? FIRST_SECRET;
            if ((await shop.post(next.event, secret)) !== 'taken')
              wrong.push(`an event signed with ${secret} was refused`);
            const forged = drawVersion(random, next.event.orderId, run.clock() - MINUTE_MS);
            if ((await shop.post(forged.event, FORGED_SECRET)) === 'taken')
              wrong.push('a forged event was accepted');
          }
        };
        await Promise.all([runSender(), runSender()]);
      };
      await deliver(pending.slice(0, half), [FIRST_SECRET]);
      await shop.rotate();
      await deliver(pending.slice(half), [FIRST_SECRET, SECOND_SECRET]);
      run.pass(DAY_MS + MINUTE_MS);
      const late = drawVersion(random, 1, start);
      if ((await shop.post(late.event, FIRST_SECRET)) === 'taken')
        wrong.push('a replaced secret is accepted after a day');
      await drainQueue(run);

      const counts = await shop.counts();
      if (counts?.accepted !== versions.length || counts.duplicates !== repeated.length)
        wrong.push(
          `${counts?.accepted} events were accepted and ${counts?.duplicates} were duplicates, expected ${versions.length} and ${repeated.length}`,
        );
      const imports = await runOutOfTurn(() => run.stores.imports.listRecent(run.accountId, 100));
      if (imports.length !== versions.length)
        wrong.push(`${imports.length} imports exist for ${versions.length} events`);
      const { lines } = await runOutOfTurn(() => readStored(run));
      const counted = await runOutOfTurn(() => readCountedRows(run));
      if (counted !== lines.size) wrong.push(`counters say ${counted} rows, stored are ${lines.size}`);
      for (const orderId of [1, 2, 3])
        wrong.push(
          ...checkRows(
            lines,
            versions.findLast(({ event }) => event.orderId === orderId),
          ),
        );
      return wrong;
    }),
};
