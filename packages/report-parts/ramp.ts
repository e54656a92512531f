// Levels 0 to 5 of values, as colours of one hue: r0 to r5 as fills, s0 to s5 as lines. A single hue of rising contrast
// is distinguishable in grey and by the colour-blind, too.

import { h } from 'preact';
import { computeSortedQuantile } from '../../src/analysis/rfm/customer-scores.ts';

const LEVELS = 6;

interface Ramp {
  readonly level: (value: number) => number;
  /** For the legend. */
  readonly steps: readonly (readonly [name: string, shown: string])[];
}

/** `write` words an edge. `equal` gives each colour as many values, `even` as wide a range; edges have two digits. */
export function createRamp(
  values: readonly number[],
  write: (edge: number) => string,
  steps: 'equal' | 'even' = 'equal',
): Ramp {
  return createRampBetween(computeEdges(values, steps), write, 'r');
}

/** Lifts at which lines and dots change their level: 1 is chance, each step doubles it. */
const LIFTS = [1, 2, 4, 8, 16] as const;

export function liftLevel(lift: number): number {
  return LIFTS.filter((bound) => lift >= bound).length;
}

export function liftRamp(write: (edge: number) => string): Ramp {
  return createRampBetween(LIFTS, write, 's');
}

function createRampBetween(edges: readonly number[], write: (edge: number) => string, tone: 'r' | 's'): Ramp {
  const step = (LEVELS - 1) / Math.max(1, edges.length);
  const colour = (passed: number) => Math.round(passed * step);
  const words = edges.map((edge) => write(edge));
  const ranges = words.map((from, at) => {
    const to = words[at + 1];
    return to === undefined ? `≥ ${from}` : `${from} – ${to}`;
  });
  const shown = words[0] === undefined ? [] : [`< ${words[0]}`, ...ranges];
  return {
    level: (value) => colour(edges.filter((edge) => value >= edge).length),
    steps: shown.map((range, passed) => [`${tone}${colour(passed)}`, range] as const),
  };
}

/** Rounded, each once, none below which there is nothing. */
function computeEdges(values: readonly number[], steps: 'equal' | 'even'): number[] {
  const sorted = Float64Array.from(values).sort();
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return [];
  const edges = Array.from({ length: LEVELS - 1 }, (_, at) => {
    const edge =
      steps === 'even'
        ? lowest + ((at + 1) / LEVELS) * (highest - lowest)
        : computeSortedQuantile(sorted, at + 1, LEVELS);
    return Number(edge.toPrecision(2));
  });
  return [...new Set(edges)].filter((edge) => edge > lowest && edge <= highest);
}

// Legend of a chart's colours.

interface LegendProps {
  readonly title?: string;
  /** The class of a colour, and what it stands for. */
  readonly steps: readonly (readonly [name: string, shown: string])[];
}

export function Legend({ title, steps }: LegendProps) {
  // A single value needs no legend.
  if (steps.length === 0) return null;
  return h(
    'ul',
    { class: 'legend' },
    title !== undefined && h('li', { class: 'of' }, title),
    steps.map(([name, shown]) => h('li', { key: shown }, h('i', { class: name }), shown)),
  );
}
