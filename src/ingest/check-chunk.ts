// Whether a message's chunk is one of its import's: what no job accounts for is not stored, and other systems write to
// the queue too.

import type { ChunkMessage } from '../contract/chunk-message.ts';
import { OwnError } from '../core/errors.ts';
import { countRows } from '../core/ingest/submitted-order.ts';
import type { ImportStore } from '../stores/imports.ts';

/** The message speaks of an import that nobody began, or of a chunk that its import does not have. */
export class UnknownChunkError extends OwnError {
  override readonly name = 'UnknownChunkError';
}

/** Throws UnknownChunkError. */
export async function checkChunk(imports: ImportStore, message: ChunkMessage): Promise<void> {
  const { account_id: accountId, import_id: importId, chunk, orders } = message;
  const item = await imports.get({ accountId, importId });
  if (item === undefined) throw new UnknownChunkError(`there is no import ${importId}`);
  const rows = item.chunk_rows[chunk];
  if (rows === undefined) throw new UnknownChunkError(`import ${importId} has no chunk ${chunk}`);
  if (rows !== countRows(orders)) {
    throw new UnknownChunkError(
      `chunk ${chunk} of import ${importId} has ${rows} rows, the message has ${countRows(orders)}`,
    );
  }
}
