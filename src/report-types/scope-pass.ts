// The pass before all others of a report on customers of high value: who they are depends on what all customers spend.

import type { Kind } from '../contract/report-types/report-type.ts';
import type { ReportSettings } from '../contract/settings/settings.ts';
import { highValueSpend, spendsOfBuyers } from '../core/baskets/scopes.ts';
import { heldColumns, type UnpackedColumns } from '../core/extract/packed-columns.ts';
import type { OrderColumns } from '../core/orders/columns.ts';
import { JoinedRows } from '../core/partitions/joined-rows.ts';
import type { Known, PartJoin } from './partitioned.ts';

/** Whether the report needs the pass. Its orders are cut by customer. */
export function needsScopePass({ customerScope }: Pick<ReportSettings, 'customerScope'>): boolean {
  return customerScope === 'high_value';
}

/** What a partition finds: the spends of its customers with a purchase. */
export function foundSpends(columns: OrderColumns): UnpackedColumns {
  return heldColumns({ spends: { kind: 'numbers', values: spendsOfBuyers(columns) } });
}

/** The join of the pass: in the next one, the least spend of a customer of high value is known. */
export function joinOfSpends<K extends Kind>(next: string): PartJoin<K> {
  const found: UnpackedColumns[] = [];
  return {
    add: (spends) => found.push(spends),
    end() {
      const leastSpend = highValueSpend(JoinedRows.byPartition(found, 'spends').numbers('spends'));
      const columns = heldColumns({ leastSpend: { kind: 'doubles', values: Float64Array.of(leastSpend) } });
      return { known: { stage: next, columns } };
    },
  };
}

/** In the pass after this one; undefined where that is the first. */
export function leastSpendIn(known: Known): number | undefined {
  return known?.columns.doubles('leastSpend')[0];
}
