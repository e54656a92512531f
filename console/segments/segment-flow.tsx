// The moves between segments as a drawing: earlier segments on the left, those of now on the right, bands as thick as
// their customers are many. The table below it has the same numbers.
import { number, texts } from '../app/language.ts';
import { Scroll } from '../parts/scroll.tsx';
import { type Band, type Block, DIRECTIONS, flowOf, type Move } from './flow-bands.ts';
import { placeName } from './segment-names.ts';

const WIDTH = 900;
/** Room for names on either side. */
const SIDE = 250;
const BLOCK = 10;
const HEAD = 26;
const [LEFT, RIGHT] = [SIDE + BLOCK, WIDTH - SIDE - BLOCK];

export function SegmentFlow({ migration }: { readonly migration: readonly Move[] }) {
  const { changes: said } = texts();
  const { height, before, now, bands } = flowOf(migration);
  return (
    <figure>
      <Scroll label={said.flow}>
        <svg
          class="flow"
          viewBox={`0 0 ${WIDTH} ${Math.ceil(height + HEAD)}`}
          role="img"
          aria-label={said.flow}
        >
          <text x={SIDE} y={14} text-anchor="end" class="side">
            {said.before}
          </text>
          <text x={WIDTH - SIDE} y={14} class="side">
            {said.now}
          </text>
          {bands.map((band) => (
            <path key={`${band.move.from} ${band.move.to}`} class={band.direction} d={outline(band)}>
              <title>
                {said.band(placeName(band.move.from), placeName(band.move.to), number(band.move.customers))}
              </title>
            </path>
          ))}
          {before.map((block) => (
            <Side key={block.place} block={block} x={SIDE} text={SIDE - 8} anchor="end" />
          ))}
          {now.map((block) => (
            <Side key={block.place} block={block} x={RIGHT} text={WIDTH - SIDE + 8} anchor="start" />
          ))}
        </svg>
      </Scroll>
      <figcaption>
        <ul class="legend">
          {DIRECTIONS.map((direction) => (
            <li key={direction}>
              <i class={`flow-${direction}`} />
              {said.direction[direction]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function outline({ from, to, height }: Band): string {
  const [y0, y1] = [from + HEAD, to + HEAD];
  const middle = (LEFT + RIGHT) / 2;
  const bottom = (y: number): string => (y + height).toFixed(1);
  return `M${LEFT} ${y0.toFixed(1)}C${middle} ${y0.toFixed(1)} ${middle} ${y1.toFixed(1)} ${RIGHT} ${y1.toFixed(1)}V${bottom(y1)}C${middle} ${bottom(y1)} ${middle} ${bottom(y0)} ${LEFT} ${bottom(y0)}Z`;
}

interface SideProps {
  readonly block: Block;
  readonly x: number;
  readonly text: number;
  readonly anchor: 'start' | 'end';
}

function Side({ block: { place, customers, top, height }, x, text, anchor }: SideProps) {
  const y = top + HEAD;
  // The first line of text of a small block begins where the block does.
  const baseline = y + Math.max(height / 2 + 4, 11);
  return (
    <>
      <rect x={x} y={y} width={BLOCK} height={Math.max(height, 1)} />
      <text x={text} y={baseline} text-anchor={anchor}>
        {placeName(place)} · {number(customers)}
      </text>
    </>
  );
}
