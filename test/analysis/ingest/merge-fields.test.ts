// Applies imports that replace, merge, remove and complete lines in any sequence and repeatedly: the stored order
// equals the result of applying them once in the sequence of their ids.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eraseOrder } from '../../../src/analysis/erasure/erase-order.ts';
import type { Erasure } from '../../../src/analysis/erasure/erasure.ts';
import { mergeOrder } from '../../../src/analysis/ingest/merge-order.ts';
import { type OrderPart, packOrderPart, unpackPart } from '../../../src/analysis/ingest/stored-order.ts';
import {
  acceptLine,
  createRemoval,
  type SubmittedLine,
  type SubmittedOrder,
} from '../../../src/contract/resources/orders/submitted-order.ts';
import { countCases } from '../../../tools/harness/depth.ts';

type Parts = ReadonlyMap<string, OrderPart>;
type Fields = Omit<SubmittedLine, 'product_name'>;

const line = fc.record(
  {
    product_name: fc.constantFrom('tea', 'milk'),
    product_sku: fc.constantFrom('S1', 'S2'),
    unit_price: fc.constantFrom(1, 2),
    quantity: fc.constantFrom(3, 4),
    custom_fields: fc.constantFrom({ channel: 'web' }, { channel: 'till' }),
  },
  { requiredKeys: ['product_name'] },
);
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const submitted: fc.Arbitrary<SubmittedOrder> = fc.oneof(
  lines.map((line_items) => ({ order_id: 'o', line_items })),
  lines.map((line_items) => ({ order_id: 'o', line_items, merge: true as const })),
  fc.constantFrom('tea', 'milk').map((product_name) => createRemoval('o', { product_name })),
  fc
    .array(line, { maxLength: 2 })
    .map((line_items) => ({ order_id: 'o', line_items, complete: true as const })),
);

/** Applies the imports one after the other by their definition. */
function applyByDefinition(orders: readonly SubmittedOrder[]): Record<string, Fields> {
  const found = new Map<string, Fields>();
  for (const { line_items, merge, removed, complete } of orders) {
    if (complete) found.clear();
    for (const { product_name } of removed ?? []) found.delete(product_name ?? '');
    for (const { product_name = '', ...fields } of line_items)
      found.set(product_name, merge ? { ...found.get(product_name), ...fields } : fields);
  }
  return Object.fromEntries(found);
}

function apply(parts: Parts, order: SubmittedOrder, importId: string) {
  const merged = mergeOrder(parts, order, undefined, importId, { remaining: Number.POSITIVE_INFINITY });
  const next = new Map(parts);
  // Stores the part and reads it again.
  for (const part of merged.writes)
    next.set(part.path, unpackPart('o', part.path, JSON.parse(JSON.stringify(packOrderPart(part)))));
  return { parts: next, rows: merged.counts.inserted - merged.withdrawn };
}

const readFields = (parts: Parts) =>
  Object.fromEntries(
    [...(parts.get('0')?.lines.values() ?? [])].map(
      ({ name = '', sku, unitPrice, quantity, customFields }) => [
        name,
        { sku, unitPrice, quantity, customFields },
      ],
    ),
  );
const withDefaults = (orders: Record<string, Fields>) =>
  Object.fromEntries(
    Object.entries(orders).map(([name, fields]) => {
      const { name: _, ...rest } = acceptLine(fields);
      return [name, rest];
    }),
  );
const createImportId = (at: number): string => `01ARZ3NDEKTSV4RRFFQ69G5F${String(at).padStart(2, '0')}`;

it('mergeOrder stores the same lines and row counts in any sequence of imports and with repetitions', () => {
  fc.assert(
    fc.property(
      fc.array(submitted, { minLength: 1, maxLength: 6 }).chain((orders) =>
        fc.record({
          orders: fc.constant(orders),
          sequence: fc.shuffledSubarray([...orders.keys()], { minLength: orders.length }),
          again: fc.array(fc.nat({ max: orders.length - 1 }), { maxLength: 3 }),
        }),
      ),
      ({ orders, sequence, again }) => {
        let parts: Parts = new Map();
        let rows = 0;
        for (const at of [...sequence, ...again]) {
          const order = orders[at];
          if (order === undefined) continue;
          const applied = apply(parts, order, createImportId(at));
          parts = applied.parts;
          rows += applied.rows;
        }
        expect(readFields(parts)).toEqual(withDefaults(applyByDefinition(orders)));
        expect(rows).toBe(Object.keys(readFields(parts)).length);
      },
    ),
    { numRuns: countCases(300) },
  );
});

it('eraseOrder removes the fields of an older import from a line that a newer import merged into', () => {
  const price = { order_id: 'o', line_items: [{ product_name: 'tea', unit_price: 9 }] };
  const pieces: SubmittedOrder = {
    order_id: 'o',
    merge: true,
    line_items: [{ product_name: 'tea', quantity: 3 }],
  };
  const before = apply(new Map(), price, createImportId(1));
  const after = apply(before.parts, pieces, createImportId(5));
  const erasures: Erasure[] = [{ erasureId: createImportId(3), customer: undefined }];
  const [step] = eraseOrder(after.parts, erasures);
  const [change] = step?.changes ?? [];
  expect([change?.kind, change && readFields(new Map([['0', change.part]]))]).toEqual([
    'put',
    { tea: { sku: undefined, unitPrice: 0, quantity: 3, customFields: undefined } },
  ]);
  // A line that was removed after the erasure stays removed if an older import arrives late.
  const removed = apply(before.parts, createRemoval('o', { product_name: 'tea' }), createImportId(5));
  const [kept] = eraseOrder(removed.parts, erasures).flatMap(({ changes }) => changes);
  const left: Parts = kept === undefined ? removed.parts : new Map([['0', kept.part]]);
  expect([kept?.kind, readFields(apply(left, price, createImportId(4)).parts)]).not.toEqual([
    'delete',
    expect.anything(),
  ]);
  expect(readFields(apply(left, price, createImportId(4)).parts)).toEqual({});
});

it('mergeOrder removes a line without a name by its SKU and keeps the line whose name equals that SKU', () => {
  const both = { order_id: 'o', line_items: [{ product_sku: 'S1' }, { product_name: 'S1' }] };
  const { parts } = apply(new Map(), both, createImportId(1));
  const left = apply(parts, createRemoval('o', { product_sku: 'S1' }), createImportId(2));
  expect([...(left.parts.get('0')?.lines.keys() ?? []), left.rows]).toEqual(['n:S1', -1]);
});

it('mergeOrder keeps the removals of a wide order in the parts of their lines', () => {
  const name = (at: number): string => `${at} ${'x'.repeat(480)}`;
  let parts: Parts = new Map();
  for (let from = 0; from < 900; from += 100) {
    const removed = Array.from({ length: 100 }, (_, at) => ({ product_name: name(from + at) }));
    parts = apply(parts, { order_id: 'o', line_items: [], removed }, createImportId(1)).parts;
  }
  expect(parts.get('0')).toMatchObject({ split: true });
  expect(parts.size).toBeGreaterThan(2);
  const all = {
    order_id: 'o',
    line_items: Array.from({ length: 900 }, (_, at) => ({ product_name: name(at) })),
  };
  const late = apply(parts, all, createImportId(0));
  expect([...late.parts.values()].flatMap(({ lines }) => [...lines.keys()])).toEqual([]);
  expect(apply(late.parts, all, createImportId(2)).rows).toBe(900);
});
