// Customers who moved between segments since an earlier report, in the order people want it.

import { SEGMENT_NAMES } from '../../../src/core/rfm/segments.ts';
import type { RfmChanges } from './detail.ts';

export type Move = NonNullable<RfmChanges['migration']>[number];
export type Growth = NonNullable<RfmChanges['segment_growth']>[number];

const BEST_TO_LOST: readonly string[] = SEGMENT_NAMES;

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
