// Proposes options with which a refused file can be read; the command line prints them as a command.
import type { Negatives } from '../account.ts';
import type { Agreement } from '../columns/amount-equations.ts';
import { composeColumns } from '../columns/column-flags.ts';
import type { Doubt } from '../doubts/doubts.ts';
import { type ExportField, toPlainName } from '../profiles/profile.ts';
import type { QuantityScale } from '../values/numbers.ts';
import type { FileProblem } from './file-problems.ts';
import type { RowProblem } from './row-problems.ts';

/** Options of the reader of files. */
export interface WayOut {
  readonly columns?: Partial<Record<ExportField, string>>;
  readonly dateFormat?: 'mdy' | 'dmy';
  readonly decimal?: 'point' | 'comma';
  readonly accept?: readonly Doubt[];
  readonly sheet?: string;
  readonly currency?: string;
  readonly paid?: readonly string[];
  readonly notPaid?: readonly string[];
  readonly negatives?: Negatives;
  readonly guests?: readonly string[];
  readonly ignore?: readonly string[];
  readonly excludeIf?: readonly string[];
  readonly header?: false;
  readonly baskets?: true;
  readonly prices?: false;
  readonly badRows?: 'skip';
  readonly quantityScale?: QuantityScale;
}

/** Parts of words for orders that were not paid, or that were refunded: English, German, French, Spanish and Dutch. */
const NOT_PAID = [
  'refund cancel void fail declin den reject return chargeback dispute expire',
  'unpaid pending await hold draft abandon test error fraud lost notpaid',
  'erstatt stornier storno ruckgabe offen abgelehnt annul rembours refus attente',
  'reembols rechaz pendiente devuel terugbetaald geweigerd retour mislukt',
].flatMap((parts) => parts.split(' '));
const CODE = /^[A-Z]{3}$/;

/** The meaning of an answer; the command line and the console have a sentence for each. */
export type ChoiceCode =
  | 'column'
  | 'unit_price'
  | 'line_total'
  | 'order_total'
  | 'line_discount'
  | 'line_discount_rate'
  | 'order_discount'
  | 'refund'
  | 'refund_quantity'
  | 'leave_out'
  | 'returns'
  | 'sales'
  | 'guests'
  | 'named_guests'
  | 'customers'
  | 'composed_id'
  | 'no_header'
  | 'baskets'
  | 'ignore'
  | 'accept'
  | 'no_prices'
  | 'month_first'
  | 'day_first'
  | 'decimal_point'
  | 'decimal_comma'
  | 'sheet'
  | 'currency'
  | 'statuses'
  | 'no_statuses';

/** One answer to a problem: its meaning, and the options that give it. */
export interface Choice {
  readonly code: ChoiceCode;
  /** The column, sheet or currency that it names. */
  readonly name?: string;
  readonly agreement?: Agreement | undefined;
  readonly way: WayOut;
}

/** Lists the answers to a problem, the likeliest first; none if no option helps. */
export function listChoices(problem: FileProblem): readonly Choice[] {
  switch (problem.code) {
    case 'missing_columns':
      return Object.keys(problem.guesses).length === 0
        ? []
        : [{ code: 'column', way: { columns: problem.guesses } }];
    case 'missing_prices':
    case 'zero_prices':
      return [{ code: 'no_prices', way: { prices: false } }];
    case 'amount_readings':
      return problem.readings.map(({ meaning, column, columns, agreement }) => ({
        ...{ code: meaning, name: column, agreement, way: { columns } },
      }));
    case 'ambiguous_dates':
      return [
        { code: 'day_first', way: { dateFormat: 'dmy' } },
        { code: 'month_first', way: { dateFormat: 'mdy' } },
      ];
    case 'ambiguous_amounts': {
      const choices: readonly Choice[] = [
        { code: 'decimal_point', way: { decimal: 'point' } },
        { code: 'decimal_comma', way: { decimal: 'comma' } },
      ];
      // A single mark with three digits behind it stands for thousands more often than not.
      return problem.examples.some(({ cell }) => cell.includes(',')) ? choices : choices.toReversed();
    }
    case 'odd_dates':
    case 'future_dates':
      return [{ code: 'accept', way: { accept: ['dates'] } }];
    case 'double_negatives':
      return [
        { code: 'returns', way: { negatives: 'return' } },
        { code: 'sales', way: { negatives: 'sale' } },
      ];
    case 'no_header':
      return [{ code: 'no_header', way: { header: false } }];
    case 'baskets':
      return [{ code: 'baskets', way: { baskets: true } }];
    case 'recurring_orders':
      return listOrderIds(problem);
    case 'unread_column':
      return listUses(problem);
    case 'guest_customers':
      return listGuestChoices(problem);
    case 'repeated_products':
      return [{ code: 'accept', way: { accept: ['repeats'] } }];
    case 'price_jumps':
    case 'prices_in_cents':
      return [{ code: 'accept', way: { accept: ['prices'] } }];
    case 'other_sheet':
      return [{ code: 'sheet', name: problem.found, way: { sheet: problem.found } }];
    case 'missing_sheet':
      return problem.sheets.map((sheet) => ({ code: 'sheet', name: sheet, way: { sheet } }));
    case 'several_currencies':
      return problem.currencies.flatMap(({ currency }): Choice[] =>
        CODE.test(currency) ? [{ code: 'currency', name: currency, way: { currency } }] : [],
      );
    case 'unknown_statuses':
      return problem.isMore
        ? [{ code: 'no_statuses', name: problem.column, way: { columns: { status: '' } } }]
        : [{ code: 'statuses', name: problem.column, way: splitStatuses(problem) }];
    default:
      return [];
  }
}

/** The uses of a column that takes money or rows away, by what its cells can be; it may also be left unread. */
function listUses({ column: name, taking, kinds }: FileProblem<'unread_column'>): Choice[] {
  const uses = kinds.flatMap((kind): Choice[] => {
    if (taking === 'discount')
      return kind === 'share'
        ? [{ code: 'line_discount_rate', name, way: { columns: { line_discount_rate: name } } }]
        : [
            { code: 'line_discount', name, way: { columns: { line_discount: name } } },
            { code: 'order_discount', name, way: { columns: { order_discount: name } } },
          ];
    if (kind === 'amount' && (taking === 'refund' || taking === 'returned'))
      return [
        { code: 'refund', name, way: { columns: { line_refund: name } } },
        { code: 'refund_quantity', name, way: { columns: { line_refund_quantity: name } } },
      ];
    return [{ code: 'leave_out', name, way: { excludeIf: [name] } }];
  });
  return [...uses, { code: 'ignore', name, way: { ignore: [name] } }];
}

/** Guests whose names say it can be guests although a customer with many orders is none. */
function listGuestChoices({ guests }: FileProblem<'guest_customers'>): Choice[] {
  // A list of names is separated by commas, which the comparison of names leaves out.
  const toNames = (of: typeof guests): string[] => of.map(({ name }) => name.replaceAll(',', ' '));
  const named = guests.filter(({ isNamed }) => isNamed);
  const customer = named.length === 0 ? undefined : guests.find(({ isNamed }) => !isNamed);
  return [
    { code: 'guests', way: { guests: toNames(guests) } },
    ...(customer === undefined
      ? []
      : [
          {
            ...({ code: 'named_guests', name: customer.name } as const),
            way: { guests: toNames(named), accept: ['customers'] as const },
          },
        ]),
    { code: 'customers', way: { accept: ['customers'] } },
  ];
}

/** The number with its day and till, or with its day; or the ids are right. */
function listOrderIds({ columns: { order, date, places } }: FileProblem<'recurring_orders'>): Choice[] {
  const ids = [...(places.length === 0 ? [] : [[order, date, ...places]]), [order, date]].map(composeColumns);
  return [
    ...ids.map((name): Choice => ({ code: 'composed_id', name, way: { columns: { order_id: name } } })),
    { code: 'accept', way: { accept: ['orders'] } },
  ];
}

/** Proposes options for a bad row; undefined if all rows are likely to be as bad. */
export function findRowWayOut({ code }: RowProblem): WayOut | undefined {
  if (code === 'fractional_quantity') return { quantityScale: 1_000 };
  return code === 'foreign_order' ? undefined : { badRows: 'skip' };
}

function splitStatuses({ statuses }: FileProblem<'unknown_statuses'>): WayOut {
  const names = statuses.map(({ status }) => status);
  const isNotPaid = (status: string): boolean => NOT_PAID.some((part) => toPlainName(status).includes(part));
  const [paid, notPaid] = [names.filter((name) => !isNotPaid(name)), names.filter(isNotPaid)];
  return { ...(paid.length > 0 && { paid }), ...(notPaid.length > 0 && { notPaid }) };
}

/** Options that several answers extend. */
const LISTS = ['accept', 'guests', 'ignore', 'excludeIf', 'paid', 'notPaid'] as const;

/** Adds the options of an answer to those of earlier answers. */
export function mergeWaysOut(before: WayOut, next: WayOut): WayOut {
  const join = <T>(first: readonly T[] | undefined, second: readonly T[] | undefined) =>
    first === undefined || second === undefined ? (second ?? first) : [...first, ...second];
  const joined = LISTS.map((name) => [name, join<string>(before[name], next[name])] as const);
  return {
    ...before,
    ...next,
    ...((before.columns ?? next.columns) && { columns: { ...before.columns, ...next.columns } }),
    ...Object.fromEntries(joined.filter(([, values]) => values !== undefined)),
  };
}
