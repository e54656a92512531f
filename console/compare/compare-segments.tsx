// Two segment reports: the segments before and now, and who moved where the later report was compared with
// the earlier one.
import type { RfmReport } from '../../client/src/index.ts';
import { segmentOrder } from '../../report-parts/charts/flow-bands.ts';
import { money, texts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { SegmentFlow } from '../segments/segment-flow.tsx';
import { ComparedFigures, whole } from './compared-figures.tsx';
import { pairs, type TwoReports } from './comparison.ts';

export function CompareSegments({ before, now }: TwoReports) {
  return before.report_type === 'RFM' && now.report_type === 'RFM' ? (
    <Segments before={before} now={now} />
  ) : null;
}

function Segments({ before, now }: TwoReports<RfmReport>) {
  const { compare: said } = workTexts();
  const { segments } = texts();
  const amount = (value: number): string => money(value, now.currency);
  // In the order from best to worst, whatever each report has.
  const rows = pairs(before.segments, now.segments, ({ name }) => name).sort((a, b) =>
    segmentOrder(a.name, b.name),
  );
  const named = rows.map((pair) => ({
    ...pair,
    name: segments.name[(pair.now ?? pair.before)?.name ?? 'Lost'],
  }));
  const moves =
    now.changes?.compared_with?.report_id === before.report_id ? now.changes.migration : undefined;
  return (
    <>
      <section class="card">
        <h2>{said.segments}</h2>
        <h3>{said.customers}</h3>
        <ComparedFigures
          label={`${said.segments}: ${said.customers}`}
          title={segments.segment}
          figures={named.map(({ name, before: left, now: right }) => ({
            name,
            before: left?.count ?? 0,
            now: right?.count ?? 0,
            shown: whole,
          }))}
        />
        <h3>{said.revenue}</h3>
        <ComparedFigures
          label={`${said.segments}: ${said.revenue}`}
          title={segments.segment}
          figures={named.map(({ name, before: left, now: right }) => ({
            name,
            before: left?.revenue ?? 0,
            now: right?.revenue ?? 0,
            shown: amount,
          }))}
        />
      </section>
      <section class="card">
        <h2>{said.moves}</h2>
        {moves === undefined ? <p class="muted">{said.movesUnknown}</p> : <SegmentFlow migration={moves} />}
      </section>
    </>
  );
}
