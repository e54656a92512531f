// Tests the moments from which a shop's event is no longer accepted: a replaced secret, an erasure.

import { encodeTime } from 'ulid';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { computeCustomerDigest } from '../../../src/analysis/erasure/erasure.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { createIdempotencyRecords } from '../../../src/service/accounts/idempotency-records.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { type OpenSecret, sealedSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { createReceiveEvent } from '../../../src/service/sources/receive-event.ts';
import { signEventBody } from '../../../src/service/sources/signature.ts';
import { findPauseReason, toSourceView } from '../../../src/service/sources/source-view.ts';
import type { SourceItem } from '../../../src/service/sources/sources.ts';
import { createImportInMemory, createImportItem, NO_DATABASE } from '../orders/stores-in-memory.ts';

const CHANGED = Date.parse('2026-03-31T09:30:00Z');
const PLACED = Date.parse('2026-03-30T13:00:00Z');
const createUlid = (at: number, suffix = '0'.repeat(16)): string => encodeTime(at, 10) + suffix;

const sealText = (text: string) => ({ sealed: v.parse(sealedSecret, Buffer.from(text).toString('base64')) });

const SOURCE: SourceItem = {
  account_id: 'acc',
  source_id: 'src',
  kind: 'woocommerce',
  name: 'shop',
  dataset_id: 'shop',
  customer_identifier: 'id',
  created_at: '2026-03-01T00:00:00.000Z',
  activated_as: createUlid(CHANGED + 1_000_000),
  paused: false,
  secret: sealText('new'),
  accepted: 0,
  duplicates: 0,
  ignored: 0,
};
const BODY = Buffer.from(
  JSON.stringify({
    id: 727,
    status: 'processing',
    currency: 'EUR',
    date_created_gmt: '2026-03-30T13:00:00',
    date_modified_gmt: '2026-03-31T09:30:00',
    customer_id: 12,
    total: '30.00',
    line_items: [{ name: 'Tea', quantity: 2, total: '30.00' }],
    refunds: [],
  }),
);

interface Setting {
  readonly source?: Partial<SourceItem>;
  readonly secret?: string;
  readonly now?: number;
  /** Ids of erasures: of the dataset, and of customer 12. */
  readonly erased?: { readonly whole?: string; readonly customer?: string };
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly openSecret?: OpenSecret;
}

function receive({
  source,
  secret = 'new',
  now = CHANGED,
  erased = {},
  body = BODY,
  headers: sent = {},
  openSecret = async (secret) => Buffer.from(secret, 'base64').toString(),
}: Setting) {
  const latest = erased.customer ?? erased.whole;
  const { whole } = erased;
  const receiveEvent = createReceiveEvent({
    imports: createImportInMemory(createImportItem()).imports,
    datasets: { ...createDatasetStore(NO_DATABASE, ''), accept: async () => now, get: async () => undefined },
    rowCounters: { read: async () => [] },
    queue: { send: async () => {} },
    newImportId: createUlid,
    clock: () => now,
    openSecret,
    sources: {
      find: async () => ({ ...SOURCE, ...source }),
      noteEvent: async () => {},
      noteRefused: async () => {},
    },
    accounts: {
      getAccount: async () => ({
        account_id: 'acc',
        name: 'a',
        plan: 'max',
        created_at: SOURCE.created_at,
        overrides: {},
      }),
    },
    erasures: {
      mark: async () =>
        latest === undefined ? undefined : { latest, ...(whole !== undefined && { whole }) },
      customerMarks: async () =>
        new Map(
          erased.customer === undefined
            ? []
            : [[computeCustomerDigest('acc', 'shop', '12'), erased.customer]],
        ),
    },
    records: {
      ...createIdempotencyRecords(NO_DATABASE, ''),
      claim: async (_, { workId }) => ({ state: 'claimed', started: { id: workId, resumes: false } }),
      renewWork: async () => {},
      complete: async () => {},
      release: async () => {},
    },
    plans: DEFAULT_PLANS,
  });
  const headers = {
    'x-wc-webhook-topic': 'order.updated',
    'x-wc-webhook-delivery-id': '1',
    'x-wc-webhook-signature': signEventBody(body, secret),
    ...sent,
  };
  return receiveEvent({ sourceId: 'src', headers, body, admit: async () => {} });
}
const accepted = { status: 'accepted', import_id: expect.any(String) };
const asErased = { status: 'ignored', reason: 'erased' };

it('accepts and lists the former secret until its last millisecond', async () => {
  const until = CHANGED + 1_000;
  const source = { former_secret: { secret: sealText('old'), until } };
  expect(await receive({ source, secret: 'old', now: until - 1 })).toEqual(accepted);
  await expect(receive({ source, secret: 'old', now: until })).rejects.toMatchObject({
    code: 'invalid_signature',
  });
  const getShownEnd = (now: number) =>
    toSourceView({ ...SOURCE, ...source }, { mark: undefined }, { baseUrl: '', now }).former_secret_until;
  expect([getShownEnd(until - 1), getShownEnd(until)]).toEqual([new Date(until).toISOString(), null]);
});

it('refuses every signature if the secret was sealed with the key of another stage', async () => {
  const createFailing = (name: string) => async () => {
    throw Object.assign(new Error('refused by KMS'), { name });
  };
  for (const name of ['IncorrectKeyException', 'InvalidCiphertextException']) {
    await expect(receive({ secret: 'new', openSecret: createFailing(name) })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
  }
  await expect(receive({ secret: 'new', openSecret: createFailing('KMSInternalException') })).rejects.toThrow(
    'refused by KMS',
  );
});

it('ignores shop changes up to the millisecond of the dataset’s erasure', async () => {
  expect(await receive({ erased: { whole: createUlid(CHANGED) } })).toEqual(asErased);
  expect(await receive({ erased: { whole: createUlid(CHANGED - 1) } })).toEqual(accepted);
});

it('ignores orders that were placed up to the millisecond of their customer’s erasure', async () => {
  expect(await receive({ erased: { customer: createUlid(PLACED) } })).toEqual(asErased);
  expect(await receive({ erased: { customer: createUlid(PLACED - 1) } })).toEqual(accepted);
});

it('accepts no events for an erased dataset until the source is activated again', () => {
  const mark = { latest: createUlid(CHANGED), whole: createUlid(CHANGED) };
  const findReason = (activated_as: string) => findPauseReason({ paused: false, activated_as }, mark);
  expect([findReason(createUlid(CHANGED - 1)), findReason(createUlid(CHANGED + 1))]).toEqual([
    'dataset_erased',
    undefined,
  ]);
  expect(
    findPauseReason({ paused: false, activated_as: '' }, { latest: createUlid(CHANGED) }),
  ).toBeUndefined();
});

describe('an event', () => {
  const createRefundBody = (count: number): Buffer =>
    Buffer.from(
      JSON.stringify({
        ...JSON.parse(BODY.toString('utf8')),
        refunds: Array.from({ length: count }, (_, id) => ({ id: id + 1, total: '-0.01' })),
      }),
    );

  it('is accepted with as many rows as a request may have', async () => {
    // The rows are the order, its returns, and a withdrawn order for each refund after the first.
    expect(await receive({ body: createRefundBody(9_999) })).toEqual(accepted);
  });

  it('is refused as too large with one row more', async () => {
    await expect(receive({ body: createRefundBody(10_000) })).rejects.toMatchObject({
      code: 'payload_too_large',
      message: 'Event of 10001 rows; expected at most 10000.',
    });
  });
});

describe('the id of an event', () => {
  const receiveWithId = (id: string) => receive({ headers: { 'x-wc-webhook-delivery-id': id } });

  it.each([
    ['is longer than a key may be', 'x'.repeat(1_100)],
    ['has characters that are not ASCII', 'ü'],
  ])('is refused, with the name of its header, if it %s', async (_, id) => {
    await expect(receiveWithId(id)).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'x-wc-webhook-delivery-id',
    });
  });

  it('counts as missing if it is empty', async () => {
    expect(await receiveWithId('')).toEqual(accepted);
  });
});
