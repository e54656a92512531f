// Reads everyone who was ever assigned to an audience, for a report on its effect: intent to treat also counts those
// who left.

import { type CustomerList, getColumn, getCustomerIdAt } from '../../contract/customer-lists/columns.ts';
import { isMember } from '../audiences/membership.ts';

export interface Assigned {
  /** Distinct ids. */
  readonly customers: readonly string[];
  readonly isHeldOut: Uint8Array;
  /** Epoch milliseconds of the run that first selected them. */
  readonly at: Float64Array;
  readonly isMember: Uint8Array;
}

export const NOBODY: Assigned = {
  customers: [],
  isHeldOut: new Uint8Array(0),
  at: new Float64Array(0),
  isMember: new Uint8Array(0),
};

/**
 * Selects the customers assigned by a time, in epoch milliseconds: customers assigned later, while a report is
 * computed, are excluded. `list`: the members of an audience, as stored.
 */
export function selectAssigned({ head, columns }: CustomerList, time: number): Assigned {
  const at = getColumn(columns, 'assigned_at');
  const rows = Uint32Array.from({ length: head.rows }, (_, row) => row).filter((row) => at[row] <= time);
  const heldOut = getColumn(columns, 'held_out');
  return {
    customers: Array.from(rows, (row) => getCustomerIdAt(columns, row)),
    isHeldOut: Uint8Array.from(rows, (row) => heldOut[row]),
    at: Float64Array.from(rows, (row) => at[row]),
    isMember: Uint8Array.from(rows, (row) => Number(isMember(columns, row))),
  };
}

/**
 * Persons instead of customer ids. A person with several ids has the arm and the time of the first one assigned: leaving
 * out whom the campaign reached by another id would leave the arms unlike each other.
 */
export function renameAssigned(assigned: Assigned, idOf: ReadonlyMap<string, string>): Assigned {
  const { customers, at } = assigned;
  const isBefore = (a: number, b: number): boolean =>
    at[a] === at[b] ? customers[a] < customers[b] : at[a] < at[b];
  const rowOf = new Map<string, number>();
  const members = new Set<string>();
  for (const [row, id] of customers.entries()) {
    const person = idOf.get(id) ?? id;
    const known = rowOf.get(person);
    if (known === undefined || isBefore(row, known)) rowOf.set(person, row);
    if (assigned.isMember[row] === 1) members.add(person);
  }
  const rows = [...rowOf.values()];
  return {
    customers: [...rowOf.keys()],
    isHeldOut: Uint8Array.from(rows, (row) => assigned.isHeldOut[row]),
    at: Float64Array.from(rows, (row) => at[row]),
    isMember: Uint8Array.from(rowOf.keys(), (person) => Number(members.has(person))),
  };
}
