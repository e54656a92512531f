// Draws a table of any number of rows of equal height: only rows near the visible ones are in the page. One empty row
// each stands for those before and after, so that the scroll bar is true to the length. On a phone, each row is a card
// with the whole name, and more of them follow on request.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { fill } from '../../../packages/report-parts/names.ts';
import { Scroll } from '../../../packages/report-parts/table.ts';
import { change } from '../app/address.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';

/** Height in pixels, as in style.css. */
const ROW_PX = 46;
const VISIBLE_PX = 560;
/** Paper cannot be scrolled: the print shows this many rows. */
const PRINTED_ROWS = 1_000;
/** Cards on a phone, at first and with each request for more. */
const CARDS = 20;
/** Rows drawn beyond the visible ones, for quick scrolling. */
const AROUND = 8;
/** Maximum number of rows in the page. */
const HELD_ROWS = Math.ceil(VISIBLE_PX / ROW_PX) + 1 + 2 * AROUND;

interface VirtualColumn {
  readonly title: string;
  /** Figures are aligned to the right. */
  readonly isFigure?: boolean;
  /** The current order of a heading that sorts. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  readonly sort?: () => void;
}

/** Describes a column that sorts by a part of the address. `current`: the current order. */
export function getAriaSort(
  by: string,
  current: string,
  descending: boolean,
): Pick<VirtualColumn, 'sorted' | 'sort'> {
  const isSorted = by === current;
  return {
    sorted: isSorted ? (descending ? 'descending' : 'ascending') : undefined,
    sort: () => change({ by, order: isSorted && descending ? 'asc' : undefined }),
  };
}

interface VirtualRowsProps<T> {
  readonly label: string;
  /** The first column heads its row. */
  readonly columns: readonly VirtualColumn[];
  readonly rows: readonly T[];
  readonly cells: (row: T) => readonly ComponentChildren[];
  readonly isSelected?: (row: T) => boolean;
}

export function VirtualRows<T>({ label, columns, rows, cells, isSelected }: VirtualRowsProps<T>) {
  const [top, setTop] = useState(0);
  const [cards, setCards] = useState(CARDS);
  const isPrinted = usePrinting();
  const isNarrow = useMedia('(max-width: 640px)');
  const isWhole = isPrinted || isNarrow;
  useKeptFocus();
  const first = isWhole ? 0 : Math.max(0, Math.min(Math.floor(top / ROW_PX), rows.length) - AROUND);
  const seen = isPrinted ? PRINTED_ROWS : isNarrow ? cards : Math.ceil((top + VISIBLE_PX) / ROW_PX) + AROUND;
  const end = Math.min(rows.length, seen);
  if (rows.length === 0) return <p class="muted">{getTexts().none}</p>;
  return (
    <>
      <Scroll class="virtual rows" label={label} onScroll={setTop}>
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {columns.map(({ title, isFigure, sorted, sort }) => (
                <th key={title} scope="col" class={isFigure ? 'n' : undefined} aria-sort={sorted}>
                  {sort === undefined ? (
                    title
                  ) : (
                    <button type="button" class="plain" onClick={sort}>
                      {title}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap rows={first} />
            {rows.slice(first, end).map((value, i) => (
              // A row that leaves passes its element to one that enters: the page keeps its elements, and the focus
              // stays on its row while that is drawn.
              <tr
                key={(first + i) % (isWhole ? rows.length : HELD_ROWS)}
                aria-rowindex={first + i + 2}
                class="row"
                aria-selected={isSelected?.(value) ? 'true' : undefined}
              >
                {cells(value).map((cell, at) =>
                  at === 0 ? (
                    <th key={at} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td
                      key={at}
                      class={columns[at]?.isFigure ? 'n' : undefined}
                      data-title={columns[at]?.title}
                    >
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
            {!isWhole && <Gap rows={rows.length - end} />}
          </tbody>
        </table>
      </Scroll>
      {isNarrow && !isPrinted && end < rows.length && (
        <button type="button" onClick={() => setCards(cards + CARDS)}>
          {getTexts().more}
        </button>
      )}
    </>
  );
}

const isSaved = signal(false);

/** Rows that take longer are left out. */
const LONGEST_LOAD_MS = 10_000;

/** `read` runs while all rows of `view` are drawn as on paper. */
export async function drawAllRows<T>(view: Element, read: () => T): Promise<T> {
  isSaved.value = true;
  const until = performance.now() + LONGEST_LOAD_MS;
  try {
    do {
      // Preact draws before the second next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    } while (view.querySelector('.loading') !== null && performance.now() < until);
    return read();
  } finally {
    isSaved.value = false;
  }
}

/** True while the page is printed or saved: it then has everything. */
export function usePrinting(): boolean {
  return useMedia('print') || isSaved.value;
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = (): void => setMatches(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return matches;
}

/**
 * If the list scrolls by several rows, Preact moves the rows that stay before those that enter. A moved element loses
 * the focus, and gets it back here, unless it shows another row now.
 */
function useKeptFocus(): void {
  const focused = document.activeElement;
  const row = focused?.closest('tr.row');
  const index = row?.getAttribute('aria-rowindex');
  useLayoutEffect(() => {
    if (focused instanceof HTMLElement && row?.isConnected && row.getAttribute('aria-rowindex') === index)
      focused.focus({ preventScroll: true });
  });
}

/** One cell spans all columns. */
function Gap({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr>
      <td style={{ height: `${rows * ROW_PX}px`, padding: 0 }} />
    </tr>
  );
}

/** Shows how many of all match a search. */
export function Count({ shown, all }: { readonly shown: number; readonly all: number }) {
  return (
    <output class="muted">
      {fill(getTexts().rules.count, { shown: formatNumber(shown), all: formatNumber(all) })}
    </output>
  );
}
