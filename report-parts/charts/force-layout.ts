// Where the nodes of a network stand: a force layout without chance, so the same links give the same picture.
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';

interface Place {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface NetworkLayout {
  readonly places: readonly Place[];
  readonly width: number;
  readonly height: number;
}

/** Half of the room that a product and its label need. */
const ROOM = 56;
/** A layout narrower than the drawing is spread out, at most so far. */
const MOST_STRETCH = 1.7;
const MARGIN = { side: 70, top: 30, bottom: 60 };
const ITERATIONS = 600;

interface Body extends SimulationNodeDatum {
  readonly name: string;
}

/** `minWidth`: a smaller network is centred in it. */
export function layOutNetwork(
  names: readonly string[],
  links: readonly { readonly source: string; readonly target: string }[],
  minWidth: number,
): NetworkLayout {
  const bodies: Body[] = names.map((name) => ({ name }));
  const joined = links.map(({ source, target }) => ({ source, target }));
  forceSimulation(bodies)
    .force('collide', forceCollide<Body>(ROOM).iterations(4).strength(1))
    .force('repel', forceManyBody<Body>().strength(-160).distanceMax(320))
    .force(
      'link',
      forceLink<Body, (typeof joined)[number]>(joined)
        .id(({ name }) => name)
        .distance(110),
    )
    .force('x', forceX<Body>(0).strength(0.05))
    .force('y', forceY<Body>(0).strength(0.13))
    .alphaMin(0)
    .stop()
    .tick(ITERATIONS);
  const found = bodies.map(({ name, x = 0, y = 0 }) => ({ name, x, y }));
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
