// The columns of the list of customers as text: their titles, and what they show of a customer.
import type { ReportCustomer } from '../../../packages/client/src/index.ts';
import { FIGURES, type FigureKind } from '../../../src/contract/customer-lists/columns.ts';
import { day, money, number, percent, texts } from '../app/words/language.ts';
import type { CustomerGroup } from '../reports/report-types.ts';
import { placeName } from '../segments/segment-names.ts';
import type { CustomerColumn } from './customer-columns.ts';

export function titleOf(column: CustomerColumn, group: CustomerGroup): string {
  if (column === 'group') return texts().group[group];
  return column === 'previous_group' ? texts().previousGroup[group] : texts().column[column];
}

const SCORES = ['r_score', 'f_score', 'm_score'];

type Currency = string | null | undefined;
const WRITE: Readonly<Record<Exclude<FigureKind, 'day'>, (value: number, currency: Currency) => string>> = {
  count: (value) => number(value),
  share: (value) => percent(value),
  decimal: (value) => number(value, 2),
  money,
};

/** Empty where the customer has no such value. */
export function shownOf(
  customer: ReportCustomer,
  column: CustomerColumn,
  group: CustomerGroup,
  currency: Currency,
): string {
  const members = new Map<string, unknown>(Object.entries(customer));
  if (column === 'scores')
    return SCORES.map((score) => members.get(score))
      .join(' ')
      .trim();
  if (column === 'contact') return customer.contact ?? '';
  const isGroup = column === 'group' || column === 'previous_group';
  const value = members.get(isGroup ? column.replace('group', group) : column);
  if (typeof value === 'string') return isGroup ? placeName(value) : day(value);
  const kind = isGroup ? undefined : FIGURES[column];
  return typeof value !== 'number' || kind === undefined || kind === 'day'
    ? ''
    : WRITE[kind](value, currency);
}
