// Who moved between segments since the report before, and how the segments grew.
import { SEGMENT_NAMES, type SegmentName } from '../rfm/segments.ts';
import type { SegmentMembers } from './segment-members.ts';

/** Customers who came into the report or left it. */
export const NOT_THERE = 'not in the report';

export interface SegmentMove {
  readonly from: SegmentName | typeof NOT_THERE;
  readonly to: SegmentName | typeof NOT_THERE;
  readonly customers: number;
}

export interface SegmentGrowth {
  readonly segment: SegmentName;
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

export interface SegmentChanges {
  /** Who stayed is in it too; only pairs with customers. */
  readonly migration: readonly SegmentMove[];
  readonly segment_growth: readonly SegmentGrowth[];
  /** Customers in both reports whose segment is another one. */
  readonly moved: number;
}

export function segmentChanges(before: SegmentMembers, after: SegmentMembers): SegmentChanges {
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
