// Which customers of a report a list has, as its query, and the list as a file for spreadsheets and mailing tools.

import type { ListCustomersQuery, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { type CsvCell, formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import { SEGMENT_NAMES, type SegmentName } from '../../../src/contract/report-types/rfm/segments.ts';
import type { CustomerGroup } from '../reports/report-types.ts';

/** Which customers, by the report compared with. */
export const CHANGES = ['moved', 'joined', 'left'] as const;
type Change = (typeof CHANGES)[number];
export type CustomerOrder = NonNullable<ListCustomersQuery['order_by']>;

export interface ScoreCell {
  readonly r: number;
  readonly fm: number;
}

/** As the address has it, such as 5-4. */
export function parseCell(text: string | undefined): ScoreCell | undefined {
  const found = /^([1-5])-([1-5])$/.exec(text ?? '');
  return found === null ? undefined : { r: Number(found[1]), fm: Number(found[2]) };
}

/** Segments as the address has them: their names hold no comma. */
export function parseSegments(text: string | undefined): SegmentName[] {
  const asked = (text ?? '').split(',');
  return SEGMENT_NAMES.filter((name) => asked.includes(name));
}

/** The address of these, with one more, or one less where it is among them; undefined for none. */
export function withOrWithout(names: readonly string[], name: string): string | undefined {
  const others = names.filter((each) => each !== name);
  return (others.length < names.length ? others : [...names, name]).join(',') || undefined;
}

/** Least and most of a figure, as the service and the address call them. */
export type Bound = Extract<keyof ListCustomersQuery, `${'min' | 'max'}_${string}`>;

export interface CustomerFilters {
  readonly group: CustomerGroup;
  /** Of the segments or cohorts; none for all customers. */
  readonly names: readonly string[];
  /** R and FM of a cell of the grid; undefined for any. */
  readonly cell: ScoreCell | undefined;
  /** The same in the report compared with; undefined for any. */
  readonly was: string | undefined;
  readonly only: Change | undefined;
  /** Numbers as they are typed. */
  readonly bounds: Readonly<Partial<Record<Bound, string>>>;
  /** A part of the customer's id. */
  readonly search: string;
  /** Label of a product that they bought; empty for any. */
  readonly product: string;
  readonly by: CustomerOrder;
  readonly descending: boolean;
}

/** All customers of these, by spend. */
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
  // Customers who have left are in no segment of this report: its name is then that of the segment they left.
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

/** Which customers, whatever their order: as an audience asks for them. */
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

/** Lines that are written together. */
const BATCH = 1_000;

/**
 * All customers that match, in the columns of the API, as the parts of a file. `onRead` is called with their number so
 * far.
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
