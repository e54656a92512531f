// Sets the environment that functions read when they are loaded. Tests that import a function load this first.
import { DEFAULT_PLANS } from '../../src/contract/plans.ts';

const environment: Readonly<Record<string, string>> = {
  // Logs are written to the global console, where a test can capture them.
  POWERTOOLS_DEV: 'true',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  SERVICE_TABLE: 'service',
  ORDERS_TABLE: 'orders',
  INGEST_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/ingest',
  BUCKET: 'bodies',
  REPORT_WORKFLOW_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:reports',
  ERASURE_WORKFLOW_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:erasures',
  EXPORT_WORKFLOW_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:exports',
  BEDROCK_MODEL_ID: '',
  DEAD_LETTER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/dead-letters',
  MAX_RECEIVES: '9',
  OPEN_TABLE: 'false',
  PARTITION_THRESHOLD_LINES: '10000000',
  LINES_PER_PARTITION: '5000000',
  LINES_PER_FILE: '2000000',
  MAX_HELD_READS: '3',
  CORS_ORIGINS: '[]',
  PUBLISHABLE_LIMITS: '{"perAddress":120,"perKey":1200}',
  WEBHOOK_RECEIVERS: 'public_https',
  PLANS: JSON.stringify(DEFAULT_PLANS),
};
for (const [name, value] of Object.entries(environment)) process.env[name] ??= value;
