// All orders of files in memory, for what is computed on this machine.
import { orderColumns } from '../../../order-files/orders/order-columns.ts';
import { counted } from '../../../src/core/insights/wording.ts';
import { interruptible } from '../../interruption.ts';
import { startProgress } from './file-progress.ts';
import { openOrderFiles } from './open-order-files.ts';
import type { OrderFileFlags } from './order-file-options.ts';

/** Reads all orders, with a bar; Ctrl-C ends it. */
export async function readWhole(
  files: readonly string[],
  flags: OrderFileFlags,
  options: Parameters<typeof orderColumns>[1],
) {
  let rows = 0;
  const where = (): string =>
    `after ${counted(rows, 'row')} were read: nothing was written; run again to start from the beginning`;
  return interruptible(where, async (signal) => {
    const { reading, reconcile, ratesSource } = await openOrderFiles(files, flags, 'analysed', { signal });
    const progress = startProgress('reading');
    const ticker = setInterval(() => {
      const { bytes, totalBytes, rows: read } = reading.progress();
      rows = read;
      progress.update(bytes, totalBytes, read);
    }, TICK_MS);
    try {
      const columns = await orderColumns(reading.orders, options);
      return { reading, columns, ratesSource, reconcile };
    } finally {
      rows = reading.progress().rows;
      clearInterval(ticker);
      progress.stop();
    }
  });
}

/** Small files are read before the first. */
const TICK_MS = 1_000;
