// Customer scopes: which orders a report looks at, by what the customer's whole history says. Filters come after.
import type { OrderColumns } from '../orders/columns.ts';
import type { CustomerScope } from '../settings/settings.ts';
import { type CustomerHistory, customerHistory } from './customer-history.ts';

const CHURN_DAYS = 90;
const NEW_DAYS = 90;
const HIGH_VALUE_SHARE = 0.2;

/**
 * Per order: 1 when it is in the scope. Any scope but `all` leaves out orders without a customer. `leastSpend`: of
 * `high_value` customers, where the columns are not the whole dataset. Default: theirs.
 */
export function ordersInScope(
  columns: OrderColumns,
  scope: CustomerScope,
  reference: number | undefined,
  leastSpend?: number,
): Uint8Array {
  const mask = new Uint8Array(columns.orderCount);
  if (scope === 'all') return mask.fill(1);
  const history = customerHistory(columns);
  if (scope === 'first_order') {
    for (const order of history.firstOrder) if (order >= 0) mask[order] = 1;
    return mask;
  }
  const inScope = customersInScope(history, scope, reference ?? Number.NaN, leastSpend);
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    mask[order] = customer >= 0 && inScope(customer) ? 1 : 0;
  }
  return mask;
}

function customersInScope(
  history: CustomerHistory,
  scope: Exclude<CustomerScope, 'all' | 'first_order'>,
  reference: number,
  leastSpend: number | undefined,
): (customer: number) => boolean {
  switch (scope) {
    case 'repeat':
      return (customer) => history.purchases[customer] >= 2;
    case 'high_value': {
      const least = leastSpend ?? highValueSpend(buyersSpends(history));
      return (customer) => history.purchases[customer] > 0 && history.spend[customer] >= least;
    }
    case 'churning':
      return (customer) => reference - history.lastDay[customer] >= CHURN_DAYS;
    case 'new_90d':
      return (customer) => reference - history.firstDay[customer] < NEW_DAYS;
  }
}

/** The spends of customers with a purchase: what `highValueSpend` of the whole dataset is found from. */
export function spendsOfBuyers(columns: OrderColumns): Float64Array {
  return buyersSpends(customerHistory(columns));
}

function buyersSpends({ purchases, spend }: CustomerHistory): Float64Array {
  return spend.filter((_, customer) => purchases[customer] > 0);
}

/** The spend of rank ceil(0.2 n) among `spends`, which it sorts: ties are included. */
export function highValueSpend(spends: Float64Array): number {
  spends.sort();
  const rank = Math.ceil(HIGH_VALUE_SHARE * spends.length);
  return spends[spends.length - rank] ?? Number.POSITIVE_INFINITY;
}
