// The market basket report's part of the page.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { html, type Markup, type ReportSections } from '../html-markup.ts';
import { htmlTable, numeric, ranked } from '../html-table.ts';
import type { MbaChanges, MbaDetail, ShownRule } from './detail.ts';
import { ruleNetwork } from './html-network.ts';
import { ruleScatter } from './html-scatter.ts';
import { bestOfEachSet, CHANGED_RULES, pairDirections, ruleText, sideText } from './rule-sets.ts';

const MOST_ROWS = 200;
const MOST_BEST = 5;
const MOST_CHANGED = 25;
const RANKS: Readonly<Record<ShownRule['impact_rating'], number>> = { High: 3, Medium: 2, Low: 1 };

export async function ruleSections({
  association_rules,
  summary,
  changes,
}: MbaDetail): Promise<ReportSections> {
  if (association_rules.length === 0)
    return {
      best: null,
      figures: html`<section class="card"><h2>Rules</h2><p>No rules were found.</p></section>`,
      tables: null,
    };
  return {
    best: bestRules(association_rules),
    figures: [
      await ruleScatter(association_rules),
      await ruleNetwork(association_rules),
      changedRules(changes?.rules),
    ],
    tables: ruleTable(association_rules, summary.association_rules_found),
  };
}

function bestRules(rules: readonly ShownRule[]): Markup {
  return html`<section class="card rules" id="best-rules"><h2>Best rules</h2>
<p class="note">By impact, one for each set of products.</p>
${htmlTable(
  'Best rules',
  [
    { title: 'Who takes' },
    { title: 'also takes' },
    ...['Confidence', 'Lift', 'Baskets', 'Incremental value'].map(numeric),
  ],
  bestOfEachSet(rules)
    .slice(0, MOST_BEST)
    .map((rule) => [
      sideText(rule.antecedents),
      sideText(rule.consequents),
      percent(rule.confidence),
      rule.lift.toFixed(1),
      whole(rule.impact_analysis.occurrences),
      amount(rule.impact_analysis.incremental_value),
    ]),
)}</section>
`;
}

function ruleTable(rules: readonly ShownRule[], found: number): Markup {
  const pairs = pairDirections(rules);
  const shown = pairs.slice(0, MOST_ROWS);
  const part =
    shown.length < pairs.length || rules.length < found
      ? `${whole(shown.length)} rows of ${whole(found)} rules, by impact; the CSV has every rule of the report.`
      : 'All rules, by impact.';
  return html`<section class="card long rules" id="rules">
<h2>Rules</h2>
<p class="note">${part} A row holds both directions of a rule: → from the first products to the second, ← the other way; empty where that direction is not a rule of this report. Incremental value is what the direction’s target brought beyond chance in the baskets analysed.</p>
${htmlTable(
  'Rules',
  [
    { title: 'Products' },
    { title: 'taken with' },
    ...['Confidence →', 'Confidence ←', 'Lift', 'Support', 'Baskets'].map(numeric),
    { title: 'Impact' },
    ...['Incremental value →', 'Incremental value ←'].map(numeric),
  ],
  shown.map(({ forward, backward }) => [
    sideText(forward.antecedents),
    sideText(forward.consequents),
    percent(forward.confidence),
    backward && percent(backward.confidence),
    forward.lift.toFixed(1),
    percent(forward.support),
    whole(forward.impact_analysis.occurrences),
    ranked(forward.impact_rating, RANKS[forward.impact_rating]),
    amount(forward.impact_analysis.incremental_value),
    backward && amount(backward.impact_analysis.incremental_value),
  ]),
  { tools: true },
)}
</section>
`;
}

function changedRules(rules: MbaChanges['rules']): Markup | undefined {
  const kinds = CHANGED_RULES.flatMap(({ kind, title }) => {
    const changed = rules?.[kind] ?? [];
    return changed.length === 0 ? [] : [{ title, changed }];
  });
  if (kinds.length === 0) return undefined;
  return html`<section class="card long" id="changed-rules"><h2>Changed rules</h2>${kinds.map(
    ({ title, changed }) => html`<h3>${title} (${whole(changed.length)})</h3>
<ul>${changed.slice(0, MOST_CHANGED).map((rule) => html`<li>${ruleText(rule)}</li>`)}</ul>`,
  )}</section>`;
}
