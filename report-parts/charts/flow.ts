// Moves between groups as a drawing: earlier groups on the left, those of now on the right, bands as thick as their
// customers are many.
import { h } from 'preact';
import { Legend } from '../legend.ts';
import { fill } from '../names.ts';
import { Drawing } from './drawing.ts';
import { type Band, type Block, DIRECTIONS, type Direction, flowOf, type Move } from './flow-bands.ts';

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
  /** With `{from}`, `{to}` and `{customers}`. */
  readonly band: string;
}

export interface FlowProps {
  readonly label: string;
  readonly migration: readonly Move[];
  readonly words: FlowWords;
  readonly name: (place: string) => string;
  readonly number: (customers: number) => string;
}

export function Flow({ label, migration, words, name, number }: FlowProps) {
  const { height, before, now, bands } = flowOf(migration);
  const side = (blocks: readonly Block[], x: number, text: number, anchor: string) =>
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
      side(before, SIDE, SIDE - 8, 'end'),
      side(now, RIGHT, WIDTH - SIDE + 8, 'start'),
    ),
    h(Legend, {
      steps: DIRECTIONS.map((direction) => [`flow-${direction}`, words.direction[direction]] as const),
    }),
  ];
}

function outline({ from, to, height }: Band): string {
  const [y0, y1] = [from + HEAD, to + HEAD];
  const middle = (LEFT + RIGHT) / 2;
  const bottom = (y: number): string => (y + height).toFixed(1);
  return `M${LEFT} ${y0.toFixed(1)}C${middle} ${y0.toFixed(1)} ${middle} ${y1.toFixed(1)} ${RIGHT} ${y1.toFixed(1)}V${bottom(y1)}C${middle} ${bottom(y1)} ${middle} ${bottom(y0)} ${LEFT} ${bottom(y0)}Z`;
}
