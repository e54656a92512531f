// What changed since an earlier report, for a terminal.
import { whole } from '../../src/core/insights/wording.ts';
import { CHANGED_RULES, growthRows, largestMoves, signed } from './report-changes.ts';
import type { ReportChanges } from './report-detail.ts';
import { instant } from './report-facts.ts';
import { ruleText } from './rule-sets.ts';
import { heading, type Paper, paragraph, table } from './terminal-text.ts';

const SHOWN = 10;

export function changeText(paper: Paper, changes: ReportChanges): string[] {
  const { compared_with, migration, segment_growth, rules } = changes;
  if (!compared_with) return [];
  const since = `since report ${compared_with.report_id} of ${instant(compared_with.created_at)}`;
  const moves = largestMoves(migration ?? []).slice(0, SHOWN);
  const growth = growthRows(segment_growth ?? []);
  return [
    heading(paper, 'Changes'),
    paragraph(paper, `What changed ${since}.`),
    ...(growth.length === 0
      ? []
      : [
          '',
          table(
            paper,
            [
              { title: 'segment', flexible: true },
              { title: 'before', align: 'right' },
              { title: 'now', align: 'right' },
              { title: 'change', align: 'right' },
            ],
            growth.map((row) => [
              row.segment,
              whole(row.before),
              whole(row.after),
              signed(row.after - row.before),
            ]),
          ),
        ]),
    ...(moves.length === 0
      ? []
      : [
          '',
          table(
            paper,
            [
              { title: 'moved from', flexible: true },
              { title: 'to', flexible: true },
              { title: 'customers', align: 'right' },
            ],
            moves.map(({ from, to, customers }) => [from, to, whole(customers)]),
          ),
        ]),
    ...CHANGED_RULES.flatMap(({ kind, title }) => {
      const changed = rules?.[kind] ?? [];
      if (changed.length === 0) return [];
      return [
        `\n${title} (${whole(changed.length)})`,
        ...changed.slice(0, SHOWN).map((rule) => paragraph(paper, ruleText(rule), '- ')),
      ];
    }),
  ];
}
