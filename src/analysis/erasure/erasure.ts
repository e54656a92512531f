// Defines the scope of an erasure: everything accepted before it, of a dataset or of one customer in it. Ids of
// erasures and imports are ULIDs, so that "before" is a comparison of ids.
import { createHash } from 'node:crypto';
import { hash64 } from '../customer-lists/customer-ids.ts';

export interface Erasure {
  readonly erasureId: string;
  /** The customer whose data is erased; undefined for all customers. */
  readonly customer: ErasedCustomer | undefined;
}

/** Identifies a customer in jobs and marks, which must not keep the id that they erase. */
export interface ErasedCustomer {
  /** `computeCustomerDigest` of the id. */
  readonly digest: string;
  /** The customer's hash in lists of segment members, in decimal. */
  readonly member: string;
}

/** The erasures that apply to data of one dataset. */
export interface ErasureMarks {
  /** The newest erasure of the whole dataset. */
  readonly whole: string | undefined;
  /** The newest erasure of each requested customer, by `computeCustomerDigest`. */
  readonly customers: ReadonlyMap<string, string>;
}

export const NO_MARKS: ErasureMarks = { whole: undefined, customers: new Map() };

/** SHA-256, lowercase hex, of account, dataset and customer. */
export function computeCustomerDigest(accountId: string, datasetId: string, customerId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, datasetId, customerId]))
    .digest('hex');
}

export function toErasedCustomer(accountId: string, datasetId: string, customerId: string): ErasedCustomer {
  return {
    digest: computeCustomerDigest(accountId, datasetId, customerId),
    member: hash64(customerId).toString(),
  };
}

/** Whether the data of an import was erased before it could be stored. */
export function isErased(marks: ErasureMarks, customer: string | undefined, importId: string): boolean {
  if (marks.whole !== undefined && importId < marks.whole) return true;
  const erasure = customer === undefined ? undefined : marks.customers.get(customer);
  return erasure !== undefined && importId < erasure;
}
