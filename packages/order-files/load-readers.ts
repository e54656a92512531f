// Loads readers that few files need: a browser then downloads their script only for such a file.
import { OrderFileError } from './problems/errors.ts';

/** Throws OrderFileError if the network is down, or if a deployment has replaced the script. */
export async function loadTableReaders() {
  try {
    return await import('./tables/table-readers.ts');
  } catch {
    throw new OrderFileError(undefined, { code: 'reader_not_loaded' });
  }
}
