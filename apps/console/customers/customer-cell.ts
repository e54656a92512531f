// Formats the columns of the list of customers as text: their titles and cells.
import type { ReportCustomer } from '../../../packages/client/src/index.ts';
import { FIGURES, type FigureKind } from '../../../src/contract/customer-lists/columns.ts';
import { formatDay, formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import type { CustomerGroup } from '../reports/report-types.ts';
import { placeName } from '../segments/segment-names.ts';
import type { CustomerColumn } from './customer-columns.ts';
import { formatNext } from './next-products.ts';

export function getColumnTitle(column: CustomerColumn, group: CustomerGroup): string {
  if (column === 'group') return getTexts().group[group];
  return column === 'previous_group' ? getTexts().previousGroup[group] : getTexts().column[column];
}

const SCORES = ['r_score', 'f_score', 'm_score'];

type Currency = string | null | undefined;
const WRITE: Readonly<Record<Exclude<FigureKind, 'day'>, (value: number, currency: Currency) => string>> = {
  count: (value) => formatNumber(value),
  share: (value) => formatPercent(value),
  decimal: (value) => formatNumber(value, 2),
  money: formatMoney,
};

/** Empty if the customer has no such value. */
export function formatCell(
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
  if (column === 'next') return formatNext(customer);
  const isGroup = column === 'group' || column === 'previous_group';
  const value = members.get(isGroup ? column.replace('group', group) : column);
  if (typeof value === 'string') return isGroup ? placeName(value) : formatDay(value);
  const kind = isGroup ? undefined : FIGURES[column];
  return typeof value !== 'number' || kind === undefined || kind === 'day'
    ? ''
    : WRITE[kind](value, currency);
}
