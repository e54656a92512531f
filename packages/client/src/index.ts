// The package's exports.

export type * from './contract.ts';
export { OrderAnalyticsError } from './errors.ts';
export type {
  CreateOptions as CreateAudienceOptions,
  CreateOptions as CreateEndpointOptions,
  CreateOptions as CreateExportOptions,
  CreateOptions as CreateKeyOptions,
  CreateOptions as CreateReportOptions,
  CreateOptions as CreateScheduleOptions,
  CreateOptions as CreateSourceOptions,
  Schedules,
  Sources,
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
export type { Datasets, Recommendations } from './resources/datasets.ts';
export type { Endpoints, Receivers } from './resources/endpoints.ts';
export type {
  Customers,
  DeleteCustomerOptions,
  Erasures,
  WaitForErasureOptions,
} from './resources/erasures.ts';
export {
  type ExportedLine,
  type ExportedRows,
  type ExportedRule,
  ExportFailedError,
  type Exports,
  type OrderExports,
} from './resources/exports.ts';
export type { Keys } from './resources/keys.ts';
export type {
  Imports,
  LineOfOrder,
  OrderOptions,
  OrderSummary,
  Orders,
  ReadOptions,
  WaitForImportOptions,
} from './resources/orders.ts';
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
export type { CallOptions, List, RetryOptions, Waiting } from './transport.ts';
export { NotFinishedError, type WaitOptions } from './until-finished.ts';
export {
  type RawBody,
  type StandardWebhookOptions,
  verifyStandardWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts';
