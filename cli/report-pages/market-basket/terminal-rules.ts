// Association rules as a table for a terminal: the best of each set of products.

import { ruleText } from '../../../report-parts/names.ts';
import { amountsIn, decimals, percent, type WriteAmount, whole } from '../../../src/core/insights/wording.ts';
import { changeHeading } from '../terminal-changes.ts';
import { type FittingColumn, figure, heading, type Paper, paragraph, tableOf } from '../terminal-text.ts';
import type { MbaDetail, ShownRule } from './detail.ts';
import { bestOfEachSet, CHANGED_RULES, correctedP, liftBeyondChance, provenRules } from './rule-sets.ts';

const SHOWN = 20;
const CHANGES_SHOWN = 10;

export function ruleTexts(paper: Paper, report: MbaDetail): string[] {
  return [...bestRules(paper, report), ...changeTexts(paper, report.changes)];
}

function bestRules(paper: Paper, { association_rules, summary, currency }: MbaDetail): string[] {
  const found = whole(summary.association_rules_found);
  if (association_rules.length === 0) return [heading(paper, 'Rules'), 'No rules were found.'];
  const best = bestOfEachSet(provenRules(association_rules)).slice(0, SHOWN);
  if (best.length === 0)
    return [
      heading(paper, 'Rules'),
      paragraph(paper, `${found} rules were found; none is proven: chance explains what is bought together.`),
    ];
  return [
    heading(paper, `Best rules, one for each set of products (${found} found)`),
    ruleTable(paper, best, amountsIn(currency)),
  ];
}

export function ruleTable(paper: Paper, rules: readonly ShownRule[], amount: WriteAmount): string {
  return tableOf(paper, rules, ruleColumns(paper, amount));
}

function ruleColumns({ good, accent, dim }: Paper, amount: WriteAmount): FittingColumn<ShownRule>[] {
  return [
    { title: 'if bought → then also', flexible: true, cell: ruleText },
    figure('support', ({ support }) => percent(support), 80),
    figure('confidence', ({ confidence }) => percent(confidence)),
    figure('lift', ({ lift }) => decimals(lift, 1)),
    figure('× chance', liftBeyondChance, 120),
    figure('p corrected', correctedP, 120),
    {
      title: 'impact',
      from: 60,
      cell: ({ impact_rating }) => impact_rating,
      paint: (rating) =>
        rating === 'High' ? good(rating) : rating === 'Medium' ? accent(rating) : dim(rating),
    },
    figure('incremental value', ({ impact_analysis }) => amount(impact_analysis.incremental_value), 90),
  ];
}

function changeTexts(paper: Paper, changes: MbaDetail['changes']): string[] {
  if (!changes?.compared_with) return [];
  return [
    ...changeHeading(paper, changes.compared_with),
    ...CHANGED_RULES.flatMap(({ kind, title }) => {
      const changed = changes.rules?.[kind] ?? [];
      if (changed.length === 0) return [];
      return [
        `\n${title} (${whole(changed.length)})`,
        ...changed.slice(0, CHANGES_SHOWN).map((rule) => paragraph(paper, ruleText(rule), '- ')),
      ];
    }),
  ];
}
