// Rules by support and confidence, their lift as colour.
import { percent, whole } from '../../../src/core/insights/wording.ts';
import { drawVega, FIGURE_WIDTH, figure } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { createRamp, fillOf } from '../html-ramp.ts';
import type { ShownRule } from './detail.ts';
import { ruleText } from './rule-sets.ts';

/** More dots hide each other, and each is 300 bytes of page. */
const MOST_DOTS = 1_000;
const HEIGHT = 420;

export async function ruleScatter(rules: readonly ShownRule[]): Promise<Markup> {
  const shown = rules.slice(0, MOST_DOTS);
  const ramp = createRamp(
    'Lift',
    shown.map(({ lift }) => lift),
    (edge) => edge.toLocaleString('en-US', { maximumFractionDigits: 2 }),
  );
  const dots = [...shown]
    .sort((a, b) => a.lift - b.lift)
    .map((rule) => ({
      support: rule.support,
      confidence: rule.confidence,
      fill: fillOf(ramp.level(rule.lift)),
      hint: `${ruleText(rule)}: support ${percent(rule.support)}, confidence ${percent(rule.confidence)}, lift ${rule.lift.toFixed(1)}`,
    }));
  const svg = await drawVega({
    width: FIGURE_WIDTH - 90,
    height: HEIGHT - 65,
    padding: { left: 70, right: 20, top: 15, bottom: 50 },
    data: [{ name: 'rules', values: dots }],
    scales: [
      { name: 'x', domain: { data: 'rules', field: 'support' }, range: 'width', nice: true, zero: false },
      { name: 'y', domain: { data: 'rules', field: 'confidence' }, range: 'height', nice: true, zero: false },
    ],
    axes: [
      { orient: 'bottom', scale: 'x', title: 'Support: share of baskets that hold both sides', ...PERCENT },
      { orient: 'left', scale: 'y', title: 'Confidence', ...PERCENT },
    ],
    marks: [
      {
        type: 'symbol',
        from: { data: 'rules' },
        encode: {
          enter: {
            x: { scale: 'x', field: 'support' },
            y: { scale: 'y', field: 'confidence' },
            size: { value: 70 },
            fill: { field: 'fill' },
            stroke: { value: 'var(--edge)' },
            strokeWidth: { value: 0.6 },
            description: { field: 'hint' },
          },
        },
      },
    ],
  });
  const which =
    rules.length > shown.length
      ? `The first ${whole(shown.length)} of ${whole(rules.length)} rules`
      : 'Each rule';
  return figure({
    id: 'rule-scatter',
    title: 'Rules by support and confidence',
    description: `${which} as a dot: the further right, the more baskets hold both sides; the higher, the surer the right side follows the left. The stronger its colour, the higher its lift. The table of rules below has the figures.`,
    svg,
    legend: ramp.legend,
  });
}

const PERCENT = { format: '.2~p', tickCount: 8, grid: true, domain: false } as const;
