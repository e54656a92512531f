// Everyone who was ever assigned to an audience, for a report on its effect: intent to treat counts those who left, too.

import { type CustomerList, getColumn, getCustomerIdAt } from '../../contract/customer-lists/columns.ts';
import { isMember } from '../audiences/membership.ts';

export interface Assigned {
  /** Each once. */
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
 * By a time, in epoch milliseconds: who is assigned later, while a report is computed, is not in it. `list`: the members of an
 * audience as they are stored.
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
