// Dots by two shares, coloured by a level. Without hints, all dots of one level are one path, so that 10,000 of them
// are drawn at once.
import { h } from 'preact';
import { ACROSS, Axes, createScale, Drawing, HEIGHT, logScale, shareTick, UPWARDS, WIDTH } from './axes.ts';

export interface Dot {
  /** A positive share, drawn by its logarithm. */
  readonly x: number;
  /** A share, 0 to 1. */
  readonly y: number;
  /** Colour level, s0 to s5. */
  readonly level: number;
  /** Shown by a pointer on it. */
  readonly hint?: string;
}

interface ScatterProps {
  readonly label: string;
  readonly dots: readonly Dot[];
  readonly titles: { readonly x: string; readonly y: string };
  readonly percent: (share: number, digits: number) => string;
  /** One with a ring around it. */
  readonly marked?: Dot | undefined;
}

const LEVELS = [0, 1, 2, 3, 4, 5];

export function Scatter({ label, dots, titles, percent, marked }: ScatterProps) {
  const { x, y, place } = createScatterScales(dots);
  const write = shareTick(percent);
  return h(
    Drawing,
    { kind: 'scatter', label, width: WIDTH, height: HEIGHT },
    h(Axes, { x: { scale: x, title: titles.x, write }, y: { scale: y, title: titles.y, write } }),
    LEVELS.map((level) => {
      const own = dots.filter((dot) => dot.level === level);
      const [plain, hinted] = [own.filter(({ hint }) => !hint), own.filter(({ hint }) => hint)];
      return h(
        'g',
        { key: level, class: `dots s${level}` },
        plain.length > 0 && h('path', { d: plain.map((dot) => drawSpot(place(dot))).join('') }),
        hinted.map((dot) => h('path', { d: drawSpot(place(dot)) }, h('title', null, dot.hint))),
      );
    }),
    marked && h('circle', { class: 'ring', r: 8, cx: place(marked)[0], cy: place(marked)[1] }),
  );
}

/** Creates the scales that place dots in a drawing of WIDTH × HEIGHT. */
export function createScatterScales(dots: readonly Dot[]) {
  const x = logScale(
    dots.map((dot) => dot.x),
    ACROSS,
  );
  const y = createScale([0, 1], UPWARDS);
  const place = (dot: Dot): readonly [number, number] => [x.at(dot.x), y.at(dot.y)];
  return { x, y, place };
}

/** A line of no length with round ends. */
function drawSpot([x, y]: readonly [number, number]): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
}
