// Gives the orders of a person one customer: applied to columns as they were read, or to each id while they are built.
// Both number customers in the sequence of their first appearance, so that the columns are equal.
import type { OrderColumns } from '../orders/columns.ts';

/** `idOf`: see Persons. */
export function renameCustomers(columns: OrderColumns, idOf: ReadonlyMap<string, string>): OrderColumns {
  if (idOf.size === 0) return columns;
  const indexes = new Map<string, number>();
  const indexOf = Int32Array.from(columns.customers, (id) => {
    const person = idOf.get(id) ?? id;
    const known = indexes.get(person);
    if (known !== undefined) return known;
    indexes.set(person, indexes.size);
    return indexes.size - 1;
  });
  return {
    ...columns,
    customers: [...indexes.keys()],
    orderCustomer: columns.orderCustomer.map((customer) => (customer < 0 ? -1 : indexOf[customer])),
  };
}
