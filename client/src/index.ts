// The package's exports.
export { batchOrders, type OrderBatch, OrderTooLargeError } from './batch-orders.ts';
export type * from './contract.ts';
export type { Customers, DeleteCustomerOptions } from './customers.ts';
export type { Datasets } from './datasets.ts';
export type { Erasures, WaitForErasureOptions } from './erasures.ts';
export { OrderAnalyticsError } from './errors.ts';
export {
  type CreateExportOptions,
  type ExportedRows,
  type ExportedRule,
  ExportFailedError,
  type Exports,
} from './exports.ts';
export type { Imports, ReadOptions, WaitForImportOptions } from './imports.ts';
export type { List } from './list.ts';
export { OrderAnalytics, type OrderAnalyticsOptions } from './order-analytics.ts';
export type {
  AppliedPush,
  PushOptions,
  PushProgress,
  PushResult,
  RowCounts,
  SubmitOptions,
  UnknownFieldHandling,
} from './push.ts';
export { type OrderPlace, PushError, type UnsentBatch } from './push-error.ts';
export type { Receivers } from './receivers.ts';
export type { Recommendations } from './recommendations.ts';
export {
  type AssociationRule,
  type CreateReportOptions,
  type FinishedReport,
  type ReadReport,
  type Report,
  ReportFailedError,
  type ReportOf,
  type ReportProgress,
  type Reports,
  type RfmSegment,
  type WaitForReportOptions,
} from './reports.ts';
export type { CreateScheduleOptions, Schedules } from './schedules.ts';
export type { CreateSourceOptions, Sources } from './sources.ts';
export type { CallOptions, RetryOptions, Waiting } from './transport.ts';
export { NotFinishedError, type WaitOptions } from './until-finished.ts';
export {
  type RawBody,
  type StandardWebhookOptions,
  verifyStandardWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts';
