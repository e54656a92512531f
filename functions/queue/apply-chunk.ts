// Consumer of the ingest queue: each message is a chunk, applied exactly once. A chunk that fails is reported by
// itself, so that the others of its batch aren't delivered again; after its last attempt it goes to the DLQ.
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { chunkMessage } from '../../src/contract/chunk-message.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { type ApplyChunkDeps, createApplyChunk } from '../../src/ingest/apply-chunk.ts';
import { describeError, log } from '../../src/observability/log.ts';
import { createAccountStore } from '../../src/stores/accounts.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createImportStore } from '../../src/stores/imports.ts';
import { createOrderStore } from '../../src/stores/orders.ts';
import { createRowCounters } from '../../src/stores/row-counters.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function applyChunks(deps: ApplyChunkDeps) {
  const applyChunk = createApplyChunk(deps);
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        try {
          await applyChunk(parseRequest(chunkMessage, JSON.parse(body)));
          return [];
        } catch (error) {
          const received = attributes.ApproximateReceiveCount;
          log('error', 'chunk not applied', { message_id: messageId, received, ...describeError(error) });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
}

const environment = readEnvironment(ENVIRONMENT.applyChunk);
const db = documentClient();
const accounts = createAccountStore(db, environment.SERVICE_TABLE);
export const handler = applyChunks({
  orders: createOrderStore(db, { orders: environment.ORDERS_TABLE, service: environment.SERVICE_TABLE }),
  imports: createImportStore(db, environment.SERVICE_TABLE),
  rowCounters: createRowCounters(db, environment.SERVICE_TABLE),
  maxStoredRows: async (accountId) => {
    const account = await accounts.getAccount(accountId);
    if (account === undefined) return 0;
    return account.overrides.maxStoredRows ?? environment.PLANS[account.plan].maxStoredRows;
  },
  clock: Date.now,
});
