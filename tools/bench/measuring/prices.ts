// AWS prices for us-east-1, arm64, on demand, in US dollars, from the price pages in 2025. Check the current prices
// before you rely on these: https://aws.amazon.com/dynamodb/pricing, /sqs/pricing, /lambda/pricing,
// /api-gateway/pricing, /s3/pricing.

export const PRICES_OF = '2025';
const MILLION = 1_000_000;

export const PRICES: Readonly<Record<string, number>> = {
  dynamodb_write_unit: 0.625 / MILLION,
  dynamodb_read_unit: 0.125 / MILLION,
  /** 0.40, plus 0.10 for messages that name a group. */
  sqs_request: 0.5 / MILLION,
  lambda_gb_second: 0.0000133334,
  lambda_request: 0.2 / MILLION,
  http_api_request: 1 / MILLION,
  states_transition: 25 / MILLION,
  s3_put: 5 / MILLION,
  s3_get: 0.4 / MILLION,
  kms_request: 3 / MILLION,
  /** With the setting `tracing`: for the first request of each second, and 5 % of the others. */
  xray_trace: 5 / MILLION,
  /** With an edge, in addition to 8 a month for its rules. */
  cloudfront_request: 1 / MILLION,
  waf_request: 0.6 / MILLION,
};
