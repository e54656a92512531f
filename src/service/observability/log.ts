// Structured log lines by Powertools, one JSON object each. Lines never contain a body, an API key or a customer id;
// src/service/observability/describe-error.ts ensures this for errors.
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

type Level = 'info' | 'warn' | 'error';

const logger = new Logger();

/** Adds request, function and cold start to every line until the next request. */
export function beginLogging(context: Context): void {
  logger.addContext(context);
}

export function log(level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  logger[level](message, { ...fields });
}
