// Around every function that is not an endpoint: its log lines name the request, what it measured is published, and no
// error leaves it whose message might quote a request, since the runtime logs what leaves a function.
import type { Context } from 'aws-lambda';
import { withheld } from './describe-error.ts';
import { beginLogging } from './log.ts';
import { beginMeasuring, publishMeasured } from './metrics.ts';

export function observed<E, R>(
  handler: (event: E, context: Context) => Promise<R>,
): (event: E, context: Context) => Promise<R> {
  return async (event, context) => {
    beginLogging(context);
    beginMeasuring();
    try {
      return await handler(event, context);
    } catch (error) {
      throw withheld(error);
    } finally {
      publishMeasured();
    }
  };
}
