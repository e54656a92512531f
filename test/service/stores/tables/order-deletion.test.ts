// Tests the deletion of an order beside imports that are in progress, on real tables: in any sequence of applying them,
// orders pushed before the deletion stay deleted, and those pushed after it stay.
import fc from 'fast-check';
import { encodeTime, ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import {
  createRemoval,
  createWithdrawal,
  type SubmittedOrder,
} from '../../../../src/contract/resources/orders/submitted-order.ts';
import { createRowCounters } from '../../../../src/service/accounts/row-counters.ts';
import { createDatasetStates } from '../../../../src/service/datasets/dataset-states.ts';
import { createErasureStore } from '../../../../src/service/erasures/erasures.ts';
import { createCommitChunk } from '../../../../src/service/orders/apply-chunk.ts';
import { createImportStore } from '../../../../src/service/orders/imports.ts';
import { createReadOrder } from '../../../../src/service/orders/list-orders.ts';
import { createOrderReader } from '../../../../src/service/orders/order-reader.ts';
import { createOrderStore } from '../../../../src/service/orders/orders.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');

interface Sent {
  readonly importId: string;
  readonly order: SubmittedOrder;
}

/** `at`: the place of the import in the order of acceptance. */
const createSent = (at: number, order: SubmittedOrder): Sent => ({
  importId: encodeTime(NOW + at, 10) + ulid().slice(10),
  order,
});
const createOrder = (...products: string[]): SubmittedOrder => ({
  order_id: '1',
  customer_id: 'ann',
  line_items: products.map((product_name) => ({ product_name })),
});

/** Applies imports to a new account in this sequence. */
async function applyImports(imports: readonly Sent[]) {
  const { db } = stage;
  const accountId = `acc_${ulid()}`;
  const dataset = { accountId, datasetId: 'shop' };
  const store = createImportStore(db, TABLES.service);
  const rowCounters = createRowCounters(db, TABLES.service);
  const states = createDatasetStates(db, TABLES.service);
  const commit = createCommitChunk({
    orders: createOrderStore(db, TABLES),
    imports: store,
    rowCounters,
    erasures: createErasureStore(db, TABLES.service),
    maxStoredRows: async () => 1_000,
    clock: () => NOW,
  });
  const tokens: string[] = [];
  for (const { importId, order: one } of imports) {
    const [account_id, dataset_id] = [accountId, 'shop'];
    const job = { account_id, import_id: importId, dataset_id, created_at: new Date(NOW).toISOString() };
    if ((await store.get({ accountId, importId })) === undefined) {
      await store.create({ ...job, chunk_rows: [Math.max(1, one.line_items.length)] });
    }
    await commit({ version: 1, account_id, dataset_id, import_id: importId, chunk: 0, orders: [one] });
    tokens.push((await states.read(dataset)).token);
  }
  const found = await createReadOrder(createOrderReader(db, TABLES))(dataset, '1', undefined).catch(
    () => null,
  );
  const rows = (await rowCounters.read(accountId)).reduce((sum, count) => sum + count, 0);
  const [first] = found?.line_items ?? [];
  const { unit_price, quantity, written_by } = first ?? {};
  return {
    line: { unit_price, quantity, written_by },
    products: found === null ? [] : found.line_items.map(({ product_name }) => product_name),
    rows,
    tokens,
  };
}

describe('a deleted order', () => {
  it('has no rows, returns its rows to the quota, and changes the state of the dataset', async () => {
    const deletion = createSent(2, createWithdrawal('1'));
    const { products, rows, tokens } = await applyImports([
      createSent(1, createOrder('tea', 'milk')),
      deletion,
    ]);
    expect({ products, rows }).toEqual({ products: [], rows: 0 });
    expect(new Set(tokens).size).toBe(2);
  });

  it('has the same rows in whatever sequence, and however often, its imports and its deletion are applied', async () => {
    const [before, deletion, after] = [
      createSent(1, createOrder('tea', 'milk')),
      createSent(2, createWithdrawal('1')),
      createSent(3, createOrder('milk', 'cup')),
    ];
    const all = [before, deletion, after];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(all, { minLength: 3 }),
        fc.array(fc.constantFrom(...all), { maxLength: 2 }),
        async (sequence, again) => {
          const { products, rows } = await applyImports([...sequence, ...again]);
          expect({ products, rows }).toEqual({ products: ['cup', 'milk'], rows: 2 });
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
    expect(await applyImports([deletion, before])).toMatchObject({ products: [], rows: 0 });
  });
});

describe('a deleted line of an order', () => {
  const tea = { product_name: 'tea' };

  it('returns its row to the quota, and stays deleted in whatever sequence its imports are applied', async () => {
    const all = [
      createSent(1, createOrder('tea', 'milk')),
      createSent(2, createRemoval('1', tea)),
      createSent(3, createOrder('cup')),
    ];
    const { tokens, products, rows } = await applyImports(all);
    expect([products, rows]).toEqual([['cup', 'milk'], 2]);
    expect(new Set(tokens).size).toBe(3);
    for (const sequence of [all.toReversed(), [all[1], all[0], all[1], all[2]]]) {
      const imports = sequence.flatMap((one) => (one === undefined ? [] : [one]));
      expect(await applyImports(imports)).toMatchObject({ products: ['cup', 'milk'], rows: 2 });
    }
    expect(await applyImports([...all.slice(0, 2), createSent(4, createOrder('tea'))])).toMatchObject({
      products: ['milk', 'tea'],
      rows: 2,
    });
  });

  it('leaves no order if it was the only one, even if its deletion is applied before its import', async () => {
    expect(
      await applyImports([createSent(1, createOrder('tea')), createSent(2, createRemoval('1', tea))]),
    ).toMatchObject({
      products: [],
      rows: 0,
    });
    expect(
      await applyImports([createSent(2, createRemoval('1', tea)), createSent(1, createOrder('tea'))]),
    ).toMatchObject({
      products: [],
      rows: 0,
    });
  });
});

describe('a push that merges', () => {
  const createRow = (fields: object, merge?: true): SubmittedOrder => ({
    ...{ order_id: '1', customer_id: 'ann', line_items: [{ product_name: 'tea', ...fields }] },
    ...(merge && { merge }),
  });
  const all = [
    createSent(1, createRow({ unit_price: 4, quantity: 2 })),
    createSent(2, createRow({ quantity: 5 }, true)),
  ];

  it('keeps omitted values, also of an older import that is applied after it', async () => {
    for (const imports of [all, all.toReversed(), [...all.toReversed(), ...all]]) {
      const { line, rows } = await applyImports(imports);
      expect([line, rows]).toEqual([{ unit_price: 4, quantity: 5, written_by: all[1]?.importId }, 1]);
    }
  });
});
