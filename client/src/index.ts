// The package's exports.

export type * from './contract.ts';
export { OrderAnalyticsError } from './errors.ts';
export type { List } from './list.ts';
export type {
  CreateOptions as CreateAudienceOptions,
  CreateOptions as CreateEndpointOptions,
  CreateOptions as CreateExportOptions,
  CreateOptions as CreateKeyOptions,
  CreateOptions as CreateReportOptions,
  CreateOptions as CreateScheduleOptions,
  CreateOptions as CreateSourceOptions,
} from './managed.ts';
export { OrderAnalytics, type OrderAnalyticsOptions } from './order-analytics.ts';
export { batchOrders, type OrderBatch, OrderTooLargeError } from './pushing/batch-orders.ts';
export type {
  AppliedPush,
  PushMode,
  PushOptions,
  PushProgress,
  PushResult,
  RowCounts,
  SubmitOptions,
  UnknownFieldHandling,
} from './pushing/push.ts';
export { type OrderPlace, PushError, type UnsentBatch } from './pushing/push-error.ts';
export type { Audiences } from './resources/audiences.ts';
export type { Customers, DeleteCustomerOptions } from './resources/customers.ts';
export type { Datasets } from './resources/datasets.ts';
export type { Endpoints } from './resources/endpoints.ts';
export type { Erasures, WaitForErasureOptions } from './resources/erasures.ts';
export {
  type ExportedRows,
  type ExportedRule,
  ExportFailedError,
  type Exports,
} from './resources/exports.ts';
export type { Imports, ReadOptions, WaitForImportOptions } from './resources/imports.ts';
export type { Keys } from './resources/keys.ts';
export type { LineOfOrder, OrderOptions, OrderSummary, Orders } from './resources/orders.ts';
export type { Receivers } from './resources/receivers.ts';
export type { Recommendations } from './resources/recommendations.ts';
export {
  type AssociationRule,
  type FinishedReport,
  type ReadReport,
  type Report,
  type ReportCustomer,
  ReportFailedError,
  type ReportOf,
  type ReportProgress,
  type Reports,
  type RfmSegment,
  type WaitForReportOptions,
} from './resources/reports.ts';
export type { Schedules } from './resources/schedules.ts';
export type { Sources } from './resources/sources.ts';
export type { CallOptions, RetryOptions, Waiting } from './transport.ts';
export { NotFinishedError, type WaitOptions } from './until-finished.ts';
export {
  type RawBody,
  type StandardWebhookOptions,
  verifyStandardWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts';
