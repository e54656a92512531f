// What the service says of imports: codes, their parameters, and the English sentences.
import { counted, whole } from '../insights/wording.ts';

export const IMPORT_SENTENCES = {
  storage_cap_reached: () =>
    "The plan's storage cap is reached: existing rows are updated; new rows are rejected and counted as failed.",
  /** `room`: rows that the plan can still store; `rows`: of the request. */
  storage_room_left: ({ room, rows }: { room: number; rows: number }) =>
    `The plan has room for ${counted(room, 'more row')}: existing rows are updated; of the ${whole(rows)} rows of this request, new ones beyond that are rejected and counted as failed.`,
  some_rows_failed: () => 'Some rows could not be applied.',
  all_rows_failed: () => 'No row could be stored.',

  order_without_items: () => 'The order has no line items.',
  item_without_product: () => 'The line item has neither product_name nor product_sku.',
  row_over_storage_cap: () => "The plan's storage cap is reached: new rows are rejected.",
  order_erased: () => 'The data was erased before it could be stored.',
  chunk_too_large: () => 'The chunk is too large for one transaction and is not applied yet.',
  chunk_not_applied: () => 'The chunk could not be applied after several attempts.',
  chunk_lost: () => 'The chunk was lost. Send the request again.',
  chunk_not_queued: () => 'The request ended before the chunk was queued. Send the request again.',
  chunk_unnamed: () => 'The message does not name its chunk.',
  message_not_json: () => 'The message is not JSON.',
  /** `message`: an error as the service met it. */
  rows_failed_by_error: ({ message }: { message: string }) => message,
};
