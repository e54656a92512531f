// Customers by R and FM, the scores that the segments are cut from. Each cell is a button that leads to its
// customers.
import type { RfmReport } from '../../client/src/index.ts';
import { SEGMENT_CELLS, SEGMENT_NAMES, type SegmentName } from '../../src/core/rfm/segments.ts';
import { change } from '../app/address.ts';
import { number, texts } from '../app/language.ts';
import type { ScoreCell } from '../customers/customer-list.ts';
import { Scroll } from '../parts/scroll.tsx';
import { showCustomers } from './segment-names.ts';

const SCORES = [1, 2, 3, 4, 5] as const;
/** Of fills, r0 to r5. */
const LEVELS = 6;

const SEGMENT_OF: ReadonlyMap<string, SegmentName> = new Map(
  SEGMENT_NAMES.flatMap((name) => SEGMENT_CELLS[name].map((cell) => [cell, name] as const)),
);

export interface ScoreGridProps {
  readonly cells: RfmReport['score_grid'];
  /** Segment whose cells are marked, unless a cell is selected. */
  readonly selected: string | undefined;
  readonly cell: ScoreCell | undefined;
}

export function ScoreGrid({ cells, selected, cell }: ScoreGridProps) {
  const { segments: said } = texts();
  const customersOf = new Map(
    cells.map((cell) => [`${cell.recency}${cell.frequency_monetary}`, cell.customers]),
  );
  const most = Math.max(1, ...customersOf.values());
  return (
    <Scroll label={said.grid}>
      <table class="grid">
        <thead>
          <tr>
            <td />
            {SCORES.map((fm) => (
              <th key={fm} scope="col">
                FM {fm}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SCORES.toReversed().map((r) => (
            <tr key={r}>
              <th scope="row">R {r}</th>
              {SCORES.map((fm) => {
                const customers = customersOf.get(`${r}${fm}`) ?? 0;
                const segment = SEGMENT_OF.get(`${r}${fm}`);
                if (segment === undefined) return <td key={fm} />;
                const isSelected = cell?.r === r && cell.fm === fm;
                const level = Math.min(LEVELS - 1, Math.floor((customers / most) * LEVELS));
                return (
                  <td key={fm}>
                    <button
                      type="button"
                      class={customers === 0 ? 'empty' : `r${level}`}
                      aria-pressed={cell === undefined ? segment === selected : isSelected}
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
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
