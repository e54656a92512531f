// The package's exports.
export { batchOrders, type OrderBatch, OrderTooLargeError } from './batch-orders.ts';
export type {
  CreateReportRequest,
  CreateReportResponse,
  Dataset,
  Delivery,
  Erasure,
  FailedReport,
  ImportJob,
  LineItem,
  ListDatasetsQuery,
  ListDatasetsResponse,
  ListErasuresQuery,
  ListErasuresResponse,
  ListImportsQuery,
  ListImportsResponse,
  ListReportsQuery,
  ListReportsResponse,
  MbaReport,
  MbaTemplate,
  Order,
  ProcessingReport,
  ReportSummary,
  RfmReport,
  RfmTemplate,
  SubmitOrdersRequest,
  SubmitOrdersResponse,
  WebhookEvent,
} from './contract.ts';
export type { Customers, DeleteCustomerOptions } from './customers.ts';
export type { Datasets } from './datasets.ts';
export type { Erasures, WaitForErasureOptions } from './erasures.ts';
export { OrderAnalyticsError } from './errors.ts';
export type { Imports, ReadOptions, WaitForImportOptions } from './imports.ts';
export type { List } from './list.ts';
export { OrderAnalytics, type OrderAnalyticsOptions } from './order-analytics.ts';
export type { AppliedPush, PushOptions, PushProgress, PushResult, RowCounts, SubmitOptions } from './push.ts';
export { type OrderPlace, PushError, type UnsentBatch } from './push-error.ts';
export {
  type AssociationRule,
  type CreateReportOptions,
  type FinishedReport,
  type MbaReportRequest,
  type ReadReport,
  type Report,
  ReportFailedError,
  type ReportProgress,
  type Reports,
  type RfmReportRequest,
  type RfmSegment,
  type WaitForReportOptions,
} from './reports.ts';
export type { CallOptions, RetryOptions, Waiting } from './transport.ts';
export { NotFinishedError, type WaitOptions } from './until-finished.ts';
export {
  type RawBody,
  type StandardWebhookOptions,
  verifyStandardWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks.ts';
