// The schemas that the document names, so that generated clients have named types. Schemas without a description of their
// own are described here.
import type * as v from 'valibot';
import { ERROR_BODIES, gatewayMessage } from '../contract/errors/error-bodies.ts';
import {
  audience,
  audienceCondition,
  audienceRun,
  createAudienceRequest,
  listAudiencesResponse,
  listChangesResponse,
  listMembersResponse,
  listRunsResponse,
  previewAudienceRequest,
  previewAudienceResponse,
  updateAudienceRequest,
} from '../contract/resources/audiences.ts';
import {
  changeDatasetRequest,
  dataset,
  listDatasetsResponse,
  updateDatasetRequest,
} from '../contract/resources/datasets.ts';
import {
  audienceDelivery,
  audiencePage,
  createDestinationRequest,
  destination,
  listAudienceDeliveriesResponse,
  listDestinationsResponse,
  updateDestinationRequest,
} from '../contract/resources/destinations.ts';
import { erasure, listErasuresResponse } from '../contract/resources/erasures.ts';
import { createExportRequest, listExportsResponse, reportExport } from '../contract/resources/exports.ts';
import { lineItemSchema, orderSchema } from '../contract/resources/order-schema.ts';
import {
  importJob,
  listImportsResponse,
  rowError,
  submitOrdersRequest,
  submitOrdersResponse,
} from '../contract/resources/orders.ts';
import { productProfile } from '../contract/resources/product-profile.ts';
import {
  getRecommendationsResponse,
  recommendation,
  servedRecommendations,
  serveRecommendationsRequest,
} from '../contract/resources/recommendations.ts';
import { listCustomersResponse } from '../contract/resources/report-customers.ts';
import {
  failedReport,
  listReportsResponse,
  processingReport,
  reportSummary,
} from '../contract/resources/report-responses.ts';
import { listRulesResponse } from '../contract/resources/report-rules.ts';
import {
  condition,
  createReportRequest,
  createReportResponse,
  dateRange,
  filters,
  params,
} from '../contract/resources/reports.ts';
import {
  createScheduleRequest,
  listSchedulesResponse,
  schedule,
  updateScheduleRequest,
} from '../contract/resources/schedules.ts';
import {
  createSourceRequest,
  eventReceived,
  listSourcesResponse,
  shopEvent,
  source,
  updateSourceRequest,
} from '../contract/resources/sources.ts';
import { listOrdersResponse, storedLine, storedOrder } from '../contract/resources/stored-orders.ts';
import { getUsageResponse } from '../contract/resources/usage.ts';
import {
  listDeliveriesResponse,
  testWebhookRequest,
  testWebhookResponse,
  webhookPayload,
  webhookTestPayload,
} from '../contract/resources/webhook.ts';
import { ruleParams } from '../report-types/market-basket/rule-params.ts';
import { CUSTOMER_ROWS, documentOf, REPORT_TYPES } from '../report-types/report-types.ts';
import { sentence } from '../schema/coded.ts';
import { delivery } from '../schema/delivery.ts';
import { comparedReport, coveredFilters } from '../schema/report-parts.ts';
import { reportSource } from '../schema/report-source.ts';

const REPORT_COMPONENTS = REPORT_TYPES.flatMap((type) => Object.entries(documentOf(type).components));

type Named = Readonly<Record<string, v.GenericSchema>>;

/** Requests. */
export const REQUEST_SCHEMAS: Named = {
  SubmitOrdersRequest: submitOrdersRequest,
  Order: orderSchema,
  LineItem: lineItemSchema,
  CreateReportRequest: createReportRequest,
  ReportFilters: filters,
  DateRange: dateRange,
  Condition: condition,
  ReportParams: params,
  RuleConstraints: ruleParams,
  CreateExportRequest: createExportRequest,
  TestWebhookRequest: testWebhookRequest,
  UpdateDatasetRequest: updateDatasetRequest,
  ChangeDatasetRequest: changeDatasetRequest,
  CreateScheduleRequest: createScheduleRequest,
  UpdateScheduleRequest: updateScheduleRequest,
  CreateAudienceRequest: createAudienceRequest,
  UpdateAudienceRequest: updateAudienceRequest,
  PreviewAudienceRequest: previewAudienceRequest,
  AudienceCondition: audienceCondition,
  CreateDestinationRequest: createDestinationRequest,
  UpdateDestinationRequest: updateDestinationRequest,
  CreateSourceRequest: createSourceRequest,
  UpdateSourceRequest: updateSourceRequest,
  ShopEvent: shopEvent,
  ServeRecommendationsRequest: serveRecommendationsRequest,
};

/** Responses. */
export const ANSWER_SCHEMAS: Named = {
  SubmitOrdersResponse: submitOrdersResponse,
  ImportJob: importJob,
  RowError: rowError,
  ImportList: listImportsResponse,
  StoredOrder: storedOrder,
  StoredLineItem: storedLine,
  OrderList: listOrdersResponse,
  CreateReportResponse: createReportResponse,
  ReportSummary: reportSummary,
  ReportList: listReportsResponse,
  ...Object.fromEntries(REPORT_COMPONENTS.map(([name, { schema }]) => [name, schema])),
  RuleList: listRulesResponse,
  ProductProfile: productProfile,
  RecommendationList: getRecommendationsResponse,
  Recommendation: recommendation,
  ServedRecommendations: servedRecommendations,
  ...Object.fromEntries(CUSTOMER_ROWS.map(({ component }) => [component.name, component.schema])),
  CustomerList: listCustomersResponse,
  Export: reportExport,
  ExportList: listExportsResponse,
  FailedReport: failedReport,
  ProcessingReport: processingReport,
  ComparedReport: comparedReport,
  AppliedFilters: coveredFilters,
  ReportSource: reportSource,
  Sentence: sentence,
  Delivery: delivery,
  DeliveryList: listDeliveriesResponse,
  Dataset: dataset,
  DatasetList: listDatasetsResponse,
  Usage: getUsageResponse,
  Erasure: erasure,
  ErasureList: listErasuresResponse,
  Schedule: schedule,
  ScheduleList: listSchedulesResponse,
  Audience: audience,
  AudienceList: listAudiencesResponse,
  AudienceRun: audienceRun,
  AudienceRunList: listRunsResponse,
  AudienceMemberList: listMembersResponse,
  AudienceChangeList: listChangesResponse,
  AudiencePreview: previewAudienceResponse,
  Destination: destination,
  DestinationList: listDestinationsResponse,
  AudienceDelivery: audienceDelivery,
  AudienceDeliveryList: listAudienceDeliveriesResponse,
  AudiencePage: audiencePage,
  Source: source,
  SourceList: listSourcesResponse,
  EventReceived: eventReceived,
  WebhookTest: testWebhookResponse,
  WebhookEvent: webhookPayload,
  WebhookTestEvent: webhookTestPayload,
  InvalidRequestError: ERROR_BODIES.invalid_request,
  UnauthorizedError: ERROR_BODIES.unauthorized,
  PlanRequiredError: ERROR_BODIES.plan_required,
  KeyNotAllowedError: ERROR_BODIES.key_not_allowed,
  OriginNotAllowedError: ERROR_BODIES.origin_not_allowed,
  NotFoundError: ERROR_BODIES.not_found,
  RequestInProgressError: ERROR_BODIES.request_in_progress,
  DatasetBeingErasedError: ERROR_BODIES.dataset_being_erased,
  ReportNotFinishedError: ERROR_BODIES.report_not_finished,
  PreconditionFailedError: ERROR_BODIES.precondition_failed,
  PayloadTooLargeError: ERROR_BODIES.payload_too_large,
  IdempotencyKeyReusedError: ERROR_BODIES.idempotency_key_reused,
  RateLimitedError: ERROR_BODIES.rate_limited,
  MonthlyLimitError: ERROR_BODIES.monthly_limit_exceeded,
  ExportLimitError: ERROR_BODIES.export_limit_exceeded,
  ImportLimitError: ERROR_BODIES.import_limit_exceeded,
  WebhookLimitError: ERROR_BODIES.webhook_limit_exceeded,
  ScheduleLimitError: ERROR_BODIES.schedule_limit_exceeded,
  AudienceLimitError: ERROR_BODIES.audience_limit_exceeded,
  DestinationLimitError: ERROR_BODIES.destination_limit_exceeded,
  SourceLimitError: ERROR_BODIES.source_limit_exceeded,
  InvalidSignatureError: ERROR_BODIES.invalid_signature,
  SourcePausedError: ERROR_BODIES.source_paused,
  InternalError: ERROR_BODIES.internal_error,
  GatewayMessage: gatewayMessage,
};

export const COMPONENT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  SubmitOrdersRequest: 'Orders for a dataset.',
  Order: 'An order and its rows.',
  CreateReportRequest: 'What to analyse and how. Unknown members are refused.',
  SubmitOrdersResponse: 'The import of the orders.',
  ImportJob: 'An import job.',
  RowError: 'A row that was not stored, and why.',
  ImportList: 'A page of imports.',
  StoredOrder: 'An order as it is stored.',
  StoredLineItem: 'A row of a stored order, and the import that wrote it.',
  OrderList: 'A page of orders.',
  CreateReportResponse: 'The report that was started.',
  ReportSummary: 'A report without its results.',
  ReportList: 'A page of reports.',
  ...Object.fromEntries(REPORT_COMPONENTS.map(([name, { description }]) => [name, description])),
  RuleList: 'A page of rules.',
  ProductProfile:
    'The profile of a product: the sizes of its orders, and what is ordered before and after it.',
  RecommendationList: 'What to show beside a cart.',
  Recommendation: 'A product to show, and the rule that says so.',
  ServedRecommendations: 'The report that recommendations come from.',
  ServeRecommendationsRequest:
    'The report that recommendations shall come from. Unknown members are refused.',
  ...Object.fromEntries(CUSTOMER_ROWS.map(({ component }) => [component.name, component.description])),
  CustomerList: "A page of a report's customers.",
  FailedReport: 'A report that ended without a result.',
  ProcessingReport: 'A report that is being generated.',
  ComparedReport: 'The report that another is compared with.',
  AppliedFilters: 'The orders and rows that a report covers.',
  ReportSource: 'An import whose orders may be in the report.',
  Sentence: 'A sentence by code, with its figures and names.',
  Delivery: "An attempt to deliver a report's webhook.",
  DeliveryList: "A page of attempts to deliver a report's webhook.",
  CreateExportRequest: 'What to export, and how. Unknown members are refused.',
  Export: 'A file with rows of a report.',
  ExportList: 'Exports of a report.',
  UpdateDatasetRequest: 'All settings of a dataset. Unknown members are refused.',
  ChangeDatasetRequest: 'Changes of the settings of a dataset. Unknown members are refused.',
  Dataset: 'Orders that are analysed together.',
  DatasetList: 'A page of datasets.',
  Usage: 'What an account stores and has requested, beside its limits.',
  Erasure: 'An erasure. It never contains the id of the customer.',
  ErasureList: 'A page of erasures.',
  CreateAudienceRequest: 'An audience to be kept in step. Unknown members are refused.',
  UpdateAudienceRequest: 'Changes of an audience. Unknown members are refused.',
  PreviewAudienceRequest: 'Conditions to count the customers of. Unknown members are refused.',
  CreateDestinationRequest: 'A copy of an audience to keep in step. Unknown members are refused.',
  UpdateDestinationRequest: 'Changes of a destination. Unknown members are refused.',
  Destination: 'A copy of an audience elsewhere, kept in step.',
  DestinationList: "A page of an audience's destinations.",
  AudienceDelivery: 'What a destination was sent.',
  AudienceDeliveryList: 'A page of deliveries.',
  AudiencePage: 'Who joined an audience, who left it, and who was erased.',
  Audience: 'Customers who meet conditions, kept in step by runs.',
  AudienceList: 'A page of audiences.',
  AudienceRun: 'A refresh of an audience.',
  AudienceRunList: 'A page of runs.',
  AudienceMemberList: "A page of an audience's members.",
  AudienceChangeList: 'A page of who joined an audience and who left it.',
  AudiencePreview: 'How many customers meet conditions, and are in other audiences.',
  CreateScheduleRequest: 'A report to be requested regularly. Unknown members are refused.',
  UpdateScheduleRequest: 'Changes of a schedule. Unknown members are refused.',
  CreateSourceRequest: 'A shop whose webhooks are to be received. Unknown members are refused.',
  UpdateSourceRequest: 'Changes of a source. Unknown members are refused.',
  ShopEvent: 'An event as the shop documents it.',
  Schedule: 'A report that is requested regularly.',
  ScheduleList: 'All schedules.',
  Source: 'A shop whose order webhooks are received. It never contains the secret.',
  SourceList: 'All sources.',
  EventReceived: 'What became of an event.',
  TestWebhookRequest: 'A webhook receiver to try. Unknown members are refused.',
  WebhookTest: 'What a receiver responded to a test event.',
  WebhookEvent: 'The outcome of a report.',
  WebhookTestEvent: 'An event to try a receiver with.',
  InvalidRequestError: 'The request is invalid.',
  UnauthorizedError: 'The API key is missing or invalid.',
  PlanRequiredError: "The account's plan does not include the API.",
  KeyNotAllowedError: 'The key is read-only or publishable, and does not allow the request.',
  OriginNotAllowedError: 'The publishable key is not for pages of this origin.',
  NotFoundError: 'The resource does not exist, or belongs to another account.',
  RequestInProgressError: 'The same request is in progress.',
  DatasetBeingErasedError: 'The dataset is being erased.',
  ReportNotFinishedError: 'The report is still processing.',
  PreconditionFailedError: 'The resource has changed.',
  PayloadTooLargeError: 'The body is too large.',
  IdempotencyKeyReusedError: 'The Idempotency-Key was used for another request.',
  RateLimitedError: 'The rate limit is exceeded.',
  MonthlyLimitError: 'The monthly limit of reports is reached.',
  ExportLimitError: 'Too many exports are in progress.',
  ImportLimitError: 'Too much of what the account sent waits to be applied.',
  WebhookLimitError: 'Too many webhooks are being sent on request.',
  AudienceLimitError: 'The account has as many audiences as its plan allows.',
  DestinationLimitError: 'The account has as many destinations as its plan allows.',
  ScheduleLimitError: 'The account has as many schedules as it may have.',
  SourceLimitError: 'The account has as many sources as it may have.',
  InvalidSignatureError: 'The signature of an event is wrong.',
  SourcePausedError: 'The source is paused.',
  InternalError: 'The service failed.',
  GatewayMessage: "The gateway's own response, if no function was reached.",
};

/**
 * What a schema says beyond its members. As conditions rather than alternatives, which generators of clients make unions
 * of nothing of.
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
  },
};
