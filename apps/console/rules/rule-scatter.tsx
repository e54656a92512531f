// Draws how often products are together against how many buyers take both, with lift as colour: a click selects the nearest rule. The table shows the same
// rules to readers without a pointer.
import { useMemo, useState } from 'preact/hooks';
import { HEIGHT, WIDTH } from '../../../packages/report-parts/charts/axes.ts';
import { createScatterScales, type Dot, Scatter } from '../../../packages/report-parts/charts/scatter.ts';
import { fill, formatRule } from '../../../packages/report-parts/names.ts';
import { liftLevel } from '../../../packages/report-parts/ramp.ts';
import { change } from '../app/address.ts';
import { formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { LiftLegend } from '../parts/figures.tsx';
import { describeRule } from './rule-detail.tsx';
import type { ListedRule } from './rule-list.ts';

/** More dots would hide each other. The list has the others, and its filters show them here. */
const MOST_DOTS = 400;

/** How far a click may miss a dot, in units of the drawing. */
const NEAR = 24;

interface RuleScatterProps {
  readonly rules: readonly ListedRule[];
  readonly selected: ListedRule | undefined;
}

export function RuleScatter({ rules: all, selected }: RuleScatterProps) {
  const { rules: said } = getTexts();
  const [near, setNear] = useState<ListedRule | undefined>(undefined);
  const rules = useMemo(() => all.slice(0, MOST_DOTS), [all]);
  const dots = useMemo(() => rules.map(placeDot), [rules]);
  const { place } = useMemo(() => createScatterScales(dots), [dots]);
  if (rules.length === 0) return null;
  const findNearest = (event: PointerEvent | MouseEvent): ListedRule | undefined => {
    const { currentTarget } = event;
    const drawing = currentTarget instanceof Element ? currentTarget.querySelector('svg') : null;
    if (drawing === null) return undefined;
    const box = drawing.getBoundingClientRect();
    const [px, py] = [
      ((event.clientX - box.left) * WIDTH) / box.width,
      ((event.clientY - box.top) * HEIGHT) / box.height,
    ];
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
        class="pointed"
        onPointerMove={(event) => setNear(findNearest(event))}
        onPointerLeave={() => setNear(undefined)}
        onClick={(event) => {
          const found = findNearest(event);
          if (found !== undefined) change({ rule: String(found.at) });
        }}
      >
        <Scatter
          label={fill(said.scatter, { count: formatNumber(rules.length) })}
          dots={dots}
          titles={{ x: said.supportLog, y: said.figure.confidence }}
          percent={formatPercent}
          marked={shown && placeDot(shown)}
        />
        {near !== undefined && <Tip rule={near} at={place(placeDot(near))} />}
      </div>
      <figcaption>
        <LiftLegend />
        <p class="muted">
          {all.length > MOST_DOTS &&
            `${fill(said.firstDots, { shown: formatNumber(MOST_DOTS), all: formatNumber(all.length) })} `}
          {said.scatterHint}
        </p>
      </figcaption>
    </figure>
  );
}

interface TipProps {
  readonly rule: ListedRule;
  /** In units of the drawing. */
  readonly at: readonly [x: number, y: number];
}

/** Drawn beside the dot, towards the middle. The table says the same to readers without a pointer. */
function Tip({ rule: { rule }, at: [x, y] }: TipProps) {
  const [across, down] = [(100 * x) / WIDTH, (100 * y) / HEIGHT];
  const sides = across > 50 ? { right: `${100 - across + 1}%` } : { left: `${across + 1}%` };
  return (
    <div class="tip" aria-hidden="true" style={{ top: `${down}%`, ...sides }}>
      <strong>{formatRule(rule)}</strong>
      <span>{describeRule(rule)}</span>
    </div>
  );
}

function placeDot({ rule }: ListedRule): Dot {
  return { x: rule.support, y: rule.confidence, level: liftLevel(rule.measures.lift_within_periods) };
}
