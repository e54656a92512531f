// The schemas that the document names, so that generated clients have named types.
import type * as v from 'valibot';
import { author } from '../contract/author-fields.ts';
import { gatewayMessage, getErrorBody } from '../contract/errors/error-bodies.ts';
import { ANSWERED_CODES, type AnsweredCode } from '../contract/errors/error-codes.ts';
import { ERRORS } from '../contract/errors/error-descriptions.ts';
import { CUSTOMER_COMPONENTS, reportComponents } from '../contract/report-types/every-type.ts';
import { ruleParams } from '../contract/report-types/market-basket/rule-params.ts';
import * as audiences from '../contract/resources/audiences.ts';
import * as audit from '../contract/resources/audit.ts';
import * as datasets from '../contract/resources/datasets.ts';
import * as destinations from '../contract/resources/destinations.ts';
import * as erasures from '../contract/resources/erasures.ts';
import * as events from '../contract/resources/events.ts';
import * as keys from '../contract/resources/keys.ts';
import * as orderExports from '../contract/resources/orders/order-exports.ts';
import * as orderSchema from '../contract/resources/orders/order-schema.ts';
import * as orders from '../contract/resources/orders/orders.ts';
import * as sources from '../contract/resources/orders/sources.ts';
import * as storedOrders from '../contract/resources/orders/stored-orders.ts';
import * as recommendations from '../contract/resources/recommendations.ts';
import * as exports from '../contract/resources/reports/exports.ts';
import { productProfile, productProfileQuery } from '../contract/resources/reports/product-profile.ts';
import { listCustomersQuery, listCustomersResponse } from '../contract/resources/reports/report-customers.ts';
import * as reportResponses from '../contract/resources/reports/report-responses.ts';
import { listRulesQuery, listRulesResponse } from '../contract/resources/reports/report-rules.ts';
import * as reports from '../contract/resources/reports/reports.ts';
import * as schedules from '../contract/resources/reports/schedules.ts';
import { getUsageResponse } from '../contract/resources/usage.ts';
import * as webhook from '../contract/resources/webhook.ts';
import * as webhookEndpoints from '../contract/resources/webhook-endpoints.ts';
import { sentence } from '../contract/schema/coded.ts';
import { delivery } from '../contract/schema/delivery.ts';
import { identityFigures, identityRules, mergeList, storedMergeList } from '../contract/schema/identity.ts';
import { comparedReport, coveredFilters } from '../contract/schema/report-parts.ts';
import { reportSource } from '../contract/schema/report-source.ts';
import { sourceSummary, storedSourceSummary } from '../contract/schema/source-summary.ts';
import { CONDITION_OPERATORS } from '../contract/settings/conditions.ts';

type Named = Readonly<Record<string, v.GenericSchema>>;
/** Schemas by name. A description is given unless the schema has its own. */
type Components = Readonly<Record<string, readonly [schema: v.GenericSchema, description?: string]>>;

const describeStrict = (what: string): string => `${what} Unknown members are refused.`;

/** `monthly_limit_exceeded`: MonthlyLimitError. */
function toErrorName(code: AnsweredCode): string {
  const words = code.replace(/_(exceeded|error)$/, '').split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`;
}

export const REQUESTS = {
  SubmitOrdersRequest: [orders.submitOrdersRequest, 'Orders for a dataset.'],
  Order: [orderSchema.orderSchema, 'An order and its rows.'],
  LineItem: [orderSchema.lineItemSchema],
  SourceSummary: [sourceSummary],
  CreateReportRequest: [reports.createReportRequest, describeStrict('What to analyse and how.')],
  ReportFilters: [reports.filters],
  DateRange: [reports.dateRange],
  Condition: [reports.condition],
  ReportParams: [reports.params],
  RuleConstraints: [ruleParams],
  CreateExportRequest: [exports.createExportRequest, describeStrict('What to export, and how.')],
  CreateOrderExportRequest: [
    orderExports.createOrderExportRequest,
    describeStrict('Which orders to export, and how.'),
  ],
  TestWebhookRequest: [webhook.testWebhookRequest, describeStrict('A webhook receiver to try.')],
  IdentityRules: [identityRules],
  MergeList: [mergeList, describeStrict('Customer ids that are one person.')],
  UpdateDatasetRequest: [datasets.updateDatasetRequest, describeStrict('All settings of a dataset.')],
  ChangeDatasetRequest: [
    datasets.changeDatasetRequest,
    describeStrict('Changes of the settings of a dataset.'),
  ],
  CreateScheduleRequest: [
    schedules.createScheduleRequest,
    describeStrict('A report to be requested regularly.'),
  ],
  UpdateScheduleRequest: [schedules.updateScheduleRequest, describeStrict('Changes of a schedule.')],
  CreateAudienceRequest: [audiences.createAudienceRequest, describeStrict('An audience to be kept in step.')],
  UpdateAudienceRequest: [audiences.updateAudienceRequest, describeStrict('Changes of an audience.')],
  PreviewAudienceRequest: [
    audiences.previewAudienceRequest,
    describeStrict('Conditions to count the customers of.'),
  ],
  AudienceCondition: [audiences.audienceCondition],
  CreateDestinationRequest: [
    destinations.createDestinationRequest,
    describeStrict('A copy of an audience to keep in step.'),
  ],
  UpdateDestinationRequest: [
    destinations.updateDestinationRequest,
    describeStrict('Changes of a destination.'),
  ],
  CreateEndpointRequest: [
    webhookEndpoints.createEndpointRequest,
    describeStrict('An address to send events to.'),
  ],
  UpdateEndpointRequest: [
    webhookEndpoints.updateEndpointRequest,
    describeStrict('Changes of a webhook endpoint.'),
  ],
  CreateSourceRequest: [
    sources.createSourceRequest,
    describeStrict('A shop whose webhooks are to be received.'),
  ],
  UpdateSourceRequest: [sources.updateSourceRequest, describeStrict('Changes of a source.')],
  ShopEvent: [sources.shopEvent, 'An event as the shop documents it.'],
  CreateKeyRequest: [keys.createKeyRequest, describeStrict('A key to be created.')],
  UpdateKeyRequest: [keys.updateKeyRequest, describeStrict('Changes of a key.')],
  ServeRecommendationsRequest: [
    recommendations.serveRecommendationsRequest,
    describeStrict('The report that recommendations shall come from.'),
  ],
} as const satisfies Components;

export const ANSWERS = {
  SubmitOrdersResponse: [orders.submitOrdersResponse, 'The import of the orders.'],
  ImportJob: [orders.importJob, 'An import job.'],
  RowError: [orders.rowError, 'A row that was not stored, and why.'],
  StoredSourceSummary: [storedSourceSummary],
  ImportList: [orders.listImportsResponse, 'A page of imports.'],
  StoredOrder: [storedOrders.storedOrder, 'An order as it is stored.'],
  StoredLineItem: [storedOrders.storedLine, 'A row of a stored order, and the import that wrote it.'],
  OrderList: [storedOrders.listOrdersResponse, 'A page of orders.'],
  CreateReportResponse: [reports.createReportResponse, 'The report that was started.'],
  ReportSummary: [reportResponses.reportSummary, 'A report without its results.'],
  ReportList: [reportResponses.listReportsResponse, 'A page of reports.'],
  ...reportComponents(),
  RuleList: [listRulesResponse, 'A page of rules.'],
  ProductProfile: [
    productProfile,
    'The profile of a product: the sizes of its orders, and what is ordered before and after it.',
  ],
  RecommendationList: [recommendations.getRecommendationsResponse, 'Products to show beside a cart.'],
  Recommendation: [recommendations.recommendation, 'A product to show, and the rule that says so.'],
  ServedRecommendations: [
    recommendations.servedRecommendations,
    'The report that recommendations come from.',
  ],
  ...CUSTOMER_COMPONENTS,
  CustomerList: [listCustomersResponse, "A page of a report's customers."],
  Export: [exports.reportExport, 'A file with rows of a report.'],
  ExportList: [exports.listExportsResponse, 'Exports of a report.'],
  OrderExport: [orderExports.orderExport, 'Files with the line items of a dataset.'],
  OrderExportList: [orderExports.listOrderExportsResponse, "Exports of a dataset's orders."],
  FailedReport: [reportResponses.failedReport, 'A report that ended without a result.'],
  ProcessingReport: [reportResponses.processingReport, 'A report that is being generated.'],
  AppliedIdentityRules: [identityRules],
  StoredMergeList: [storedMergeList, 'The merge list of a dataset, with its version.'],
  IdentityFigures: [identityFigures],
  ComparedReport: [comparedReport, 'The report that another is compared with.'],
  AppliedFilters: [coveredFilters, 'The orders and rows that a report covers.'],
  ReportSource: [reportSource, 'An import whose orders may be in the report.'],
  Sentence: [sentence, 'A sentence by code, with its figures and names.'],
  Delivery: [delivery, "An attempt to deliver a report's webhook."],
  DeliveryList: [webhook.listDeliveriesResponse, "A page of attempts to deliver a report's webhook."],
  Dataset: [datasets.dataset, 'Orders that are analysed together.'],
  DatasetList: [datasets.listDatasetsResponse, 'A page of datasets.'],
  Usage: [getUsageResponse, 'Usage of an account, beside its limits.'],
  Erasure: [erasures.erasure, 'An erasure. It never contains the id of the customer.'],
  ErasureList: [erasures.listErasuresResponse, 'A page of erasures.'],
  Schedule: [schedules.schedule, 'A report that is requested regularly.'],
  ScheduleList: [schedules.listSchedulesResponse, 'All schedules.'],
  Audience: [audiences.audience, 'Customers who meet conditions, kept in step by runs.'],
  AudienceList: [audiences.listAudiencesResponse, 'A page of audiences.'],
  AudienceRun: [audiences.audienceRun, 'A refresh of an audience.'],
  AudienceRunList: [audiences.listRunsResponse, 'A page of runs.'],
  AudienceMemberList: [audiences.listMembersResponse, "A page of an audience's members."],
  AudienceChangeList: [audiences.listChangesResponse, 'A page of who joined an audience and who left it.'],
  AudiencePreview: [
    audiences.previewAudienceResponse,
    'How many customers meet conditions, and are in other audiences.',
  ],
  Destination: [destinations.destination, 'A copy of an audience elsewhere, kept in step.'],
  DestinationList: [destinations.listDestinationsResponse, "A page of an audience's destinations."],
  AudienceDelivery: [destinations.audienceDelivery, 'A delivery to a destination.'],
  AudienceDeliveryList: [destinations.listAudienceDeliveriesResponse, 'A page of deliveries.'],
  AudiencePage: [destinations.audiencePage, 'Who joined an audience, who left it, and who was erased.'],
  Source: [sources.source, 'A shop whose order webhooks are received. It never contains the secret.'],
  SourceList: [sources.listSourcesResponse, 'All sources.'],
  EventReceived: [sources.eventReceived, 'Outcome of an event.'],
  ApiKey: [keys.apiKey, 'A key of the account, without its secret.'],
  CreatedKey: [keys.createdKey, 'A new key, with its secret.'],
  MadeByKey: [keys.madeByKey, 'Something that a key created, or changed last.'],
  MadeByKeyList: [keys.listCreatedResponse, 'A page of what a key made.'],
  RevokedKey: [keys.revokedKey, 'A key that has ended, with what it made.'],
  AuditEntry: [audit.auditEntry, 'A request that changed something.'],
  AuditEntryList: [audit.listAuditResponse, 'A page of the audit list.'],
  Author: [author, 'A key that created or changed something.'],
  KeyList: [keys.listKeysResponse, 'A page of keys.'],
  WebhookTest: [webhook.testWebhookResponse, 'Response of a receiver to a test event.'],
  WebhookEvent: [webhook.webhookPayload, 'The outcome of a report.'],
  WebhookTestEvent: [webhook.webhookTestPayload, 'An event to try a receiver with.'],
  WebhookEndpoint: [
    webhookEndpoints.webhookEndpoint,
    'An address that is sent the events of the account. It never contains a secret.',
  ],
  WebhookEndpointList: [webhookEndpoints.listEndpointsResponse, 'A page of webhook endpoints.'],
  EndpointDelivery: [
    webhookEndpoints.endpointDelivery,
    'An attempt to deliver an event to a webhook endpoint.',
  ],
  EndpointDeliveryList: [webhookEndpoints.listEndpointDeliveriesResponse, 'A page of attempts.'],
  AccountEvent: [events.accountEvent, 'An event of the account: work that has ended.'],
  AccountEventList: [events.listEventsResponse, 'A page of events.'],
} as const satisfies Components;

const ERROR_ANSWERS: Components = {
  ...Object.fromEntries(
    ANSWERED_CODES.filter((code) => code !== 'method_not_allowed').map((code) => [
      toErrorName(code),
      [getErrorBody(code), ERRORS[code].meaning],
    ]),
  ),
  GatewayMessage: [gatewayMessage, "The gateway's own response, if no function was reached."],
};

/** Query schemas of the operations that have one. The client's types have these names. */
export const QUERIES = {
  ListImportsQuery: orders.getImportsQuery,
  ListOrdersQuery: storedOrders.listOrdersQuery,
  ListReportsQuery: reports.listReportsQuery,
  ListRulesQuery: listRulesQuery,
  ProductProfileQuery: productProfileQuery,
  ListCustomersQuery: listCustomersQuery,
  ListDatasetsQuery: datasets.listDatasetsQuery,
  ListErasuresQuery: erasures.listErasuresQuery,
  ListDeliveriesQuery: webhook.listDeliveriesQuery,
  ListAudienceMembersQuery: audiences.listMembersQuery,
  ListAudienceChangesQuery: audiences.listChangesQuery,
  ListAudienceDeliveriesQuery: destinations.listAudienceDeliveriesQuery,
  ListEndpointDeliveriesQuery: webhookEndpoints.listEndpointDeliveriesQuery,
  ListEventsQuery: events.listEventsQuery,
  ListAuditQuery: audit.listAuditQuery,
  GetRecommendationsQuery: recommendations.getRecommendationsQuery,
} as const satisfies Named;

export const REQUEST_SCHEMAS = pickSchemas(REQUESTS);
export const ANSWER_SCHEMAS = pickSchemas({ ...ANSWERS, ...ERROR_ANSWERS });
export const COMPONENT_DESCRIPTIONS: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries<Components[string]>({ ...REQUESTS, ...ANSWERS, ...ERROR_ANSWERS }).map(
    ([name, [, description]]) => [name, description],
  ),
);

function pickSchemas(components: Components): Named {
  return Object.fromEntries(Object.entries(components).map(([name, [schema]]) => [name, schema]));
}

/**
 * The conditions of a schema beyond its members. As conditions rather than alternatives, which generators of clients make
 * unions of nothing of.
 */
export const SCHEMA_RULES: Readonly<Record<string, object>> = {
  CreateReportRequest: {
    if: { not: { required: ['template'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['report_type'] },
  },
  Condition: {
    if: {
      required: ['operator'],
      properties: { operator: { const: 'between', description: 'A range.' } },
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['valueTo'] },
    not: {
      required: ['operator', 'valueTo'],
      properties: {
        operator: {
          enum: CONDITION_OPERATORS.filter((operator) => operator !== 'between'),
          description: 'Any other operator.',
        },
        valueTo: { type: 'number', description: 'An upper bound.' },
      },
    },
  },
};
