// Every operation of the API, once. The gateway's routes, the OpenAPI document and the reference page are generated
// from this list; an operation is added here and nowhere else.
import * as audiences from './endpoints/audiences.ts';
import * as datasets from './endpoints/datasets.ts';
import * as destinations from './endpoints/destinations.ts';
import * as erasures from './endpoints/erasures.ts';
import * as exports from './endpoints/exports.ts';
import * as keys from './endpoints/keys.ts';
import * as orders from './endpoints/orders.ts';
import * as recommendations from './endpoints/recommendations.ts';
import * as reference from './endpoints/reference.ts';
import * as reports from './endpoints/reports.ts';
import * as schedules from './endpoints/schedules.ts';
import * as sources from './endpoints/sources.ts';
import * as storedOrders from './endpoints/stored-orders.ts';
import * as usage from './endpoints/usage.ts';
import * as webhookEndpoints from './endpoints/webhook-endpoints.ts';
import * as webhooks from './endpoints/webhooks.ts';

export const OPERATIONS = [
  orders.submitOrders,
  orders.getImports,
  storedOrders.getOrder,
  storedOrders.deleteOrder,
  storedOrders.listOrders,
  reports.createReport,
  reports.listReports,
  reports.getReport,
  reports.listCustomers,
  reports.listRules,
  reports.getProductProfile,
  exports.createExport,
  exports.listExports,
  exports.getExport,
  webhooks.redeliverWebhook,
  webhooks.listDeliveries,
  webhooks.testWebhook,
  webhookEndpoints.createEndpoint,
  webhookEndpoints.listEndpoints,
  webhookEndpoints.getEndpoint,
  webhookEndpoints.updateEndpoint,
  webhookEndpoints.deleteEndpoint,
  webhookEndpoints.pingEndpoint,
  webhookEndpoints.listEndpointDeliveries,
  webhookEndpoints.listEvents,
  datasets.listDatasets,
  datasets.getDataset,
  datasets.updateDataset,
  datasets.changeDataset,
  usage.getUsage,
  recommendations.getRecommendations,
  recommendations.getServedReport,
  recommendations.serveRecommendations,
  recommendations.stopRecommendations,
  erasures.deleteDataset,
  erasures.deleteCustomer,
  erasures.listErasures,
  erasures.getErasure,
  schedules.createSchedule,
  schedules.listSchedules,
  schedules.getSchedule,
  schedules.updateSchedule,
  schedules.deleteSchedule,
  audiences.createAudience,
  audiences.previewAudience,
  audiences.listAudiences,
  audiences.getAudience,
  audiences.updateAudience,
  audiences.deleteAudience,
  audiences.refreshAudience,
  audiences.listAudienceRuns,
  audiences.listAudienceMembers,
  audiences.listAudienceChanges,
  destinations.createDestination,
  destinations.listDestinations,
  destinations.getDestination,
  destinations.updateDestination,
  destinations.deleteDestination,
  destinations.listAudienceDeliveries,
  sources.createSource,
  sources.listSources,
  sources.getSource,
  sources.updateSource,
  sources.deleteSource,
  sources.receiveEvent,
  keys.createKey,
  keys.listKeys,
  keys.getKey,
  keys.updateKey,
  keys.revokeKey,
  reference.getOpenApi,
  reference.getReference,
] as const;
export type OperationId = (typeof OPERATIONS)[number]['operationId'];
