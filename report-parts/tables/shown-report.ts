// What a finished report of any type says in facts and tables.
import type { FinishedReport } from '../../client/src/index.ts';
import { shownCohorts } from './cohorts.ts';
import { shownDue } from './due.ts';
import { shownEffect } from './effect.ts';
import { listsOf, summaryFacts } from './lists.ts';
import { shownRules } from './rules.ts';
import { shownSegments } from './segments.ts';
import type { Say, ShownReport } from './shown.ts';

export function shownOf(report: FinishedReport, say: Say): ShownReport {
  switch (report.report_type) {
    case 'MBA':
      return shownRules(report, say);
    case 'RFM':
      return shownSegments(report, say);
    case 'COHORT':
      return shownCohorts(report, say);
    case 'REPLENISHMENT':
      return shownDue(report, say);
    case 'EFFECT':
      return shownEffect(report, say);
    default:
      return { facts: summaryFacts(report, say), tables: listsOf(report, say) };
  }
}
