// State of the erasure workflow: one slice of the work, within the function's time limit. The workflow repeats this
// state until the work is complete.
import type { Context } from 'aws-lambda';
import { state } from '../../src/contract/messages/states.ts';
import type { ErasureSlice } from '../../src/contract/messages/workflow.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { createBucketFiles } from '../../src/service/bucket-files.ts';
import { createRunErasure } from '../../src/service/erasures/run-erasure.ts';
import { wireErasure } from '../../src/service/erasures/wire-erasure.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

/**
 * Reserve at the end of the function's time limit: work that starts before the deadline finishes within it.
 */
const TO_FINISH_MS = 60_000;
/** Length of a slice; the counts of an erasure are updated after each one. */
const SLICE_MS = 120_000;

const { SERVICE_TABLE, ORDERS_TABLE, BUCKET } = readEnvironment(ENVIRONMENT.erase);
const tables = { orders: ORDERS_TABLE, service: SERVICE_TABLE };
const runErasure = createRunErasure({
  ...wireErasure(createDocumentClient(), tables),
  ...createBucketFiles(createS3Client(), BUCKET),
});

export const handler = observeHandler(
  state('Erase', async ({ account_id, erasure_id, outcome }, context: Context): Promise<ErasureSlice> => {
    const now = Date.now();
    const mustEnd = now + context.getRemainingTimeInMillis() - TO_FINISH_MS;
    const deadline = Math.min(now + SLICE_MS, mustEnd);
    const hasMarkedPersons = outcome === 'marked';
    const ref = { accountId: account_id, erasureId: erasure_id };
    const slice = await runErasure(ref, deadline, { mustEnd, hasMarkedPersons });
    return { account_id, erasure_id, ...slice };
  }),
);
