// Where the products of a rule network stand: a force layout without chance, so the same rules give the same picture.
import * as v from 'valibot';
import * as vega from 'vega';

export interface Link {
  readonly source: string;
  readonly target: string;
}

export interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface NetworkLayout {
  readonly places: readonly Place[];
  readonly width: number;
  readonly height: number;
}

const placed = v.array(v.looseObject({ name: v.string(), x: v.number(), y: v.number() }));

/** Half of the room that a product and its label need. */
const ROOM = 56;
/** A layout narrower than the drawing is spread out, at most so far. */
const MOST_STRETCH = 1.7;
const MARGIN = { side: 70, top: 30, bottom: 60 };
const ITERATIONS = 600;

/** `minWidth`: a smaller network is centred in it. */
export function layOutNetwork(
  names: readonly string[],
  links: readonly Link[],
  minWidth: number,
): NetworkLayout {
  const view = new vega.View(
    vega.parse({
      data: [
        { name: 'links', values: links.map((link) => ({ ...link })) },
        {
          name: 'nodes',
          values: names.map((name) => ({ name, middle: 0 })),
          transform: [
            {
              type: 'force',
              static: true,
              iterations: ITERATIONS,
              forces: [
                { force: 'collide', radius: ROOM, iterations: 4, strength: 1 },
                { force: 'nbody', strength: -160, distanceMax: 320 },
                { force: 'link', links: 'links', id: 'name', distance: 110 },
                { force: 'x', x: 'middle', strength: 0.05 },
                { force: 'y', y: 'middle', strength: 0.13 },
              ],
            },
          ],
        },
      ],
    }),
    { renderer: 'none' },
  ).run();
  const found = v.parse(placed, view.data('nodes'));
  view.finalize();
  const xs = found.map(({ x }) => x);
  const ys = found.map(({ y }) => y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const span = Math.max(1, Math.max(...xs) - left);
  const stretch = Math.min(MOST_STRETCH, Math.max(1, (minWidth - 2 * MARGIN.side) / span));
  const across = stretch * span + 2 * MARGIN.side;
  const width = Math.max(minWidth, across);
  const inset = MARGIN.side + (width - across) / 2;
  return {
    width: Math.round(width),
    height: Math.round(Math.max(...ys) - top + MARGIN.top + MARGIN.bottom),
    places: found.map(({ name, x, y }) => ({
      name,
      x: tenth(stretch * (x - left) + inset),
      y: tenth(y - top + MARGIN.top),
    })),
  };
}

function tenth(value: number): number {
  return Math.round(10 * value) / 10;
}
