// Amounts by period as upright bars, as wide as the page: a period that is not whole is drawn hollow. Each bar is a link.
import { h } from 'preact';
import { createScale } from './axes.ts';

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 64;
const [TOP, BOTTOM] = [10, HEIGHT - 24];
/** Gap as a share of the width of one bar. */
const GAP = 0.25;
/** Names of periods that fit below the bars. */
const MOST_NAMES = 8;

interface PeriodBar {
  readonly name: string;
  readonly value: number;
  readonly isWhole: boolean;
  /** Accessible name of the link, and its tooltip. */
  readonly hint: string;
  /** Attributes of the link. */
  readonly link: { readonly href: string };
}

interface PeriodBarsProps {
  readonly label: string;
  readonly bars: readonly PeriodBar[];
  readonly write: (value: number) => string;
}

export function PeriodBars({ label, bars, write }: PeriodBarsProps) {
  const values = bars.map(({ value }) => value);
  const y = createScale([Math.min(0, ...values), Math.max(1, ...values)], [BOTTOM, TOP]);
  const room = (WIDTH - LEFT) / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / MOST_NAMES);
  return h(
    'svg',
    {
      class: 'period-bars',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      // The style sheet makes it higher on a phone.
      preserveAspectRatio: 'none',
      role: 'group',
      'aria-label': label,
    },
    h(
      'g',
      { class: 'axes', 'aria-hidden': 'true' },
      y.ticks.map((tick) =>
        h(
          'g',
          { key: tick },
          h('line', { x1: LEFT, x2: WIDTH, y1: y.at(tick), y2: y.at(tick) }),
          h('text', { x: LEFT - 8, y: y.at(tick) + 4, 'text-anchor': 'end' }, write(tick)),
        ),
      ),
    ),
    bars.map(({ name, value, isWhole, hint, link }, at) => {
      const [x, top, bottom] = [LEFT + at * room, y.at(Math.max(0, value)), y.at(Math.min(0, value))];
      return h(
        'a',
        { key: link.href, ...link, 'aria-label': hint },
        h('title', null, hint),
        // Low bars are as easy to hit as high ones.
        h('rect', { class: 'column', x, y: TOP, width: room, height: BOTTOM - TOP }),
        h('rect', {
          class: isWhole ? 'bar' : 'bar growing',
          x: x + (room * GAP) / 2,
          y: top,
          width: room * (1 - GAP),
          height: Math.max(1, bottom - top),
        }),
        (bars.length - 1 - at) % every === 0 &&
          h(
            'text',
            {
              class: (bars.length - 1 - at) % (2 * every) === 0 ? 'side' : 'side between',
              // The last name would be cut in the middle of its bar.
              x: at === bars.length - 1 ? WIDTH : x + room / 2,
              y: HEIGHT - 6,
              'text-anchor': at === bars.length - 1 ? 'end' : 'middle',
            },
            name,
          ),
      );
    }),
  );
}
