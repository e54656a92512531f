// Erases data from stored dead letters and from the recorded names of failed rows, for imports that are older than the
// erasures.
import type { Erasure } from '../core/erasure/erasure.ts';
import type { ErasureStore } from '../stores/erasures/erasures.ts';
import type { DeadLetters } from '../stores/imports/dead-letters.ts';
import type { ImportItem } from '../stores/imports/import-item.ts';
import type { ImportStore } from '../stores/imports/imports.ts';
import type { DatasetRef } from '../stores/orders/orders.ts';
import { redactLetter } from './redact-letter.ts';

export interface EraseDeadLettersDeps {
  readonly imports: ImportStore;
  readonly deadLetters: DeadLetters;
  readonly erasures: ErasureStore;
}

const PAGE = 100;

/** `erasures`: ascending by id, not empty. */
export async function eraseDeadLetters(
  deps: EraseDeadLettersDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
): Promise<void> {
  const newest = erasures.at(-1)?.erasureId ?? '';
  for await (const item of importsOf(deps.imports, dataset, newest)) {
    // Imports without failures have no recorded row names; letters may be of messages beside their chunks.
    if (item.completed_at !== undefined && item.rows?.failed === 0 && item.letter_at === undefined) continue;
    for (const key of await deps.deadLetters.list(item.import_id, item.account_id)) {
      for (const erasure of erasures) {
        if (item.import_id < erasure.erasureId) await eraseLetter(deps, dataset, key, erasure);
      }
    }
    await deps.imports.forgetErrors({ accountId: item.account_id, importId: item.import_id });
  }
}

async function* importsOf(
  imports: ImportStore,
  { accountId, datasetId }: DatasetRef,
  before: string,
): AsyncGenerator<ImportItem> {
  for (let last = before; ; ) {
    const items = await imports.listRecent(accountId, PAGE, last);
    yield* items.filter(({ dataset_id }) => dataset_id === datasetId);
    const oldest = items.at(-1);
    if (oldest === undefined || items.length < PAGE) return;
    last = oldest.import_id;
  }
}

/** Deleted before it is counted: a crash in between costs a count, but leaves no data behind. */
async function eraseLetter(
  { deadLetters, erasures }: EraseDeadLettersDeps,
  { accountId }: DatasetRef,
  key: string,
  { erasureId, customer }: Erasure,
): Promise<void> {
  const letter = await deadLetters.find(key);
  if (letter === undefined) return;
  const left = redactLetter(letter.body, {
    whole: customer === undefined ? erasureId : undefined,
    customers: new Map(customer === undefined ? [] : [[customer.digest, erasureId]]),
  });
  if (left === letter.body) return;
  if (left === undefined) await deadLetters.remove(key);
  else await deadLetters.replace(key, { ...letter, body: left });
  await erasures.count({ accountId, erasureId }, 'dead_letters', 1);
}
