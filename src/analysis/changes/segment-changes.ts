// Computes moves between segments since the previous report, and the growth of the segments.

import type { segmentGrowth, segmentMove } from '../../contract/report-types/rfm/schema/changes.ts';
import { NOT_THERE, SEGMENT_NAMES } from '../../contract/report-types/rfm/segments.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { type CustomerIds, getSortedHashes } from '../customer-lists/customer-ids.ts';

export type SegmentMove = Shape<typeof segmentMove>;

export type SegmentGrowth = Shape<typeof segmentGrowth>;

interface SegmentChanges {
  /** Includes customers who stayed; only pairs of segments with customers. */
  readonly migration: readonly SegmentMove[];
  readonly segment_growth: readonly SegmentGrowth[];
  /** Customers in both reports whose segment has changed. */
  readonly moved: number;
}

export function compareMembers(before: SegmentMembers, after: SegmentMembers): SegmentChanges {
  const names: readonly SegmentMove['from'][] = [...SEGMENT_NAMES, NOT_THERE];
  const outside = SEGMENT_NAMES.length;
  const moves = new Uint32Array(names.length * names.length);
  const note = (from: number, to: number): void => {
    const at = from * names.length + to;
    moves[at] = (moves[at] ?? 0) + 1;
  };
  let b = 0;
  let a = 0;
  while (b < before.hashes.length || a < after.hashes.length) {
    const old = before.hashes[b];
    const now = after.hashes[a];
    if (old !== undefined && old === now)
      note(before.segments[b++] ?? outside, after.segments[a++] ?? outside);
    else if (now === undefined || (old !== undefined && old < now))
      note(before.segments[b++] ?? outside, outside);
    else note(outside, after.segments[a++] ?? outside);
  }
  const migration = names.flatMap((from, f) =>
    names.flatMap((to, t) => {
      const customers = moves[f * names.length + t] ?? 0;
      return customers === 0 ? [] : [{ from, to, customers }];
    }),
  );
  const sum = (chosen: (move: SegmentMove) => boolean): number =>
    migration.reduce((total, move) => total + (chosen(move) ? move.customers : 0), 0);
  return {
    migration,
    segment_growth: SEGMENT_NAMES.map((segment) => {
      const was = sum(({ from }) => from === segment);
      const is = sum(({ to }) => to === segment);
      return { segment, before: was, after: is, change: is - was };
    }),
    moved: sum(({ from, to }) => from !== to && from !== NOT_THERE && to !== NOT_THERE),
  };
}

// Stores each customer's segment beside a report, for comparison by the next one: 9 bytes a customer, with a hash in
// place of the id.

/** Customers ascending by hash. Among 200,000 customers, two share a hash with a probability of 1 in 10^9. */
export interface SegmentMembers {
  readonly hashes: BigUint64Array;
  /** Index into SEGMENT_NAMES. */
  readonly segments: Uint8Array;
}

const BYTES_PER_CUSTOMER = BigUint64Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;

/** `segments`: per customer, in the order of `customers`. */
export function createSegmentMembers(
  customers: Pick<CustomerIds, 'hashes'>,
  segments: Uint8Array,
): SegmentMembers {
  const { order, high, low } = getSortedHashes(customers.hashes);
  const hashes = new BigUint64Array(order.length);
  const view = new DataView(hashes.buffer);
  const sorted = new Uint8Array(order.length);
  for (let at = 0; at < order.length; at++) {
    // Little-endian, the order in which every platform of the functions stores 64 bits.
    view.setUint32(8 * at, low[at] ?? 0, true);
    view.setUint32(8 * at + 4, high[at] ?? 0, true);
    sorted[at] = segments[order[at] ?? 0] ?? 0;
  }
  return { hashes, segments: sorted };
}

/** The list without the members of these hashes; the same object if none of them is in it. */
export function withoutMembers(members: SegmentMembers, gone: ReadonlySet<bigint>): SegmentMembers {
  const kept = [...members.hashes.keys()].filter((at) => !gone.has(members.hashes[at] ?? 0n));
  if (kept.length === members.hashes.length) return members;
  return {
    hashes: BigUint64Array.from(kept, (at) => members.hashes[at] ?? 0n),
    segments: Uint8Array.from(kept, (at) => members.segments[at] ?? 0),
  };
}

/** Little-endian hashes, then one byte of segment for each. */
export function packMembers({ hashes, segments }: SegmentMembers): Uint8Array {
  const packed = new Uint8Array(hashes.length * BYTES_PER_CUSTOMER);
  packed.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength));
  packed.set(segments, hashes.length * 8);
  return packed;
}

/** Throws for bytes that `packMembers` did not write. */
export function unpackMembers(packed: Uint8Array): SegmentMembers {
  const count = packed.byteLength / BYTES_PER_CUSTOMER;
  if (!Number.isInteger(count))
    throw new Error(`segment members: ${packed.byteLength} bytes are not a whole number of customers`);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const segments = packed.slice(count * 8);
  if (segments.some((segment) => segment >= SEGMENT_NAMES.length)) {
    throw new Error('segment members: a segment that does not exist');
  }
  return {
    hashes: BigUint64Array.from({ length: count }, (_, at) => view.getBigUint64(at * 8, true)),
    segments,
  };
}
