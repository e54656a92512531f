// State of the report workflow: computes the partitions of one lane, in one pass.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createPassState } from '../../src/service/reports/states.ts';
import { wireReportFiles } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

/** No partition is started after this time, so that each has at least nine minutes. */
const SLICE_MS = 6 * 60_000;

const environment = readEnvironment(ENVIRONMENT.computeLane);

export const handler = observeHandler(
  createPassState({
    ...wireReportFiles(createDocumentClient(), createS3Client(), environment),
    sliceMs: SLICE_MS,
  }),
);
