// Reports as aligned tables for a terminal.
import Table from 'cli-table3';
import type { AssociationRule, MbaReport, RfmReport } from '../../client/src/index.ts';
import { amountsIn } from '../../src/core/insights/wording.ts';

const PLAIN = { style: { head: [], border: [], compact: true } };

/** Proven rules, the first of each set of products. */
export function ruleTable({ association_rules, currency }: MbaReport, count: number): string {
  const amount = amountsIn(currency);
  const table = new Table({
    ...PLAIN,
    head: ['if bought', 'then also', 'orders', 'confidence', 'lift', 'revenue', 'impact'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'left'],
    colWidths: [38, 38],
    wordWrap: true,
  });
  for (const { antecedents, consequents, confidence, lift, impact_analysis, impact_rating } of bestOfEachSet(
    association_rules.filter(({ proven }) => proven),
  ).slice(0, count)) {
    table.push([
      antecedents.join(' + '),
      consequents.join(' + '),
      impact_analysis.occurrences,
      `${(100 * confidence).toFixed(1)} %`,
      lift.toFixed(1),
      amount(impact_analysis.revenue),
      impact_rating,
    ]);
  }
  return table.toString();
}

export function segmentTable({ segments, currency }: RfmReport): string {
  const amount = amountsIn(currency);
  const table = new Table({
    ...PLAIN,
    head: ['segment', 'customers', 'share', 'days since', 'orders', 'spent', 'first product'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const segment of segments) {
    table.push([
      segment.name,
      segment.count,
      `${segment.percentage.toFixed(1)} %`,
      segment.avg_recency.toFixed(1),
      segment.avg_frequency.toFixed(1),
      amount(segment.avg_monetary),
      segment.top_products[0]?.product_name ?? '',
    ]);
  }
  return table.toString();
}

/** Rules with the same set of products are similar: only the best one is shown. */
function bestOfEachSet(rules: readonly AssociationRule[]): AssociationRule[] {
  const seen = new Set<string>();
  return rules.filter(({ antecedents, consequents }) => {
    const set = JSON.stringify([...antecedents, ...consequents].sort());
    return !seen.has(set) && seen.add(set);
  });
}
