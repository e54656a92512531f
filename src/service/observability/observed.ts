// Wraps every function that is not an endpoint: adds the request to its log lines, publishes its metrics, and
// replaces its errors by ones that cannot quote a request, because the runtime logs every error that leaves a
// function.
import type { Context } from 'aws-lambda';
import { withholdDetails } from './describe-error.ts';
import { beginLogging } from './log.ts';
import { beginMeasuring, endMeasuring } from './metrics.ts';

export function observeHandler<E, R>(
  handler: (event: E, context: Context) => Promise<R>,
): (event: E, context: Context) => Promise<R> {
  return async (event, context) => {
    beginLogging(context);
    beginMeasuring(context);
    try {
      return await handler(event, context);
    } catch (error) {
      throw withholdDetails(error);
    } finally {
      endMeasuring();
    }
  };
}
