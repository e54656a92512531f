// What the list of customers can show of each, and what it shows unless the reader chooses.
import type { CustomerGroup, CustomerOrder } from './customer-list.ts';

const COLUMNS = [
  'group',
  'previous_group',
  'scores',
  'monetary',
  'frequency',
  'recency',
  'first_purchase',
  'last_purchase',
  'probability_alive',
  'expected_orders_90d',
  'expected_value_90d',
  'days_to_second_order',
] as const;
export type CustomerColumn = (typeof COLUMNS)[number];

/** Those that only customers of these groups have. */
const OWN: Readonly<Record<CustomerGroup, readonly CustomerColumn[]>> = {
  segment: ['scores', 'probability_alive', 'expected_orders_90d', 'expected_value_90d'],
  cohort: ['days_to_second_order'],
};
const USUAL: readonly CustomerColumn[] = ['group', 'monetary', 'frequency', 'recency', 'last_purchase'];

/** Those that a report of these groups has. */
export function columnsOf(group: CustomerGroup): readonly CustomerColumn[] {
  const others = Object.values(OWN)
    .flat()
    .filter((column) => !OWN[group].includes(column));
  return COLUMNS.filter((column) => !others.includes(column));
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

/** Figures stand to the right. */
export function isFigure(column: CustomerColumn): boolean {
  return column !== 'group' && column !== 'previous_group';
}
