// Segments as areas: size by customers, colour by what a customer spends.
import * as v from 'valibot';
import * as vega from 'vega';
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { columnsOf, drawVega, FIGURE_WIDTH, figure, wrapped } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { createRamp, fillOf, inkOf } from '../html-ramp.ts';
import type { ShownSegment } from './detail.ts';

const HEIGHT = 440;
/** Mean width of a character and height of a line, in units of the figure. */
const CHARACTER = 7;
const LINE = 17;
const INSET = 9;

const boxes = v.array(
  v.looseObject({ at: v.number(), x0: v.number(), y0: v.number(), x1: v.number(), y1: v.number() }),
);

export async function segmentTreemap(segments: readonly ShownSegment[], table: Markup): Promise<Markup> {
  const ramp = createRamp(
    'Spent per customer',
    segments.map(({ avg_monetary }) => avg_monetary),
    (edge) => edge.toLocaleString('en-US', { maximumFractionDigits: 0 }),
  );
  const areas = layOut(segments.map(({ count }) => count)).flatMap(({ at, x0, y0, x1, y1 }) => {
    const segment = segments[at];
    if (segment === undefined) return [];
    const level = ramp.level(segment.avg_monetary);
    const share = percent(segment.percentage / 100);
    return [
      {
        x: x0,
        y: y0,
        x2: x1,
        y2: y1,
        fill: fillOf(level),
        ink: inkOf(level),
        hint: `${segment.name}: ${whole(segment.count)} customers, ${share}; ${amount(segment.avg_monetary)} spent each`,
        ...label(segment, share, x1 - x0 - 2 * INSET, y1 - y0),
      },
    ];
  });
  const svg = await drawVega({
    width: FIGURE_WIDTH,
    height: HEIGHT,
    padding: 0,
    data: [{ name: 'areas', values: areas }],
    marks: [
      {
        type: 'rect',
        from: { data: 'areas' },
        encode: {
          enter: {
            x: { field: 'x' },
            y: { field: 'y' },
            x2: { field: 'x2' },
            y2: { field: 'y2' },
            fill: { field: 'fill' },
            cornerRadius: { value: 4 },
            description: { field: 'hint' },
          },
        },
      },
      text('name', { field: 'y', offset: { field: 'top' } }, 'bold'),
      text('more', { field: 'y', offset: { field: 'gap' } }, 'normal'),
    ],
  });
  return figure({
    id: 'segment-treemap',
    title: 'Customers by segment',
    description:
      'The larger the area, the more customers are in the segment; the stronger its colour, the more each of them spent.',
    svg,
    legend: ramp.legend,
    table,
  });
}

function text(lines: 'name' | 'more', y: vega.NumericValueRef, weight: 'normal' | 'bold'): vega.TextMark {
  return {
    type: 'text',
    aria: false,
    from: { data: 'areas' },
    encode: {
      enter: {
        x: { field: 'x', offset: INSET },
        y,
        text: { field: lines },
        fill: { field: 'ink' },
        baseline: { value: 'top' },
        fontSize: { value: 13 },
        fontWeight: { value: weight },
        lineHeight: { value: LINE },
      },
    },
  };
}

function layOut(sizes: readonly number[]): v.InferOutput<typeof boxes> {
  const leaves = sizes.map((size, at) => ({ id: at + 1, parent: 0, at, size }));
  const view = new vega.View(
    vega.parse({
      data: [
        {
          name: 'tree',
          values: [{ id: 0, parent: null, at: -1, size: 0 }, ...leaves],
          transform: [
            { type: 'stratify', key: 'id', parentKey: 'parent' },
            {
              type: 'treemap',
              field: 'size',
              ratio: 1.5,
              paddingInner: 3,
              round: true,
              size: [FIGURE_WIDTH, HEIGHT],
            },
          ],
        },
      ],
    }),
    { renderer: 'none' },
  ).run();
  const found = v.parse(boxes, view.data('tree'));
  view.finalize();
  return found.filter(({ at }) => at >= 0);
}

interface Label {
  readonly name: readonly string[];
  readonly more: readonly string[];
  /** From the top of the area to the first line of `name`. */
  readonly top: number;
  /** From the top of the area to the first line of `more`. */
  readonly gap: number;
}

/** As many lines as the area has room for; none where the name doesn't fit. */
function label(segment: ShownSegment, share: string, width: number, height: number): Label {
  const columns = Math.floor(width / CHARACTER);
  const top = Math.min(INSET, Math.max(2, (height - LINE) / 2));
  const room = Math.floor((height - 2 * top + 4) / LINE);
  const name = wrapped(segment.name, columns, 3);
  if (room < name.length || name.some((line) => line.endsWith('…')))
    return { name: [], more: [], top, gap: top };
  const more = [`${whole(segment.count)} customers`, share, `${amount(segment.avg_monetary)} each`];
  return {
    name,
    more: more.slice(0, room - name.length).filter((line) => columnsOf(line) <= columns),
    top,
    gap: top + LINE * name.length,
  };
}
