// The product in the middle, what goes with it around it. Each is a link to its own page; the tables below have the same
// rules with all figures.
import { useMemo } from 'preact/hooks';
import { go, hrefOf } from '../app/address.ts';
import { number, texts } from '../app/language.ts';
import { LiftLegend } from '../parts/lift-legend.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { liftLevel } from '../rules/lift-levels.ts';
import { type Neighbour, networkOf } from './network-ring.ts';
import type { ProductProps } from './product-rules.ts';

const WIDTH = 960;
const HEIGHT = 440;
const [CENTRE_X, CENTRE_Y] = [WIDTH / 2, HEIGHT / 2];
const [RADIUS_X, RADIUS_Y] = [222, 168];
/** Of names beside the ring, in characters. */
const LONGEST = 24;
const [THINNEST, THICKEST] = [2, 12];

interface Place {
  readonly x: number;
  readonly y: number;
  /** Which end of the name is at the point. */
  readonly anchor: 'start' | 'middle' | 'end';
  readonly nameX: number;
  readonly nameY: number;
}

export function ProductNetwork({ report, product }: ProductProps) {
  const { productPage: said } = texts();
  const { neighbours, links } = useMemo(
    () => networkOf(report.association_rules, product),
    [report.association_rules, product],
  );
  if (neighbours.length === 0) return null;
  const most = Math.max(...neighbours.map(({ occurrences }) => occurrences));
  const places = neighbours.map((_, at) => placeOf(at, neighbours.length));
  return (
    <section class="card">
      <h2>{said.network}</h2>
      <p class="muted">{said.networkHint}</p>
      <figure>
        <Scroll label={said.network}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds no drawing */}
          <svg class="network" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={said.network}>
            {links.map(({ from, to, lift }) => (
              <Line
                key={`${from} ${to}`}
                class={`link s${liftLevel(lift)}`}
                from={places[from]}
                to={places[to]}
              />
            ))}
            {neighbours.map(({ product: name, lift, occurrences }, at) => (
              <Line
                key={name}
                class={`s${liftLevel(lift)}`}
                width={THINNEST + ((THICKEST - THINNEST) * occurrences) / most}
                from={{ x: CENTRE_X, y: CENTRE_Y }}
                to={places[at]}
              />
            ))}
            {neighbours.map((neighbour, at) => (
              <Node
                key={neighbour.product}
                reportId={report.report_id}
                neighbour={neighbour}
                place={places[at] ?? placeOf(at, neighbours.length)}
              />
            ))}
            <circle class="centre" cx={CENTRE_X} cy={CENTRE_Y} r={9} />
            <text class="name" x={CENTRE_X} y={CENTRE_Y + 28} text-anchor="middle">
              {shortened(product)}
            </text>
          </svg>
        </Scroll>
        <figcaption>
          <LiftLegend />
        </figcaption>
      </figure>
    </section>
  );
}

interface LineProps {
  readonly class: string;
  readonly width?: number;
  readonly from: { readonly x: number; readonly y: number } | undefined;
  readonly to: { readonly x: number; readonly y: number } | undefined;
}

function Line({ class: name, width, from, to }: LineProps) {
  if (from === undefined || to === undefined) return null;
  return <line class={name} stroke-width={width} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
}

interface NodeProps {
  readonly reportId: string;
  readonly neighbour: Neighbour;
  readonly place: Place;
}

function Node({ reportId, neighbour: { product, occurrences, lift }, place }: NodeProps) {
  const { productPage: said } = texts();
  const to = { view: 'product', report: reportId, product };
  const label = said.node(product, occurrences, number(occurrences), number(lift, 1));
  return (
    <a
      href={hrefOf(to)}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      <title>{label}</title>
      <circle cx={place.x} cy={place.y} r={7} />
      <text class="name" x={place.nameX} y={place.nameY} text-anchor={place.anchor}>
        {shortened(product)}
      </text>
    </a>
  );
}

/** Clockwise from the top. */
function placeOf(at: number, count: number): Place {
  const angle = (2 * Math.PI * at) / count - Math.PI / 2;
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [Math.round(CENTRE_X + RADIUS_X * right), Math.round(CENTRE_Y + RADIUS_Y * down)];
  const isAboveOrBelow = Math.abs(right) < 0.2;
  return {
    x,
    y,
    anchor: isAboveOrBelow ? 'middle' : right > 0 ? 'start' : 'end',
    nameX: isAboveOrBelow ? x : x + Math.sign(right) * 14,
    nameY: isAboveOrBelow ? y + (down > 0 ? 26 : -15) : y + 4,
  };
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= LONGEST ? name : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
