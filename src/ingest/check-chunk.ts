// Checks that a message's chunk belongs to its import: other systems can write to the queue too, and rows that no job
// accounts for are not stored.

import { OwnError } from '../contract/errors/errors.ts';
import type { ChunkMessage } from '../contract/messages/chunk-message.ts';
import { countRows } from '../contract/resources/orders/submitted-order.ts';
import { groupByOrder } from '../core/ingest/chunks.ts';
import type { ImportStore } from '../stores/imports/imports.ts';

/** The message names an import that does not exist, or says something else of a chunk than its import's job. */
export class UnknownChunkError extends OwnError {
  override readonly name = 'UnknownChunkError';
}

/** Throws UnknownChunkError. */
export async function checkChunk(imports: ImportStore, message: ChunkMessage): Promise<void> {
  const { account_id: accountId, dataset_id, import_id: importId, chunk, orders } = message;
  const item = await imports.get({ accountId, importId });
  if (item === undefined) throw new UnknownChunkError(`no import with id ${importId}`);
  if (item.dataset_id !== dataset_id) {
    throw new UnknownChunkError(
      `import ${importId} belongs to dataset ${item.dataset_id}, but the message to dataset ${dataset_id}`,
    );
  }
  const rows = item.chunk_rows[chunk];
  if (rows === undefined) throw new UnknownChunkError(`import ${importId} has no chunk ${chunk}`);
  const got = countRows(groupByOrder(orders));
  if (rows !== got) {
    throw new UnknownChunkError(
      `chunk ${chunk} of import ${importId} has ${rows} rows, the message has ${got}`,
    );
  }
}
