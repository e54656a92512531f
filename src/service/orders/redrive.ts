// Applies the dead letters of an import and corrects its counts. Can be repeated, and interrupted at any
// point: a part is applied only while its receipt is dead, in the transaction that replaces the receipt.
import { keptMessage } from '../../contract/messages/chunk-message.ts';
import { parseRequest } from '../../contract/parse.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import { type ApplyChunkDeps, checkChunk, createApplyChunk } from './apply-chunk.ts';
import type { DeadLetters } from './dead-letters.ts';
import { failChunk, recountImport } from './settle-chunk.ts';

export interface RedriveDeps extends ApplyChunkDeps {
  readonly deadLetters: DeadLetters;
  readonly datasets: Pick<DatasetStore, 'noteChange'>;
}

export interface Redriven {
  /** Chunks applied, and those that still cannot be applied, each with the reason. */
  readonly applied: number;
  readonly refused: readonly { readonly key: string; readonly reason: string }[];
  /** The import's account; undefined if no dead letter of the import is stored. */
  readonly accountId: string | undefined;
}

export function createRedrive(deps: RedriveDeps) {
  const applyChunk = createApplyChunk(deps, { replaces: 'dead' });
  return async function redrive(importId: string): Promise<Redriven> {
    const refused: { key: string; reason: string }[] = [];
    let applied = 0;
    let accountId: string | undefined;
    for (const key of await deps.deadLetters.list(importId)) {
      try {
        const { body, reason } = await deps.deadLetters.read(key);
        const message = parseRequest(keptMessage, JSON.parse(body));
        await checkChunk(deps.imports, message);
        // The consumer may have crashed between storing the letter and writing its receipt; a part must be dead to be
        // replaced.
        const ref = { accountId: message.account_id, importId };
        await failChunk(deps, ref, message.chunk, message.orders, reason);
        await applyChunk(message);
        accountId = message.account_id;
        // Before the letter is removed: a redrive that is interrupted here is repeated.
        await deps.datasets.noteChange(message.account_id, message.dataset_id);
        await recountImport(deps, { accountId, importId });
        await deps.deadLetters.remove(key);
        applied++;
      } catch (error) {
        refused.push({ key, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return { applied, refused, accountId };
  };
}
