// State of the export workflow: writes the file of an export, or notes why it could not be written.
import { ulid } from 'ulid';
import { writeState } from '../../src/exporting/write-state.ts';
import { observed } from '../../src/observability/observed.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createExportFiles } from '../../src/stores/exports/export-files.ts';
import { createExportStore } from '../../src/stores/exports/exports.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createResultFiles } from '../../src/stores/reports/result-files.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const { SERVICE_TABLE, BUCKET } = readEnvironment(ENVIRONMENT.writeExport);
const db = documentClient();
const s3 = s3Client();

export const handler = observed(
  writeState({
    reports: createReportStore(db, SERVICE_TABLE),
    exports: createExportStore(db, SERVICE_TABLE),
    erasures: createErasureStore(db, SERVICE_TABLE),
    exportFiles: createExportFiles(s3, BUCKET),
    ...createResultFiles(s3, BUCKET),
    newRunId: ulid,
    clock: Date.now,
  }),
);
