// Shows changes since the previous report: customers as bands between segments, the same as a table whose rows lead to
// the customers, and each segment before and now.
import type { RfmReport } from '../../../packages/client/src/index.ts';
import {
  Flow,
  getDirection,
  listMovesByNumber,
  type Move,
  OUTSIDE,
} from '../../../packages/report-parts/charts/flow.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createNumericColumn } from '../../../packages/report-parts/table.ts';
import type { Place } from '../app/address.ts';
import { formatNumber, getTexts, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { FirstRows } from '../parts/figures.tsx';
import { To } from '../parts/to.tsx';
import { placeName, showCustomers } from './segment-names.ts';

const FIRST_MOVES = 10;

export function SegmentChanges({ changes }: { readonly changes: RfmReport['changes'] | undefined }) {
  const { changes: said } = getTexts();
  // Reports without customers have no changes.
  if (changes === null || changes === undefined) return null;
  const { compared_with: earlier, migration = [], note, note_coded } = changes;
  return (
    <section class="card" id="changes">
      <h2>{said.title}</h2>
      {earlier === null ? (
        <p class="muted">{getServiceWords()(note ?? said.nothingToCompare, note_coded)}</p>
      ) : (
        <>
          <p>
            <To place={{ view: 'report', id: earlier.report_id }}>
              {fill(said.since, { at: time(earlier.created_at) })}
            </To>
          </p>
          {migration.length > 0 && <SegmentFlow migration={migration} />}
          <Moves migration={migration} />
        </>
      )}
    </section>
  );
}

function Moves({ migration }: { readonly migration: readonly Move[] }) {
  const { changes: said, segments } = getTexts();
  const moves = listMovesByNumber(migration);
  if (moves.length === 0) return <p>{said.nobodyMoved}</p>;
  return (
    <FirstRows
      most={FIRST_MOVES}
      caption={said.moves}
      columns={[
        ...[said.before, said.now, said.change].map((title) => ({ title })),
        createNumericColumn(segments.customers),
      ]}
      rows={moves.map((move) => [
        placeName(move.from),
        placeName(move.to),
        said.direction[getDirection(move)],
        <button
          key=""
          type="button"
          class="plain"
          aria-label={fill(said.show, {
            from: placeName(move.from),
            to: placeName(move.to),
            customers: formatNumber(move.customers),
          })}
          onClick={() => showCustomers(filterByMove(move))}
        >
          {formatNumber(move.customers)}
        </button>,
      ])}
    />
  );
}

function filterByMove({ from, to }: Move): Place {
  const others = { cell: undefined, was: undefined, only: undefined };
  if (from === OUTSIDE) return { ...others, segment: to, only: 'joined' };
  if (to === OUTSIDE) return { ...others, segment: from, only: 'left' };
  return { ...others, segment: to, was: from };
}

// Draws moves between segments; the table below has the same numbers.

export function SegmentFlow({ migration }: { readonly migration: readonly Move[] }) {
  const { changes: said } = getTexts();
  return (
    <figure>
      <Flow label={said.flow} migration={migration} words={said} name={placeName} number={formatNumber} />
    </figure>
  );
}
