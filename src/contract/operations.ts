// Every operation of the API, once. The gateway's routes, the OpenAPI document and the reference page are generated
// from this list; an operation is added here and nowhere else.
import {
  createAudience,
  deleteAudience,
  getAudience,
  listAudienceChanges,
  listAudienceMembers,
  listAudienceRuns,
  listAudiences,
  previewAudience,
  refreshAudience,
  updateAudience,
} from './endpoints/audiences.ts';
import { changeDataset, getDataset, listDatasets, updateDataset } from './endpoints/datasets.ts';
import {
  createDestination,
  deleteDestination,
  getDestination,
  listAudienceDeliveries,
  listDestinations,
  updateDestination,
} from './endpoints/destinations.ts';
import { deleteCustomer, deleteDataset, getErasure, listErasures } from './endpoints/erasures.ts';
import { createExport, getExport, listExports } from './endpoints/exports.ts';
import { createKey, getKey, listKeys, revokeKey, updateKey } from './endpoints/keys.ts';
import { getImports, submitOrders } from './endpoints/orders.ts';
import {
  getRecommendations,
  getServedReport,
  serveRecommendations,
  stopRecommendations,
} from './endpoints/recommendations.ts';
import { getOpenApi, getReference } from './endpoints/reference.ts';
import {
  createReport,
  getProductProfile,
  getReport,
  listCustomers,
  listReports,
  listRules,
} from './endpoints/reports.ts';
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  updateSchedule,
} from './endpoints/schedules.ts';
import {
  createSource,
  deleteSource,
  getSource,
  listSources,
  receiveEvent,
  updateSource,
} from './endpoints/sources.ts';
import { deleteOrder, getOrder, listOrders } from './endpoints/stored-orders.ts';
import { getUsage } from './endpoints/usage.ts';
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpointDeliveries,
  listEndpoints,
  listEvents,
  pingEndpoint,
  updateEndpoint,
} from './endpoints/webhook-endpoints.ts';
import { listDeliveries, redeliverWebhook, testWebhook } from './endpoints/webhooks.ts';

export const OPERATIONS = [
  submitOrders,
  getImports,
  getOrder,
  deleteOrder,
  listOrders,
  createReport,
  listReports,
  getReport,
  listCustomers,
  listRules,
  getProductProfile,
  createExport,
  listExports,
  getExport,
  redeliverWebhook,
  listDeliveries,
  testWebhook,
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  deleteEndpoint,
  pingEndpoint,
  listEndpointDeliveries,
  listEvents,
  listDatasets,
  getDataset,
  updateDataset,
  changeDataset,
  getUsage,
  getRecommendations,
  getServedReport,
  serveRecommendations,
  stopRecommendations,
  deleteDataset,
  deleteCustomer,
  listErasures,
  getErasure,
  createSchedule,
  listSchedules,
  getSchedule,
  updateSchedule,
  deleteSchedule,
  createAudience,
  previewAudience,
  listAudiences,
  getAudience,
  updateAudience,
  deleteAudience,
  refreshAudience,
  listAudienceRuns,
  listAudienceMembers,
  listAudienceChanges,
  createDestination,
  listDestinations,
  getDestination,
  updateDestination,
  deleteDestination,
  listAudienceDeliveries,
  createSource,
  listSources,
  getSource,
  updateSource,
  deleteSource,
  receiveEvent,
  createKey,
  listKeys,
  getKey,
  updateKey,
  revokeKey,
  getOpenApi,
  getReference,
] as const;
export type OperationId = (typeof OPERATIONS)[number]['operationId'];
