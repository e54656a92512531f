// The contract's schemas as the client's types: plain TypeScript that imports nothing. client/src/contract.ts is what
// this makes; a test fails when it is stale.

import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { jsonSchemaOf, withoutNull } from '../../src/contract/json-schema.ts';
import {
  audience,
  audienceRun,
  createAudienceRequest,
  listAudiencesResponse,
  listChangesQuery,
  listChangesResponse,
  listMembersQuery,
  listMembersResponse,
  listRunsResponse,
  previewAudienceRequest,
  previewAudienceResponse,
  updateAudienceRequest,
} from '../../src/contract/resources/audiences.ts';
import {
  changeDatasetRequest,
  dataset,
  listDatasetsQuery,
  listDatasetsResponse,
  updateDatasetRequest,
} from '../../src/contract/resources/datasets.ts';
import {
  audienceDelivery,
  audiencePage,
  createDestinationRequest,
  destination,
  listAudienceDeliveriesQuery,
  listAudienceDeliveriesResponse,
  listDestinationsResponse,
  updateDestinationRequest,
} from '../../src/contract/resources/destinations.ts';
import { erasure, listErasuresQuery, listErasuresResponse } from '../../src/contract/resources/erasures.ts';
import {
  createExportRequest,
  listExportsResponse,
  reportExport,
} from '../../src/contract/resources/exports.ts';
import { lineItemSchema, orderSchema } from '../../src/contract/resources/order-schema.ts';
import {
  getImportsQuery,
  importJob,
  listImportsResponse,
  submitOrdersRequest,
  submitOrdersResponse,
} from '../../src/contract/resources/orders.ts';
import { productProfile, productProfileQuery } from '../../src/contract/resources/product-profile.ts';
import {
  getRecommendationsQuery,
  getRecommendationsResponse,
  recommendation,
  servedRecommendations,
  serveRecommendationsRequest,
} from '../../src/contract/resources/recommendations.ts';
import { listCustomersQuery, listCustomersResponse } from '../../src/contract/resources/report-customers.ts';
import {
  failedReport,
  listReportsResponse,
  processingReport,
  reportSummary,
} from '../../src/contract/resources/report-responses.ts';
import { listRulesQuery, listRulesResponse } from '../../src/contract/resources/report-rules.ts';
import {
  createReportRequest,
  createReportResponse,
  listReportsQuery,
} from '../../src/contract/resources/reports.ts';
import {
  createScheduleRequest,
  listSchedulesResponse,
  schedule,
  updateScheduleRequest,
} from '../../src/contract/resources/schedules.ts';
import {
  createSourceRequest,
  listSourcesResponse,
  source,
  updateSourceRequest,
} from '../../src/contract/resources/sources.ts';
import {
  listOrdersQuery,
  listOrdersResponse,
  storedLine,
  storedOrder,
} from '../../src/contract/resources/stored-orders.ts';
import { getUsageResponse } from '../../src/contract/resources/usage.ts';
import {
  listDeliveriesQuery,
  listDeliveriesResponse,
  STANDARD_HEADERS,
  testWebhookRequest,
  testWebhookResponse,
  webhookPayload,
  webhookTestPayload,
} from '../../src/contract/resources/webhook.ts';
import {
  CUSTOMER_ROWS,
  definitionOf,
  documentOf,
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  TEMPLATES,
} from '../../src/report-types/report-types.ts';
import { delivery } from '../../src/schema/delivery.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../src/schema/limits.ts';
import { sourceSummary } from '../../src/schema/source-summary.ts';
import { type Direction, declare } from './declare.ts';

const REQUESTS = {
  LineItem: lineItemSchema,
  Order: orderSchema,
  SourceSummary: sourceSummary,
  SubmitOrdersRequest: submitOrdersRequest,
  CreateReportRequest: createReportRequest,
  CreateExportRequest: createExportRequest,
  TestWebhookRequest: testWebhookRequest,
  UpdateDatasetRequest: updateDatasetRequest,
  ChangeDatasetRequest: changeDatasetRequest,
  CreateScheduleRequest: createScheduleRequest,
  UpdateScheduleRequest: updateScheduleRequest,
  CreateAudienceRequest: createAudienceRequest,
  UpdateAudienceRequest: updateAudienceRequest,
  PreviewAudienceRequest: previewAudienceRequest,
  CreateDestinationRequest: createDestinationRequest,
  UpdateDestinationRequest: updateDestinationRequest,
  CreateSourceRequest: createSourceRequest,
  UpdateSourceRequest: updateSourceRequest,
  ServeRecommendationsRequest: serveRecommendationsRequest,
};
const QUERIES = {
  ListImportsQuery: getImportsQuery,
  ListOrdersQuery: listOrdersQuery,
  ListReportsQuery: listReportsQuery,
  ListRulesQuery: listRulesQuery,
  ProductProfileQuery: productProfileQuery,
  ListCustomersQuery: listCustomersQuery,
  ListDatasetsQuery: listDatasetsQuery,
  ListErasuresQuery: listErasuresQuery,
  ListDeliveriesQuery: listDeliveriesQuery,
  ListAudienceMembersQuery: listMembersQuery,
  ListAudienceChangesQuery: listChangesQuery,
  ListAudienceDeliveriesQuery: listAudienceDeliveriesQuery,
  GetRecommendationsQuery: getRecommendationsQuery,
};
const RESPONSES = {
  SubmitOrdersResponse: submitOrdersResponse,
  ImportJob: importJob,
  ListImportsResponse: listImportsResponse,
  StoredOrder: storedOrder,
  StoredLineItem: storedLine,
  ListOrdersResponse: listOrdersResponse,
  Export: reportExport,
  ListExportsResponse: listExportsResponse,
  Dataset: dataset,
  ListDatasetsResponse: listDatasetsResponse,
  GetUsageResponse: getUsageResponse,
  Erasure: erasure,
  ListErasuresResponse: listErasuresResponse,
  Schedule: schedule,
  ListSchedulesResponse: listSchedulesResponse,
  Audience: audience,
  ListAudiencesResponse: listAudiencesResponse,
  AudienceRun: audienceRun,
  ListAudienceRunsResponse: listRunsResponse,
  ListAudienceMembersResponse: listMembersResponse,
  ListAudienceChangesResponse: listChangesResponse,
  AudiencePreview: previewAudienceResponse,
  Destination: destination,
  ListDestinationsResponse: listDestinationsResponse,
  AudienceDelivery: audienceDelivery,
  ListAudienceDeliveriesResponse: listAudienceDeliveriesResponse,
  AudiencePage: audiencePage,
  Source: source,
  ListSourcesResponse: listSourcesResponse,
  Recommendation: recommendation,
  GetRecommendationsResponse: getRecommendationsResponse,
  ServeRecommendationsResponse: servedRecommendations,
  CreateReportResponse: createReportResponse,
  ReportSummary: reportSummary,
  ListReportsResponse: listReportsResponse,
  ListRulesResponse: listRulesResponse,
  ProductProfile: productProfile,
  ...Object.fromEntries(CUSTOMER_ROWS.map(({ component }) => [component.name, component.schema])),
  ListCustomersResponse: listCustomersResponse,
  Delivery: delivery,
  ListDeliveriesResponse: listDeliveriesResponse,
  ProcessingReport: processingReport,
  FailedReport: failedReport,
  ...Object.fromEntries(
    REPORT_TYPES.map((type) => [`${definitionOf(type).prefix}Report`, documentOf(type).schema]),
  ),
  TestWebhookResponse: testWebhookResponse,
  WebhookEvent: webhookPayload,
  WebhookTestEvent: webhookTestPayload,
};

const HEADER = `// Made from src/contract by client/generate; UPDATE=1 npx vitest run test/client/contract.test.ts writes it.
// What the service takes and answers, field by field.
`;

export function contractTypes(): string {
  return [
    HEADER,
    ...declarations('request', definitionsOf(REQUESTS, 'input')),
    ...declarations('request', queries()),
    ...declarations('response', definitionsOf(RESPONSES, 'output')),
    ...REPORT_TYPES.map((type) => `export type ${definitionOf(type).prefix}Template = ${templatesOf(type)};`),
    reportsByType(),
    `export const MAX_LINE_ITEMS_PER_REQUEST = ${MAX_LINE_ITEMS_PER_REQUEST};`,
    `export const STANDARD_HEADERS = ${JSON.stringify(STANDARD_HEADERS)} as const;`,
  ].join('\n\n');
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Checks that JSON Schema has no words for don't change a type. */
function definitionsOf(
  schemas: Parameters<typeof toJsonSchemaDefs>[0],
  typeMode: 'input' | 'output',
): Definitions {
  return toJsonSchemaDefs(schemas, { typeMode, errorMode: 'ignore', overrideAction: withoutNull });
}

/** A query carries numbers and flags as text; from a program they come as what they are. */
function queries(): Definitions {
  return Object.fromEntries(
    Object.entries(QUERIES).map(([name, query]) => {
      const { required: _, ...schema } = jsonSchemaOf(query, { direction: 'output' });
      const { import_id: _one, ...properties } = schema.properties ?? {};
      return [name, { ...schema, properties }];
    }),
  );
}

function declarations(direction: Direction, definitions: Definitions): string[] {
  return Object.entries(definitions).map(([name, schema]) => declare(name, schema, direction));
}

/** What each report_type and template leads to. */
function reportsByType(): string {
  const members = REPORT_TYPES.map((type) => {
    const { prefix } = definitionOf(type);
    return `  ${type}: { report: ${prefix}Report; template: ${prefix}Template };`;
  });
  return `/** The report that a report_type stands for, and its templates. */\nexport interface ReportsByType {\n${members.join('\n')}\n}`;
}

function templatesOf(type: ReportType): string {
  return TEMPLATE_NAMES.filter((name) => TEMPLATES[name].reportType === type)
    .map((name) => JSON.stringify(name))
    .join(' | ');
}
