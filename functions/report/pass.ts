// State of the report workflow: computes the partitions of one lane, in one pass.
import { observed } from '../../src/observability/observed.ts';
import { passState } from '../../src/reporting/states.ts';
import { wireReportFiles } from '../../src/reporting/wire-states.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** No partition is started after this time, so that each has at least nine minutes. */
const SLICE_MS = 6 * 60_000;

const environment = readEnvironment(ENVIRONMENT.computeLane);

export const handler = observed(
  passState({
    ...wireReportFiles(documentClient(), s3Client(), environment),
    sliceMs: SLICE_MS,
  }),
);
