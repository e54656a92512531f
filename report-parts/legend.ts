// What the colours of a chart mean.
import { h } from 'preact';

export interface LegendProps {
  readonly title?: string;
  /** The class of a colour, and what it stands for. */
  readonly steps: readonly (readonly [name: string, shown: string])[];
}

export function Legend({ title, steps }: LegendProps) {
  // Of one value, no colour means more than another.
  if (steps.length === 0) return null;
  return h(
    'ul',
    { class: 'legend' },
    title !== undefined && h('li', { class: 'of' }, title),
    steps.map(([name, shown]) => h('li', { key: shown }, h('i', { class: name }), shown)),
  );
}
