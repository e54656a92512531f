// Support against confidence, with lift as colour: a click selects the nearest rule. The table has the same rules for who
// uses no pointer.
import { useMemo, useState } from 'preact/hooks';
import { HEIGHT, WIDTH } from '../../report-parts/charts/axes.ts';
import { type Dot, Scatter, scatterScales } from '../../report-parts/charts/scatter.ts';
import { liftLevel } from '../../report-parts/ramp.ts';
import { change } from '../app/address.ts';
import { number, percent, texts } from '../app/language.ts';
import { LiftLegend } from '../parts/lift-legend.tsx';
import { type ListedRule, ruleText } from './rule-list.ts';

/** How far a click may miss, in units of the drawing. */
const NEAR = 24;

export interface RuleScatterProps {
  readonly rules: readonly ListedRule[];
  readonly selected: ListedRule | undefined;
}

export function RuleScatter({ rules, selected }: RuleScatterProps) {
  const { rules: said } = texts();
  const [near, setNear] = useState<ListedRule | undefined>(undefined);
  const dots = useMemo(() => rules.map(dotOf), [rules]);
  if (rules.length === 0) return null;
  const nearest = (event: PointerEvent | MouseEvent): ListedRule | undefined => {
    const { currentTarget } = event;
    const drawing = currentTarget instanceof Element ? currentTarget.querySelector('svg') : null;
    if (drawing === null) return undefined;
    const box = drawing.getBoundingClientRect();
    const [px, py] = [
      ((event.clientX - box.left) * WIDTH) / box.width,
      ((event.clientY - box.top) * HEIGHT) / box.height,
    ];
    const { place } = scatterScales(dots);
    let [best, least]: [ListedRule | undefined, number] = [undefined, NEAR];
    for (const [at, dot] of dots.entries()) {
      const [x, y] = place(dot);
      const distance = Math.hypot(x - px, y - py);
      if (distance < least) [best, least] = [rules[at], distance];
    }
    return best;
  };
  const shown = near ?? selected;
  return (
    <figure>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table selects by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the table selects by keyboard */}
      <div
        onPointerMove={(event) => setNear(nearest(event))}
        onPointerLeave={() => setNear(undefined)}
        onClick={(event) => {
          const found = nearest(event);
          if (found !== undefined) change({ rule: String(found.at) });
        }}
      >
        <Scatter
          label={said.scatter(number(rules.length))}
          dots={dots}
          titles={{ x: said.figure.support, y: said.figure.confidence }}
          percent={percent}
          marked={shown && dotOf(shown)}
        />
      </div>
      <figcaption>
        <LiftLegend />
        <p class="near">{shown === undefined ? said.scatterHint : ruleText(shown.rule)}</p>
      </figcaption>
    </figure>
  );
}

function dotOf({ rule: { support, confidence, lift } }: ListedRule): Dot {
  return { x: support, y: confidence, level: liftLevel(lift) };
}
