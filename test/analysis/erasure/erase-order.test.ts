// Erases stored orders in one part and in several parts.
import { describe, expect, it } from 'vitest';
import { eraseOrder } from '../../../src/analysis/erasure/erase-order.ts';
import type { Erasure } from '../../../src/analysis/erasure/erasure.ts';
import {
  createEmptyPart,
  type OrderPart,
  type StoredLine,
} from '../../../src/analysis/ingest/stored-order.ts';

const createLine = (name: string, importId: string): [string, StoredLine] => [
  name,
  { name, sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined, importId },
];

function createPart(path: string, lines: [string, StoredLine][], rest: Partial<OrderPart> = {}): OrderPart {
  return { ...createEmptyPart('o1', path), version: 3, lines: new Map(lines), ...rest };
}

function order(...parts: OrderPart[]): Map<string, OrderPart> {
  return new Map(parts.map((each) => [each.path, each]));
}

const createErasure = (erasureId: string): Erasure => ({ erasureId, customer: undefined });
const listNames = (found: OrderPart | undefined): string[] => [...(found?.lines.keys() ?? [])];

describe('eraseOrder on an order in one part', () => {
  it('deletes the order if every line is older than the erasure', () => {
    const stored = createPart('0', [createLine('a', '01'), createLine('b', '02')]);
    expect(eraseOrder(order(stored), [createErasure('03')])).toEqual([
      { changes: [{ kind: 'delete', part: stored }], erased: new Map([['03', { orders: 1, lines: 2 }]]) },
    ]);
  });

  it('keeps an order whose rows a newer import withdrew, and deletes it if the import was older', () => {
    const withdrawn = createPart('0', [], { completeAs: '05' });
    expect(eraseOrder(order(withdrawn), [createErasure('03')])).toEqual([]);
    const [step] = eraseOrder(order(withdrawn), [createErasure('07')]);
    expect(step?.changes).toEqual([{ kind: 'delete', part: withdrawn }]);
  });

  it('keeps lines and dates that came after the erasure, and removes the older customer and lines', () => {
    const stored = createPart('0', [createLine('a', '01'), createLine('b', '05')], {
      customerId: { value: 'c1', importId: '01' },
      orderDate: { value: 7, importId: '05' },
    });
    const [step, ...others] = eraseOrder(order(stored), [createErasure('03')]);
    expect(others).toEqual([]);
    const [change] = step?.changes ?? [];
    expect(change).toMatchObject({
      kind: 'put',
      part: { version: 4, customerId: undefined, orderDate: { value: 7 } },
    });
    expect(listNames(change?.part)).toEqual(['b']);
    expect(step?.erased).toEqual(new Map([['03', { orders: 1, lines: 1 }]]));
  });

  it('changes nothing if the whole order is newer', () => {
    expect(eraseOrder(order(createPart('0', [createLine('a', '05')])), [createErasure('03')])).toEqual([]);
  });

  it('changes nothing if no erasure covers the order or the order no longer exists', () => {
    expect(eraseOrder(order(createPart('0', [createLine('a', '01')])), [])).toEqual([]);
    expect(eraseOrder(new Map(), [createErasure('03')])).toEqual([]);
  });

  it('counts each line for the first erasure that covers it', () => {
    const stored = createPart('0', [createLine('a', '01'), createLine('b', '04')]);
    const [step] = eraseOrder(order(stored), [createErasure('03'), createErasure('06')]);
    expect(step?.erased).toEqual(
      new Map([
        ['03', { orders: 1, lines: 1 }],
        ['06', { orders: 1, lines: 1 }],
      ]),
    );
  });

  it('deletes the order if it has no readable lines', () => {
    const [step] = eraseOrder(order(createPart('0', [])), [createErasure('03')]);
    expect(step?.changes).toMatchObject([{ kind: 'delete' }]);
  });
});

describe('eraseOrder on a split order', () => {
  const root = createPart('0', [], { split: true, customerId: { value: 'c1', importId: '01' } });
  const joint = createPart('01', [], { split: true });

  it('deletes the leaves one by one, then the root and joints together', () => {
    const steps = eraseOrder(
      order(
        root,
        joint,
        createPart('00', [createLine('a', '01')]),
        createPart('010', [createLine('b', '02')]),
        createPart('011', [createLine('c', '02')]),
      ),
      [createErasure('03')],
    );
    const paths = steps.map(({ changes }) => changes.map(({ kind, part: { path } }) => `${kind} ${path}`));
    expect(paths).toEqual([['delete 00'], ['delete 010'], ['delete 011'], ['delete 0', 'delete 01']]);
    expect(steps.flatMap(({ erased }) => [...erased.values()])).toEqual([
      { orders: 0, lines: 1 },
      { orders: 0, lines: 1 },
      { orders: 0, lines: 1 },
      { orders: 1, lines: 0 },
    ]);
  });

  it('keeps the root and joints if a newer line remains', () => {
    const steps = eraseOrder(
      order(
        root,
        joint,
        createPart('00', [createLine('a', '01')]),
        createPart('010', [createLine('b', '05')]),
      ),
      [createErasure('03')],
    );
    const changes = steps.flatMap((step) =>
      step.changes.map(({ kind, part: { path } }) => `${kind} ${path}`),
    );
    expect(changes).toEqual(['delete 00', 'put 0']);
    expect(steps.at(-1)?.changes[0]?.part).toMatchObject({ customerId: undefined, split: true, version: 4 });
  });
});
