// The market basket report's part of the page.
import { type ComponentChildren, h } from 'preact';
import { Scatter } from '../../../report-parts/charts/scatter.ts';
import { Legend } from '../../../report-parts/legend.ts';
import { listed, ruleText } from '../../../report-parts/names.ts';
import { liftLevel, liftRamp } from '../../../report-parts/ramp.ts';
import { numeric } from '../../../report-parts/table.ts';
import { amountsIn, decimals, percent, whole } from '../../../src/core/insights/wording.ts';
import { Card, Figure, nothing, type ReportSections, tableCard } from '../html-figure.ts';
import { inCurrency } from '../report-facts.ts';
import type { MbaChanges, MbaDetail, ShownRule } from './detail.ts';
import { ruleNetwork } from './html-network.ts';
import {
  bestOfEachSet,
  CHANGED_RULES,
  correctedP,
  liftBeyondChance,
  pairDirections,
  provenRules,
} from './rule-sets.ts';

type ShownCurrency = MbaDetail['currency'];

const MOST_ROWS = 200;
const MOST_BEST = 5;
const MOST_CHANGED = 25;
/** More dots hide each other, and each is 200 bytes of page. */
const MOST_DOTS = 1_000;
const RANKS: Readonly<Record<ShownRule['impact_rating'], number>> = { High: 3, Medium: 2, Low: 1 };

export function ruleSections(detail: MbaDetail): ReportSections {
  const { association_rules, fees_and_services: fees = [], summary, changes, currency } = detail;
  if (association_rules.length === 0) return nothing('Rules', 'No rules were found.');
  // What chance explains is not bought together, nor is postage: such rules are in the table alone.
  const together = provenRules(association_rules).filter(
    ({ antecedents, consequents }) =>
      ![...antecedents, ...consequents].some((product) => fees.includes(product)),
  );
  return {
    best: together.length > 0 && bestRules(together, currency),
    figures: [
      ruleScatter(association_rules),
      together.length > 0 && ruleNetwork(together),
      changedRules(changes?.rules),
    ],
    tables: ruleTable(association_rules, summary.association_rules_found, currency),
  };
}

function bestRules(rules: readonly ShownRule[], currency: ShownCurrency): ComponentChildren {
  const amount = amountsIn(currency);
  const title = 'Best rules';
  return tableCard({
    id: 'best-rules',
    title,
    class: 'rules',
    note: 'Proven rules by impact, one for each set of products, without fees and services.',
    columns: [
      { title: 'If bought' },
      { title: 'then also' },
      ...['Confidence', 'Lift', '× chance', 'Baskets'].map(numeric),
      numeric(inCurrency('Incremental value', currency)),
    ],
    rows: bestOfEachSet(rules)
      .slice(0, MOST_BEST)
      .map((rule) => [
        listed(rule.antecedents),
        listed(rule.consequents),
        percent(rule.confidence),
        decimals(rule.lift, 1),
        liftBeyondChance(rule),
        whole(rule.impact_analysis.occurrences),
        amount(rule.impact_analysis.incremental_value),
      ]),
  });
}

function ruleScatter(rules: readonly ShownRule[]): ComponentChildren {
  const shown = rules.slice(0, MOST_DOTS);
  const which =
    rules.length > shown.length
      ? `The first ${whole(shown.length)} of ${whole(rules.length)} rules`
      : 'Each rule';
  const title = 'Rules by support and confidence';
  return h(
    Figure,
    {
      id: 'rule-scatter',
      title,
      description: `${which} as a dot: the further right, the more baskets hold both sides; the higher, the surer the right side follows the left. The stronger its colour, the higher its lift. The table of rules below has the figures.`,
    },
    h(Scatter, {
      label: title,
      dots: shown.map((rule) => ({
        x: rule.support,
        y: rule.confidence,
        level: liftLevel(rule.lift),
        hint: `${ruleText(rule)}: support ${percent(rule.support)}, confidence ${percent(rule.confidence)}, lift ${decimals(rule.lift, 1)}`,
      })),
      titles: { x: 'Support: share of baskets that hold both sides', y: 'Confidence' },
      percent,
    }),
    h(Legend, { title: 'Lift', steps: liftRamp(String).steps }),
  );
}

function ruleTable(rules: readonly ShownRule[], found: number, currency: ShownCurrency): ComponentChildren {
  const amount = amountsIn(currency);
  const pairs = pairDirections(rules);
  const shown = pairs.slice(0, MOST_ROWS);
  const part =
    shown.length < pairs.length || rules.length < found
      ? `${whole(shown.length)} rows of ${whole(found)} rules, by impact; the CSV has every rule of the report.`
      : 'All rules, by impact.';
  return tableCard({
    id: 'rules',
    title: 'Rules',
    class: 'rules',
    long: true,
    note: `${part} A row holds both directions of a rule: → from the first products to the second, ← the other way; empty where that direction is not a rule of this report. Incremental value is what the direction’s target brought beyond chance in the baskets analysed. × chance is 1 where chance explains the joint baskets, given their sizes and the time of year; a corrected p below 0.05 is beyond chance by customers, for all rules that could have been found.`,
    columns: [
      { title: 'Products' },
      { title: 'taken with' },
      ...['Confidence →', 'Confidence ←', 'Lift', '× chance', 'p corrected', 'Support', 'Baskets'].map(
        numeric,
      ),
      { title: 'Impact' },
      ...['Incremental value →', 'Incremental value ←'].map((title) => numeric(inCurrency(title, currency))),
    ],
    rows: shown.map(({ forward, backward }) => [
      listed(forward.antecedents),
      listed(forward.consequents),
      percent(forward.confidence),
      backward && percent(backward.confidence),
      decimals(forward.lift, 1),
      liftBeyondChance(forward),
      correctedP(forward),
      percent(forward.support),
      whole(forward.impact_analysis.occurrences),
      ranked(forward.impact_rating),
      amount(forward.impact_analysis.incremental_value),
      backward && amount(backward.impact_analysis.incremental_value),
    ]),
    tools: true,
  });
}

/** A word that sorts by its rank, not by the alphabet. */
function ranked(rating: ShownRule['impact_rating']): ComponentChildren {
  return h('span', { class: rating, 'data-rank': RANKS[rating] }, rating);
}

function changedRules(rules: MbaChanges['rules']): ComponentChildren {
  const kinds = CHANGED_RULES.flatMap(({ kind, title }) => {
    const changed = rules?.[kind] ?? [];
    return changed.length === 0 ? [] : [{ title, changed }];
  });
  if (kinds.length === 0) return null;
  return h(
    Card,
    { id: 'changed-rules', title: 'Changed rules', long: true },
    kinds.map(({ title, changed }) => [
      h('h3', null, `${title} (${whole(changed.length)})`),
      h(
        'ul',
        null,
        changed.slice(0, MOST_CHANGED).map((rule) => h('li', null, ruleText(rule))),
      ),
    ]),
  );
}
