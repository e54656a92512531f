// Erases data from stored dead letters and from the recorded names of failed rows, for imports that are older than the
// erasures.
import * as v from 'valibot';
import {
  computeCustomerDigest,
  type Erasure,
  type ErasureMarks,
  isErased,
} from '../../analysis/erasure/erasure.ts';
import { type ChunkMessage, keptMessage } from '../../contract/messages/chunk-message.ts';
import { createErasedOrder, type SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import type { DeadLetters } from '../orders/dead-letters.ts';
import type { ImportItem } from '../orders/import-item.ts';
import type { ImportStore } from '../orders/imports.ts';
import type { DatasetRef } from '../orders/orders.ts';
import type { ErasureStore } from './erasures.ts';

// Removes erased data from a dead letter. The rows stay counted, so that a redrive still completes with every row
// counted.

const json = v.pipe(v.string(), v.parseJson(), keptMessage);

/**
 * Returns the body to store instead: the same text if nothing in it was erased, undefined if nothing is left
 * of it. A body that does not match the schema can be neither searched for customers nor applied, so it is
 * deleted as a whole.
 */
export function redactLetter(body: string, marks: ErasureMarks): string | undefined {
  const parsed = v.safeParse(json, body);
  if (!parsed.success) return undefined;
  const orders = redactOrders(parsed.output, marks);
  if (orders.every(({ erased }) => erased)) return undefined;
  const isSame = orders.every((order, at) => order === parsed.output.orders[at]);
  return isSame ? body : JSON.stringify({ ...parsed.output, orders });
}

/** Erased orders are replaced by empty ones in the same positions: a chunk is split by position. */
export function redactOrders(
  { account_id, dataset_id, import_id, orders }: ChunkMessage,
  marks: ErasureMarks,
): readonly SubmittedOrder[] {
  // Most chunks have no erasure marks: skip the digests.
  if (marks.whole === undefined && marks.customers.size === 0) return orders;
  const firstPlace = new Map<string, number>();
  return orders.map((order, at) => {
    const { order_id, customer_id } = order;
    const digest =
      customer_id === undefined ? undefined : computeCustomerDigest(account_id, dataset_id, customer_id);
    if (order.erased || !isErased(marks, digest, import_id)) return order;
    const place = firstPlace.get(order_id) ?? at;
    firstPlace.set(order_id, place);
    return createErasedOrder(order, String(place));
  });
}

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
  for await (const item of listImportsBefore(deps.imports, dataset, newest)) {
    // Imports without failures have no recorded row names; letters may exist for messages that match none of
    // their chunks.
    if (item.completed_at !== undefined && item.rows?.failed === 0 && item.letter_at === undefined) continue;
    for (const key of await deps.deadLetters.list(item.import_id, item.account_id)) {
      for (const erasure of erasures) {
        if (item.import_id < erasure.erasureId) await eraseLetter(deps, dataset, key, erasure);
      }
    }
    await deps.imports.forgetErrors({ accountId: item.account_id, importId: item.import_id });
  }
}

async function* listImportsBefore(
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

/** Deletes before counting: a crash in between costs a count, but leaves no data behind. */
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
