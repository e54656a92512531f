// The functions of the HTTP API as a table: one per operation, or one for a few that are rarely called, each with the
// permissions that its own work needs.
import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OPERATIONS, type OperationId } from '../../src/contract/operations.ts';
import { createFunction, type FunctionName, type Grants, type Shared } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';

/** A function of the API: its operations, and its permissions beside admission. */
interface ApiFunction extends Grants {
  readonly name: FunctionName;
  /** The name of its file below functions/http. */
  readonly entry: string;
  readonly answers: readonly OperationId[];
  /** Default: 512. One vCPU is 1,769. */
  readonly memoryMb?: number;
}

const ENDPOINTS: readonly ApiFunction[] = [
  {
    name: 'SubmitOrders',
    entry: 'submit-orders',
    answers: ['submitOrders', 'deleteOrder'],
    memoryMb: 1_769,
    table: ['dynamodb:PutItem', 'dynamodb:Query'],
    sendsTo: 'ingest',
  },
  {
    name: 'GetImports',
    entry: 'get-imports',
    answers: ['getImports'],
    table: ['dynamodb:Query'],
  },
  {
    name: 'ReadOrders',
    entry: 'read-orders',
    answers: ['getOrder', 'listOrders'],
    memoryMb: 1_024,
    orders: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
    findsOrdersOfCustomers: true,
  },
  {
    name: 'CreateReport',
    entry: 'create-report',
    answers: ['createReport'],
    table: ['dynamodb:PutItem'],
    starts: ['report'],
  },
  {
    name: 'CancelReport',
    entry: 'cancel-report',
    answers: ['cancelReport'],
    starts: ['report'],
    stopsRuns: 'report',
  },
  {
    name: 'ListReports',
    entry: 'list-reports',
    answers: ['listReports'],
    table: ['dynamodb:Query'],
  },
  {
    name: 'GetReport',
    entry: 'get-report',
    answers: ['getReport'],
    memoryMb: 1_024,
    table: ['dynamodb:Query'],
    reads: ['reports/'],
    lists: true,
  },
  {
    name: 'ListRules',
    entry: 'list-rules',
    answers: ['listRules'],
    memoryMb: 1_769,
    reads: ['reports/'],
    lists: true,
  },
  {
    name: 'GetProductProfile',
    entry: 'get-product-profile',
    answers: ['getProductProfile'],
    memoryMb: 1_024,
    reads: ['profiles/'],
    lists: true,
  },
  {
    name: 'ListCustomers',
    entry: 'list-customers',
    answers: ['listCustomers'],
    // A page looks at every customer of the report.
    memoryMb: 1_769,
    // The report's erasures in progress, and its list.
    table: ['dynamodb:Query'],
    reads: ['customers/'],
    lists: true,
  },
  {
    name: 'ManageExports',
    entry: 'manage-exports',
    answers: [
      'createExport',
      'listExports',
      'getExport',
      'createOrderExport',
      'listOrderExports',
      'getOrderExport',
    ],
    // Exports and idempotency records; for a download address, the erasures in progress.
    table: ['dynamodb:PutItem', 'dynamodb:Query'],
    starts: ['export'],
    // The function itself reads no file: a download address uses its permission.
    reads: ['exports/'],
  },
  {
    name: 'ListDatasets',
    entry: 'list-datasets',
    answers: ['listDatasets', 'getUsage', 'getDataset'],
    table: ['dynamodb:Query'],
  },
  {
    name: 'UpdateDataset',
    entry: 'update-dataset',
    answers: ['updateDataset', 'changeDataset'],
    // The number of shards is chosen in a transaction.
    table: ['dynamodb:ConditionCheckItem'],
  },
  {
    name: 'ManageMerges',
    entry: 'manage-merges',
    answers: ['getMergeList', 'replaceMergeList'],
    table: ['dynamodb:PutItem'],
  },
  {
    name: 'GetRecommendations',
    entry: 'get-recommendations',
    answers: ['getRecommendations'],
    memoryMb: 1_769,
    // A customer's latest orders.
    orders: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
    findsOrdersOfCustomers: true,
  },
  {
    name: 'ServeRecommendations',
    entry: 'serve-recommendations',
    answers: ['getServedReport', 'serveRecommendations', 'stopRecommendations'],
    table: ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'],
  },
  {
    name: 'DeleteDataset',
    entry: 'delete-dataset',
    answers: ['deleteDataset'],
    // For a dataset that is being erased, the endpoint returns the erasure job.
    table: ['dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:DeleteItem'],
    starts: ['erasure'],
  },
  {
    name: 'DeleteCustomer',
    entry: 'delete-customer',
    answers: ['deleteCustomer'],
    table: ['dynamodb:PutItem'],
    starts: ['erasure'],
  },
  { name: 'GetErasure', entry: 'get-erasure', answers: ['getErasure'] },
  {
    name: 'ListErasures',
    entry: 'list-erasures',
    answers: ['listErasures'],
    table: ['dynamodb:Query'],
  },
  {
    name: 'ManageSources',
    entry: 'manage-sources',
    answers: ['createSource', 'listSources', 'getSource', 'updateSource', 'deleteSource'],
    table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
    starts: ['pull'],
    seals: true,
    // Compares a repeated secret with the stored one: the same secret changes nothing.
    opens: true,
  },
  {
    name: 'ManageKeys',
    entry: 'manage-keys',
    answers: ['createKey', 'listKeys', 'getKey', 'listCreatedByKey', 'updateKey', 'revokeKey', 'listAudit'],
    // Keys, and the idempotency records of their creation.
    table: ['dynamodb:PutItem', 'dynamodb:Query'],
  },
  {
    name: 'ManageSchedules',
    entry: 'manage-schedules',
    answers: ['createSchedule', 'listSchedules', 'getSchedule', 'updateSchedule', 'deleteSchedule'],
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
    table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    starts: ['audience'],
  },
  {
    name: 'ReadAudience',
    entry: 'read-audience',
    answers: ['listAudienceMembers', 'listAudienceChanges', 'previewAudience', 'deleteAudience'],
    // A preview looks at every customer of up to three reports.
    memoryMb: 1_769,
    // Erasures in progress, the reports that fit a preview, and the deletion of an audience.
    table: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    reads: ['customers/', 'audiences/'],
    deletes: ['audiences/', 'deliveries/'],
    lists: true,
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
    table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
    starts: ['delivery'],
    deletes: ['deliveries/'],
    seals: true,
    lists: true,
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
    table: ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
    seals: true,
  },
  {
    name: 'SendWebhook',
    entry: 'send-webhook',
    answers: ['redeliverWebhook', 'listDeliveries', 'testWebhook', 'pingEndpoint'],
    // The logs of deliveries.
    table: ['dynamodb:PutItem', 'dynamodb:Query'],
    opens: true,
    mails: true,
  },
  {
    name: 'ReceiveEvent',
    entry: 'receive-event',
    answers: ['receiveEvent'],
    opens: true,
    // Shops expect a response within seconds, even after a cold start.
    memoryMb: 1_024,
    table: ['dynamodb:PutItem', 'dynamodb:Query'],
    sendsTo: 'ingest',
  },
  { name: 'Reference', entry: 'reference', answers: ['getOpenApi', 'getReference'] },
];

export interface ApiFunctions {
  readonly answeredBy: ReadonlyMap<OperationId, ServiceFunction>;
  readonly consolePages: ServiceFunction;
  readonly unknownRoute: ServiceFunction;
  readonly agentTools: ServiceFunction;
  readonly mailLinks: ServiceFunction;
}

/** Permissions that every endpoint needs before its own work: API key and account, rate window, last use. */
const ADMISSION_ACTIONS = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'] as const;
const TIMEOUT = Duration.seconds(29);

/** Throws for an operation that no function answers. */
export function createApiFunctions(scope: Construct, shared: Shared): ApiFunctions {
  const create = (
    { name, entry, answers: _, memoryMb = 512, table = [], ...grants }: ApiFunction,
    description: string,
  ): ServiceFunction =>
    createFunction(scope, name, shared, {
      ...{ entry: `http/${entry}`, description, timeout: TIMEOUT, memoryMb },
      ...{ ...grants, table: [...ADMISSION_ACTIONS, ...table] },
    });
  const answeredBy = new Map<OperationId, ServiceFunction>();
  for (const one of ENDPOINTS) {
    const fn = create(one, describe(one.answers));
    for (const operation of one.answers) answeredBy.set(operation, fn);
  }
  const unanswered = OPERATIONS.filter(({ operationId }) => !answeredBy.has(operationId));
  if (unanswered.length > 0) {
    throw new Error(`no function answers ${unanswered.map(({ operationId }) => operationId).join(', ')}`);
  }

  // Serves files beside its code: it reads no table, and no environment.
  const consolePages = new ServiceFunction(scope, 'Console', {
    entry: 'http/console',
    description: 'GET /console: the pages for a browser',
    ...{ environment: {}, timeout: TIMEOUT, memoryMb: 512 },
    ...{ logRetention: shared.logRetention, key: shared.key },
  });
  const unknownRoute = create(
    { name: 'UnknownRoute', entry: 'unknown-route', answers: [], memoryMb: 256 },
    'Answers 404',
  );
  // Calls operations with the caller's key, and has no rights to their data itself.
  const agentTools = create(
    { name: 'CallTools', entry: 'call-tools', answers: [], memoryMb: 1_024 },
    'POST /mcp: the tools of agents',
  );
  // Needs no key: it reads the endpoint that a link names, and the rate window of callers whose links are not valid.
  const mailLinks = createFunction(scope, 'AnswerMailLink', shared, {
    ...{
      entry: 'http/answer-mail-link',
      description: 'The links of e-mails',
      timeout: TIMEOUT,
      memoryMb: 512,
    },
    table: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
  });
  return { answeredBy, consolePages, unknownRoute, agentTools, mailLinks };
}

/** Lambda's limit, in characters. */
const LONGEST_DESCRIPTION = 256;

/** Names operations by path, which takes fewer characters. */
function describe(answers: readonly OperationId[]): string {
  const methods = new Map<string, string[]>();
  for (const { operationId, method, path } of OPERATIONS)
    if (answers.includes(operationId)) methods.set(path, [...(methods.get(path) ?? []), method]);
  const all = [...methods].map(([path, of]) => `${of.join(' ')} ${path}`).join(', ');
  return all.length > LONGEST_DESCRIPTION ? `${all.slice(0, LONGEST_DESCRIPTION - 1)}…` : all;
}
