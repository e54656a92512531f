// Customers by R and FM, the scores that the segments are cut from. Each cell is a button that leads to its
// customers.
import type { RfmReport } from '../../client/src/index.ts';
import { ScoreGrid as Scores } from '../../report-parts/charts/score-grid.ts';
import { change } from '../app/address.ts';
import { number, texts } from '../app/words/language.ts';
import type { ScoreCell } from '../customers/customer-list.ts';
import { showCustomers } from './segment-names.ts';

export interface ScoreGridProps {
  readonly cells: RfmReport['score_grid'];
  /** Segments whose cells are marked, unless a cell is selected. */
  readonly selected: readonly string[];
  readonly cell: ScoreCell | undefined;
}

export function ScoreGrid({ cells, selected, cell }: ScoreGridProps) {
  const { segments: said } = texts();
  return (
    <Scores
      label={said.grid}
      title={said.customers}
      cells={cells}
      number={number}
      show={({ r, fm, segment, customers }) => {
        const isSelected = cell?.r === r && cell.fm === fm;
        return (
          <button
            type="button"
            class="score"
            aria-pressed={cell === undefined ? selected.includes(segment) : isSelected}
            onClick={() =>
              isSelected
                ? change({ segment: undefined, cell: undefined })
                : showCustomers({ segment, cell: `${r}-${fm}` })
            }
          >
            <strong>
              <span class="hidden">{`R ${r}, FM ${fm}: `}</span>
              {number(customers)}
            </strong>
            <span>{said.name[segment]}</span>
          </button>
        );
      }}
    />
  );
}
