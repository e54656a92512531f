// The functions of the HTTP API: one per operation, or one for a few that are rarely called, each with the permissions that
// its own work needs.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { OperationId } from '../src/contract/operations.ts';
import type { ENVIRONMENT, EnvironmentOf, WebhookReceivers } from '../src/wiring/environment.ts';
import { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

export interface ApiFunctionsProps {
  readonly tables: ServiceTables;
  readonly ingestQueue: Queue;
  readonly workflow: StateMachine;
  readonly erasureWorkflow: StateMachine;
  readonly exportWorkflow: StateMachine;
  readonly webhookReceivers: WebhookReceivers;
  /** The plans as JSON. */
  readonly plans: string;
  /** Reads that `Prefer: wait` may hold at once, of all accounts together. */
  readonly maxHeldReads: number;
  readonly corsOrigins: readonly string[];
  readonly publishableLimits: PublishableLimits;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
}

/** Requests per minute with a publishable key. */
export interface PublishableLimits {
  /** Of one address: a visitor, or everyone behind a shared address. */
  readonly perAddress: number;
  /** Of all addresses: bounds what one key can cost. */
  readonly perKey: number;
}

export interface ApiFunctions {
  readonly answeredBy: Readonly<Record<OperationId, ServiceFunction>>;
  readonly consolePages: ServiceFunction;
  readonly unknownRoute: ServiceFunction;
}

/** Permissions that every endpoint needs before its own work: API key and account, rate window, last use. */
const ADMISSION_ACTIONS = ['dynamodb:GetItem', 'dynamodb:UpdateItem'];

export function createApiFunctions(scope: Construct, props: ApiFunctionsProps): ApiFunctions {
  const { tables, ingestQueue, workflow, logRetention, key } = props;
  const endpoint = {
    SERVICE_TABLE: tables.service.tableName,
    PLANS: props.plans,
    CORS_ORIGINS: JSON.stringify(props.corsOrigins),
  };
  const waitingEndpoint: EnvironmentOf<typeof ENVIRONMENT.getImports> = {
    ...endpoint,
    MAX_HELD_READS: String(props.maxHeldReads),
  };
  const operation = (
    name: string,
    entry: string,
    description: string,
    environment: Readonly<Record<string, string>>,
    memoryMb = 512,
  ): ServiceFunction => {
    const fn = new ServiceFunction(scope, name, {
      entry: `http/${entry}`,
      description,
      environment,
      memoryMb,
      timeout: Duration.seconds(29),
      logRetention,
      key,
    });
    fn.allow(ADMISSION_ACTIONS, tables.service.tableArn);
    return fn;
  };

  const submitEnvironment: EnvironmentOf<typeof ENVIRONMENT.submitOrders> = {
    ...endpoint,
    INGEST_QUEUE_URL: ingestQueue.queueUrl,
  };
  const submitOrders = operation(
    'SubmitOrders',
    'submit-orders',
    'POST /data/orders',
    submitEnvironment,
    1_769,
  );
  submitOrders.allow(['dynamodb:PutItem', 'dynamodb:Query'], tables.service.tableArn);
  submitOrders.allow(['sqs:SendMessage'], ingestQueue.queueArn);

  const getImports = operation('GetImports', 'get-imports', 'GET /data/orders', waitingEndpoint);
  getImports.allow(['dynamodb:Query'], tables.service.tableArn);

  const createEnvironment: EnvironmentOf<typeof ENVIRONMENT.createReport> = {
    ...endpoint,
    REPORT_WORKFLOW_ARN: workflow.stateMachineArn,
    WEBHOOK_RECEIVERS: props.webhookReceivers,
  };
  const createReport = operation('CreateReport', 'create-report', 'POST /reports', createEnvironment);
  createReport.allow(['dynamodb:PutItem'], tables.service.tableArn);
  createReport.allow(['states:StartExecution'], workflow.stateMachineArn);

  const listReports = operation('ListReports', 'list-reports', 'GET /reports', endpoint);
  listReports.allow(['dynamodb:Query'], tables.service.tableArn);

  const getEnvironment: EnvironmentOf<typeof ENVIRONMENT.getReport> = {
    ...waitingEndpoint,
    BUCKET: tables.bucket.bucketName,
  };
  const getReport = operation('GetReport', 'get-report', 'GET /reports/{id}', getEnvironment, 1_024);
  getReport.allow(['dynamodb:Query'], tables.service.tableArn);

  const rulesEnvironment: EnvironmentOf<typeof ENVIRONMENT.listRules> = {
    ...endpoint,
    BUCKET: tables.bucket.bucketName,
  };
  const listRules = operation('ListRules', 'list-rules', 'GET /reports/{id}/rules', rulesEnvironment, 1_769);
  for (const fn of [getReport, listRules]) {
    fn.allowPrefix('s3:GetObject', tables.bucket, 'reports/');
    // Without this permission, S3 returns 403 instead of 404 for a body that an erasure has deleted.
    fn.allow(['s3:ListBucket'], tables.bucket.bucketArn);
  }

  const profileEnvironment: EnvironmentOf<typeof ENVIRONMENT.getProductProfile> = {
    ...endpoint,
    BUCKET: tables.bucket.bucketName,
  };
  const getProductProfile = operation(
    'GetProductProfile',
    'get-product-profile',
    'GET /reports/{id}/product-profile',
    profileEnvironment,
    1_024,
  );
  getProductProfile.allowPrefix('s3:GetObject', tables.bucket, 'profiles/');
  // As for bodies.
  getProductProfile.allow(['s3:ListBucket'], tables.bucket.bucketArn);

  const listCustomersEnvironment: EnvironmentOf<typeof ENVIRONMENT.listCustomers> = {
    ...endpoint,
    BUCKET: tables.bucket.bucketName,
  };
  // One vCPU: a page looks at every customer of the report.
  const listCustomers = operation(
    'ListCustomers',
    'list-customers',
    'GET /reports/{id}/customers',
    listCustomersEnvironment,
    1_769,
  );
  // The report's erasures in progress, and its list.
  listCustomers.allow(['dynamodb:Query'], tables.service.tableArn);
  listCustomers.allowPrefix('s3:GetObject', tables.bucket, 'customers/');
  listCustomers.allow(['s3:ListBucket'], tables.bucket.bucketArn);

  const exportsEnvironment: EnvironmentOf<typeof ENVIRONMENT.manageExports> = {
    ...waitingEndpoint,
    BUCKET: tables.bucket.bucketName,
    EXPORT_WORKFLOW_ARN: props.exportWorkflow.stateMachineArn,
  };
  const manageExports = operation(
    'ManageExports',
    'manage-exports',
    'POST and GET /reports/{id}/exports',
    exportsEnvironment,
  );
  // Exports and idempotency records; for a download address, the erasures in progress.
  manageExports.allow(['dynamodb:PutItem', 'dynamodb:Query'], tables.service.tableArn);
  manageExports.allow(['states:StartExecution'], props.exportWorkflow.stateMachineArn);
  // The function itself reads no file: whoever has an address reads with its permission.
  manageExports.allowPrefix('s3:GetObject', tables.bucket, 'exports/');

  const listDatasets = operation(
    'ListDatasets',
    'list-datasets',
    'GET /datasets, GET /datasets/{slug} and GET /usage',
    endpoint,
  );
  listDatasets.allow(['dynamodb:Query'], tables.service.tableArn);

  const updateDataset = operation(
    'UpdateDataset',
    'update-dataset',
    'PUT and PATCH /datasets/{slug}',
    endpoint,
  );

  const recommendEnvironment: EnvironmentOf<typeof ENVIRONMENT.getRecommendations> = {
    ...endpoint,
    PUBLISHABLE_LIMITS: JSON.stringify(props.publishableLimits),
  };
  const getRecommendations = operation(
    'GetRecommendations',
    'get-recommendations',
    'GET /recommendations',
    recommendEnvironment,
    1_769,
  );
  getRecommendations.allow(['dynamodb:BatchGetItem'], tables.service.tableArn);
  const serveRecommendations = operation(
    'ServeRecommendations',
    'serve-recommendations',
    'PUT /datasets/{slug}/recommendations',
    endpoint,
  );
  serveRecommendations.allow(['dynamodb:ConditionCheckItem'], tables.service.tableArn);

  const eraseEnvironment: EnvironmentOf<typeof ENVIRONMENT.deleteDataset> = {
    ...endpoint,
    ERASURE_WORKFLOW_ARN: props.erasureWorkflow.stateMachineArn,
  };
  const deleteDataset = operation(
    'DeleteDataset',
    'delete-dataset',
    'DELETE /datasets/{slug}',
    eraseEnvironment,
  );
  // For a dataset that is being erased, the endpoint returns the erasure job.
  deleteDataset.allow(['dynamodb:Query', 'dynamodb:DeleteItem'], tables.service.tableArn);
  const deleteCustomer = operation(
    'DeleteCustomer',
    'delete-customer',
    'DELETE /customers/{id}',
    eraseEnvironment,
  );
  for (const fn of [deleteDataset, deleteCustomer]) {
    fn.allow(['dynamodb:PutItem'], tables.service.tableArn);
    fn.allow(['states:StartExecution'], props.erasureWorkflow.stateMachineArn);
  }
  const getErasure = operation('GetErasure', 'get-erasure', 'GET /erasures/{id}', waitingEndpoint);
  const listErasures = operation('ListErasures', 'list-erasures', 'GET /erasures', endpoint);
  listErasures.allow(['dynamodb:Query'], tables.service.tableArn);

  const manageSources = operation(
    'ManageSources',
    'manage-sources',
    'POST, GET, PATCH and DELETE /sources',
    endpoint,
  );
  manageSources.allow(['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'], tables.service.tableArn);

  const schedulesEnvironment: EnvironmentOf<typeof ENVIRONMENT.manageSchedules> = {
    ...endpoint,
    WEBHOOK_RECEIVERS: props.webhookReceivers,
  };
  const manageSchedules = operation(
    'ManageSchedules',
    'manage-schedules',
    'POST, GET, PATCH and DELETE /schedules',
    schedulesEnvironment,
  );
  manageSchedules.allow(
    ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
    tables.service.tableArn,
  );

  const sendEnvironment: EnvironmentOf<typeof ENVIRONMENT.sendWebhook> = {
    ...endpoint,
    WEBHOOK_RECEIVERS: props.webhookReceivers,
  };
  const sendWebhook = operation(
    'SendWebhook',
    'send-webhook',
    'POST /reports/{id}/deliveries, POST /webhooks/test',
    sendEnvironment,
  );
  // The log of deliveries.
  sendWebhook.allow(['dynamodb:PutItem', 'dynamodb:Query'], tables.service.tableArn);

  const receiveEnvironment: EnvironmentOf<typeof ENVIRONMENT.receiveEvent> = {
    ...endpoint,
    INGEST_QUEUE_URL: ingestQueue.queueUrl,
  };
  // Shops expect a response within seconds, also after a cold start.
  const receiveEvent = operation(
    'ReceiveEvent',
    'receive-event',
    'POST /hooks/{id}',
    receiveEnvironment,
    1_024,
  );
  receiveEvent.allow(['dynamodb:PutItem', 'dynamodb:Query'], tables.service.tableArn);
  receiveEvent.allow(['sqs:SendMessage'], ingestQueue.queueArn);

  const reference = operation('Reference', 'reference', 'GET /openapi.json, GET /docs', endpoint);

  // Serves files beside its code: it reads no table, and no environment.
  const consolePages = new ServiceFunction(scope, 'Console', {
    entry: 'http/console',
    description: 'GET /console: the pages for a browser',
    environment: {},
    memoryMb: 512,
    timeout: Duration.seconds(29),
    logRetention,
    key,
  });

  const unknownRoute = operation('UnknownRoute', 'unknown-route', 'Answers 404', endpoint, 256);
  const answeredBy = {
    submitOrders,
    getImports,
    createReport,
    listReports,
    getReport,
    listCustomers,
    listRules,
    getProductProfile,
    createExport: manageExports,
    listExports: manageExports,
    getExport: manageExports,
    redeliverWebhook: sendWebhook,
    testWebhook: sendWebhook,
    listDatasets,
    getUsage: listDatasets,
    getDataset: listDatasets,
    updateDataset,
    changeDataset: updateDataset,
    getRecommendations,
    serveRecommendations,
    deleteDataset,
    deleteCustomer,
    getErasure,
    listErasures,
    createSchedule: manageSchedules,
    listSchedules: manageSchedules,
    getSchedule: manageSchedules,
    updateSchedule: manageSchedules,
    deleteSchedule: manageSchedules,
    createSource: manageSources,
    listSources: manageSources,
    getSource: manageSources,
    updateSource: manageSources,
    deleteSource: manageSources,
    receiveEvent,
    getOpenApi: reference,
    getReference: reference,
  };
  return { answeredBy, consolePages, unknownRoute };
}
