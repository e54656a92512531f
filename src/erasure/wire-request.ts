// Connects the two endpoints that accept erasures to the resources named in their environment.
import { SFNClient } from '@aws-sdk/client-sfn';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { createDatasetStore } from '../stores/datasets/datasets.ts';
import { createErasureWorkflow } from '../stores/erasures/erasure-workflow.ts';
import { createErasureStore } from '../stores/erasures/erasures.ts';
import { createRequestErasure, type RequestErasure } from './request-erasure.ts';

export function wireRequestErasure(
  db: DynamoDBDocumentClient,
  environment: { readonly SERVICE_TABLE: string; readonly ERASURE_WORKFLOW_ARN: string },
): RequestErasure {
  return createRequestErasure({
    erasures: createErasureStore(db, environment.SERVICE_TABLE),
    datasets: createDatasetStore(db, environment.SERVICE_TABLE),
    workflow: createErasureWorkflow(new SFNClient({}), environment.ERASURE_WORKFLOW_ARN),
    newErasureId: ulid,
    clock: Date.now,
  });
}
