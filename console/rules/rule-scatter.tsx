// Support against confidence, with lift as colour: a click selects the nearest rule. All points of one colour are one
// path, so that 10,000 of them are drawn at once. The table has the same rules for who uses no pointer.
import { useState } from 'preact/hooks';
import { change } from '../app/address.ts';
import { number, percent, texts } from '../app/language.ts';
import { LiftLegend } from '../parts/lift-legend.tsx';
import { logScale, type Scale, scaleOf } from '../parts/scale.ts';
import { ShareLines } from '../parts/share-lines.tsx';
import { LIFTS, liftLevel } from './lift-levels.ts';
import { type ListedRule, ruleText } from './rule-list.ts';

const WIDTH = 900;
const HEIGHT = 320;
const LEFT = 56;
const BOTTOM = 40;
const TOP = 12;
const RIGHT = 16;
/** How far a click may miss, in units of the drawing. */
const NEAR = 24;

export interface RuleScatterProps {
  readonly rules: readonly ListedRule[];
  readonly selected: ListedRule | undefined;
}

export function RuleScatter({ rules, selected }: RuleScatterProps) {
  const { rules: said } = texts();
  const [near, setNear] = useState<ListedRule | undefined>(undefined);
  if (rules.length === 0) return null;
  const x = logScale(
    rules.map(({ rule }) => rule.support),
    [LEFT, WIDTH - RIGHT],
  );
  const y = scaleOf([0, 1], [HEIGHT - BOTTOM, TOP]);
  const place = ({ rule }: ListedRule): readonly [number, number] => [
    x.at(rule.support),
    y.at(rule.confidence),
  ];
  const nearest = (event: PointerEvent | MouseEvent): ListedRule | undefined => {
    const { currentTarget } = event;
    if (!(currentTarget instanceof SVGElement)) return undefined;
    const box = currentTarget.getBoundingClientRect();
    const [px, py] = [
      ((event.clientX - box.left) * WIDTH) / box.width,
      ((event.clientY - box.top) * HEIGHT) / box.height,
    ];
    let [best, least]: [ListedRule | undefined, number] = [undefined, NEAR];
    for (const rule of rules) {
      const [rx, ry] = place(rule);
      const distance = Math.hypot(rx - px, ry - py);
      if (distance < least) [best, least] = [rule, distance];
    }
    return best;
  };
  const shown = near ?? selected;
  return (
    <figure>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table selects by keyboard */}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={said.scatter(number(rules.length))}
        onPointerMove={(event) => setNear(nearest(event))}
        onPointerLeave={() => setNear(undefined)}
        onClick={(event) => {
          const found = nearest(event);
          if (found !== undefined) change({ rule: String(found.at) });
        }}
      >
        <Axes x={x} y={y} />
        {[0, ...LIFTS].map((_, level) => (
          <path
            key={LIFTS[level - 1] ?? 0}
            class={`dots s${level}`}
            d={dots(rules.filter(({ rule }) => liftLevel(rule.lift) === level).map(place))}
          />
        ))}
        {shown !== undefined && <circle class="ring" r={8} cx={place(shown)[0]} cy={place(shown)[1]} />}
      </svg>
      <figcaption>
        <LiftLegend />
        <p class="near">{shown === undefined ? said.scatterHint : ruleText(shown.rule)}</p>
      </figcaption>
    </figure>
  );
}

/** A line of no length with round ends is a point. */
function dots(places: readonly (readonly [number, number])[]): string {
  return places.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('');
}

function Axes({ x, y }: { readonly x: Scale; readonly y: Scale }) {
  const { rules: said } = texts();
  return (
    <g class="axes">
      <ShareLines y={y} from={LEFT} to={WIDTH - RIGHT} decimals={() => 0} />
      {x.ticks.map((tick) => (
        <text key={tick} x={x.at(tick)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
          {percent(tick, tick < 0.01 ? 2 : tick < 0.1 ? 1 : 0)}
        </text>
      ))}
      <text x={WIDTH - RIGHT} y={HEIGHT - 4} text-anchor="end">
        {said.figure.support} →
      </text>
      <text x={LEFT} y={HEIGHT - 4}>
        ↑ {said.figure.confidence}
      </text>
    </g>
  );
}
