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
