// The facts and tables of a market basket report.
import type { AssociationRule, MbaReport } from '../../client/src/index.ts';
import { formatRule } from '../names.ts';
import {
  createFigure,
  describeEarlier,
  formatKnown,
  type Say,
  type ShownReport,
  type ShownTable,
  stateFigure,
  stateRevenue,
  withRows,
} from './shown.ts';

const MOST_CHANGED = 25;
/** Smaller p-values are shown as "below". */
const SMALLEST_P = 0.0001;

export function showRules(report: MbaReport, say: Say): ShownReport {
  const { t, number, money } = say;
  const { summary, association_rules: rules } = report;
  const found = number(summary.association_rules_found);
  const worth = createWorth(rules);
  // Fewer than chance alone would bring is nothing to act on.
  const best = pickBestOfEachSet(
    rules.filter(
      ({ proven, lift, measures }) => proven !== false && Math.min(lift, measures.lift_within_periods) > 1,
    ),
  );
  const unproven = t('{found} rules were found; none is proven: chance explains what is bought together.', {
    found,
  });
  return {
    facts: [
      ...stateFigure(t('Baskets'), summary.orders_processed, number),
      ...stateRevenue(summary, [t('Value of the baskets'), summary.total_revenue_processed], money, {
        revenue: t('Revenue'),
        returns: t('Returns, taken off it'),
      }),
      ...stateFigure(t('Average order value'), summary.average_order_value, money),
      ...stateFigure(t('Products per basket'), summary.average_basket_size, (value) => number(value, 1)),
      ...stateFigure(t('Rules found'), summary.association_rules_found, number),
    ],
    tables: withRows([
      {
        ...showRuleTable(
          'best',
          `Best rules, one for each set of products (${found} found)`,
          best,
          say,
          worth,
        ),
        only: 'terminal',
      },
      showChanged(report, say),
    ]),
    none: best.length > 0 ? undefined : rules.length === 0 ? t('No rules were found.') : unproven,
  };
}

/** Rules by the names of the field, for terminals, which are in English. */
export function showRuleTable(
  id: string,
  title: string,
  rules: readonly AssociationRule[],
  { t, number, percent, money }: Say,
  worth = (rule: AssociationRule): number => rule.impact_analysis.incremental_value,
): ShownTable {
  return {
    ...{ id, title },
    columns: [
      { title: t('If bought → then also') },
      createFigure(t('Support'), 80),
      createFigure(t('Confidence')),
      createFigure(t('Lift')),
      createFigure('× chance', 120),
      createFigure(t('p corrected'), 120),
      createFigure(t('Baskets'), 140),
      { title: t('Impact'), from: 60 },
      createFigure('Incremental value', 90),
    ],
    rows: rules.map((rule) => {
      const { support, confidence, lift, measures, impact_rating, impact_analysis: impact } = rule;
      return [
        formatRule(rule),
        percent(support),
        percent(confidence),
        number(lift, 1),
        number(measures.lift_within_periods, 1),
        formatCorrected(rule, number),
        number(impact.occurrences),
        t(impact_rating),
        money(worth(rule)),
      ];
    }),
  };
}

/** Formats the corrected p-value. */
export function formatCorrected(
  { measures: { p_value_corrected: p } }: AssociationRule,
  number: Say['number'],
): string {
  return p < SMALLEST_P ? `< ${number(SMALLEST_P, 4)}` : number(p, 4);
}

function showChanged({ changes }: MbaReport, say: Say): ShownTable {
  const { t } = say;
  const kinds = [
    ['appeared', t('new')],
    ['vanished', t('no longer found')],
    ['strengthened', t('stronger')],
    ['weakened', t('weaker')],
  ] as const;
  return {
    id: 'changed-rules',
    title: t('Changed rules'),
    note: formatKnown(changes?.compared_with, (earlier) => describeEarlier(earlier, say)),
    columns: [{ title: t('If bought → then also') }, { title: t('Change') }],
    rows: kinds.flatMap(([kind, name]) =>
      (changes?.rules?.[kind] ?? []).slice(0, MOST_CHANGED).map((rule) => [formatRule(rule), name]),
    ),
  };
}

/** Splits of one set of products say much the same: the first of each, in the order given. */
export function pickBestOfEachSet<R extends Pick<AssociationRule, 'antecedents' | 'consequents'>>(
  rules: readonly R[],
): R[] {
  const seen = new Set<string>();
  return rules.filter((rule) => {
    const set = toProductSet(rule);
    return !seen.has(set) && seen.add(set);
  });
}

/**
 * Returns what a rule is worth: the worth of the first rule of its set of products. Splits of a set are about the same
 * baskets, and a reader takes two worths of one set for a contradiction.
 */
export function createWorth(rules: readonly AssociationRule[]): (rule: AssociationRule) => number {
  const worths = new Map<string, number>();
  for (const rule of rules) {
    const set = toProductSet(rule);
    if (!worths.has(set)) worths.set(set, rule.impact_analysis.incremental_value);
  }
  return (rule) => worths.get(toProductSet(rule)) ?? rule.impact_analysis.incremental_value;
}

/** The same for every split of one set of products. */
export function toProductSet({
  antecedents,
  consequents,
}: Pick<AssociationRule, 'antecedents' | 'consequents'>): string {
  return JSON.stringify([...antecedents, ...consequents].sort());
}
