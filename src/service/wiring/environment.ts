// The environment of each function as a typed schema: `lib` sets exactly these variables, and the function
// reads exactly these. Only this file contains the names of the variables.
import * as v from 'valibot';
import { PLAN_NAMES } from '../../contract/plans.ts';

const json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema);

/** JSON in every endpoint's environment, and in the stack's outputs. */
const planLimits = v.object({
  apiAccess: v.boolean(),
  maxStoredRows: v.pipe(v.number(), v.integer(), v.minValue(0)),
  monthlyReports: v.pipe(v.number(), v.integer(), v.minValue(0)),
  concurrentReports: v.pipe(v.number(), v.integer(), v.minValue(1)),
  monthlyOrderExports: v.pipe(v.number(), v.integer(), v.minValue(0)),
  monthlyExportBytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  maxAudiences: v.pipe(v.number(), v.integer(), v.minValue(0)),
  maxDestinations: v.pipe(v.number(), v.integer(), v.minValue(0)),
  maxWebhookEndpoints: v.pipe(v.number(), v.integer(), v.minValue(0)),
  maxAudienceMembers: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export const plans = json(v.object(v.entriesFromList(PLAN_NAMES, planLimits)));

/** Allowed webhook targets: `public_https` everywhere but on the local stage. */
const webhookReceivers = v.picklist(['public_https', 'any']);
export type WebhookTargets = v.InferOutput<typeof webhookReceivers>;

/** Variables of functions that send e-mails. Empty: the deployment sends none. */
const mail = {
  MAIL_FROM: v.string(),
  MAIL_URL: v.string(),
  MAIL_CONFIGURATION_SET: v.string(),
};

const endpoint = {
  SERVICE_TABLE: v.string(),
  PLANS: plans,
  /** Origins whose pages may use the whole API. */
  CORS_ORIGINS: json(v.array(v.string())),
};
const requestsPerMinute = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Requests per minute with a publishable key: of one address, and in total. */
const publishableLimits = v.object({ perAddress: requestsPerMinute, perKey: requestsPerMinute });
/** Whether the stage keeps each dataset as a table of Parquet files. */
const isOn = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);
/** Variables of an endpoint that may wait for work in progress, or for a receiver. */
const waitingEndpoint = {
  ...endpoint,
  /** Maximum number of held reads of all accounts together, and of webhooks sent on request. */
  MAX_HELD_READS: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)),
};

export const ENVIRONMENT = {
  submitOrders: v.object({ ...endpoint, INGEST_QUEUE_URL: v.string() }),
  getImports: v.object(waitingEndpoint),
  readOrders: v.object({ ...endpoint, ORDERS_TABLE: v.string() }),
  createReport: v.object({
    ...endpoint,
    REPORT_WORKFLOW_ARN: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  cancelReport: v.object({ ...endpoint, REPORT_WORKFLOW_ARN: v.string() }),
  listReports: v.object(endpoint),
  getReport: v.object({ ...waitingEndpoint, BUCKET: v.string() }),
  listRules: v.object({ ...endpoint, BUCKET: v.string() }),
  getProductProfile: v.object({ ...endpoint, BUCKET: v.string() }),
  listCustomers: v.object({ ...endpoint, BUCKET: v.string() }),
  manageExports: v.object({ ...waitingEndpoint, BUCKET: v.string(), EXPORT_WORKFLOW_ARN: v.string() }),
  listDatasets: v.object(endpoint),
  updateDataset: v.object(endpoint),
  manageMerges: v.object(endpoint),
  getRecommendations: v.object({
    ...endpoint,
    ORDERS_TABLE: v.string(),
    PUBLISHABLE_LIMITS: json(publishableLimits),
  }),
  serveRecommendations: v.object(endpoint),
  deleteDataset: v.object({ ...endpoint, ERASURE_WORKFLOW_ARN: v.string() }),
  deleteCustomer: v.object({ ...endpoint, ERASURE_WORKFLOW_ARN: v.string() }),
  getErasure: v.object(waitingEndpoint),
  listErasures: v.object(endpoint),
  manageSources: v.object({
    ...waitingEndpoint,
    SECRETS_KEY: v.string(),
    PULL_WORKFLOW_ARN: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  manageKeys: v.object(endpoint),
  manageSchedules: v.object({ ...endpoint, WEBHOOK_RECEIVERS: webhookReceivers }),
  manageAudiences: v.object({ ...endpoint, AUDIENCE_WORKFLOW_ARN: v.string() }),
  readAudience: v.object({ ...endpoint, BUCKET: v.string() }),
  manageDestinations: v.object({
    ...endpoint,
    BUCKET: v.string(),
    DELIVERY_WORKFLOW_ARN: v.string(),
    SECRETS_KEY: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  manageEndpoints: v.object({
    ...endpoint,
    SECRETS_KEY: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
    MAIL_FROM: v.string(),
  }),
  sendWebhook: v.object({
    ...waitingEndpoint,
    ...mail,
    SECRETS_KEY: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  receiveEvent: v.object({ ...endpoint, INGEST_QUEUE_URL: v.string(), SECRETS_KEY: v.string() }),
  answerMailLink: v.object({ SERVICE_TABLE: v.string() }),
  pauseReturned: v.object({ SERVICE_TABLE: v.string() }),
  reference: v.object(endpoint),
  unknownRoute: v.object(endpoint),
  callTools: v.object({
    ...endpoint,
    /** URL of the API whose operations the tools call. */
    API_URL: v.string(),
  }),
  applyChunk: v.object({
    SERVICE_TABLE: v.string(),
    ORDERS_TABLE: v.string(),
    PLANS: plans,
    INGEST_QUEUE_URL: v.string(),
    DEAD_LETTER_QUEUE_URL: v.string(),
    /** Deliveries of a message, including the last one. */
    MAX_RECEIVES: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)),
    OPEN_TABLE: isOn,
  }),
  keepDeadLetter: v.object({ SERVICE_TABLE: v.string(), BUCKET: v.string() }),
  planReport: v.object({
    SERVICE_TABLE: v.string(),
    PLANS: plans,
    /** Stored line items of a dataset above which its reports are computed in partitions; 0: always. */
    PARTITION_THRESHOLD_LINES: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)),
    LINES_PER_PARTITION: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)),
    /** Reports of all accounts together that are computed at the same time. */
    COMPUTING_REPORTS: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)),
  }),
  extractShard: v.object({
    SERVICE_TABLE: v.string(),
    ORDERS_TABLE: v.string(),
    BUCKET: v.string(),
    LINES_PER_FILE: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)),
  }),
  computeLane: v.object({ SERVICE_TABLE: v.string(), BUCKET: v.string() }),
  joinPartitions: v.object({ SERVICE_TABLE: v.string(), BUCKET: v.string() }),
  computeReport: v.object({
    SERVICE_TABLE: v.string(),
    ORDERS_TABLE: v.string(),
    BUCKET: v.string(),
    /** Line items of the largest dataset whose extract is kept; 0: none is kept or read. */
    EXTRACT_MAX_LINES: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)),
  }),
  publishReport: v.object({
    SERVICE_TABLE: v.string(),
    BUCKET: v.string(),
    /** Empty: insights from rules only. */
    BEDROCK_MODEL_ID: v.string(),
  }),
  failReport: v.object({ SERVICE_TABLE: v.string() }),
  notifyReceiver: v.object({ SERVICE_TABLE: v.string(), WEBHOOK_RECEIVERS: webhookReceivers }),
  writeExport: v.object({
    SERVICE_TABLE: v.string(),
    ORDERS_TABLE: v.string(),
    BUCKET: v.string(),
    OPEN_TABLE: isOn,
  }),
  runAudience: v.object({
    SERVICE_TABLE: v.string(),
    BUCKET: v.string(),
    PLANS: plans,
    REPORT_WORKFLOW_ARN: v.string(),
    DELIVERY_WORKFLOW_ARN: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  sendEvents: v.object({
    SERVICE_TABLE: v.string(),
    BUCKET: v.string(),
    /** URL of the API for clients: digests link to the console beside it. */
    PUBLIC_URL: v.string(),
    SECRETS_KEY: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
    ...mail,
  }),
  pullOrders: v.object({
    SERVICE_TABLE: v.string(),
    ORDERS_TABLE: v.string(),
    PLANS: plans,
    INGEST_QUEUE_URL: v.string(),
    SECRETS_KEY: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  deliver: v.object({
    SERVICE_TABLE: v.string(),
    BUCKET: v.string(),
    /** ARN of the key that encrypts secrets. */
    SECRETS_KEY: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  erase: v.object({ SERVICE_TABLE: v.string(), ORDERS_TABLE: v.string(), BUCKET: v.string() }),
  runSchedules: v.object({
    SERVICE_TABLE: v.string(),
    PLANS: plans,
    REPORT_WORKFLOW_ARN: v.string(),
    AUDIENCE_WORKFLOW_ARN: v.string(),
    EVENT_WORKFLOW_ARN: v.string(),
    PULL_WORKFLOW_ARN: v.string(),
    WEBHOOK_RECEIVERS: webhookReceivers,
  }),
  reconcile: v.object({
    SERVICE_TABLE: v.string(),
    REPORT_WORKFLOW_ARN: v.string(),
    EXPORT_WORKFLOW_ARN: v.string(),
    AUDIENCE_WORKFLOW_ARN: v.string(),
    DELIVERY_WORKFLOW_ARN: v.string(),
    EVENT_WORKFLOW_ARN: v.string(),
    PULL_WORKFLOW_ARN: v.string(),
    ERASURE_WORKFLOW_ARN: v.string(),
    /** Hours that tables of datasets may be behind. */
    OPEN_TABLE_HOURS: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)),
  }),
} as const;

export function readEnvironment<S extends v.GenericSchema>(schema: S): v.InferOutput<S> {
  return v.parse(schema, process.env);
}
