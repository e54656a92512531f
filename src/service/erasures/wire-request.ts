// Connects the parts that accept erasures to a table.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { ErasureWorkflow } from '../aws/executions.ts';
import { createDatasetStore } from '../datasets/datasets.ts';
import { createErasureStore } from './erasures.ts';
import { createRequestErasure, type RequestErasure, type RequestErasureDeps } from './request-erasure.ts';

/** For callers that may not start workflows: the reconciler starts the erasure within five minutes. */
export const LEFT_TO_RECONCILER: ErasureWorkflow = { start: async () => {}, status: async () => undefined };

export function wireRequestErasure(
  db: DynamoDBDocumentClient,
  serviceTable: string,
  own: Pick<RequestErasureDeps, 'workflow'> & Partial<RequestErasureDeps>,
): RequestErasure {
  return createRequestErasure({
    erasures: createErasureStore(db, serviceTable),
    datasets: createDatasetStore(db, serviceTable),
    newErasureId: ulid,
    clock: Date.now,
    ...own,
  });
}
