// The pass before all others of a report on customers of high value: who they are depends on what all customers spend.
import { highValueSpend, spendsOfBuyers } from '../core/baskets/scopes.ts';
import { packColumns, unpackColumns } from '../core/extract/packed-columns.ts';
import type { OrderColumns } from '../core/orders/columns.ts';
import type { ReportSettings } from '../core/settings/settings.ts';

/** Whether the report needs the pass. Its orders are cut by customer. */
export function needsScopePass({ customerScope }: Pick<ReportSettings, 'customerScope'>): boolean {
  return customerScope === 'high_value';
}

/** What a partition finds: the spends of its customers with a purchase. */
export function packSpends(columns: OrderColumns): Uint8Array {
  return packColumns({ spends: { kind: 'numbers', values: spendsOfBuyers(columns) } });
}

/** The join of the pass. */
export class SpendJoin {
  private readonly found: ArrayLike<number>[] = [];

  add(found: Uint8Array): void {
    this.found.push(unpackColumns(found).numbers('spends'));
  }

  /** The least spend of a customer of high value. */
  end(): number {
    const spends = new Float64Array(this.found.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.found) {
      spends.set(part, at);
      at += part.length;
    }
    return highValueSpend(spends);
  }
}
