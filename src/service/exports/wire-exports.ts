// Connects what starts and reads exports to the resources that it is given.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createExportWorkflow } from '../aws/executions.ts';
import { s3Client } from '../aws/s3-client.ts';
import { sfnClient } from '../aws/sfn-client.ts';
import { createErasureStore } from '../erasures/erasures.ts';
import { createReportStore } from '../reports/reports.ts';
import { createExportFiles } from './export-files.ts';
import { createExportStore } from './exports.ts';
import { createReadExport } from './read-export.ts';
import { createStartExport, type StartExportDeps } from './start-export.ts';

interface Resources {
  readonly SERVICE_TABLE: string;
  readonly BUCKET: string;
  readonly EXPORT_WORKFLOW_ARN: string;
}

export function wireExports(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE, BUCKET, EXPORT_WORKFLOW_ARN }: Resources,
  newExportId: StartExportDeps['newExportId'],
) {
  const reports = createReportStore(db, SERVICE_TABLE);
  const exports = createExportStore(db, SERVICE_TABLE);
  const erasures = createErasureStore(db, SERVICE_TABLE);
  const workflow = createExportWorkflow(sfnClient(), EXPORT_WORKFLOW_ARN);
  const files = createExportFiles(s3Client(), BUCKET);
  return {
    reports,
    exports,
    startExport: createStartExport({ reports, exports, erasures, workflow, newExportId, clock: Date.now }),
    readExport: createReadExport({ files, erasures, clock: Date.now }),
  };
}
