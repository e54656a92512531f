// Proposes options with which a refused file can be read; the command line prints them as a command.
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

/** Returns undefined if no option helps. */
export function findWayOut(problem: FileProblem): WayOut | undefined {
  switch (problem.code) {
    case 'missing_columns':
      return Object.keys(problem.guesses).length === 0 ? undefined : { columns: problem.guesses };
    case 'missing_prices':
      return Object.keys(problem.guesses).length === 0 ? { prices: false } : { columns: problem.guesses };
    case 'zero_prices':
      return { prices: false };
    case 'ambiguous_dates':
      return { dateFormat: 'dmy' };
    case 'ambiguous_amounts':
      // A single mark with three digits behind it stands for thousands more often than not.
      return { decimal: problem.examples.some(({ cell }) => cell.includes(',')) ? 'point' : 'comma' };
    case 'odd_dates':
    case 'future_dates':
      return { accept: ['dates'] };
    case 'unread_discounts':
      return { columns: { line_discount: problem.column } };
    case 'repeated_products':
      return { accept: ['repeats'] };
    case 'price_jumps':
    case 'prices_in_cents':
      return { accept: ['prices'] };
    case 'other_sheet':
      return { sheet: problem.found };
    case 'missing_sheet':
      return problem.sheets[0] === undefined ? undefined : { sheet: problem.sheets[0] };
    case 'several_currencies': {
      const code = problem.currencies.find(({ currency }) => CODE.test(currency))?.currency;
      return code === undefined ? undefined : { currency: code };
    }
    case 'unknown_statuses':
      return problem.isMore ? { columns: { status: '' } } : splitStatuses(problem);
    default:
      return undefined;
  }
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
