// What the list of customers can show of each, and what it shows unless the reader chooses.
import { keysOf } from '../../src/schema/keys.ts';
import { type CustomerGroup, customersBy, type FigureKind, type OwnFigure } from '../reports/report-types.ts';
import type { CustomerOrder } from './customer-list.ts';

const DAYS = ['first_purchase', 'last_purchase'] as const satisfies readonly CustomerOrder[];

/** What customers of every report have, beside days: all that the service sorts by. */
const FIGURES = {
  monetary: 'money',
  frequency: 'count',
  recency: 'count',
} as const satisfies Readonly<Record<Exclude<CustomerOrder, OwnFigure | (typeof DAYS)[number]>, FigureKind>>;

export type CustomerColumn =
  | 'group'
  | 'previous_group'
  | 'scores'
  | keyof typeof FIGURES
  | (typeof DAYS)[number]
  | OwnFigure;

const USUAL: readonly CustomerColumn[] = ['group', 'monetary', 'frequency', 'recency', 'last_purchase'];

/** Those that a report of these groups has. */
export function columnsOf(group: CustomerGroup): readonly CustomerColumn[] {
  const own = customersBy(group);
  return [
    'group',
    'previous_group',
    ...(own.hasScores ? (['scores'] as const) : []),
    ...keysOf(FIGURES),
    ...DAYS,
    ...keysOf(own.figures),
  ];
}

/** `chosen`: names with dots between them, as in the address. */
export function chosenColumns(group: CustomerGroup, chosen: string | undefined): readonly CustomerColumn[] {
  const wanted: readonly string[] = chosen === undefined ? USUAL : chosen.split('.');
  return columnsOf(group).filter((column) => wanted.includes(column));
}

/** The figure that a column is sorted by; undefined where the service does not sort by it. */
export function orderOf(column: CustomerColumn): CustomerOrder | undefined {
  return column === 'group' || column === 'previous_group' || column === 'scores' ? undefined : column;
}

/** How a number of the column is written. */
export function kindOf(column: CustomerColumn, group: CustomerGroup): FigureKind {
  const kinds: Readonly<Partial<Record<CustomerColumn, FigureKind>>> = {
    ...FIGURES,
    ...customersBy(group).figures,
  };
  return kinds[column] ?? 'decimal';
}

/** Figures stand to the right. */
export function isFigure(column: CustomerColumn): boolean {
  return column !== 'group' && column !== 'previous_group';
}
