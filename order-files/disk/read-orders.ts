// Orders of files that Node reads: paths, standard input, S3.
import { type OrderReading, type ReadOptions as OrderReadOptions, readOrderFiles } from '../read-orders.ts';
import { type LocalOptions, localFile, localSurroundings } from './local-files.ts';

export type ReadOptions = OrderReadOptions & LocalOptions;

/** `sources`: paths, `-`, s3://bucket/key. See `readOrderFiles`. */
export async function readOrders(
  sources: readonly string[],
  options: ReadOptions = {},
): Promise<OrderReading> {
  const files = await Promise.all(sources.map((name) => localFile(name, options)));
  return readOrderFiles(files, localSurroundings(options), options);
}
