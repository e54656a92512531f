// Whether a report is about an erased customer: its filters name the customer.

import { computeCustomerDigest, type ErasedCustomer } from '../../analysis/erasure/erasure.ts';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import type { DatasetRef } from '../orders/orders.ts';

/** `customer`: undefined for any customer. */
export function hasCustomerCondition(
  { filters }: Pick<CreateReportRequest, 'filters'>,
  { accountId, datasetId }: DatasetRef,
  customer: ErasedCustomer | undefined,
): boolean {
  return (filters?.conditions ?? []).some(
    ({ field, value }) =>
      field === 'customer_id' &&
      (customer === undefined ||
        computeCustomerDigest(accountId, datasetId, String(value)) === customer.digest),
  );
}
