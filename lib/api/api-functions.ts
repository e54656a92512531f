// The functions of the HTTP API as a table: one per operation, or one for a few that are rarely called, each with the
// permissions that its own work needs.
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { ENVIRONMENT, EnvironmentOf, WebhookReceivers } from '../../src/wiring/environment.ts';
import type { SecretsKey } from '../data/secrets-key.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import type { ApiFunction } from './api-function.ts';

export interface ApiFunctionsProps {
  readonly tables: ServiceTables;
  readonly ingestQueue: Queue;
  readonly workflow: StateMachine;
  readonly erasureWorkflow: StateMachine;
  readonly exportWorkflow: StateMachine;
  readonly audienceWorkflow: StateMachine;
  readonly deliveryWorkflow: StateMachine;
  readonly secrets: SecretsKey;
  readonly webhookReceivers: WebhookReceivers;
  /** The plans as JSON. */
  readonly plans: string;
  /** Reads that `Prefer: wait` may hold at once, of all accounts together. */
  readonly maxHeldReads: number;
  readonly corsOrigins: readonly string[];
  readonly publishableLimits: PublishableLimits;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
  /** Of the API, for the function that calls its operations. Ends in /api/v1. */
  readonly apiUrl: string;
}

/** Requests per minute with a publishable key. */
export interface PublishableLimits {
  /** Of one address: a visitor, or everyone behind a shared address. */
  readonly perAddress: number;
  /** Of all addresses: bounds what one key can cost. */
  readonly perKey: number;
}

export type Variables<Name extends keyof typeof ENVIRONMENT> = EnvironmentOf<(typeof ENVIRONMENT)[Name]>;

export function endpoints(props: ApiFunctionsProps): ApiFunction[] {
  const { ingestQueue, tables, webhookReceivers } = props;
  const endpoint = environmentOfAll(props);
  const stored = { ...endpoint, BUCKET: tables.bucket.bucketName };
  const waiting: Variables<'getImports'> = { ...endpoint, MAX_HELD_READS: String(props.maxHeldReads) };
  const queueing = { ...endpoint, INGEST_QUEUE_URL: ingestQueue.queueUrl };
  const erasing = { ...endpoint, ERASURE_WORKFLOW_ARN: props.erasureWorkflow.stateMachineArn };
  const notifying = { ...endpoint, WEBHOOK_RECEIVERS: webhookReceivers };
  return [
    {
      name: 'SubmitOrders',
      entry: 'submit-orders',
      answers: ['submitOrders', 'deleteOrder'],
      environment: queueing satisfies Variables<'submitOrders'>,
      memoryMb: 1_769,
      table: ['dynamodb:PutItem', 'dynamodb:Query'],
      sendsTo: ingestQueue,
    },
    {
      name: 'GetImports',
      entry: 'get-imports',
      answers: ['getImports'],
      environment: waiting,
      table: ['dynamodb:Query'],
    },
    {
      name: 'ReadOrders',
      entry: 'read-orders',
      answers: ['getOrder', 'listOrders'],
      environment: { ...endpoint, ORDERS_TABLE: tables.orders.tableName } satisfies Variables<'readOrders'>,
      memoryMb: 1_024,
      readsOrders: true,
    },
    {
      name: 'CreateReport',
      entry: 'create-report',
      answers: ['createReport'],
      environment: {
        ...notifying,
        REPORT_WORKFLOW_ARN: props.workflow.stateMachineArn,
      } satisfies Variables<'createReport'>,
      table: ['dynamodb:PutItem'],
      starts: props.workflow,
    },
    {
      name: 'CancelReport',
      entry: 'cancel-report',
      answers: ['cancelReport'],
      environment: {
        ...endpoint,
        REPORT_WORKFLOW_ARN: props.workflow.stateMachineArn,
      } satisfies Variables<'cancelReport'>,
      starts: props.workflow,
      stops: true,
    },
    {
      name: 'ListReports',
      entry: 'list-reports',
      answers: ['listReports'],
      environment: endpoint,
      table: ['dynamodb:Query'],
    },
    {
      name: 'GetReport',
      entry: 'get-report',
      answers: ['getReport'],
      environment: { ...waiting, ...stored } satisfies Variables<'getReport'>,
      memoryMb: 1_024,
      table: ['dynamodb:Query'],
      reads: 'reports/',
      missesObjects: true,
    },
    {
      name: 'ListRules',
      entry: 'list-rules',
      answers: ['listRules'],
      environment: stored satisfies Variables<'listRules'>,
      memoryMb: 1_769,
      reads: 'reports/',
      missesObjects: true,
    },
    {
      name: 'GetProductProfile',
      entry: 'get-product-profile',
      answers: ['getProductProfile'],
      environment: stored satisfies Variables<'getProductProfile'>,
      memoryMb: 1_024,
      reads: 'profiles/',
      missesObjects: true,
    },
    {
      name: 'ListCustomers',
      entry: 'list-customers',
      answers: ['listCustomers'],
      environment: stored satisfies Variables<'listCustomers'>,
      // A page looks at every customer of the report.
      memoryMb: 1_769,
      // The report's erasures in progress, and its list.
      table: ['dynamodb:Query'],
      reads: 'customers/',
      missesObjects: true,
    },
    {
      name: 'ManageExports',
      entry: 'manage-exports',
      answers: ['createExport', 'listExports', 'getExport'],
      environment: {
        ...waiting,
        ...stored,
        EXPORT_WORKFLOW_ARN: props.exportWorkflow.stateMachineArn,
      } satisfies Variables<'manageExports'>,
      // Exports and idempotency records; for a download address, the erasures in progress.
      table: ['dynamodb:PutItem', 'dynamodb:Query'],
      starts: props.exportWorkflow,
      // The function itself reads no file: whoever has an address reads with its permission.
      reads: 'exports/',
    },
    {
      name: 'ListDatasets',
      entry: 'list-datasets',
      answers: ['listDatasets', 'getUsage', 'getDataset'],
      environment: endpoint,
      table: ['dynamodb:Query'],
    },
    {
      name: 'UpdateDataset',
      entry: 'update-dataset',
      answers: ['updateDataset', 'changeDataset'],
      environment: endpoint,
      // The number of shards is chosen in a transaction.
      table: ['dynamodb:ConditionCheckItem'],
    },
    {
      name: 'GetRecommendations',
      entry: 'get-recommendations',
      answers: ['getRecommendations'],
      environment: {
        ...endpoint,
        PUBLISHABLE_LIMITS: JSON.stringify(props.publishableLimits),
      } satisfies Variables<'getRecommendations'>,
      memoryMb: 1_769,
    },
    {
      name: 'ServeRecommendations',
      entry: 'serve-recommendations',
      answers: ['getServedReport', 'serveRecommendations', 'stopRecommendations'],
      environment: endpoint,
      table: ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'],
    },
    {
      name: 'DeleteDataset',
      entry: 'delete-dataset',
      answers: ['deleteDataset'],
      environment: erasing satisfies Variables<'deleteDataset'>,
      // For a dataset that is being erased, the endpoint returns the erasure job.
      table: ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:DeleteItem'],
      starts: props.erasureWorkflow,
    },
    {
      name: 'DeleteCustomer',
      entry: 'delete-customer',
      answers: ['deleteCustomer'],
      environment: erasing,
      table: ['dynamodb:PutItem'],
      starts: props.erasureWorkflow,
    },
    { name: 'GetErasure', entry: 'get-erasure', answers: ['getErasure'], environment: waiting },
    {
      name: 'ListErasures',
      entry: 'list-erasures',
      answers: ['listErasures'],
      environment: endpoint,
      table: ['dynamodb:Query'],
    },
    {
      name: 'ManageSources',
      entry: 'manage-sources',
      answers: ['createSource', 'listSources', 'getSource', 'updateSource', 'deleteSource'],
      environment: { ...endpoint, SECRETS_KEY: props.secrets.arn } satisfies Variables<'manageSources'>,
      table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
      seals: true,
      // The same secret sent again changes nothing.
      opens: true,
    },
    {
      name: 'ManageKeys',
      entry: 'manage-keys',
      answers: ['createKey', 'listKeys', 'getKey', 'listCreatedByKey', 'updateKey', 'revokeKey', 'listAudit'],
      environment: endpoint satisfies Variables<'manageKeys'>,
      // Keys, and the idempotency records of their creation.
      table: ['dynamodb:PutItem', 'dynamodb:Query'],
    },
    {
      name: 'ManageSchedules',
      entry: 'manage-schedules',
      answers: ['createSchedule', 'listSchedules', 'getSchedule', 'updateSchedule', 'deleteSchedule'],
      environment: notifying satisfies Variables<'manageSchedules'>,
      table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
    },
    {
      name: 'ManageAudiences',
      entry: 'manage-audiences',
      answers: [
        'createAudience',
        'listAudiences',
        'getAudience',
        'updateAudience',
        'refreshAudience',
        'listAudienceRuns',
      ],
      environment: {
        ...endpoint,
        AUDIENCE_WORKFLOW_ARN: props.audienceWorkflow.stateMachineArn,
      } satisfies Variables<'manageAudiences'>,
      table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:Query'],
      starts: props.audienceWorkflow,
    },
    {
      name: 'ReadAudience',
      entry: 'read-audience',
      answers: ['listAudienceMembers', 'listAudienceChanges', 'previewAudience', 'deleteAudience'],
      environment: stored satisfies Variables<'readAudience'>,
      // A preview looks at every customer of up to three reports.
      memoryMb: 1_769,
      // Erasures in progress, and the reports that fit a preview; an audience that is deleted.
      table: ['dynamodb:Query', 'dynamodb:DeleteItem'],
      reads: ['customers/', 'audiences/'],
      deletes: ['audiences/', 'deliveries/'],
      missesObjects: true,
    },
    {
      name: 'ManageDestinations',
      entry: 'manage-destinations',
      answers: [
        'createDestination',
        'listDestinations',
        'getDestination',
        'updateDestination',
        'deleteDestination',
        'listAudienceDeliveries',
      ],
      environment: {
        ...notifying,
        ...stored,
        DELIVERY_WORKFLOW_ARN: props.deliveryWorkflow.stateMachineArn,
        SECRETS_KEY: props.secrets.arn,
      } satisfies Variables<'manageDestinations'>,
      table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
      starts: props.deliveryWorkflow,
      deletes: ['deliveries/'],
      seals: true,
      missesObjects: true,
    },
    {
      name: 'ManageEndpoints',
      entry: 'manage-endpoints',
      answers: [
        'createEndpoint',
        'listEndpoints',
        'getEndpoint',
        'updateEndpoint',
        'deleteEndpoint',
        'listEndpointDeliveries',
        'listEvents',
      ],
      environment: {
        ...notifying,
        SECRETS_KEY: props.secrets.arn,
      } satisfies Variables<'manageEndpoints'>,
      table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
      seals: true,
    },
    {
      name: 'SendWebhook',
      entry: 'send-webhook',
      answers: ['redeliverWebhook', 'listDeliveries', 'testWebhook', 'pingEndpoint'],
      environment: {
        ...waiting,
        ...notifying,
        SECRETS_KEY: props.secrets.arn,
      } satisfies Variables<'sendWebhook'>,
      // The logs of deliveries.
      table: ['dynamodb:PutItem', 'dynamodb:Query'],
      opens: true,
    },
    {
      name: 'ReceiveEvent',
      entry: 'receive-event',
      answers: ['receiveEvent'],
      environment: { ...queueing, SECRETS_KEY: props.secrets.arn } satisfies Variables<'receiveEvent'>,
      opens: true,
      // Shops expect a response within seconds, also after a cold start.
      memoryMb: 1_024,
      table: ['dynamodb:PutItem', 'dynamodb:Query'],
      sendsTo: ingestQueue,
    },
    { name: 'Reference', entry: 'reference', answers: ['getOpenApi', 'getReference'], environment: endpoint },
  ];
}

export function environmentOfAll({ tables, plans, corsOrigins }: ApiFunctionsProps) {
  return {
    SERVICE_TABLE: tables.service.tableName,
    PLANS: plans,
    CORS_ORIGINS: JSON.stringify(corsOrigins),
  };
}
