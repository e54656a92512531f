// How an effect and a plan of a campaign are shown.
import { insightsOf } from '../../../report-parts/insights.ts';
import { pageOf } from '../shown-report.ts';
import { type ShownTable, tablesInTerminal } from '../shown-table.ts';
import { effectDetail, effectFacts, effectTables, planFacts, planTables } from './effect-tables.ts';

export const effectPage = pageOf(effectDetail, ({ effect, plan, currency, ai_insights }) => {
  if (effect) return partsOf(effectFacts(effect), effectTables(effect, currency), ai_insights);
  if (plan) return partsOf(planFacts(plan), planTables(plan, currency), ai_insights);
  return partsOf([], [], ai_insights);
});

function partsOf(
  facts: ReturnType<typeof effectFacts>,
  tables: readonly ShownTable[],
  found: object | null | undefined,
): ReturnType<Parameters<typeof pageOf<object>>[1]> {
  return {
    facts,
    settings: [],
    lead: 'What was found',
    insights: insightsOf(found),
    terminal: (paper) => tablesInTerminal(paper, tables),
    html: async () =>
      (await import('../html-figure.ts')).tableSections(tables, [
        'Plan',
        'Too few customers ordered before.',
      ]),
    csv: () => {
      const [first] = tables;
      return first === undefined ? [] : [[...first.columns], ...first.rows.map((row) => [...row])];
    },
  };
}
