// Rules of merging rows into stored orders, and the tree of parts of a wide order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutIntoChunks,
  groupByOrder,
  halve,
  MAX_CHUNK_BYTES,
  MAX_CHUNK_ORDERS,
} from '../../../src/analysis/ingest/chunks.ts';
import {
  listMissingPaths,
  MAX_PART_BYTES,
  mergeOrder,
  type OrderMerge,
} from '../../../src/analysis/ingest/merge-order.ts';
import { type OrderPart, packOrderPart, unpackPart } from '../../../src/analysis/ingest/stored-order.ts';
import { countRows, type SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';

const order = (lines: string[], price = 1): SubmittedOrder => ({
  order_id: 'o',
  customer_id: 'c',
  line_items: lines.map((product_name) => ({ product_name, unit_price: price })),
});

type Parts = Map<string, OrderPart>;

const ROOM = { remaining: Number.POSITIVE_INFINITY };

function storeParts(parts: Parts, { writes }: OrderMerge): Parts {
  const next = new Map(parts);
  for (const part of writes) next.set(part.path, unpackPart('o', part.path, packOrderPart(part)));
  return next;
}

function apply(
  parts: Parts,
  submitted: SubmittedOrder,
  importId: string,
  remaining = Number.POSITIVE_INFINITY,
) {
  const merged = mergeOrder(parts, submitted, undefined, importId, { remaining });
  return { parts: storeParts(parts, merged), counts: merged.counts };
}

/** Formats every stored line of all parts as `name price`. */
function formatLines(parts: Parts): string[] {
  return [...parts.values()]
    .flatMap((part) => [...part.lines.values()].map(({ name, unitPrice }) => `${name} ${unitPrice}`))
    .sort();
}

describe('the contact of an order', () => {
  const from = (customer_id: string | undefined, contact?: string): SubmittedOrder => ({
    order_id: 'o',
    ...(customer_id !== undefined && { customer_id }),
    ...(contact !== undefined && { contact }),
    line_items: [{ product_name: 'tea' }],
  });
  const readContact = (...imports: [SubmittedOrder, importId: string][]) =>
    imports.reduce((parts: Parts, [sent, id]) => apply(parts, sent, id).parts, new Map()).get('0')?.contact
      ?.value;

  it('is that of the newest import with a contact, whichever is applied first', () => {
    expect(readContact([from('c', 'old@example.com'), '1'], [from('c', 'new@example.com'), '2'])).toBe(
      'new@example.com',
    );
    expect(readContact([from('c', 'new@example.com'), '2'], [from('c', 'old@example.com'), '1'])).toBe(
      'new@example.com',
    );
    expect(readContact([from('c', 'old@example.com'), '1'], [from('c'), '2'])).toBe('old@example.com');
  });

  it('is removed when the order changes to another customer', () => {
    expect(readContact([from('ann', 'ann@example.com'), '1'], [from('bob'), '2'])).toBeUndefined();
    expect(readContact([from('bob'), '2'], [from('ann', 'ann@example.com'), '1'])).toBeUndefined();
  });

  it('is not stored without a customer id, because an erasure could not find it', () => {
    expect(readContact([from(undefined, 'who@example.com'), '1'])).toBeUndefined();
    expect(groupByOrder([from(undefined, 'who@example.com')])[0]).not.toHaveProperty('contact');
  });
});

describe('mergeOrder', () => {
  it('counts new rows as inserted, and stored or repeated rows as updated', () => {
    const first = apply(new Map(), order(['a', 'b', 'a']), '1');
    expect(first.counts).toEqual({ inserted: 2, updated: 1, failed: 0 });
    const second = apply(first.parts, order(['b', 'c'], 9), '2');
    expect(second.counts).toEqual({ inserted: 1, updated: 1, failed: 0 });
    expect(formatLines(second.parts)).toEqual(['a 1', 'b 9', 'c 9']);
  });

  it('removes older rows that a complete order lacks and counts them as withdrawn', () => {
    const first = apply(new Map(), order(['a', 'b', 'c']), '1');
    const second = mergeOrder(first.parts, { ...order(['a', 'd'], 2), complete: true }, undefined, '2', ROOM);
    expect(second.counts).toEqual({ inserted: 1, updated: 1, failed: 0 });
    expect(second.withdrawn).toBe(2);
    expect(formatLines(storeParts(first.parts, second))).toEqual(['a 2', 'd 2']);
  });

  it('adds no rows of an older import to a complete order and keeps newer rows', () => {
    const complete = apply(new Map(), { ...order(['a'], 2), complete: true }, '2');
    const late = apply(complete.parts, { ...order(['a', 'b'], 1), complete: true }, '1');
    expect(late.counts).toEqual({ inserted: 0, updated: 2, failed: 0 });
    expect(formatLines(late.parts)).toEqual(['a 2']);
    const newer = apply(late.parts, order(['b'], 3), '3');
    expect(formatLines(newer.parts)).toEqual(['a 2', 'b 3']);
    const again = apply(newer.parts, { ...order(['a'], 2), complete: true }, '2');
    expect(formatLines(again.parts)).toEqual(['a 2', 'b 3']);
  });

  it('withdraws a complete order without line items as one updated row, whether its rows arrive before or after', () => {
    const withdrawal: SubmittedOrder = { order_id: 'o', line_items: [], complete: true };
    const before = apply(new Map(), withdrawal, '2');
    expect(before.counts).toEqual({ inserted: 0, updated: 1, failed: 0 });
    expect(formatLines(apply(before.parts, order(['a']), '1').parts)).toEqual([]);
    const after = apply(apply(new Map(), order(['a']), '1').parts, withdrawal, '2');
    expect(formatLines(after.parts)).toEqual([]);
    expect(formatLines(apply(after.parts, order(['a'], 5), '3').parts)).toEqual(['a 5']);
  });

  describe('an order that was deleted at an unknown time', () => {
    const createImportId = (time: string, suffix = '0'): string => time + suffix.repeat(16);
    const [EARLIER, STATED, LATER, DELETED] = ['01KN000001', '01KN000002', '01KN000003', '01KN000009'];
    const deletion: SubmittedOrder = { order_id: 'o', line_items: [], complete: true, deleted: true };
    const kept = { ...order(['a']), complete: true } as const;
    const deleted = apply(
      apply(new Map(), kept, createImportId(STATED)).parts,
      deletion,
      createImportId(DELETED),
    );

    it('has no rows, even if an event of its last or an earlier state is repeated', () => {
      expect(formatLines(deleted.parts)).toEqual([]);
      for (const again of [createImportId(EARLIER), createImportId(STATED), createImportId(STATED, 'Y')])
        expect(formatLines(apply(deleted.parts, kept, again).parts)).toEqual([]);
    });

    it('is restored by any later state, even if the shop’s clock is behind', () => {
      expect(formatLines(apply(deleted.parts, order(['a'], 2), createImportId(LATER)).parts)).toEqual([
        'a 2',
      ]);
    });

    it('keeps rows stated later than a deletion that arrives afterwards', () => {
      const restored = apply(new Map(), kept, createImportId(LATER)).parts;
      expect(formatLines(apply(restored, deletion, createImportId(STATED)).parts)).toEqual(['a 1']);
    });

    it('takes no earlier rows if it was not stored before the deletion', () => {
      const unknown = apply(new Map(), deletion, createImportId(DELETED)).parts;
      expect(formatLines(apply(unknown, kept, createImportId(STATED)).parts)).toEqual([]);
    });
  });

  it('keeps the earliest date at which an order was first seen, in any sequence of imports', () => {
    const applyFirstSeen = (parts: Parts, day: number, importId: string): Parts => {
      const sent: SubmittedOrder = { ...order(['a']), first_seen: true };
      return storeParts(parts, mergeOrder(parts, sent, day, importId, ROOM));
    };
    const readDate = (parts: Parts): number | undefined => parts.get('0')?.orderDate?.value;
    expect(readDate(applyFirstSeen(applyFirstSeen(new Map(), 20, '2'), 10, '1'))).toBe(10);
    expect(readDate(applyFirstSeen(applyFirstSeen(new Map(), 10, '1'), 20, '2'))).toBe(10);
  });

  it('removes the rows that a complete order lacks from every part of a wide order', () => {
    const wide = apply(
      new Map(),
      order(Array.from({ length: 3_000 }, (_, at) => `${'x'.repeat(150)}${at}`)),
      '1',
    );
    expect(wide.parts.size).toBeGreaterThan(1);
    const sent: SubmittedOrder = { ...order(['a'], 2), complete: true };
    expect(new Set(listMissingPaths(wide.parts, new Set(), sent)).size).toBeGreaterThan(1);
    const merged = mergeOrder(wide.parts, sent, undefined, '2', ROOM);
    expect(merged.withdrawn).toBe(3_000);
    expect(formatLines(storeParts(wide.parts, merged))).toEqual(['a 2']);
  });

  it('does not mark a chunk or half of a complete order as complete', () => {
    const wide: SubmittedOrder = {
      ...order(Array.from({ length: 3_000 }, (_, at) => `${'x'.repeat(150)}${at}`)),
      complete: true,
    };
    const chunks = cutIntoChunks([wide]).flat();
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.some(({ complete }) => complete)).toBe(false);
    const halves = halve([{ ...order(['a', 'b', 'c']), complete: true }]) ?? [];
    expect(halves.flat().some(({ complete }) => complete)).toBe(false);
    expect(cutIntoChunks([{ ...order(['a']), complete: true }])[0]?.[0]?.complete).toBe(true);
  });

  it('refuses inserts beyond the remaining rows and applies updates', () => {
    const full = apply(new Map(), order(['a', 'b', 'c']), '1', 2);
    expect(full.counts).toEqual({ inserted: 2, updated: 0, failed: 1 });
    expect(apply(full.parts, order(['a', 'z']), '2', 0).counts).toEqual({
      inserted: 0,
      updated: 1,
      failed: 1,
    });
  });

  it('stores no part if none of the rows of an order can be stored', () => {
    expect(apply(new Map(), order(['a']), '1', 0).parts.size).toBe(0);
  });

  it('counts rows without a product as failed and stores the others', () => {
    const unnamed = {
      order_id: 'o',
      line_items: [{ quantity: 1 }, { product_name: 'a' }, { unit_price: 2 }],
    };
    const { counts, overCap, errors } = mergeOrder(new Map(), unnamed, undefined, '1', { remaining: 9 });
    expect(counts).toEqual({ inserted: 1, updated: 0, failed: 2 });
    expect(overCap).toBe(0);
    const reason = 'The line item has neither product_name nor product_sku.';
    expect(errors).toEqual([
      { order_id: 'o', reason },
      { order_id: 'o', reason },
    ]);
  });

  it('counts an order without rows as failed and leaves the stored order unchanged', () => {
    const stored = apply(new Map(), order(['a']), '1').parts;
    const empty = { order_id: 'o', customer_id: 'other', line_items: [] };
    expect(mergeOrder(stored, empty, undefined, '2', { remaining: 9 })).toEqual({
      writes: [],
      counts: { inserted: 0, updated: 0, failed: 1 },
      overCap: 0,
      withdrawn: 0,
      errors: [{ order_id: 'o', reason: 'The order has no line items.' }],
    });
  });

  it('splits an order that exceeds an item, keeps every line and updates each later', () => {
    const wide = Array.from({ length: 5_000 }, (_, i) => `${'product '.repeat(20)}${i}`);
    const stored = apply(new Map(), order(wide), '1');
    expect(stored.counts.inserted).toBe(5_000);
    expect(stored.parts.get('0')?.split).toBe(true);
    for (const part of stored.parts.values()) {
      expect(Buffer.byteLength(packOrderPart(part).lines ?? '')).toBeLessThanOrEqual(MAX_PART_BYTES);
    }
    const again = apply(stored.parts, order(wide, 2), '2');
    expect(again.counts).toEqual({ inserted: 0, updated: 5_000, failed: 0 });
    expect(formatLines(again.parts)).toHaveLength(5_000);
  });
});

describe('chunks', () => {
  const shop = fc.array(
    fc.record({
      order_id: fc.string({ minLength: 1, maxLength: 4 }),
      line_items: fc.array(fc.record({ product_name: fc.string({ minLength: 1, maxLength: 300 }) }), {
        minLength: 0,
        maxLength: 40,
      }),
    }),
    { minLength: 1, maxLength: 200 },
  );

  it('hold every row once within their limits and each order in one chunk', () => {
    fc.assert(
      fc.property(shop, (orders) => {
        const chunks = cutIntoChunks(orders);
        expect(chunks.reduce((rows, chunk) => rows + countRows(chunk), 0)).toBe(
          countRows(groupByOrder(orders)),
        );
        const ids = chunks.flatMap((chunk) => chunk.map(({ order_id }) => order_id));
        expect(new Set(ids).size).toBe(ids.length);
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(MAX_CHUNK_ORDERS);
          expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(
            MAX_CHUNK_BYTES + chunk.length + 2,
          );
        }
      }),
      { numRuns: 50 },
    );
  });

  it('cannot hold rows of one product in one order that exceed a message', () => {
    const custom_fields = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`k${i}`, '😀'.repeat(256)]),
    );
    const createRows = (count: number): SubmittedOrder => ({
      order_id: 'wide',
      line_items: Array.from({ length: count }, () => ({ product_name: 'tea', custom_fields })),
    });
    expect(cutIntoChunks([createRows(5)])).toHaveLength(1);
    expect(() => cutIntoChunks([createRows(6)])).toThrow(
      'orders: expected at most 900000 bytes of rows of one product',
    );
  });

  it('are halved without separating rows of one line', () => {
    const one: SubmittedOrder = order(['a', 'b', 'a', 'c', 'b']);
    const [left, right] = halve([one]) ?? [[], []];
    expect(countRows(left) + countRows(right)).toBe(5);
    const listNames = (side: SubmittedOrder[]) =>
      new Set(side[0]?.line_items.map(({ product_name }) => product_name));
    expect(listNames(left).intersection(listNames(right)).size).toBe(0);
    expect(halve([order(['a', 'a'])])).toBeUndefined();
  });
});
