// The sequences of one partition as bytes, alone or beside its baskets.
import { type Column, packColumns, unpackColumns } from '../extract/packed-columns.ts';
import type { OrderSequences } from './order-sequences.ts';

export function packWithSequences(baskets: Uint8Array, sequences: OrderSequences): Uint8Array {
  return packColumns({
    baskets: { kind: 'bytes', values: baskets },
    sequences: { kind: 'bytes', values: packSequences(sequences) },
  });
}

/** Throws ExtractUnreadableError. */
export function unpackWithSequences(bytes: Uint8Array): {
  readonly baskets: Uint8Array;
  readonly sequence: OrderSequences;
} {
  const columns = unpackColumns(bytes);
  return { baskets: columns.bytes('baskets'), sequence: unpackSequences(columns.bytes('sequences')) };
}

/** Only the items that are in an order. */
function packSequences({ start, item, customer, items }: OrderSequences): Uint8Array {
  const indexOf = new Int32Array(items.length).fill(-1);
  const names: string[] = [];
  const own = item.map((of) => {
    if (indexOf[of] === -1) indexOf[of] = names.push(items[of]) - 1;
    return indexOf[of];
  });
  return packColumns({
    sizes: { kind: 'counts', values: sizesOf(start) },
    item: { kind: 'counts', values: own },
    customer: { kind: 'integers', values: customer },
    items: { kind: 'texts', values: names } satisfies Column,
  });
}

function unpackSequences(bytes: Uint8Array): OrderSequences {
  const columns = unpackColumns(bytes);
  const sizes = columns.integers('sizes');
  const start = new Uint32Array(sizes.length + 1);
  for (let order = 0; order < sizes.length; order++) start[order + 1] = start[order] + sizes[order];
  return {
    start,
    item: Uint32Array.from(columns.integers('item')),
    customer: Int32Array.from(columns.integers('customer')),
    items: columns.texts('items'),
  };
}

function sizesOf(start: Uint32Array): Uint32Array {
  return start.subarray(1).map((end, order) => end - start[order]);
}
