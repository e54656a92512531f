// Connects the parts that start reports, for a request or a schedule, to the resources named in the
// environment.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { monotonicFactory } from 'ulid';
import { createDatasetOfAudience } from '../../audiences/dataset-of-audience.ts';
import { createReportWorkflow } from '../../aws/executions.ts';
import { createSfnClient } from '../../aws/sfn-client.ts';
import { createDatasetStore } from '../../datasets/datasets.ts';
import { createErasureStore } from '../../erasures/erasures.ts';
import { createRecommendationStore } from '../../recommendations/recommendations.ts';
import type { WebhookTargets } from '../../wiring/environment.ts';
import { createReportStore } from '../reports.ts';
import type { StartReportDeps } from './start-report.ts';

export function wireStartReport(
  db: DynamoDBDocumentClient,
  environment: {
    readonly SERVICE_TABLE: string;
    readonly REPORT_WORKFLOW_ARN: string;
    readonly WEBHOOK_RECEIVERS: WebhookTargets;
  },
): StartReportDeps {
  return {
    reports: createReportStore(db, environment.SERVICE_TABLE),
    datasets: createDatasetStore(db, environment.SERVICE_TABLE),
    erasures: createErasureStore(db, environment.SERVICE_TABLE),
    datasetOfAudience: createDatasetOfAudience(db, environment.SERVICE_TABLE),
    recommendations: createRecommendationStore(db, environment.SERVICE_TABLE),
    workflow: createReportWorkflow(createSfnClient(), environment.REPORT_WORKFLOW_ARN),
    webhookReceivers: environment.WEBHOOK_RECEIVERS,
    newReportId: monotonicFactory(),
    clock: Date.now,
  };
}
