// Structured log lines, one JSON object each, by Powertools. What goes in never holds a body, a key or a customer id: of
// errors it is src/observability/describe-error.ts that sees to it.
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

type Level = 'info' | 'warn' | 'error';

const logger = new Logger();

/** Names request, function and cold start in every line until the next request. */
export function beginLogging(context: Context): void {
  logger.addContext(context);
}

export function log(level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  logger[level](message, { ...fields });
}
