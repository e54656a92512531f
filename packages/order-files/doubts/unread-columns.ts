// Finds columns of a file of no known exporter that can take money or rows away and that no field reads: discounts,
// refunds, returns, cancellations, test orders. Each is used or left out only by the operator's decision.

import type { Concept } from '../columns/column-words.ts';
import { readColumnName } from '../columns/column-words.ts';
import type { FileProblem, Taking, UnreadKind } from '../problems/file-problems.ts';
import { toPlainName } from '../profiles/profile.ts';

const TAKING: readonly Taking[] = ['refund', 'returned', 'cancelled', 'test', 'discount'];
/** Amounts that are not of goods, and prices before a discount. */
const HARMLESS: readonly Concept[] = ['tax', 'shipping', 'listed', 'customer', 'currency'];
/** The code or the name of a discount is not its amount. */
const NO_AMOUNT: readonly Concept[] = ['id', 'code', 'name', 'description', 'kind', 'date', 'time', 'total'];

export interface UnreadColumn {
  readonly position: number;
  readonly column: string;
  readonly taking: Taking;
  /** True for statuses beside that of the order, such as of the delivery: some of their words take the row away. */
  readonly hasStatuses: boolean;
}

/** `taken`: positions of columns that are read. */
export function findUnreadColumns(header: readonly string[], taken: ReadonlySet<number>): UnreadColumn[] {
  return header.flatMap((column, position): UnreadColumn[] => {
    const { concepts } = readColumnName(column);
    const named = TAKING.find((one) => concepts.has(one));
    const hasStatuses = named === undefined && concepts.has('status') && !concepts.has('kind');
    const taking = hasStatuses ? 'cancelled' : named;
    const harmless = (taking === 'discount' ? [...HARMLESS, ...NO_AMOUNT] : HARMLESS).filter(
      (one) => !(hasStatuses && one === 'shipping'),
    );
    if (taking === undefined || taken.has(position) || harmless.some((one) => concepts.has(one))) return [];
    return [{ position, column, taking, hasStatuses }];
  });
}

/** Words for no in the languages of `readColumnName`; any other text that is no number means yes. */
const NO = new Set(
  'no false n f 0 none null nan nein falsch non faux nao falso nee onwaar nie falsz hayir yok нет false いいえ 否 没有 无 無 아니요 아니오 na not notrefunded notcancelled'.split(
    ' ',
  ),
);
const YES = new Set(
  'yes true y t 1 x ja wahr oui vrai si sim verdadero vero tak prawda evet var да はい 是 有 예 네 cancelled canceled refunded returned voided test partial full'.split(
    ' ',
  ),
);

/** True if a cell of a flag says yes; undefined for a text that is neither. */
function readFlag(cell: string): boolean | undefined {
  const word = toPlainName(cell);
  if (word === '' || NO.has(word)) return false;
  return YES.has(word) ? true : undefined;
}

/** True if the cell takes its row away, or can do so. */
export function takesAway({ hasStatuses }: UnreadColumn, cell: string): boolean {
  return hasStatuses ? saysCancelled(cell) : readFlag(cell) !== false;
}

/** Statuses whose words are known; a column has few. */
const SAID = new Map<string, boolean>();
const MOST_SAID = 1_000;

function saysCancelled(cell: string): boolean {
  const known = SAID.get(cell);
  if (known !== undefined) return known;
  const { concepts } = readColumnName(cell);
  const says = readFlag(cell) !== false && CANCELLING.some((one) => concepts.has(one));
  if (SAID.size < MOST_SAID) SAID.set(cell, says);
  return says;
}

const CANCELLING: readonly Concept[] = ['cancelled', 'returned', 'refund'];

interface Seen extends UnreadColumn {
  rows: number;
  line: number;
  source: string;
  amounts: number;
  shares: number;
  percents: number;
  flags: number;
}

/** Counts the rows in which these columns take something away. */
export class UnreadColumns {
  private readonly seen = new Map<string, Seen>();

  /** `amount`: the number in the cell, if it is one. */
  add(column: UnreadColumn, cell: string, amount: number | undefined, line: number, source: string): void {
    const isNumber = amount !== undefined && !column.hasStatuses;
    if (column.hasStatuses ? !saysCancelled(cell) : isNumber ? amount === 0 : readFlag(cell) === false)
      return;
    let seen = this.seen.get(column.column);
    if (seen === undefined) {
      seen = { ...column, rows: 0, line, source, amounts: 0, shares: 0, percents: 0, flags: 0 };
      this.seen.set(column.column, seen);
    }
    seen.rows++;
    if (column.hasStatuses) seen.flags++;
    else if (cell.endsWith('%')) seen.percents++;
    else if (!isNumber) seen.flags += readFlag(cell) === true ? 1 : 0;
    else if (Math.abs(amount) < 1) seen.shares++;
    else seen.amounts++;
    // A flag of 1 and 0 is a number as well.
    if (amount === 1) seen.flags++;
  }

  /** The first column that the operator has not decided on. `ignored`: columns to leave unread. */
  found(
    ignored: ReadonlySet<string>,
  ): { readonly source: string; readonly problem: FileProblem } | undefined {
    for (const seen of this.seen.values()) {
      const { column, taking, rows, line, source, shares, percents, flags } = seen;
      if (ignored.has(toPlainName(column))) continue;
      const kinds: readonly UnreadKind[] =
        percents === rows
          ? ['share']
          : flags === rows
            ? ['flag']
            : percents + shares === rows
              ? ['share', 'amount']
              : seen.amounts + shares + percents === rows
                ? ['amount', ...(taking === 'discount' ? (['share'] as const) : [])]
                : ['other'];
      // A note such as a reason takes nothing away that could be counted.
      if (taking === 'discount' && (kinds[0] === 'other' || kinds[0] === 'flag')) continue;
      return { source, problem: { code: 'unread_column', column, taking, kinds, line, rows } };
    }
    return undefined;
  }
}
