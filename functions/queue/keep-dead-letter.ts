// Consumer of the dead-letter queue: keeps the chunk's body in S3 and books its rows as failed by the chunk's own
// receipt, so that its import ends with every row counted.
import { S3Client } from '@aws-sdk/client-s3';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { chunkMessage } from '../../src/contract/chunk-message.ts';
import { failChunk, type SettleDeps } from '../../src/ingest/settle-chunk.ts';
import { describeError, log } from '../../src/observability/log.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createDeadLetters, type DeadLetters } from '../../src/stores/dead-letters.ts';
import { createImportStore } from '../../src/stores/imports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function keepDeadLetters(deps: SettleDeps & { readonly deadLetters: DeadLetters }) {
  const keep = async ({ messageId, body }: SQSRecord): Promise<void> => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), chunkMessage), body);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      log('error', 'message of the ingest queue fits no chunk', {
        message_id: messageId,
        problem: issue.message,
      });
      return deps.deadLetters.keep(`unreadable/${messageId}`, body);
    }
    const { account_id, import_id, chunk, orders } = parsed.output;
    await deps.deadLetters.keep(`${account_id}/${import_id}/${chunk}`, body);
    const reason = 'The chunk could not be applied after several attempts; it is kept.';
    await failChunk(deps, { accountId: account_id, importId: import_id }, chunk, orders, reason);
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
export const handler = keepDeadLetters({
  imports: createImportStore(documentClient(), environment.SERVICE_TABLE),
  deadLetters: createDeadLetters(new S3Client({}), environment.DEAD_LETTER_BUCKET),
  clock: Date.now,
});
