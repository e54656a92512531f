// Figures with their names.
import { h } from 'preact';

export type Fact = readonly [name: string, shown: string];

export interface FactsProps {
  readonly facts: readonly Fact[];
}

export function Facts({ facts }: FactsProps) {
  return h(
    'dl',
    { class: 'card facts' },
    facts.map(([name, shown]) => h('div', { key: name }, h('dt', null, name), h('dd', null, shown))),
  );
}
