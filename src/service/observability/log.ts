// Structured log lines, one JSON object each, with the fields and variables of Powertools for AWS Lambda.
// Lines never contain a body, an API key or a customer id; src/service/observability/describe-error.ts
// ensures this for errors.
import { Console } from 'node:console';
import type { Context } from 'aws-lambda';

type Level = 'info' | 'warn' | 'error';

/** Ascending severity. */
const LEVELS = ['INFO', 'WARN', 'ERROR', 'SILENT'];

export const isDevelopment = process.env.POWERTOOLS_DEV === 'true';

/** The runtime of Lambda adds text that is not JSON to lines of the global console. */
export const output = isDevelopment ? console : new Console(process.stdout, process.stderr);

let isCold = true;
let run: Readonly<Record<string, unknown>> = {};

/** Adds request, function and cold start to every line until the next request. */
export function beginLogging(context: Context): void {
  run = {
    cold_start: isCold,
    function_arn: context.invokedFunctionArn,
    function_memory_size: Number(context.memoryLimitInMB),
    function_name: context.functionName,
    function_request_id: context.awsRequestId,
  };
  isCold = false;
}

export function log(level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  const {
    POWERTOOLS_LOG_LEVEL: least = 'INFO',
    POWERTOOLS_SERVICE_NAME,
    _X_AMZN_TRACE_ID = '',
  } = process.env;
  const name = level.toUpperCase();
  if (LEVELS.indexOf(name) < LEVELS.indexOf(least)) return;
  const line = {
    level: name,
    message,
    timestamp: new Date().toISOString(),
    service: POWERTOOLS_SERVICE_NAME,
    ...run,
    xray_trace_id: /Root=([^;]+)/.exec(_X_AMZN_TRACE_ID)?.[1],
    ...fields,
  };
  output[level](JSON.stringify(line));
}
