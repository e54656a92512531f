// Every operation of the API, once. The gateway's routes, the OpenAPI document and the reference page are generated
// from this list; an operation is added to the list of its topic.
import { AUDIENCE_OPERATIONS } from './endpoints/audiences.ts';
import { DATASET_OPERATIONS } from './endpoints/datasets.ts';
import { DESTINATION_OPERATIONS } from './endpoints/destinations.ts';
import { ERASURE_OPERATIONS } from './endpoints/erasures.ts';
import { EXPORT_OPERATIONS, ORDER_EXPORT_OPERATIONS } from './endpoints/exports.ts';
import { KEY_OPERATIONS } from './endpoints/keys.ts';
import { ORDER_OPERATIONS } from './endpoints/orders.ts';
import { RECOMMENDATION_OPERATIONS } from './endpoints/recommendations.ts';
import { REFERENCE_OPERATIONS } from './endpoints/reference.ts';
import { REPORT_OPERATIONS } from './endpoints/reports.ts';
import { SCHEDULE_OPERATIONS } from './endpoints/schedules.ts';
import { SOURCE_OPERATIONS } from './endpoints/sources.ts';
import { STORED_ORDER_OPERATIONS } from './endpoints/stored-orders.ts';
import { USAGE_OPERATIONS } from './endpoints/usage.ts';
import { WEBHOOK_ENDPOINT_OPERATIONS } from './endpoints/webhook-endpoints.ts';
import { WEBHOOK_OPERATIONS } from './endpoints/webhooks.ts';

export const OPERATIONS = [
  ...ORDER_OPERATIONS,
  ...STORED_ORDER_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...WEBHOOK_ENDPOINT_OPERATIONS,
  ...DATASET_OPERATIONS,
  ...ORDER_EXPORT_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...RECOMMENDATION_OPERATIONS,
  ...ERASURE_OPERATIONS,
  ...SCHEDULE_OPERATIONS,
  ...AUDIENCE_OPERATIONS,
  ...DESTINATION_OPERATIONS,
  ...SOURCE_OPERATIONS,
  ...KEY_OPERATIONS,
  ...REFERENCE_OPERATIONS,
] as const;
export type OperationId = (typeof OPERATIONS)[number]['operationId'];
