// The rules of a saved page, which has all tables: the console lists rules with search instead.
import type { MbaReport } from '../../client/src/index.ts';
import { formatRule } from '../names.ts';
import { createWorth, formatCorrected } from './rules.ts';
import { createFigure, type Say, type ShownTable } from './shown.ts';

const MOST_RULES = 200;

/** Rules in a merchant's words. The measures by their names in the field are the evidence. */
export function showRulesOfPage({ summary, association_rules: rules }: MbaReport, say: Say): ShownTable {
  const { t, number, percent, money } = say;
  const worth = createWorth(rules);
  const evidence = [t('Support'), t('Confidence'), t('Lift'), t('p corrected')];
  return {
    ...{ id: 'all-rules', title: t('All rules') },
    note:
      rules.length > MOST_RULES
        ? t('The first {shown} of {found} rules; the CSV has every rule of the report.', {
            shown: number(MOST_RULES),
            found: number(summary.association_rules_found),
          })
        : undefined,
    columns: [
      { title: t('If bought → then also') },
      ...[t('Bought together'), t('Buyers who take both'), t('As often as expected')].map((one) =>
        createFigure(one),
      ),
      ...evidence.map((one) => ({ ...createFigure(one), isEvidence: true }) as const),
      { title: t('Impact') },
      createFigure(t('Extra value')),
    ],
    rows: rules.slice(0, MOST_RULES).map((rule) => {
      const { support, confidence, lift, measures, impact_rating, impact_analysis: impact } = rule;
      return [
        formatRule(rule),
        t('{count} ({share})', { count: number(impact.occurrences), share: percent(support) }),
        percent(confidence, 0),
        t('{lift} times', { lift: number(measures.lift_within_periods, 1) }),
        ...[percent(support, 2), percent(confidence), number(lift, 2), formatCorrected(rule, number)],
        t(impact_rating),
        money(worth(rule)),
      ];
    }),
  };
}
