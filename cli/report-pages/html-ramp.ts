// One colour for each sixth of the values. Colours are CSS variables, so that one figure serves light and dark pages;
// a single hue of rising contrast, distinguishable in grey and by the colour-blind too.
import { quantileOfSorted } from '../../src/core/rfm/scores.ts';
import { html, type Markup } from './html-markup.ts';

const LEVELS = 6;

export interface Ramp {
  /** 0 to 5, by the edges that the legend shows. */
  level(value: number): number;
  readonly legend: Markup | undefined;
}

interface RampOptions {
  /** `equal` gives each colour as many values (the default), `even` as wide a range. */
  readonly steps?: 'equal' | 'even';
  /** Whether the legend shows fills (the default) or lines. */
  readonly tone?: 'fill' | 'line';
}

/** `write` words an edge, e.g. 2.5 as `2.5`. Edges have two significant digits. */
export function createRamp(
  label: string,
  values: readonly number[],
  write: (edge: number) => string,
  { steps = 'equal', tone = 'fill' }: RampOptions = {},
): Ramp {
  const edges = edgesOf(values, steps);
  const step = (LEVELS - 1) / Math.max(1, edges.length);
  const colour = (passed: number) => Math.round(passed * step);
  const words = edges.map(write);
  const between = words.slice(1).map((to, at) => `${words[at]} – ${to}`);
  const ranges = edges.length === 0 ? [] : [`below ${words[0]}`, ...between, `${words.at(-1)} and more`];
  const shade = tone === 'fill' ? 'r' : 's';
  return {
    level: (value) => colour(edges.filter((edge) => value >= edge).length),
    legend:
      ranges.length === 0
        ? undefined
        : html`<ul class="legend"><li class="of">${label}</li>${ranges.map(
            (range, passed) => html`<li><i class="${shade}${colour(passed)}"></i>${range}</li>`,
          )}</ul>`,
  };
}

/** Rounded, each once, none below which there is nothing. */
function edgesOf(values: readonly number[], steps: 'equal' | 'even'): number[] {
  if (values.length === 0) return [];
  const sorted = Float64Array.from(values).sort();
  const lowest = sorted[0] ?? 0;
  const highest = sorted.at(-1) ?? 0;
  const edges = Array.from({ length: LEVELS - 1 }, (_, at) => {
    const edge =
      steps === 'even'
        ? lowest + ((at + 1) / LEVELS) * (highest - lowest)
        : quantileOfSorted(sorted, at + 1, LEVELS);
    return Number(edge.toPrecision(2));
  });
  return [...new Set(edges)].filter((edge) => edge > lowest && edge <= highest);
}

export function fillOf(level: number): string {
  return `var(--r${level})`;
}

/** Text on that fill. */
export function inkOf(level: number): string {
  return `var(--i${level})`;
}

/** The same level as a thin line: even the lowest stands out from the page. */
export function strokeOf(level: number): string {
  return `var(--s${level})`;
}
