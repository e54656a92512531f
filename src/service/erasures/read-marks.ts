// Reads the erasure marks that can apply to an import's orders. Nearly every import is newer than all
// erasures of its dataset, which one read of one item shows.

import { computeCustomerDigest, type ErasureMarks, NO_MARKS } from '../../analysis/erasure/erasure.ts';
import type { ChunkMessage } from '../../contract/messages/chunk-message.ts';
import type { SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import type { ErasureStore } from './erasures.ts';

export async function readMarks(
  erasures: Pick<ErasureStore, 'mark' | 'customerMarks'>,
  { account_id, dataset_id, import_id }: Pick<ChunkMessage, 'account_id' | 'dataset_id' | 'import_id'>,
  orders: readonly SubmittedOrder[],
): Promise<ErasureMarks> {
  const mark = await erasures.mark(account_id, dataset_id);
  if (mark === undefined || mark.latest < import_id) return NO_MARKS;
  const digests = new Set(
    orders.flatMap(({ customer_id }) =>
      customer_id === undefined ? [] : computeCustomerDigest(account_id, dataset_id, customer_id),
    ),
  );
  return { whole: mark.whole, customers: await erasures.customerMarks(account_id, dataset_id, digests) };
}
