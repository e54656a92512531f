// The schemas that the document names, so that generated clients have named types.
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
import { accountEvent, listEventsResponse } from '../contract/resources/events.ts';
import {
  apiKey,
  createdKey,
  createKeyRequest,
  listKeysResponse,
  updateKeyRequest,
} from '../contract/resources/keys.ts';
import { lineItemSchema, orderSchema } from '../contract/resources/orders/order-schema.ts';
import {
  importJob,
  listImportsResponse,
  rowError,
  submitOrdersRequest,
  submitOrdersResponse,
} from '../contract/resources/orders/orders.ts';
import {
  createSourceRequest,
  eventReceived,
  listSourcesResponse,
  shopEvent,
  source,
  updateSourceRequest,
} from '../contract/resources/orders/sources.ts';
import { listOrdersResponse, storedLine, storedOrder } from '../contract/resources/orders/stored-orders.ts';
import {
  getRecommendationsResponse,
  recommendation,
  servedRecommendations,
  serveRecommendationsRequest,
} from '../contract/resources/recommendations.ts';
import {
  createExportRequest,
  listExportsResponse,
  reportExport,
} from '../contract/resources/reports/exports.ts';
import { productProfile } from '../contract/resources/reports/product-profile.ts';
import { listCustomersResponse } from '../contract/resources/reports/report-customers.ts';
import {
  failedReport,
  listReportsResponse,
  processingReport,
  reportSummary,
} from '../contract/resources/reports/report-responses.ts';
import { listRulesResponse } from '../contract/resources/reports/report-rules.ts';
import {
  condition,
  createReportRequest,
  createReportResponse,
  dateRange,
  filters,
  params,
} from '../contract/resources/reports/reports.ts';
import {
  createScheduleRequest,
  listSchedulesResponse,
  schedule,
  updateScheduleRequest,
} from '../contract/resources/reports/schedules.ts';
import { getUsageResponse } from '../contract/resources/usage.ts';
import {
  listDeliveriesResponse,
  testWebhookRequest,
  testWebhookResponse,
  webhookPayload,
  webhookTestPayload,
} from '../contract/resources/webhook.ts';
import {
  createEndpointRequest,
  endpointDelivery,
  listEndpointDeliveriesResponse,
  listEndpointsResponse,
  updateEndpointRequest,
  webhookEndpoint,
} from '../contract/resources/webhook-endpoints.ts';
import { ruleParams } from '../report-types/market-basket/rule-params.ts';
import { CUSTOMER_ROWS, documentOf, REPORT_TYPES } from '../report-types/report-types.ts';
import { sentence } from '../schema/coded.ts';
import { delivery } from '../schema/delivery.ts';
import { comparedReport, coveredFilters } from '../schema/report-parts.ts';
import { reportSource } from '../schema/report-source.ts';
import { sourceSummary, storedSourceSummary } from '../schema/source-summary.ts';

export const REPORT_COMPONENTS = REPORT_TYPES.flatMap((type) => Object.entries(documentOf(type).components));

type Named = Readonly<Record<string, v.GenericSchema>>;

/** Requests. */
export const REQUEST_SCHEMAS: Named = {
  SubmitOrdersRequest: submitOrdersRequest,
  Order: orderSchema,
  LineItem: lineItemSchema,
  SourceSummary: sourceSummary,
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
  CreateEndpointRequest: createEndpointRequest,
  UpdateEndpointRequest: updateEndpointRequest,
  CreateSourceRequest: createSourceRequest,
  UpdateSourceRequest: updateSourceRequest,
  ShopEvent: shopEvent,
  CreateKeyRequest: createKeyRequest,
  UpdateKeyRequest: updateKeyRequest,
  ServeRecommendationsRequest: serveRecommendationsRequest,
};

/** Responses. */
export const ANSWER_SCHEMAS: Named = {
  SubmitOrdersResponse: submitOrdersResponse,
  ImportJob: importJob,
  RowError: rowError,
  StoredSourceSummary: storedSourceSummary,
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
  ApiKey: apiKey,
  CreatedKey: createdKey,
  KeyList: listKeysResponse,
  WebhookTest: testWebhookResponse,
  WebhookEvent: webhookPayload,
  WebhookTestEvent: webhookTestPayload,
  WebhookEndpoint: webhookEndpoint,
  WebhookEndpointList: listEndpointsResponse,
  EndpointDelivery: endpointDelivery,
  EndpointDeliveryList: listEndpointDeliveriesResponse,
  AccountEvent: accountEvent,
  AccountEventList: listEventsResponse,
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
  EndpointLimitError: ERROR_BODIES.endpoint_limit_exceeded,
  SourceLimitError: ERROR_BODIES.source_limit_exceeded,
  KeyLimitError: ERROR_BODIES.key_limit_exceeded,
  LastAdminKeyError: ERROR_BODIES.last_admin_key,
  InvalidSignatureError: ERROR_BODIES.invalid_signature,
  SourcePausedError: ERROR_BODIES.source_paused,
  InternalError: ERROR_BODIES.internal_error,
  GatewayMessage: gatewayMessage,
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
