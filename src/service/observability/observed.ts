// Wraps every function that is not an endpoint: its log lines name the request, its metrics are published, and its
// errors are replaced by ones that cannot quote a request, because the runtime logs every error that leaves a function.
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
