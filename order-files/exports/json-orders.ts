// Orders in JSON as a shop's API returns them, as rows: the lines of each become records of one table, whose columns are
// the fields of an order, and the values that the order itself has.
import { openAccount } from '../account.ts';
import { type ColumnMap, mapColumns } from '../columns/column-map.ts';
import type { RowSink } from '../orders/order-rows.ts';
import { EXPORT_FIELDS, type Profile } from '../profiles/profile.ts';
import { BlockReader } from '../rows/block-reader.ts';
import type { RowOptions } from '../rows/row-batches.ts';
import { recordsOfOrder } from './json-values.ts';

export interface JsonOrders {
  readonly columns: ColumnMap;
  read(order: Readonly<Record<string, unknown>>, line: number, sink: RowSink): void;
  end(sink: RowSink): void;
}

/** `first`: an order of the file, whose own values can be custom fields. */
export function openJsonOrders(
  source: string,
  profile: Profile & Required<Pick<Profile, 'json' | 'block'>>,
  first: Readonly<Record<string, unknown>>,
  { columns: choice, custom, account = openAccount() }: RowOptions,
): JsonOrders {
  const { json, block } = profile;
  const named: Readonly<Record<string, string>> = {
    ...json.order,
    ...json.line,
    ...json.returned,
    record_kind: '',
  };
  const fields = EXPORT_FIELDS.filter((field) => field in named);
  const own = Object.keys(first).filter(
    (key) => !fields.some((field) => field === key) && isScalar(first[key]),
  );
  const columns = mapColumns(source, [...fields, ...own], { choice, custom, from: profile.id });
  const options = { dateFormat: 'iso', decimal: 'point' } as const;
  const reader = new BlockReader(source, columns, profile, block, options, account);
  return {
    columns,
    read(order, line, sink) {
      const ownCells = own.map((key) => (isScalar(order[key]) ? String(order[key]) : ''));
      for (const record of recordsOfOrder(order, json)) {
        reader.read([...fields.map((field) => record[field] ?? ''), ...ownCells], line, sink);
      }
    },
    end: (sink) => reader.end(sink),
  };
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
