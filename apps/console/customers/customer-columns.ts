// Lists the columns that the list of customers can show, and the default ones.
import { FIGURES, type FigureName } from '../../../src/contract/customer-lists/columns.ts';
import { getKeys } from '../../../src/contract/schema/keys.ts';
import { type CustomerGroup, isGroupOfCustomers, OWN_FIGURES } from '../reports/report-types.ts';
import type { Bound, CustomerOrder } from './customer-list.ts';

export type CustomerColumn = 'contact' | 'group' | 'previous_group' | 'scores' | 'next' | FigureName;

const USUAL: readonly CustomerColumn[] = [
  'contact',
  'group',
  'monetary',
  'frequency',
  'recency',
  'last_purchase',
];

/** Lists the columns of a report with these groups. */
export function listColumns(group: CustomerGroup): readonly CustomerColumn[] {
  const { hasScores, figures }: { readonly hasScores: boolean; readonly figures: readonly FigureName[] } =
    isGroupOfCustomers(group);
  return [
    'contact',
    'group',
    'previous_group',
    ...(hasScores ? (['scores'] as const) : []),
    ...getKeys(FIGURES).filter((figure) => figures.includes(figure) || !OWN_FIGURES.includes(figure)),
  ];
}

/** `chosen`: names separated by dots, as in the address. */
export function getChosenColumns(
  group: CustomerGroup,
  chosen: string | undefined,
): readonly CustomerColumn[] {
  const wanted: readonly string[] = chosen === undefined ? USUAL : chosen.split('.');
  return listColumns(group).filter((column) => wanted.includes(column));
}

/** Returns the figure that a column is sorted by; undefined if the service does not sort by it. */
export function getColumnOrder(column: CustomerColumn): CustomerOrder | undefined {
  return isText(column) || column === 'scores' ? undefined : column;
}

/** Figures are aligned to the right. */
export function isFigure(column: CustomerColumn): boolean {
  return !isText(column);
}

function isText(column: CustomerColumn): column is 'contact' | 'group' | 'previous_group' | 'next' {
  return column === 'contact' || column === 'group' || column === 'previous_group' || column === 'next';
}

/** Lists the bounds of each figure that is not a day. */
export function listBounds(group: CustomerGroup): readonly Bound[] {
  return listBoundedFigures(group).flatMap((figure) => [`min_${figure}`, `max_${figure}`] as const);
}

type BoundedFigure = { [F in FigureName]: (typeof FIGURES)[F] extends 'day' ? never : F }[FigureName];

export function listBoundedFigures(group: CustomerGroup): readonly BoundedFigure[] {
  const all = listColumns(group);
  return getKeys(FIGURES)
    .filter(isBounded)
    .filter((figure) => all.includes(figure));
}

function isBounded(figure: FigureName): figure is BoundedFigure {
  return FIGURES[figure] !== 'day';
}
