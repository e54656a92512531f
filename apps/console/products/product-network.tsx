// Draws the product in the middle, and products that go with it around it. Each links to its own page; the tables below
// have the same rules with all figures.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { LINE, Network, type Node } from '../../../packages/report-parts/charts/network.ts';
import { wrapText } from '../../../packages/report-parts/charts/wrap-text.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { liftLevel } from '../../../packages/report-parts/ramp.ts';
import { buildHref, go } from '../app/address.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { LiftLegend } from '../parts/figures.tsx';
import { createNetwork, type Neighbour } from './network-ring.ts';
import type { ProductProps } from './product-rules.ts';

const WIDTH = 960;
const HEIGHT = 440;
const [CENTRE_X, CENTRE_Y] = [WIDTH / 2, HEIGHT / 2];
const [RADIUS_X, RADIUS_Y] = [222, 168];
/** The longest lines of names, in columns, and the most of them: names that differ late stay different. */
const [COLUMNS, LINES] = [24, 4];
const [THINNEST, THICKEST] = [2, 12];

export function ProductNetwork({ report, product }: ProductProps) {
  const { productPage: said } = getTexts();
  const { neighbours, links } = useMemo(
    () => createNetwork(report.association_rules, product),
    [report.association_rules, product],
  );
  const figure = useRef<HTMLElement>(null);
  // On a phone, the drawing scrolls: it begins with its middle.
  useEffect(() => {
    const scrolled = figure.current?.querySelector('.scroll');
    scrolled?.scrollTo((scrolled.scrollWidth - scrolled.clientWidth) / 2, 0);
  }, [product]);
  if (neighbours.length === 0) return null;
  const most = Math.max(...neighbours.map(({ occurrences }) => occurrences));
  const centre: Node = {
    ...{ key: '', class: 'centre', x: CENTRE_X, y: CENTRE_Y, radius: 9, hint: product },
    ...{ name: wrapText(product, COLUMNS, LINES), nameX: CENTRE_X, nameY: CENTRE_Y + 28 },
  };
  const nodes = neighbours.map((neighbour, at) => createNode(neighbour, at, neighbours.length));
  const among = links.flatMap(({ from, to, lift }) => {
    const [one, other] = [nodes[from], nodes[to]];
    if (one === undefined || other === undefined) return [];
    return { key: `${from} ${to}`, from: one, to: other, level: liftLevel(lift), width: 1.5, dashed: true };
  });
  const spokes = neighbours.flatMap(({ product: key, lift, occurrences }, at) => {
    const to = nodes[at];
    const width = THINNEST + ((THICKEST - THINNEST) * occurrences) / most;
    return to === undefined ? [] : { key, from: centre, to, level: liftLevel(lift), width };
  });
  return (
    <section class="card">
      <h2>{said.network}</h2>
      <p class="muted">{said.networkHint}</p>
      <figure ref={figure}>
        <Network
          label={said.network}
          width={WIDTH}
          height={HEIGHT}
          nodes={[...nodes, centre]}
          links={[...among, ...spokes]}
          wrap={({ key }, drawn) =>
            key === '' ? <g>{drawn}</g> : <Leading reportId={report.report_id} product={key} drawn={drawn} />
          }
        />
        <figcaption>
          <LiftLegend />
        </figcaption>
      </figure>
    </section>
  );
}

interface LeadingProps {
  readonly reportId: string;
  readonly product: string;
  readonly drawn: ComponentChildren;
}

function Leading({ reportId, product, drawn }: LeadingProps) {
  const to = { view: 'product', report: reportId, product };
  return (
    <a
      href={buildHref(to)}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {drawn}
    </a>
  );
}

/** Clockwise from the top. */
function createNode({ product, occurrences, lift }: Neighbour, at: number, count: number): Node {
  const angle = (2 * Math.PI * at) / count - Math.PI / 2;
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [Math.round(CENTRE_X + RADIUS_X * right), Math.round(CENTRE_Y + RADIUS_Y * down)];
  const isAboveOrBelow = Math.abs(right) < 0.2;
  const name = wrapText(product, COLUMNS, LINES);
  const below = (name.length - 1) * LINE;
  return {
    ...{ key: product, x, y, radius: 7, name },
    hint: fill(getTexts().productPage.node, {
      product,
      count: occurrences,
      shown: formatNumber(occurrences),
      lift: formatNumber(lift, 1),
    }),
    anchor: isAboveOrBelow ? 'middle' : right > 0 ? 'start' : 'end',
    nameX: isAboveOrBelow ? x : x + Math.sign(right) * 14,
    nameY: isAboveOrBelow ? y + (down > 0 ? 26 : -15 - below) : y + 4 - below / 2,
  };
}
