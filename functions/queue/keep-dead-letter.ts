// Consumer of the dead-letter queue: stores the message's body in S3 with the reason and counts its rows as failed in
// the chunk's own receipt, so that the import completes with every row counted. A message that names its import but no
// chunk of it is noted in the import.

import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { NO_MARKS } from '../../src/analysis/erasure/erasure.ts';
import { groupByOrder } from '../../src/analysis/ingest/chunks.ts';
import { listRowErrors } from '../../src/analysis/ingest/row-errors.ts';
import { chunkMessage, importEnvelope, readableOrders } from '../../src/contract/messages/chunk-message.ts';
import { countRows } from '../../src/contract/resources/orders/submitted-order.ts';
import { formatReason } from '../../src/contract/sentences/import-reasons.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { redactLetter, redactOrders } from '../../src/service/erasures/erase-dead-letters.ts';
import { createErasureStore, type ErasureStore } from '../../src/service/erasures/erasures.ts';
import { readMarks } from '../../src/service/erasures/read-marks.ts';
import { describeError } from '../../src/service/observability/describe-error.ts';
import { log } from '../../src/service/observability/log.ts';
import { measure } from '../../src/service/observability/metrics.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { REASON_ATTRIBUTE } from '../../src/service/orders/dead-letter-queue.ts';
import { createDeadLetters, type DeadLetters, toLetterName } from '../../src/service/orders/dead-letters.ts';
import { createImportStore } from '../../src/service/orders/imports.ts';
import { failChunk, failLostChunk, type SettleDeps } from '../../src/service/orders/settle-chunk.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

/** The consumer crashed or timed out on its last attempt. */
const UNKNOWN_REASON = formatReason('chunk_not_applied');

const json = v.pipe(v.string(), v.parseJson());

export interface KeepDeadLettersDeps extends SettleDeps {
  readonly deadLetters: DeadLetters;
  readonly erasures: Pick<ErasureStore, 'mark' | 'customerMarks'>;
}

export function keepDeadLetters(deps: KeepDeadLettersDeps) {
  const keep = async ({ messageId, body, messageAttributes }: SQSRecord): Promise<void> => {
    const reason = messageAttributes[REASON_ATTRIBUTE]?.stringValue ?? UNKNOWN_REASON;
    const keptAt = new Date(deps.clock()).toISOString();
    const letter = { reason, kept_at: keptAt, body };
    const envelope = v.safeParse(v.pipe(json, importEnvelope), body);
    if (!envelope.success) {
      log('error', 'ingest queue message is not a valid chunk', { message_id: messageId, reason });
      return deps.deadLetters.keepUnreadable(messageId, letter);
    }
    const { account_id, import_id, chunk } = envelope.output;
    measure('DeadLettersKept');
    const ref = { accountId: account_id, importId: import_id };
    const item = await deps.imports.get(ref);
    const message = v.safeParse(v.pipe(json, chunkMessage), body);
    const sent = message.success ? message.output.orders : [];
    const dataset_id = envelope.output.dataset_id ?? item?.dataset_id;
    const marks =
      dataset_id === undefined
        ? NO_MARKS
        : await readMarks(deps.erasures, { account_id, dataset_id, import_id }, sent);
    const left = marks === NO_MARKS ? body : redactLetter(body, marks);
    const name = toLetterName(chunk, body);
    const rows = chunk === undefined ? undefined : item?.chunk_rows[chunk];
    // Written before the letter: an erasure looks for letters only where one is noted.
    if (item !== undefined) await deps.imports.noteLetter(ref, keptAt, rows === undefined ? name : undefined);
    if (left !== undefined) await deps.deadLetters.keepOfImport(ref, name, { ...letter, body: left });
    if (item === undefined || chunk === undefined || rows === undefined) return;
    if (message.success && countRows(groupByOrder(sent)) === rows) {
      return failChunk(deps, ref, chunk, redactOrders(message.output, marks), reason);
    }
    // Rows that do not match the schema are counted from the import job, which records how many rows the
    // chunk has.
    const orders = left === undefined ? [] : v.parse(v.pipe(json, readableOrders), body).orders;
    await failLostChunk(deps, item, chunk, reason, listRowErrors(orders, reason));
  };
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of Records) {
      try {
        await keep(record);
      } catch (error) {
        log('error', 'dead letter not kept', { message_id: record.messageId, ...describeError(error) });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  };
}

const environment = readEnvironment(ENVIRONMENT.keepDeadLetter);
const db = createDocumentClient();
export const handler = observeHandler(
  keepDeadLetters({
    imports: createImportStore(db, environment.SERVICE_TABLE),
    erasures: createErasureStore(db, environment.SERVICE_TABLE),
    deadLetters: createDeadLetters(createS3Client(), environment.BUCKET),
    clock: Date.now,
  }),
);
