// Types of requests and responses, by the names that programs use.
import type { Answers, Queries, Requests, Templates } from './schemas.ts';

/** Requests may be readonly, and may have members that are undefined. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> | (Pick<T, K> extends Required<Pick<T, K>> ? never : undefined) }
    : T;
/** A query's further members are `custom:<key>`. */
type Asked<T> = {
  readonly [K in keyof T as string extends K ? `custom:${string}` : K]?: Sent<T[K]> | undefined;
};
/** Responses are mutable and may have further members; records have no others. */
type Received<T> = T extends readonly (infer Item)[]
  ? Received<Item>[]
  : T extends object
    ? keyof Named<T> extends never
      ? T
      : { -readonly [K in keyof Named<T>]: Received<Exclude<Named<T>[K], undefined>> }
    : T;
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

type Request<N extends keyof Requests> = Sent<Requests[N]>;
type Query<N extends keyof Queries> = Asked<Queries[N]>;
type Answer<N extends keyof Answers> = Received<Answers[N]>;

export type SubmitOrdersRequest = Request<'SubmitOrdersRequest'>;
export type Order = Request<'Order'>;
export type LineItem = Request<'LineItem'>;
export type SourceSummary = Request<'SourceSummary'>;
export type CreateReportRequest = Request<'CreateReportRequest'>;
export type ReportFilters = Request<'ReportFilters'>;
export type DateRange = Request<'DateRange'>;
export type Condition = Request<'Condition'>;
export type ReportParams = Request<'ReportParams'>;
export type RuleConstraints = Request<'RuleConstraints'>;
export type CreateExportRequest = Request<'CreateExportRequest'>;
export type CreateOrderExportRequest = Request<'CreateOrderExportRequest'>;
export type TestWebhookRequest = Request<'TestWebhookRequest'>;
export type IdentityRules = Request<'IdentityRules'>;
export type MergeList = Request<'MergeList'>;
export type UpdateDatasetRequest = Request<'UpdateDatasetRequest'>;
export type ChangeDatasetRequest = Request<'ChangeDatasetRequest'>;
export type CreateScheduleRequest = Request<'CreateScheduleRequest'>;
export type UpdateScheduleRequest = Request<'UpdateScheduleRequest'>;
export type CreateAudienceRequest = Request<'CreateAudienceRequest'>;
export type UpdateAudienceRequest = Request<'UpdateAudienceRequest'>;
export type PreviewAudienceRequest = Request<'PreviewAudienceRequest'>;
export type AudienceCondition = Request<'AudienceCondition'>;
export type CreateDestinationRequest = Request<'CreateDestinationRequest'>;
export type UpdateDestinationRequest = Request<'UpdateDestinationRequest'>;
export type CreateEndpointRequest = Request<'CreateEndpointRequest'>;
export type UpdateEndpointRequest = Request<'UpdateEndpointRequest'>;
export type CreateSourceRequest = Request<'CreateSourceRequest'>;
export type UpdateSourceRequest = Request<'UpdateSourceRequest'>;
export type ShopEvent = Request<'ShopEvent'>;
export type CreateKeyRequest = Request<'CreateKeyRequest'>;
export type UpdateKeyRequest = Request<'UpdateKeyRequest'>;
export type ServeRecommendationsRequest = Request<'ServeRecommendationsRequest'>;

export type ListImportsQuery = Omit<Query<'ListImportsQuery'>, 'import_id'>;
export type ListOrdersQuery = Query<'ListOrdersQuery'>;
export type ListReportsQuery = Query<'ListReportsQuery'>;
export type ListRulesQuery = Query<'ListRulesQuery'>;
export type ProductProfileQuery = Query<'ProductProfileQuery'>;
export type ListCustomersQuery = Query<'ListCustomersQuery'>;
export type ListDatasetsQuery = Query<'ListDatasetsQuery'>;
export type ListErasuresQuery = Query<'ListErasuresQuery'>;
export type ListDeliveriesQuery = Query<'ListDeliveriesQuery'>;
export type ListAudienceMembersQuery = Query<'ListAudienceMembersQuery'>;
export type ListAudienceChangesQuery = Query<'ListAudienceChangesQuery'>;
export type ListAudienceDeliveriesQuery = Query<'ListAudienceDeliveriesQuery'>;
export type ListEndpointDeliveriesQuery = Query<'ListEndpointDeliveriesQuery'>;
export type ListEventsQuery = Query<'ListEventsQuery'>;
export type ListAuditQuery = Query<'ListAuditQuery'>;
export type GetRecommendationsQuery = Query<'GetRecommendationsQuery'>;

export type SubmitOrdersResponse = Answer<'SubmitOrdersResponse'>;
export type ImportJob = Answer<'ImportJob'>;
export type StoredSourceSummary = Answer<'StoredSourceSummary'>;
export type ListImportsResponse = Answer<'ImportList'>;
export type StoredOrder = Answer<'StoredOrder'>;
export type StoredLineItem = Answer<'StoredLineItem'>;
export type ListOrdersResponse = Answer<'OrderList'>;
export type CreateReportResponse = Answer<'CreateReportResponse'>;
export type ReportSummary = Answer<'ReportSummary'>;
export type ListReportsResponse = Answer<'ReportList'>;
export type MbaReport = Answer<'MbaReport'>;
export type MbaSettings = Answer<'MbaSettings'>;
export type AssociationRule = Answer<'AssociationRule'>;
export type ImpactAnalysis = Answer<'ImpactAnalysis'>;
export type RuleMeasures = Answer<'RuleMeasures'>;
export type TestLayer = Answer<'TestLayer'>;
export type MbaChanges = Answer<'MbaChanges'>;
export type RuleChange = Answer<'RuleChange'>;
export type MbaInsights = Answer<'MbaInsights'>;
export type BasketFinding = Answer<'BasketFinding'>;
export type RfmReport = Answer<'RfmReport'>;
export type RfmSettings = Answer<'RfmSettings'>;
export type RfmMetrics = Answer<'RfmMetrics'>;
export type RfmSegment = Answer<'RfmSegment'>;
export type TopProduct = Answer<'TopProduct'>;
export type SegmentPrediction = Answer<'SegmentPrediction'>;
export type PredictionModel = Answer<'PredictionModel'>;
export type Backtest = Answer<'Backtest'>;
export type RfmChanges = Answer<'RfmChanges'>;
export type SegmentMove = Answer<'SegmentMove'>;
export type RfmInsights = Answer<'RfmInsights'>;
export type RfmStrategicInsights = Answer<'RfmStrategicInsights'>;
export type CohortReport = Answer<'CohortReport'>;
export type CohortSettings = Answer<'CohortSettings'>;
export type Cohort = Answer<'Cohort'>;
export type CohortPeriod = Answer<'CohortPeriod'>;
export type PeriodActivity = Answer<'PeriodActivity'>;
export type Overview = Answer<'Overview'>;
export type OverviewRange = Answer<'OverviewRange'>;
export type OverviewFigures = Answer<'OverviewFigures'>;
export type OverviewPoint = Answer<'OverviewPoint'>;
export type OverviewProduct = Answer<'OverviewProduct'>;
export type AverageRetention = Answer<'AverageRetention'>;
export type EarlyValue = Answer<'EarlyValue'>;
export type SecondOrder = Answer<'SecondOrder'>;
export type SecondOrderDay = Answer<'SecondOrderDay'>;
export type ShareByDay = Answer<'ShareByDay'>;
export type CohortGroup = Answer<'CohortGroup'>;
export type CohortGroupTest = Answer<'CohortGroupTest'>;
export type CohortComparison = Answer<'CohortComparison'>;
export type CohortChanges = Answer<'CohortChanges'>;
export type CohortChange = Answer<'CohortChange'>;
export type CohortInsights = Answer<'CohortInsights'>;
export type ReplenishmentReport = Answer<'ReplenishmentReport'>;
export type ReplenishmentSettings = Answer<'ReplenishmentSettings'>;
export type ExpectedOrders = Answer<'ExpectedOrders'>;
export type DueWeek = Answer<'DueWeek'>;
export type DueProduct = Answer<'DueProduct'>;
export type RepeatShare = Answer<'RepeatShare'>;
export type Cadence = Answer<'Cadence'>;
export type DueBacktest = Answer<'DueBacktest'>;
export type ProductDates = Answer<'ProductDates'>;
export type ReplenishmentChanges = Answer<'ReplenishmentChanges'>;
export type StageChange = Answer<'StageChange'>;
export type DueProductChange = Answer<'DueProductChange'>;
export type ReplenishmentInsights = Answer<'ReplenishmentInsights'>;
export type EffectReport = Answer<'EffectReport'>;
export type EffectSettings = Answer<'EffectSettings'>;
export type CampaignEffect = Answer<'CampaignEffect'>;
export type MeasuredEffect = Answer<'MeasuredEffect'>;
export type EffectPlan = Answer<'EffectPlan'>;
export type EffectInsights = Answer<'EffectInsights'>;
export type ListRulesResponse = Answer<'RuleList'>;
export type ProductProfile = Answer<'ProductProfile'>;
export type GetRecommendationsResponse = Answer<'RecommendationList'>;
export type Recommendation = Answer<'Recommendation'>;
export type ServeRecommendationsResponse = Answer<'ServedRecommendations'>;
export type RfmCustomer = Answer<'RfmCustomer'>;
export type CohortCustomer = Answer<'CohortCustomer'>;
export type ReplenishmentCustomer = Answer<'ReplenishmentCustomer'>;
export type ListCustomersResponse = Answer<'CustomerList'>;
export type Export = Answer<'Export'>;
export type ListExportsResponse = Answer<'ExportList'>;
export type OrderExport = Answer<'OrderExport'>;
export type ListOrderExportsResponse = Answer<'OrderExportList'>;
export type FailedReport = Answer<'FailedReport'>;
export type ProcessingReport = Answer<'ProcessingReport'>;
export type ComparedReport = Answer<'ComparedReport'>;
export type AppliedFilters = Answer<'AppliedFilters'>;
export type ReportSource = Answer<'ReportSource'>;
export type Sentence = Answer<'Sentence'>;
export type Delivery = Answer<'Delivery'>;
export type ListDeliveriesResponse = Answer<'DeliveryList'>;
export type Dataset = Answer<'Dataset'>;
export type StoredMergeList = Answer<'StoredMergeList'>;
export type ListDatasetsResponse = Answer<'DatasetList'>;
export type GetUsageResponse = Answer<'Usage'>;
export type Erasure = Answer<'Erasure'>;
export type ListErasuresResponse = Answer<'ErasureList'>;
export type Schedule = Answer<'Schedule'>;
export type ListSchedulesResponse = Answer<'ScheduleList'>;
export type Audience = Answer<'Audience'>;
export type ListAudiencesResponse = Answer<'AudienceList'>;
export type AudienceRun = Answer<'AudienceRun'>;
export type ListAudienceRunsResponse = Answer<'AudienceRunList'>;
export type ListAudienceMembersResponse = Answer<'AudienceMemberList'>;
export type ListAudienceChangesResponse = Answer<'AudienceChangeList'>;
export type AudiencePreview = Answer<'AudiencePreview'>;
export type Destination = Answer<'Destination'>;
export type ListDestinationsResponse = Answer<'DestinationList'>;
export type AudienceDelivery = Answer<'AudienceDelivery'>;
export type ListAudienceDeliveriesResponse = Answer<'AudienceDeliveryList'>;
export type AudiencePage = Answer<'AudiencePage'>;
export type Source = Answer<'Source'>;
export type ListSourcesResponse = Answer<'SourceList'>;
export type EventReceived = Answer<'EventReceived'>;
export type ApiKey = Answer<'ApiKey'>;
export type CreatedKey = Answer<'CreatedKey'>;
export type MadeByKey = Answer<'MadeByKey'>;
export type ListMadeByKeysResponse = Answer<'MadeByKeyList'>;
export type RevokedKey = Answer<'RevokedKey'>;
export type AuditEntry = Answer<'AuditEntry'>;
export type ListAuditEntriesResponse = Answer<'AuditEntryList'>;
export type Author = Answer<'Author'>;
export type ListKeysResponse = Answer<'KeyList'>;
export type TestWebhookResponse = Answer<'WebhookTest'>;
export type WebhookEvent = Answer<'WebhookEvent'>;
export type WebhookTestEvent = Answer<'WebhookTestEvent'>;
export type WebhookEndpoint = Answer<'WebhookEndpoint'>;
export type ListWebhookEndpointsResponse = Answer<'WebhookEndpointList'>;
export type EndpointDelivery = Answer<'EndpointDelivery'>;
export type ListEndpointDeliveriesResponse = Answer<'EndpointDeliveryList'>;
export type AccountEvent = Answer<'AccountEvent'>;
export type ListAccountEventsResponse = Answer<'AccountEventList'>;

/** Report and template types of each report_type. */
export interface ReportsByType {
  MBA: { report: MbaReport; template: MbaTemplate };
  RFM: { report: RfmReport; template: RfmTemplate };
  COHORT: { report: CohortReport; template: CohortTemplate };
  REPLENISHMENT: { report: ReplenishmentReport; template: ReplenishmentTemplate };
  EFFECT: { report: EffectReport; template: EffectTemplate };
}
export type MbaTemplate = Templates['MBA'];
export type RfmTemplate = Templates['RFM'];
export type CohortTemplate = Templates['COHORT'];
export type ReplenishmentTemplate = Templates['REPLENISHMENT'];
export type EffectTemplate = Templates['EFFECT'];
