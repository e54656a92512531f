// Moves between groups as a drawing: earlier groups on the left, those of now on the right, bands as thick as their
// customers are many.

import { h } from 'preact';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { fill } from '../names.ts';
import { Legend } from '../ramp.ts';
import { Drawing } from './axes.ts';

// Customers as bands from the segment that they were in to the one that they are in: where each band begins and ends.

/** Between segments; from or to `not in the report`. Reports of other versions may have other segments. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly customers: number;
}
/** `up`: to a segment nearer to the best. */
type Direction = 'stayed' | 'up' | 'down' | 'joined' | 'left';
const DIRECTIONS = ['up', 'down', 'joined', 'left', 'stayed'] as const;

interface FlowPlaces {
  readonly height: number;
  readonly before: readonly Block[];
  readonly now: readonly Block[];
  readonly bands: readonly Band[];
}

/** The customers of a segment in one of the reports. */
interface Block {
  readonly place: string;
  readonly customers: number;
  readonly top: number;
  readonly height: number;
}

interface Band {
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

export function getDirection({ from, to }: Move): Direction {
  if (from === to) return 'stayed';
  if (from === OUTSIDE) return 'joined';
  if (to === OUTSIDE) return 'left';
  return compareSegments(to, from) < 0 ? 'up' : 'down';
}

/** The known segments from best to lost, then others by name, last those outside the report. */
export function compareSegments(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function rank(place: string): number {
  const at = ORDER.indexOf(place);
  return at === -1 ? ORDER.length + (place === OUTSIDE ? 1 : 0) : at;
}

/** Customers who are not where they were, most first; of equal numbers, the better segment first. */
export function listMovesByNumber(migration: readonly Move[]): Move[] {
  return sortMoves(migration)
    .filter((move) => getDirection(move) !== 'stayed')
    .sort((a, b) => b.customers - a.customers);
}

export function layOutFlow(migration: readonly Move[]): FlowPlaces {
  const moves = sortMoves(migration);
  const total = moves.reduce((sum, { customers }) => sum + customers, 0);
  const computeHeight = (customers: number): number => (total === 0 ? 0 : (customers / total) * ALL);
  const [before, now] = [stackBlocks(moves, 'from', computeHeight), stackBlocks(moves, 'to', computeHeight)];
  const free = { from: mapTops(before.blocks), to: mapTops(now.blocks) };
  const take = (side: 'from' | 'to', place: string, height: number): number => {
    const top = free[side].get(place) ?? 0;
    free[side].set(place, top + height);
    return top;
  };
  const bands = moves.map((move) => {
    const height = computeHeight(move.customers);
    return {
      move,
      direction: getDirection(move),
      from: take('from', move.from, height),
      to: take('to', move.to, height),
      height,
    };
  });
  return { height: Math.max(before.end, now.end), before: before.blocks, now: now.blocks, bands };
}

function sortMoves(migration: readonly Move[]): Move[] {
  return migration
    .filter(({ customers }) => customers > 0)
    .sort((a, b) => compareSegments(a.from, b.from) || compareSegments(a.to, b.to));
}

function stackBlocks(moves: readonly Move[], side: 'from' | 'to', heightOf: (customers: number) => number) {
  const blocks: Block[] = [];
  let end = 0;
  for (const place of [...new Set(moves.map((move) => move[side]))].sort(compareSegments)) {
    const customers = moves.reduce((sum, move) => sum + (move[side] === place ? move.customers : 0), 0);
    const height = heightOf(customers);
    blocks.push({ place, customers, top: end, height });
    end += Math.max(height + GAP, LEAST_PITCH);
  }
  return { blocks, end };
}

function mapTops(blocks: readonly Block[]): Map<string, number> {
  return new Map(blocks.map(({ place, top }) => [place, top]));
}

const WIDTH = 900;
/** Room for names on either side. */
const SIDE = 250;
const BLOCK = 10;
const HEAD = 26;
const [LEFT, RIGHT] = [SIDE + BLOCK, WIDTH - SIDE - BLOCK];

interface FlowWords {
  readonly before: string;
  readonly now: string;
  readonly direction: Readonly<Record<Direction, string>>;
  /** Template with the places `{from}`, `{to}` and `{customers}`. */
  readonly band: string;
}

interface FlowProps {
  readonly label: string;
  readonly migration: readonly Move[];
  readonly words: FlowWords;
  readonly name: (place: string) => string;
  readonly number: (customers: number) => string;
}

export function Flow({ label, migration, words, name, number }: FlowProps) {
  const { height, before, now, bands } = layOutFlow(migration);
  const drawSide = (blocks: readonly Block[], x: number, text: number, anchor: string) =>
    blocks.map(({ place, customers, top, height: high }) => [
      h('rect', { x, y: top + HEAD, width: BLOCK, height: Math.max(high, 1) }),
      // The first line of text of a small block begins where the block does.
      h(
        'text',
        { x: text, y: top + HEAD + Math.max(high / 2 + 4, 11), 'text-anchor': anchor },
        `${name(place)} · ${number(customers)}`,
      ),
    ]);
  return [
    h(
      Drawing,
      { kind: 'flow', label, width: WIDTH, height: Math.ceil(height + HEAD) },
      h('text', { x: SIDE, y: 14, 'text-anchor': 'end', class: 'side' }, words.before),
      h('text', { x: WIDTH - SIDE, y: 14, class: 'side' }, words.now),
      bands.map((band) =>
        h(
          'path',
          { key: `${band.move.from} ${band.move.to}`, class: band.direction, d: outline(band) },
          h(
            'title',
            null,
            fill(words.band, {
              from: name(band.move.from),
              to: name(band.move.to),
              customers: number(band.move.customers),
            }),
          ),
        ),
      ),
      drawSide(before, SIDE, SIDE - 8, 'end'),
      drawSide(now, RIGHT, WIDTH - SIDE + 8, 'start'),
    ),
    h(Legend, {
      steps: DIRECTIONS.map((direction) => [`flow-${direction}`, words.direction[direction]] as const),
    }),
  ];
}

function outline({ from, to, height }: Band): string {
  const [y0, y1] = [from + HEAD, to + HEAD];
  const middle = (LEFT + RIGHT) / 2;
  const formatBottom = (y: number): string => (y + height).toFixed(1);
  return `M${LEFT} ${y0.toFixed(1)}C${middle} ${y0.toFixed(1)} ${middle} ${y1.toFixed(1)} ${RIGHT} ${y1.toFixed(1)}V${formatBottom(y1)}C${middle} ${formatBottom(y1)} ${middle} ${formatBottom(y0)} ${LEFT} ${formatBottom(y0)}Z`;
}
