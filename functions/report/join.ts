// State of the report workflow: joins what was extracted and what a pass found, up to the report; then removes the files.
import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { joinInput } from '../../src/contract/messages/partitioned-workflow.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { observed } from '../../src/observability/observed.ts';
import { createJoinPartitions } from '../../src/reporting/partitions/join-partitions.ts';
import { measuringBytes } from '../../src/reporting/partitions/partition-objects.ts';
import { namingPassingFaults } from '../../src/reporting/steps/passing-faults.ts';
import { createRecommendationStore } from '../../src/stores/recommendations/recommendations.ts';
import { createCustomerLists } from '../../src/stores/reports/customer-lists.ts';
import { createPartitionFiles } from '../../src/stores/reports/partition-files.ts';
import { createProductProfileFiles } from '../../src/stores/reports/product-profile-files.ts';
import { createReportBodies } from '../../src/stores/reports/report-bodies.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { createRuleSets } from '../../src/stores/reports/rule-sets.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.joinPartitions);
const db = guardedClient(environment.SERVICE_TABLE);
const s3 = new S3Client({});
const joinPartitions = createJoinPartitions({
  reports: createReportStore(db, environment.SERVICE_TABLE),
  files: measuringBytes(createPartitionFiles(s3, environment.BUCKET)),
  bodies: createReportBodies(s3, environment.BUCKET),
  lists: createCustomerLists(s3, environment.BUCKET),
  ruleSets: createRuleSets(s3, environment.BUCKET),
  profiles: createProductProfileFiles(s3, environment.BUCKET),
  recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
  findItemsets: threadedItemsets({ clock: Date.now }),
  newAttempt: randomUUID,
  clock: Date.now,
});

export const handler = observed(
  namingPassingFaults((input: unknown) => joinPartitions(v.parse(joinInput, input))),
);
