// The room of a chart with axes, and the axes: lines across at round values, their figures outside, the title of one
// above it, that of the other at its end.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from '../table.ts';

export const WIDTH = 900;
export const HEIGHT = 340;
/** Horizontal range of the drawing within its axes, from left to right. */
export const ACROSS = [56, WIDTH - 16] as const;
export const UPWARDS = [HEIGHT - 40, 30] as const;

export interface Axis {
  readonly scale: Scale;
  readonly title: string;
  readonly write: (tick: number) => string;
  /** Default: those of the scale. */
  readonly ticks?: readonly number[];
}

export function Axes({ x, y }: { readonly x: Axis; readonly y: Axis }) {
  const [left, right] = ACROSS;
  return h(
    'g',
    { class: 'axes' },
    (y.ticks ?? y.scale.ticks).map((tick) => {
      const at = y.scale.at(tick);
      return h(
        'g',
        { key: tick },
        h('line', { x1: left, x2: right, y1: at, y2: at }),
        h('text', { x: left - 8, y: at + 4, 'text-anchor': 'end' }, y.write(tick)),
      );
    }),
    // A narrow screen has room for every second one.
    (x.ticks ?? x.scale.ticks).map((tick, at) =>
      h(
        'text',
        {
          key: tick,
          class: at % 2 === 0 ? 'below' : 'below between',
          x: x.scale.at(tick),
          y: UPWARDS[0] + 18,
          'text-anchor': 'middle',
        },
        x.write(tick),
      ),
    ),
    h('text', { class: 'name', x: right, y: HEIGHT - 4, 'text-anchor': 'end' }, `${x.title} →`),
    h('text', { class: 'above', x: 0, y: 14 }, `↑ ${y.title}`),
  );
}

/** The fewest decimals that distinguish one tick from the next. */
function shareDigits(share: number): number {
  return [0, 1].find((digits) => Math.abs(share * 100 - Number((share * 100).toFixed(digits))) < 1e-9) ?? 2;
}

/** Formats the ticks of an axis of shares, with at most two decimals. */
export function shareTick(percent: (share: number, digits: number) => string): (share: number) => string {
  return (share) => percent(share, shareDigits(share));
}

// Places of values on the axis of a chart, linear or logarithmic.

export interface Scale {
  readonly at: (value: number) => number;
  /** Round values within the axis, ascending. */
  readonly ticks: readonly number[];
}

type Interval = readonly [from: number, to: number];

const TICKS = 5;

export function createScale([low, high]: Interval, [from, to]: Interval): Scale {
  const locate = (value: number): number => from + ((value - low) / (high - low || 1)) * (to - from);
  return { at: locate, ticks: computeTicks(low, high) };
}

/** Multiples of 1, 2 or 5 times a power of ten, about TICKS of them. */
function computeTicks(low: number, high: number): number[] {
  const power = Math.floor(Math.log10((high - low) / TICKS));
  const few = (high - low) / TICKS / 10 ** power;
  const step = [1, 2, 5].find((factor) => factor * Math.SQRT2 >= few) ?? 10;
  // Parse the decimal text: 3 × 0.1 is not 0.3 in floating point.
  const first = Math.ceil(low / step / 10 ** power - 1e-9);
  const count = Math.floor(high / step / 10 ** power + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, at) => Number(`${(first + at) * step}e${power}`));
}

/** From the lowest to the highest of these positive values; a tenth of a decade more at both ends if all are equal. */
export function logScale(values: readonly number[], range: Interval): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const value of values) {
    if (value <= 0) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high === 0) [low, high] = [0.01, 1];
  if (low === high) [low, high] = [low / 1.25, high * 1.25];
  const { at } = createScale([Math.log(low), Math.log(high)], range);
  return { at: (value) => at(Math.log(Math.max(value, low))), ticks: roundValues(low, high) };
}

/** 1, 2 and 5 times powers of ten; over a short interval, all multiples of one. */
function roundValues(low: number, high: number): number[] {
  const few = listMultiples(low, high, [1, 2, 5]);
  return few.length < 3 ? listMultiples(low, high, [1, 2, 3, 4, 5, 6, 7, 8, 9]) : few;
}

function listMultiples(low: number, high: number, factors: readonly number[]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const factor of factors) {
      const value = Number(`${factor}e${power}`);
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

// A drawing as one image with a name: it scrolls where the screen is narrow.

interface DrawingProps {
  /** A class of the drawing, which tells its kind. */
  readonly kind: string;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** `group` if it holds links. */
  readonly role?: 'img' | 'group';
  readonly children?: ComponentChildren;
}

export function Drawing({ kind, label, width, height, role = 'img', children }: DrawingProps) {
  const viewBox = `0 0 ${width} ${height}`;
  return h(
    Scroll,
    { label },
    h(
      'svg',
      { class: `drawing ${kind}`, viewBox, preserveAspectRatio: 'none', role, 'aria-label': label },
      children,
    ),
  );
}
