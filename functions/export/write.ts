// State of the export workflow: writes the file of an export, or notes why it could not be written.
import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { exportInput } from '../../src/contract/messages/workflow.ts';
import { createWriteExport } from '../../src/exporting/write-export.ts';
import { observed } from '../../src/observability/observed.ts';
import { createHiddenCustomers } from '../../src/report-lists/hidden-customers.ts';
import { namingPassingFaults } from '../../src/reporting/steps/passing-faults.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createExportFiles } from '../../src/stores/exports/export-files.ts';
import { createExportStore } from '../../src/stores/exports/exports.ts';
import { createCustomerLists } from '../../src/stores/reports/customer-lists.ts';
import { createReportBodies } from '../../src/stores/reports/report-bodies.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createRuleSets } from '../../src/stores/reports/rule-sets.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.writeExport);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = new S3Client({});
const erasures = createErasureStore(db, environment.SERVICE_TABLE);
const writeExport = createWriteExport({
  reports: createReportStore(db, environment.SERVICE_TABLE),
  exports: createExportStore(db, environment.SERVICE_TABLE),
  files: createExportFiles(s3, environment.BUCKET),
  bodies: createReportBodies(s3, environment.BUCKET),
  lists: createCustomerLists(s3, environment.BUCKET),
  ruleSets: createRuleSets(s3, environment.BUCKET),
  hidden: createHiddenCustomers(erasures),
  erasures,
  newRunId: ulid,
  clock: Date.now,
});

export const handler = observed(
  namingPassingFaults((input: unknown) => writeExport(v.parse(exportInput, input))),
);
