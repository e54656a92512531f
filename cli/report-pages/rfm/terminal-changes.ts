// How segments changed since an earlier report, for a terminal.

import { movesByNumber, segmentOrder } from '../../../report-parts/charts/flow-bands.ts';
import { whole } from '../../../src/core/insights/wording.ts';
import { signed } from '../report-facts.ts';
import { changeHeading } from '../terminal-changes.ts';
import { type Paper, table } from '../terminal-text.ts';
import type { RfmDetail } from './detail.ts';

const SHOWN = 10;

export function segmentChangeTexts(paper: Paper, changes: RfmDetail['changes']): string[] {
  if (!changes?.compared_with) return [];
  const moves = movesByNumber(changes.migration ?? []).slice(0, SHOWN);
  const growth = (changes.segment_growth ?? []).toSorted((a, b) => segmentOrder(a.segment, b.segment));
  return [
    ...changeHeading(paper, changes.compared_with),
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
  ];
}
