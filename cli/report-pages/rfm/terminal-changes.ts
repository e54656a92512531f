// How segments changed since an earlier report, for a terminal.

import { movesByNumber, segmentOrder } from '../../../report-parts/charts/flow-bands.ts';
import { whole } from '../../../src/core/insights/wording.ts';
import { signed } from '../report-facts.ts';
import { changeHeading } from '../terminal-changes.ts';
import { figure, type Paper, tableOf } from '../terminal-text.ts';
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
          tableOf(paper, growth, [
            { title: 'segment', flexible: true, cell: ({ segment }) => segment },
            figure('before', ({ before }) => whole(before)),
            figure('now', ({ after }) => whole(after)),
            figure('change', ({ before, after }) => signed(after - before)),
          ]),
        ]),
    ...(moves.length === 0
      ? []
      : [
          '',
          tableOf(paper, moves, [
            { title: 'moved from', flexible: true, cell: ({ from }) => from },
            { title: 'to', flexible: true, cell: ({ to }) => to },
            figure('customers', ({ customers }) => whole(customers)),
          ]),
        ]),
  ];
}
