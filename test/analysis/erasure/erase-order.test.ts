import { describe, expect, it } from 'vitest';
import { eraseOrder } from '../../../src/analysis/erasure/erase-order.ts';
import type { Erasure } from '../../../src/analysis/erasure/erasure.ts';
import {
  createEmptyPart,
  type OrderPart,
  type StoredLine,
} from '../../../src/analysis/ingest/stored-order.ts';

const line = (name: string, importId: string): [string, StoredLine] => [
  name,
  { name, sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined, importId },
];

function part(path: string, lines: [string, StoredLine][], rest: Partial<OrderPart> = {}): OrderPart {
  return { ...createEmptyPart('o1', path), version: 3, lines: new Map(lines), ...rest };
}

function order(...parts: OrderPart[]): Map<string, OrderPart> {
  return new Map(parts.map((each) => [each.path, each]));
}

const at = (erasureId: string): Erasure => ({ erasureId, customer: undefined });
const names = (found: OrderPart | undefined): string[] => [...(found?.lines.keys() ?? [])];

describe('an order in one part', () => {
  it('is deleted when every line is older', () => {
    const stored = part('0', [line('a', '01'), line('b', '02')]);
    expect(eraseOrder(order(stored), [at('03')])).toEqual([
      { changes: [{ kind: 'delete', part: stored }], erased: new Map([['03', { orders: 1, lines: 2 }]]) },
    ]);
  });

  it('stays without rows when a newer import withdrew them, and goes when an older one did', () => {
    const withdrawn = part('0', [], { completeAs: '05' });
    expect(eraseOrder(order(withdrawn), [at('03')])).toEqual([]);
    const [step] = eraseOrder(order(withdrawn), [at('07')]);
    expect(step?.changes).toEqual([{ kind: 'delete', part: withdrawn }]);
  });

  it('keeps what came after the erasure, and loses its older customer and date', () => {
    const stored = part('0', [line('a', '01'), line('b', '05')], {
      customerId: { value: 'c1', importId: '01' },
      orderDate: { value: 7, importId: '05' },
    });
    const [step, ...others] = eraseOrder(order(stored), [at('03')]);
    expect(others).toEqual([]);
    const [change] = step?.changes ?? [];
    expect(change).toMatchObject({
      kind: 'put',
      part: { version: 4, customerId: undefined, orderDate: { value: 7 } },
    });
    expect(names(change?.part)).toEqual(['b']);
    expect(step?.erased).toEqual(new Map([['03', { orders: 1, lines: 1 }]]));
  });

  it('stays when all of it is newer', () => {
    expect(eraseOrder(order(part('0', [line('a', '05')])), [at('03')])).toEqual([]);
  });

  it('is unchanged when no erasure covers it or it no longer exists', () => {
    expect(eraseOrder(order(part('0', [line('a', '01')])), [])).toEqual([]);
    expect(eraseOrder(new Map(), [at('03')])).toEqual([]);
  });

  it('counts each line for the first erasure that takes it', () => {
    const stored = part('0', [line('a', '01'), line('b', '04')]);
    const [step] = eraseOrder(order(stored), [at('03'), at('06')]);
    expect(step?.erased).toEqual(
      new Map([
        ['03', { orders: 1, lines: 1 }],
        ['06', { orders: 1, lines: 1 }],
      ]),
    );
  });

  it('is deleted when its lines cannot be read', () => {
    const [step] = eraseOrder(order(part('0', [])), [at('03')]);
    expect(step?.changes).toMatchObject([{ kind: 'delete' }]);
  });
});

describe('a split order', () => {
  const root = part('0', [], { split: true, customerId: { value: 'c1', importId: '01' } });
  const joint = part('01', [], { split: true });

  it('is deleted leaf by leaf, its root and joints together and last', () => {
    const steps = eraseOrder(
      order(
        root,
        joint,
        part('00', [line('a', '01')]),
        part('010', [line('b', '02')]),
        part('011', [line('c', '02')]),
      ),
      [at('03')],
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

  it('keeps root and joints while a newer line is left', () => {
    const steps = eraseOrder(
      order(root, joint, part('00', [line('a', '01')]), part('010', [line('b', '05')])),
      [at('03')],
    );
    const changes = steps.flatMap((step) =>
      step.changes.map(({ kind, part: { path } }) => `${kind} ${path}`),
    );
    expect(changes).toEqual(['delete 00', 'put 0']);
    expect(steps.at(-1)?.changes[0]?.part).toMatchObject({ customerId: undefined, split: true, version: 4 });
  });
});
