// What an order of a shop, posted by it or read from it, changes in the dataset of its source: nothing for
// another currency, or for what was erased.
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { computeCustomerDigest } from '../../analysis/erasure/erasure.ts';
import { PayloadTooLargeError } from '../../contract/errors/errors.ts';
import { queuedOrders } from '../../contract/messages/chunk-message.ts';
import { countRows } from '../../contract/resources/orders/submitted-order.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../contract/schema/limits.ts';
import type { CustomerIdentifier, SourceKind } from '../../contract/source.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import type { EventOrders, MappedEvent } from './mapped-event.ts';
import { mapShopify } from './shopify.ts';
import type { SourceItem } from './sources.ts';
import { mapWooCommerce } from './woocommerce.ts';

// How each kind of source states its orders. A new kind is added here and in event-headers.ts.
type Mapping = (topic: string, payload: unknown, identifier: CustomerIdentifier) => MappedEvent;

const MAPPINGS: Readonly<Record<SourceKind, Mapping>> = {
  shopify: mapShopify,
  woocommerce: mapWooCommerce,
};

interface EventSetting {
  readonly mark: DatasetMark | undefined;
  /** The currency of the dataset or, if it has none, of the source's first order. */
  readonly readCurrency: () => Promise<string | undefined>;
}

export function createMapEvent(erasures: Pick<ErasureStore, 'customerMarks'>) {
  /**
   * Content that the shop stated before the dataset was erased stays erased; so does an order placed before
   * its customer was erased, whatever later events state.
   */
  async function isErased(
    source: SourceItem,
    { changedAt, placedAt, orders }: EventOrders,
    mark: DatasetMark | undefined,
  ): Promise<boolean> {
    if (mark?.whole !== undefined && changedAt !== undefined && changedAt <= decodeTime(mark.whole))
      return true;
    const { account_id: accountId, dataset_id: datasetId } = source;
    if (placedAt === undefined || mark === undefined) return false;
    const customers = new Set(orders.flatMap(({ customer_id = [] }) => customer_id));
    if (customers.size === 0) return false;
    const digests = new Set([...customers].map((id) => computeCustomerDigest(accountId, datasetId, id)));
    const marks = await erasures.customerMarks(accountId, datasetId, digests);
    return [...marks.values()].some((erasureId) => placedAt <= decodeTime(erasureId));
  }

  /** Amounts of two currencies are never added. `read`: returns the payload, or throws a SyntaxError. */
  return async function mapEvent(
    source: SourceItem,
    topic: string,
    read: () => unknown,
    { mark, readCurrency }: EventSetting,
  ): Promise<MappedEvent> {
    const mapped = readPayload(source, topic, read);
    if ('ignored' in mapped) return mapped;
    const { currency } = mapped;
    if (currency !== undefined && ((await readCurrency()) ?? currency) !== currency)
      return { ignored: 'currency' };
    return (await isErased(source, mapped, mark)) ? { ignored: 'erased' } : mapped;
  };
}

/**
 * A payload that differs from its shop's documentation, or does not fit the contract, counts as unreadable.
 * An event may have as many rows as a request: throws PayloadTooLargeError before it processes more.
 */
function readPayload(
  { kind, customer_identifier }: SourceItem,
  topic: string,
  read: () => unknown,
): MappedEvent {
  try {
    const mapped = MAPPINGS[kind](topic, read(), customer_identifier);
    if ('ignored' in mapped) return mapped;
    const rows = countRows(mapped.orders);
    if (rows > MAX_LINE_ITEMS_PER_REQUEST)
      throw new PayloadTooLargeError(
        `Event of ${rows} rows; expected at most ${MAX_LINE_ITEMS_PER_REQUEST}.`,
      );
    return { ...mapped, orders: v.parse(queuedOrders, mapped.orders) };
  } catch (error) {
    if (error instanceof v.ValiError || error instanceof SyntaxError) return { ignored: 'unreadable' };
    throw error;
  }
}
