// Filters the list of a report's customers as a query, and writes the list as a file for spreadsheets and mailing
// tools.

import type { ListCustomersQuery, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { type CsvCell, formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import { SEGMENT_NAMES, type SegmentName } from '../../../src/contract/report-types/rfm/segments.ts';
import type { CustomerGroup } from '../reports/report-types.ts';

/** Filters by change since the compared report. */
export const CHANGES = ['moved', 'joined', 'left'] as const;
type Change = (typeof CHANGES)[number];
export type CustomerOrder = NonNullable<ListCustomersQuery['order_by']>;

export interface ScoreCell {
  readonly r: number;
  readonly fm: number;
}

/** Parses a cell of the address, such as 5-4. */
export function parseCell(text: string | undefined): ScoreCell | undefined {
  const found = /^([1-5])-([1-5])$/.exec(text ?? '');
  return found === null ? undefined : { r: Number(found[1]), fm: Number(found[2]) };
}

/** Splits segments of the address: their names contain no comma. */
export function parseSegments(text: string | undefined): SegmentName[] {
  const asked = (text ?? '').split(',');
  return SEGMENT_NAMES.filter((name) => asked.includes(name));
}

/** Adds a name to the list in the address, or removes it; undefined for an empty list. */
export function withOrWithout(names: readonly string[], name: string): string | undefined {
  const others = names.filter((each) => each !== name);
  return (others.length < names.length ? others : [...names, name]).join(',') || undefined;
}

/** Minimum and maximum of a figure, by the names of the service and the address. */
export type Bound = Extract<keyof ListCustomersQuery, `${'min' | 'max'}_${string}`>;

export interface CustomerFilters {
  readonly group: CustomerGroup;
  /** Names of the segments or cohorts; none for all customers. */
  readonly names: readonly string[];
  /** R and FM of a cell of the grid; undefined for any. */
  readonly cell: ScoreCell | undefined;
  /** The cell in the compared report; undefined for any. */
  readonly was: string | undefined;
  readonly only: Change | undefined;
  /** Numbers as typed. */
  readonly bounds: Readonly<Partial<Record<Bound, string>>>;
  /** A part of the customer's id. */
  readonly search: string;
  /** Label of a product that they bought; empty for any. */
  readonly product: string;
  readonly by: CustomerOrder;
  readonly descending: boolean;
}

/** Selects all customers of these groups, sorted by spend. */
export function filterByGroup(group: CustomerGroup, names: readonly string[]): CustomerFilters {
  return {
    ...{ group, names, cell: undefined, was: undefined, only: undefined },
    ...{ bounds: {}, search: '', product: '', by: 'monetary', descending: true },
  };
}

export function toQuery({
  group,
  names,
  cell,
  was,
  only,
  by,
  descending,
  bounds,
  search,
  product,
}: CustomerFilters): ListCustomersQuery {
  // Customers who have left are in no segment of this report: the segment is the one that they left.
  const earlier = was === undefined ? [] : [was];
  const [now, before] = only === 'left' ? [[], was === undefined ? names : earlier] : [names, earlier];
  return {
    [group]: joinNames(now),
    [`previous_${group}`]: joinNames(before),
    ...(cell !== undefined && { r_score: [cell.r], fm_score: [cell.fm] }),
    ...(only !== undefined && { [only]: true }),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(product.trim() !== '' && { product: [product.trim()] }),
    ...toNumbers(bounds),
    order_by: by,
    order: descending ? 'desc' : 'asc',
  };
}

/** Returns the filters without the order, as an audience needs them. */
export function toSelection(filters: CustomerFilters): ListCustomersQuery {
  const { order_by: _, order: __, ...selection } = toQuery(filters);
  return selection;
}

function joinNames(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : names;
}

function toNumbers(bounds: CustomerFilters['bounds']): { readonly [B in Bound]?: number } {
  return Object.fromEntries(
    Object.entries(bounds).flatMap(([name, typed]) => (typed.trim() === '' ? [] : [[name, Number(typed)]])),
  );
}

/** Lines that one part of the file holds. */
const BATCH = 1_000;

/**
 * Writes all matching customers, in the columns of the API, as parts of a file. `onRead` is called with the number read
 * so far.
 */
export async function writeCustomerCsv(
  client: OrderAnalytics,
  reportId: string,
  filters: CustomerFilters,
  onRead: (count: number) => void,
): Promise<string[]> {
  const parts: string[] = [];
  let lines: CsvCell[][] = [];
  let count = 0;
  for await (const customer of client.reports.customers(reportId, toQuery(filters))) {
    if (count++ === 0) lines.push(Object.keys(customer));
    lines.push(Object.values(customer));
    if (count % BATCH !== 0) continue;
    parts.push(formatCsv(lines));
    lines = [];
    onRead(count);
  }
  return [...parts, formatCsv(lines)];
}
