// The pass before all others of a report on customers of high value: who they are depends on what all customers spend.
import { highValueSpend, spendsOfBuyers } from '../core/baskets/scopes.ts';
import {
  type Column,
  packColumns,
  type UnpackedColumns,
  unpackColumns,
} from '../core/extract/packed-columns.ts';
import type { OrderColumns } from '../core/orders/columns.ts';
import { JoinedRows } from '../core/partitions/joined-rows.ts';
import type { ReportSettings } from '../core/settings/settings.ts';
import type { Kind } from './analysis.ts';
import type { Known, PartJoin } from './partitioned.ts';

/** Whether the report needs the pass. Its orders are cut by customer. */
export function needsScopePass({ customerScope }: Pick<ReportSettings, 'customerScope'>): boolean {
  return customerScope === 'high_value';
}

/** What a partition finds: the spends of its customers with a purchase. */
export function packSpends(columns: OrderColumns): Uint8Array {
  return packColumns({ spends: { kind: 'numbers', values: spendsOfBuyers(columns) } });
}

/** The join of the pass: the least spend of a customer of high value is known afterwards. */
export function joinOfSpends<K extends Kind>(): PartJoin<K> {
  const found: UnpackedColumns[] = [];
  return {
    add: (spends) => found.push(unpackColumns(spends)),
    end: () => ({
      known: packColumns(
        leastSpendColumn(highValueSpend(JoinedRows.byPartition(found, 'spends').numbers('spends'))),
      ),
    }),
  };
}

/** To be known in later passes, too. */
export function leastSpendColumn(leastSpend: number | undefined): Record<string, Column> {
  if (leastSpend === undefined) return {};
  return { leastSpend: { kind: 'doubles', values: Float64Array.of(leastSpend) } };
}

export function leastSpendIn(known: Known): number | undefined {
  if (known === undefined) return undefined;
  const columns = unpackColumns(known);
  return columns.has('leastSpend') ? columns.doubles('leastSpend')[0] : undefined;
}
