// Writes sorted orders to a file of line items, in any format.
import { listOrderColumns, listOrderRows } from '../../../analysis/tables/order-lines.ts';
import { createCsvWriter, createNdjsonWriter } from '../../../analysis/tables/table.ts';
import type { OrderExportItem } from '../exports.ts';
import { createParquetWriter } from '../parquet-table.ts';
import type { MergedOrder, OrderPlace } from './sorted-runs.ts';

const WRITERS = { csv: createCsvWriter, ndjson: createNdjsonWriter, parquet: createParquetWriter } as const;

type OrderFileOptions = Pick<OrderExportItem, 'contact' | 'format' | 'partition_by'>;

/** YYYY-MM, in UTC; undefined for an order without a date. */
export const toMonth = (date: number | null): string | undefined =>
  date === null ? undefined : new Date(date).toISOString().slice(0, 7);

/**
 * Writes a file until it has its lines, its month ends, or the time is over: then `next` is the order that follows.
 */
export function createOrderFile(
  { contact, format, partition_by }: OrderFileOptions,
  most = Number.POSITIVE_INFINITY,
  isLate = (): boolean => false,
) {
  const getMonth = ({ place: { date } }: MergedOrder): string | undefined =>
    partition_by === undefined ? undefined : toMonth(date);
  let month: string | undefined;
  let hasBegun = false;
  let rows = 0;
  let next: OrderPlace | null = null;
  return {
    rows: () => rows,
    month: () => month,
    next: () => next,
    async *write(
      batches: AsyncIterable<readonly MergedOrder[]>,
      isShown: (order: MergedOrder) => boolean = () => true,
    ): AsyncGenerator<Uint8Array> {
      const writer = WRITERS[format](listOrderColumns(contact));
      writing: for await (const batch of batches) {
        for (const merged of batch) {
          const of = getMonth(merged);
          if (!hasBegun) month = of;
          if (rows >= most || (rows > 0 && isLate()) || (hasBegun && of !== month)) {
            const { date, orderId, path } = merged.place;
            next = { date, orderId, path };
            break writing;
          }
          hasBegun = true;
          if (!isShown(merged)) continue;
          for (const cells of listOrderRows(merged.order, contact)) {
            rows++;
            const piece = writer.add(cells);
            if (piece !== undefined) yield piece;
          }
        }
      }
      yield writer.end();
    },
  };
}
