// A list from the customers of an analysis: sorted by hash of the id, so that two lists are compared in one pass and a
// page continues at the same customer after others were erased.

import { COLUMNS, type ColumnArray, type ColumnName, type CustomerList, NO_GROUP } from './columns.ts';
import { sortedHashes } from './customer-hash.ts';
import { type CustomerIds, customerIds, textsInOrder } from './customer-ids.ts';
import { emptyColumn } from './select-rows.ts';

/** Values of each customer, in the order of `ids`. */
type Figures = Partial<Readonly<Record<ColumnName, ArrayLike<number>>>>;

export interface Listed {
  readonly reportType: string;
  readonly ids: CustomerIds;
  readonly groups: readonly string[];
  /** `group` among them. */
  readonly figures: Figures;
}

/** A list that is compared with nothing yet. */
export function buildList({ reportType, ids, groups, figures }: Listed): CustomerList {
  const rows = ids.count;
  const { order, high, low } = sortedHashes(ids.hashes);
  const { end, bytes } = textsInOrder(ids, order);
  const [contacts, purchases] = [ids.contacts, ids.purchases].map(
    (texts) => texts && textsInOrder(texts, order),
  );
  const columns = new Map<ColumnName, ColumnArray>([
    ['hash_high', high],
    ['hash_low', low],
    ['id_end', end],
    ['id_bytes', bytes],
    ...(contacts === undefined
      ? []
      : ([
          ['contact_end', contacts.end],
          ['contact_bytes', contacts.bytes],
        ] as const)),
    ...(purchases === undefined
      ? []
      : ([
          ['purchases_end', purchases.end],
          ['purchases_bytes', purchases.bytes],
        ] as const)),
    ['previous_group', new Uint32Array(rows).fill(NO_GROUP)],
  ]);
  for (const name of columnNames) {
    const values = figures[name];
    if (values === undefined) continue;
    const column = emptyColumn(name, rows);
    for (let row = 0; row < rows; row++) column[row] = values[order[row]];
    columns.set(name, column);
  }
  return { head: { reportType, rows, members: rows, comparedWith: null, groups }, columns };
}

/** Of a report without customers. */
export function emptyList(reportType: string): CustomerList {
  return buildList({ reportType, ids: customerIds([]), groups: [], figures: { group: [] } });
}

const isColumn = (name: string): name is ColumnName => name in COLUMNS;
const columnNames = Object.keys(COLUMNS).filter(isColumn);
