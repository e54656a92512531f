// The sequences of one part as columns.
import { heldColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import type { OrderSequences } from './order-sequences.ts';

/** Only the items that are in an order. */
export function sequenceColumns({ start, item, customer, items }: OrderSequences): UnpackedColumns {
  const indexOf = new Int32Array(items.length).fill(-1);
  const names: string[] = [];
  const own = item.map((of) => {
    if (indexOf[of] === -1) indexOf[of] = names.push(items[of]) - 1;
    return indexOf[of];
  });
  return heldColumns({
    sizes: { kind: 'counts', values: sizesOf(start) },
    item: { kind: 'counts', values: own },
    customer: { kind: 'integers', values: customer },
    items: { kind: 'texts', values: names },
  });
}

export function sequencesIn(columns: UnpackedColumns): OrderSequences {
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
