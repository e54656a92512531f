// What changed since an earlier report, in the order people want it.

import { whole } from '../../src/core/insights/wording.ts';
import { SEGMENT_NAMES } from '../../src/core/rfm/segments.ts';
import type { ReportChanges } from './report-detail.ts';

export type Move = NonNullable<ReportChanges['migration']>[number];
export type Growth = NonNullable<ReportChanges['segment_growth']>[number];

const BEST_TO_LOST: readonly string[] = SEGMENT_NAMES;

export const CHANGED_RULES = [
  { kind: 'appeared', title: 'New rules' },
  { kind: 'vanished', title: 'Rules no longer found' },
  { kind: 'strengthened', title: 'Stronger rules' },
  { kind: 'weakened', title: 'Weaker rules' },
] as const;

/** Customers who changed their segment, most first. */
export function largestMoves(migration: readonly Move[]): Move[] {
  return migration
    .filter(({ from, to, customers }) => from !== to && customers > 0)
    .sort((a, b) => b.customers - a.customers || segmentOrder(a.from, b.from) || segmentOrder(a.to, b.to));
}

export function growthRows(growth: readonly Growth[]): Growth[] {
  return [...growth].sort((a, b) => segmentOrder(a.segment, b.segment));
}

/** The known segments from best to lost, then others by name. */
export function segmentOrder(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function rank(name: string): number {
  const at = BEST_TO_LOST.indexOf(name);
  return at === -1 ? BEST_TO_LOST.length : at;
}

/** `+12`, `-3`, `0`. */
export function signed(difference: number): string {
  return difference > 0 ? `+${whole(difference)}` : whole(difference);
}
