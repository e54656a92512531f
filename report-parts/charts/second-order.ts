// The estimated share of customers who have ordered again, by days since the first purchase, with its confidence band.
import { type ComponentChildren, h } from 'preact';
import type { CohortReport } from '../../client/src/index.ts';
import type { Say } from '../tables/shown.ts';
import { ACROSS, shareTick, UPWARDS } from './axes.ts';
import { Curves, type Point } from './curves.ts';
import { scaleOf } from './scale.ts';

const MOST_DAYS = 365;

export interface SecondOrderProps {
  readonly of: CohortReport['second_order'];
  readonly say: Say;
}

export function SecondOrder({ of, say: { t, percent } }: SecondOrderProps): ComponentChildren {
  const drawn = (of?.curve ?? []).filter(({ days }) => days <= MOST_DAYS);
  if (drawn.length === 0) return null;
  const points = [...(drawn[0]?.days === 0 ? [] : [{ days: 0, share: 0, lower: 0, upper: 0 }]), ...drawn];
  const bound = (side: 'lower' | 'upper'): Point[] =>
    points.flatMap(({ days, [side]: share }) => (share === null ? [] : [[days, share]]));
  const highest = Math.max(...points.map(({ share, upper }) => upper ?? share));
  const title = t('Time to the second order');
  return h(
    'section',
    { class: 'card', id: 'second-order' },
    h('h2', null, title),
    h(
      'figure',
      null,
      h(Curves, {
        label: title,
        steps: true,
        curves: [
          { key: 'all', class: 's4', points: points.map(({ days, share }) => [days, share] as const) },
        ],
        band: { low: bound('lower'), high: bound('upper') },
        x: {
          scale: scaleOf([0, Math.max(1, ...points.map(({ days }) => days))], ACROSS),
          title: t('Days since the first purchase'),
        },
        y: { scale: scaleOf([0, highest || 1], UPWARDS), title: t('Ordered again') },
        write: shareTick(percent),
      }),
    ),
  );
}
