// AWS prices for us-east-1, arm64, on demand, in US dollars, from the price pages in 2025. Check the current prices
// before you rely on these: https://aws.amazon.com/dynamodb/pricing, /sqs/pricing, /lambda/pricing,
// /api-gateway/pricing, /s3/pricing.

export const PRICES_OF = '2025';
const MILLION = 1_000_000;

export const PRICES: Readonly<Record<string, number>> = {
  dynamodb_write_unit: 0.625 / MILLION,
  dynamodb_read_unit: 0.125 / MILLION,
  /** 0.40, and 0.10 for messages that name a group. */
  sqs_request: 0.5 / MILLION,
  lambda_gb_second: 0.0000133334,
  lambda_request: 0.2 / MILLION,
  http_api_request: 1 / MILLION,
  states_transition: 25 / MILLION,
  s3_put: 5 / MILLION,
  s3_get: 0.4 / MILLION,
  kms_request: 3 / MILLION,
  /** With the setting `tracing`: of each second's first request, and of 5 % of the others. */
  xray_trace: 5 / MILLION,
  /** With an edge, beside 8 a month for its rules. */
  cloudfront_request: 1 / MILLION,
  waf_request: 0.6 / MILLION,
};

/** A month of what is there, or a GB. Storage of DynamoDB and S3 is counted in GiB. https://aws.amazon.com/cloudwatch/pricing, /kms/pricing, /waf/pricing, /backup/pricing, /cloudfront/pricing. */
export const STANDING_PRICES = {
  table_gb: 0.25,
  /** In the infrequent-access class. */
  infrequent_table_gb: 0.1,
  /** Point-in-time recovery: of the table without its indexes. */
  recovery_gb: 0.2,
  backup_gb: 0.1,
  between_regions_gb: 0.02,
  s3_gb: 0.023,
  download_gb: 0.09,
  cloudfront_gb: 0.085,
  log_gb: 0.5,
  alarm_metric: 0.1,
  custom_metric: 0.3,
  dashboard: 3,
  web_acl: 5,
  web_acl_rule: 1,
  /** Each of the first two yearly rotations adds as much. */
  kms_key: 1,
  /** Empty receives of a queue without groups. */
  sqs_poll: 0.4 / MILLION,
  scheduled_call: 1 / MILLION,
} as const;
