// The market basket report's part of the page.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { html, htmlTable, type Markup, type ReportSections } from '../html-markup.ts';
import type { MbaChanges, MbaDetail, ShownRule } from './detail.ts';
import { ruleNetwork } from './html-network.ts';
import { ruleScatter } from './html-scatter.ts';
import { CHANGED_RULES, ruleText, sideText } from './rule-sets.ts';

const MOST_ROWS = 200;
const MOST_CHANGED = 25;

export async function ruleSections({
  association_rules,
  summary,
  changes,
}: MbaDetail): Promise<ReportSections> {
  if (association_rules.length === 0)
    return {
      figures: html`<section class="card"><h2>Rules</h2><p>No rules were found.</p></section>`,
      tables: null,
    };
  return {
    figures: [
      await ruleScatter(association_rules),
      await ruleNetwork(association_rules),
      changedRules(changes?.rules),
    ],
    tables: ruleTable(association_rules, summary.association_rules_found),
  };
}

function ruleTable(rules: readonly ShownRule[], found: number): Markup {
  const shown = rules.slice(0, MOST_ROWS);
  return html`<section class="card long rules" id="rules">
<h2>Rules</h2>
<p class="note">${
    shown.length < found
      ? `The first ${whole(shown.length)} of ${whole(found)} rules, by impact. The CSV has every rule of the report.`
      : 'All rules, by impact.'
  } Incremental value is what the right side brought beyond chance in the baskets analysed.</p>
${htmlTable(
  'Association rules',
  [
    { title: 'Who takes' },
    { title: 'also takes' },
    { title: 'Support', numeric: true },
    { title: 'Confidence', numeric: true },
    { title: 'Lift', numeric: true },
    { title: 'Baskets', numeric: true },
    { title: 'Impact' },
    { title: 'Incremental value', numeric: true },
  ],
  shown.map((rule) => [
    sideText(rule.antecedents),
    sideText(rule.consequents),
    percent(rule.support),
    percent(rule.confidence),
    rule.lift.toFixed(1),
    whole(rule.impact_analysis.occurrences),
    html`<span class="${rule.impact_rating}">${rule.impact_rating}</span>`,
    amount(rule.impact_analysis.incremental_value),
  ]),
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
