// Shares as bars in a cell of a table, which has the same figures.
import { h } from 'preact';

export interface BarProps {
  /** Of the longest bar, 0 to 1. */
  readonly own: number;
  /** To compare with. */
  readonly all?: number;
}

export function Bar({ own, all }: BarProps) {
  return h(
    'svg',
    { viewBox: '0 0 100 14', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    h('rect', { class: 'own', width: 100 * own, height: all === undefined ? 14 : 8 }),
    all !== undefined && h('rect', { class: 'all', y: 10, width: 100 * all, height: 4 }),
  );
}
