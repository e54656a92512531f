// Rows that replace, rows that merge, removed lines and complete orders, of imports that are applied in any sequence and
// repeatedly: the order is what the imports make of it one after the other.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eraseOrder } from '../../../src/analysis/erasure/erase-order.ts';
import type { Erasure } from '../../../src/analysis/erasure/erasure.ts';
import { mergeOrder } from '../../../src/analysis/ingest/merge-order.ts';
import { type OrderPart, packPart, unpackPart } from '../../../src/analysis/ingest/stored-order.ts';
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

/** One after the other, by what each says. */
function expected(orders: readonly SubmittedOrder[]): Record<string, Fields> {
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
  // As it is stored and read again.
  for (const part of merged.writes)
    next.set(part.path, unpackPart('o', part.path, JSON.parse(JSON.stringify(packPart(part)))));
  return { parts: next, rows: merged.counts.inserted - merged.withdrawn };
}

const stored = (parts: Parts) =>
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
const idOf = (at: number): string => `01ARZ3NDEKTSV4RRFFQ69G5F${String(at).padStart(2, '0')}`;

it('in any sequence and repeatedly, the lines are those of the imports one after the other, and the rows add up', () => {
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
          const applied = apply(parts, order, idOf(at));
          parts = applied.parts;
          rows += applied.rows;
        }
        expect(stored(parts)).toEqual(withDefaults(expected(orders)));
        expect(rows).toBe(Object.keys(stored(parts)).length);
      },
    ),
    { numRuns: countCases(300) },
  );
});

it('nothing of an import before an erasure is left in a line that an import after it merged into', () => {
  const price = { order_id: 'o', line_items: [{ product_name: 'tea', unit_price: 9 }] };
  const pieces: SubmittedOrder = {
    order_id: 'o',
    merge: true,
    line_items: [{ product_name: 'tea', quantity: 3 }],
  };
  const before = apply(new Map(), price, idOf(1));
  const after = apply(before.parts, pieces, idOf(5));
  const erasures: Erasure[] = [{ erasureId: idOf(3), customer: undefined }];
  const [step] = eraseOrder(after.parts, erasures);
  const [change] = step?.changes ?? [];
  expect([change?.kind, change && stored(new Map([['0', change.part]]))]).toEqual([
    'put',
    { tea: { sku: undefined, unitPrice: 0, quantity: 3, customFields: undefined } },
  ]);
  // What was removed after it stays removed, whatever older import comes late.
  const removed = apply(before.parts, createRemoval('o', { product_name: 'tea' }), idOf(5));
  const [kept] = eraseOrder(removed.parts, erasures).flatMap(({ changes }) => changes);
  const left: Parts = kept === undefined ? removed.parts : new Map([['0', kept.part]]);
  expect([kept?.kind, stored(apply(left, price, idOf(4)).parts)]).not.toEqual(['delete', expect.anything()]);
  expect(stored(apply(left, price, idOf(4)).parts)).toEqual({});
});

it('a line without a name is removed by its SKU, and not the one whose name that is', () => {
  const both = { order_id: 'o', line_items: [{ product_sku: 'S1' }, { product_name: 'S1' }] };
  const { parts } = apply(new Map(), both, idOf(1));
  const left = apply(parts, createRemoval('o', { product_sku: 'S1' }), idOf(2));
  expect([...(left.parts.get('0')?.lines.keys() ?? []), left.rows]).toEqual(['n:S1', -1]);
});

it('removed lines of a wide order are kept in the parts that their lines would be in', () => {
  const name = (at: number): string => `${at} ${'x'.repeat(480)}`;
  let parts: Parts = new Map();
  for (let from = 0; from < 900; from += 100) {
    const removed = Array.from({ length: 100 }, (_, at) => ({ product_name: name(from + at) }));
    parts = apply(parts, { order_id: 'o', line_items: [], removed }, idOf(1)).parts;
  }
  expect(parts.get('0')).toMatchObject({ split: true });
  expect(parts.size).toBeGreaterThan(2);
  const all = {
    order_id: 'o',
    line_items: Array.from({ length: 900 }, (_, at) => ({ product_name: name(at) })),
  };
  const late = apply(parts, all, idOf(0));
  expect([...late.parts.values()].flatMap(({ lines }) => [...lines.keys()])).toEqual([]);
  expect(apply(late.parts, all, idOf(2)).rows).toBe(900);
});
