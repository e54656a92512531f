// Customers as bands from the segment that they were in to the one that they are in: where each band begins and ends.
import { SEGMENT_NAMES } from '../../src/core/rfm/segments.ts';

/** Between segments; from or to `not in the report`. Reports of other versions may have other segments. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly customers: number;
}
/** `up`: to a segment nearer to the best. */
export type Direction = 'stayed' | 'up' | 'down' | 'joined' | 'left';
export const DIRECTIONS = ['up', 'down', 'joined', 'left', 'stayed'] as const;

export interface Flow {
  readonly height: number;
  readonly before: readonly Block[];
  readonly now: readonly Block[];
  readonly bands: readonly Band[];
}

/** The customers of a segment in one of the reports. */
export interface Block {
  readonly place: string;
  readonly customers: number;
  readonly top: number;
  readonly height: number;
}

export interface Band {
  readonly move: Move;
  readonly direction: Direction;
  /** Tops on the side of the earlier report, and on that of this one. */
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

export const OUTSIDE = 'not in the report';

const ORDER: readonly string[] = SEGMENT_NAMES;

/** Height of all customers together. */
const ALL = 320;
/** Room for a line of text beside the smallest block. */
const LEAST_PITCH = 19;
const GAP = 4;

export function directionOf({ from, to }: Move): Direction {
  if (from === to) return 'stayed';
  if (from === OUTSIDE) return 'joined';
  if (to === OUTSIDE) return 'left';
  return segmentOrder(to, from) < 0 ? 'up' : 'down';
}

/** The known segments from best to lost, then others by name, last those outside the report. */
export function segmentOrder(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function rank(place: string): number {
  const at = ORDER.indexOf(place);
  return at === -1 ? ORDER.length + (place === OUTSIDE ? 1 : 0) : at;
}

/** Customers who are not where they were, most first; of equal numbers, the better segment first. */
export function movesByNumber(migration: readonly Move[]): Move[] {
  return inOrder(migration)
    .filter((move) => directionOf(move) !== 'stayed')
    .sort((a, b) => b.customers - a.customers);
}

export function flowOf(migration: readonly Move[]): Flow {
  const moves = inOrder(migration);
  const total = moves.reduce((sum, { customers }) => sum + customers, 0);
  const heightOf = (customers: number): number => (total === 0 ? 0 : (customers / total) * ALL);
  const [before, now] = [blocksOf(moves, 'from', heightOf), blocksOf(moves, 'to', heightOf)];
  const free = { from: topsOf(before.blocks), to: topsOf(now.blocks) };
  const take = (side: 'from' | 'to', place: string, height: number): number => {
    const top = free[side].get(place) ?? 0;
    free[side].set(place, top + height);
    return top;
  };
  const bands = moves.map((move) => {
    const height = heightOf(move.customers);
    return {
      move,
      direction: directionOf(move),
      from: take('from', move.from, height),
      to: take('to', move.to, height),
      height,
    };
  });
  return { height: Math.max(before.end, now.end), before: before.blocks, now: now.blocks, bands };
}

function inOrder(migration: readonly Move[]): Move[] {
  return migration
    .filter(({ customers }) => customers > 0)
    .sort((a, b) => segmentOrder(a.from, b.from) || segmentOrder(a.to, b.to));
}

function blocksOf(moves: readonly Move[], side: 'from' | 'to', heightOf: (customers: number) => number) {
  const blocks: Block[] = [];
  let end = 0;
  for (const place of [...new Set(moves.map((move) => move[side]))].sort(segmentOrder)) {
    const customers = moves.reduce((sum, move) => sum + (move[side] === place ? move.customers : 0), 0);
    const height = heightOf(customers);
    blocks.push({ place, customers, top: end, height });
    end += Math.max(height + GAP, LEAST_PITCH);
  }
  return { blocks, end };
}

function topsOf(blocks: readonly Block[]): Map<string, number> {
  return new Map(blocks.map(({ place, top }) => [place, top]));
}
